// The engine's pipeline inside the command line's own process: files need no gateway.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import type { Screener, ScreenRequest } from '../cli/listen/screener.js';
import { loadConfig } from '../config/config.js';
import type { RingClipResult } from '../engine/channel/messages.js';
import { type Clip, openClip, openPackedClip } from '../engine/pipeline/audio/clip.js';
import { anySecond, FrontendPool } from '../engine/pipeline/audio/frontend.js';
import { keywordReadings } from '../engine/pipeline/screening/prompt-readings.js';
import { promptPartsFor } from '../engine/pipeline/screening/prompt-recogniser.js';
import { screenClip } from '../engine/pipeline/screening/screen-clip.js';
import { ModelSet } from '../engine/runtime/models/model-set.js';
import type { RingTables } from '../protocol/engine/ring.js';
import { fileFault } from '../protocol/file-fault.js';
import { parseOneShotFormat, parseStreamFormat, streamCoding } from '../protocol/wire/audio-format.js';
import { defaultTables } from '../ring/default-tables.js';
import { ringJudge } from '../ring/judge.js';
import { parseKeywordTable, parseToneTable, TableFault } from '../ring/table-text.js';
import { modelPlaces, openModelStore, shippedModels } from './models.js';

/** A file may hold many more events than a reply of the service should. */
const evidenceEvents = 10_000;

/** `shipped`: directory of the models that ship; those of the program or of the settings unless given. */
export function localScreener(dataDir: string | undefined, shipped?: string): Screener {
  const tables = dataDir === undefined ? defaultTables : tablesOf(join(dataDir, 'ring'));
  const frontends = new FrontendPool(anySecond, 1);
  const set = dataDir !== undefined && { keywordConfidence: settingsOf(dataDir).ring.keywordConfidence };
  const whole = { until: 'whole', endOnRingback: false, evidenceEvents, ...set } as const;
  let models: Promise<ModelSet> | undefined;
  return {
    screen: async (bytes, request): Promise<RingClipResult> => {
      const clip = open(bytes, request);
      models ??= promptModels(dataDir, shipped);
      const property = clip.sampleRateHz <= 8_000 ? 'cn_8k_common' : 'cn_16k_common';
      const prompts = promptPartsFor(await models, property, tables.keywords);
      const judge = ringJudge(tables, whole, keywordReadings((await models).get('lm', property)));
      const frontend = frontends.take(clip.coding, prompts?.recogniser.sampleRateHz);
      const fault = (reason: unknown) =>
        console.error(`${(reason as Error).message}; the call is screened without recognition`);
      const result = await screenClip(clip, { judge, nextTurn, prompts, frontend: frontend, fault });
      frontends.giveBack(frontend);
      return result;
    },
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const settingsOf = (dataDir: string) => loadConfig({ dataDir, env: process.env }).config;

/** Those that ship where there is no data directory. */
function promptModels(dataDir: string | undefined, shipped: string | undefined): Promise<ModelSet> {
  const own = shipped ?? shippedModels;
  const places =
    dataDir === undefined
      ? { store: join(own, 'no-data-directory'), shipped: own, signKeys: [] }
      : { ...modelPlaces(settingsOf(dataDir)), ...(shipped !== undefined && { shipped }) };
  return ModelSet.open(openModelStore(places), ['lm', 'asr', 'vad'], ['cn_8k_common', 'cn_16k_common']);
}

function open(bytes: Uint8Array, { format, encParams, channel, sliceMs, names }: ScreenRequest): Clip {
  if (!format.toLowerCase().startsWith('svc_')) {
    return openClip(
      bytes,
      { format: parseOneShotFormat(format, names.format), channel, names },
      Number.POSITIVE_INFINITY,
      sliceMs,
    );
  }
  return openPackedClip(bytes, streamCoding(parseStreamFormat(format, names.format), encParams, names.encParams));
}

function tablesOf(directory: string): RingTables {
  return {
    keywords: table(join(directory, 'keywords.txt'), parseKeywordTable),
    tones: table(join(directory, 'tones.txt'), parseToneTable),
  };
}

function table<Row>(path: string, parse: (bytes: Uint8Array) => Row[]): Row[] {
  try {
    return parse(readFileSync(path));
  } catch (fault) {
    const isAbsent = (fault as NodeJS.ErrnoException).code === 'ENOENT';
    const right = isAbsent ? '; --data must name the data directory of a gateway' : '';
    const reason = fault instanceof TableFault ? fault.message : `cannot be read: ${fileFault(fault)}${right}`;
    throw new CommandFailure(exitCodes.badInput, `${path}: ${reason}`, { cause: fault });
  }
}
