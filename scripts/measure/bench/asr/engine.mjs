// An engine of the product by itself, with the models that ship, pinned to one core.
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngines } from '../../../../dist/engine/client/client.js';
import { defaultTables } from '../../../../dist/ring/default-tables.js';
import { pin } from '../../lib/cores.mjs';

/** @typedef {import('../../../../dist/engine/client/client.js').Engines} Engines */

export const programModels = fileURLToPath(new URL('../../../../models', import.meta.url));
export const engineCore = cpus().length - 1;

/** @param {string} shipped @returns {Promise<{ engines: Engines, pid: number, readyMs: number }>} */
export async function startEngine(shipped) {
  const log = {
    info: () => {},
    warn: (/** @type {object} */ facts) => process.stderr.write(`${JSON.stringify(facts)}\n`),
  };
  const startMs = performance.now();
  const engines = startEngines({
    tables: defaultTables,
    log,
    count: 1,
    models: { store: path.join(shipped, 'no-store'), shipped },
  });
  await engines.ready();
  const readyMs = performance.now() - startMs;
  const pid = engines.status()[0]?.pid;
  if (pid === undefined) throw new Error('the engine process has ended');
  pin(pid, engineCore);
  return { engines, pid, readyMs };
}

const text = {
  addPunc: true,
  digitNorm: true,
  textSmooth: false,
  makeParagraph: false,
  outputPinyin: false,
  wordType: 'DISABLED',
  wordTpp: false,
  tppContextRangeMs: 0,
  sensitiveWords: [],
};

/** @param {object} [changes] */
export const clipParams = (changes = {}) =>
  /** @type {import('../../../../dist/engine/channel/messages.js').RecognitionClipParams} */ ({
    kind: 'asr',
    property: 'cn_8k_common',
    nBest: 1,
    hotwords: [],
    text,
    analysis: undefined,
    languageModel: undefined,
    format: 'pcm_s16le_8k',
    maxMs: 600_000,
    ...changes,
  });

export const ringParams = () =>
  /** @type {import('../../../../dist/engine/channel/messages.js').RingSessionParams} */ ({
    kind: 'ring',
    property: 'cn_8k_common',
    coding: { coding: 'alaw', sampleRateHz: 8_000 },
    audioMaxMs: 300_000,
    endOnRingback: false,
  });

export const tailMs = 500;

export const streamParams = () =>
  /** @type {import('../../../../dist/protocol/engine/recognition.js').RecognitionParams} */ ({
    kind: 'asr',
    mode: 'continue',
    property: 'cn_8k_common',
    coding: { coding: 'alaw', sampleRateHz: 8_000 },
    audioMaxMs: 3_600_000,
    endpoint: { headMs: 0, tailMs, endMs: 0, maxSegmentMs: 30_000, threshold: 10 },
    interimResults: true,
    nBest: 1,
    hotwords: [],
    text,
    analysis: undefined,
    languageModel: undefined,
  });
