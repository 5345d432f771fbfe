// An engine of the product by itself, with the models that ship, pinned to one core.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngines } from '../../../dist/engine/client.js';
import { defaultTables } from '../../../dist/ring/default-tables.js';

/** @typedef {import('../../../dist/engine/client.js').Engines} Engines */

const programModels = fileURLToPath(new URL('../../../models', import.meta.url));
export const canPin = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;
export const engineCore = cpus().length - 1;

/** @param {number} pid @param {number} core */
export function pin(pid, core) {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** The models that ship; a recogniser whose manifest is still a draft is measured all the same, and said to be one.
 * @param {string | undefined} given */
export function shippedModels(given) {
  const models = given ?? programModels;
  const drafts = readdirSync(models).filter(
    (id) =>
      existsSync(path.join(models, id, 'manifest.draft.json')) && !existsSync(path.join(models, id, 'manifest.json')),
  );
  if (drafts.length === 0) return { directory: models, drafts, remove: () => {} };
  const directory = mkdtempSync(path.join(tmpdir(), 'tonegate-bench-'));
  cpSync(models, directory, { recursive: true });
  for (const id of drafts) {
    copyFileSync(path.join(directory, id, 'manifest.draft.json'), path.join(directory, id, 'manifest.json'));
  }
  return { directory, drafts, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

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
  if (pid === undefined) throw new Error('the engine has gone');
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
  /** @type {import('../../../dist/engine/messages.js').RecognitionClipParams} */ ({
    kind: 'asr',
    property: 'cn_8k_common',
    nBest: 1,
    hotwords: [],
    text,
    analysis: undefined,
    languageModelPath: undefined,
    format: 'pcm_s16le_8k',
    maxMs: 600_000,
    ...changes,
  });

export const ringParams = () =>
  /** @type {import('../../../dist/engine/messages.js').RingSessionParams} */ ({
    kind: 'ring',
    property: 'cn_8k_common',
    coding: { coding: 'alaw', sampleRateHz: 8_000 },
    audioMaxMs: 300_000,
    endOnRingback: false,
  });

export const tailMs = 500;

export const streamParams = () =>
  /** @type {import('../../../dist/protocol/recognition.js').RecognitionParams} */ ({
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
    languageModelPath: undefined,
  });
