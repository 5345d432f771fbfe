// Everything that the self-test tries on this machine, without the gateway.
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../../child/priority.js';
import type { Bench } from '../../cli/selftest/check.js';
import { loadConfig } from '../../config/config.js';
import { limits } from '../../protocol/limits.js';
import { modelPlaces, openModelStore } from '../models.js';
import { clockCheck } from './clock.js';
import { databaseCheck } from './database.js';
import { hearingChecks } from './hearing.js';
import { modelCheck } from './models.js';
import { packageCheck } from './packages.js';
import { spaceCheck } from './space.js';

/** The folder of the program: of package.json, dist and models. */
const program = fileURLToPath(new URL('../../..', import.meta.url));
const dpkg = '/var/lib/dpkg';
/** Calls of the gateway on this machine come first. */
const niceness = 10;

export function localBench(dataDir: string): Bench {
  lowerPriority(niceness); // and of the engine, which is a child
  const { config } = loadConfig({ dataDir, env: process.env });
  const hearing = hearingChecks(dataDir);
  return {
    checks: [
      clockCheck(Date.now, limits.clock.builtAtMs),
      spaceCheck(dataDir),
      databaseCheck(dataDir, config.storage.keyFile),
      modelCheck(openModelStore(modelPlaces(config))),
      packageCheck({ program, dpkg }),
      ...hearing.checks,
    ],
    close: hearing.close,
  };
}
