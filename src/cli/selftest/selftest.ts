// `tonegate selftest`: checks whether this machine can do its work by trying each part. It changes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { dataDirOf } from '../../config/config.js';
import { exitCodes } from '../exit.js';
import { print } from '../print.js';
import type { BenchMaker } from './check.js';
import { gatewayCheck } from './gateway-check.js';
import { failuresIn, type Line, pauseBetweenS, runRound, table } from './rounds.js';

export interface SelftestParts {
  /** The version of this program. */
  readonly version: string;
  readonly bench: () => Promise<BenchMaker>;
}

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  /** Waiting time in seconds; 0: one try. */
  readonly wait: number;
  readonly withoutGateway?: boolean;
}

/** One day: a longer wait needs a monitor. */
const mostWaitS = 86_400;

export function selftestCommand({ version, bench }: SelftestParts): Command {
  return new Command('selftest')
    .description('check the gateway, the disk, the models and the packages, and recognise and speak a sentence')
    .option('--data <dir>', 'data directory')
    .option('--without-gateway', 'pass even if no gateway runs on the data directory')
    .option(
      '--wait <seconds>',
      'repeat the checks, at least once a minute, until nothing fails or this time is over',
      seconds,
      0,
    )
    .option('--json', 'print one line of JSON instead of the table')
    .action(async (flags: Flags) => {
      const dataDir = dataDirOf({ dataDir: flags.data, env: process.env });
      const gateway = gatewayCheck({ dataDir, version, isNeeded: flags.withoutGateway !== true });
      const makeBench = await bench();
      const tryOnce = async (): Promise<Line[]> => {
        const { checks, close } = makeBench(dataDir);
        try {
          return await runRound([gateway, ...checks]);
        } finally {
          await close();
        }
      };
      const { lines, tries } = await untilFine(tryOnce, flags.wait);
      const isFine = failuresIn(lines).length === 0;
      print(flags, { fine: isFine, version, tries, checks: lines }, table(lines));
      if (!isFine) process.exitCode = exitCodes.service;
    });
}

/** The lines of the last try: the first one in which nothing fails, or the one that begins after `waitS`. */
async function untilFine(tryOnce: () => Promise<Line[]>, waitS: number): Promise<{ lines: Line[]; tries: number }> {
  const untilMs = performance.now() + waitS * 1_000;
  for (let tries = 1; ; tries++) {
    const lines = await tryOnce();
    const failures = failuresIn(lines);
    const leftMs = untilMs - performance.now();
    if (failures.length === 0 || leftMs <= 0) return { lines, tries };
    const pauseMs = Math.min(leftMs, pauseBetweenS(waitS) * 1_000);
    const again = `next try in ${Math.ceil(pauseMs / 1_000)} s`;
    process.stderr.write(`tonegate: failed: ${failures.join(', ')}; ${again}\n`);
    await sleep(pauseMs);
  }
}

function seconds(text: string): number {
  const waitS = Number(text);
  if (/^\d+$/.test(text) && waitS <= mostWaitS) return waitS;
  throw new InvalidArgumentError(`must be a number of seconds from 0 to ${mostWaitS}`);
}
