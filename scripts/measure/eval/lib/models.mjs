// Recognisers by directory or id, and the foreign one that they are compared with.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCtc } from '../../../../dist/engine/runtime/models/load.js';
import { parseManifest } from '../../../../dist/models/manifest.js';

/** @typedef {import('../../../../dist/models/store.js').StoredModel} StoredModel */
/** @typedef {import('../../../../dist/engine/runtime/recogniser/ctc.js').CtcModel} CtcModel */

export const shipped = fileURLToPath(new URL('../../../../models', import.meta.url));
export const foreignName = 'fsmn-kws-ctc-zh';
/** Characters as words of the language model, weighed as phones are: what every model of characters had up to 0.2. */
const unitsAsBefore = { joining: 'units', languageWeight: 0.58, unitBonus: 2.75, blankPenalty: 0.65 };

/** @param {string} folder @returns {StoredModel} */
export function modelIn(folder) {
  const file = path.join(folder, 'manifest.json');
  return {
    manifest: parseManifest(readFileSync(file), file),
    source: 'installed',
    path: (name) => path.join(folder, name),
  };
}

/** Ways to join the foreign model with lexicon and language model: the `search` of its manifest. */
export const foreignSearches = { off: {}, units: unitsAsBefore, readings: { joining: 'readings' } };

/**
 * A manifest for the model as its makers ship it. @param {string} folder @param {object} [search] @returns
 * {StoredModel}
 */
export function foreignModel(folder, search = {}) {
  const files = ['fsmn_kws.onnx', 'am.mvn.dim80_l2r2', 'tokens_2599.txt'];
  const [graph, normalisation, units] = files;
  const draft = {
    format: 1,
    id: foreignName,
    version: '1.0.0',
    task: 'asr',
    family: 'ctc',
    language: 'zh',
    sampleRateHz: 16_000,
    serves: ['cn_16k_*'],
    precision: 'fp32',
    licence: 'MODEL_LICENSE.FunASR',
    frontEnd: {
      kind: 'fbank',
      bins: 80,
      window: 'hamming',
      scale: 'int16',
      stack: { length: 5, step: 3 },
      cmvn: { file: normalisation, form: 'kaldi-nnet' },
    },
    streaming: { mode: 'recompute', chunkRows: 10, leftRows: 36, rightRows: 8 },
    units: { kind: 'characters', file: units, count: 2_599, blank: 0 },
    search,
    graph: {
      file: graph,
      inputs: [{ name: 'speech', role: 'rows', type: 'float32', shape: ['batch', 'rows', 400] }],
      outputs: [
        { name: 'logits', role: 'scores', type: 'float32', shape: ['batch', 'outputs', 2_599], values: 'logits' },
      ],
    },
    files: files.map((name) => {
      const bytes = readFileSync(path.join(folder, name));
      return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  };
  const manifest = parseManifest(Buffer.from(JSON.stringify(draft)), foreignName);
  return { manifest, source: 'installed', path: (name) => path.join(folder, name) };
}

/** @param {string} nameOrFolder */
const folderOf = (nameOrFolder) => (existsSync(nameOrFolder) ? nameOrFolder : path.join(shipped, nameOrFolder));

/** @param {string} nameOrFolder */
export function isThere(nameOrFolder) {
  return nameOrFolder === foreignName || existsSync(path.join(folderOf(nameOrFolder), 'manifest.json'));
}

/** @param {string} nameOrFolder @param {string} data @param {object} [search] of the foreign model
 * @returns {Promise<CtcModel>} */
export async function openRecogniser(nameOrFolder, data, search) {
  if (nameOrFolder === foreignName) {
    return loadCtc(foreignModel(path.join(data, 'third-party-models', foreignName), search));
  }
  return loadCtc(modelIn(folderOf(nameOrFolder)));
}

/** The foreign models that exist below `data`. @param {string} data */
export function defaultModels(data) {
  const own = ['asr-zh-8k', 'asr-zh-16k'].filter((id) => existsSync(path.join(shipped, id, 'manifest.json')));
  const hasForeign =
    statSync(path.join(data, 'third-party-models', foreignName), { throwIfNoEntry: false }) !== undefined;
  return hasForeign ? [...own, foreignName] : own;
}

/** All log probabilities of a recording, streamed as the product streams them, one stream at a time: batches can change
 * the scores of a graph with dynamic quantisation.
 * @param {CtcModel} model @param {Int16Array} samples @returns {Promise<Float32Array>} */
export function logProbabilities(model, samples) {
  return new Promise((resolve, reject) => {
    /** @type {Float32Array[]} */
    const pieces = [];
    const width = model.units.names.length;
    const stream = model.open({
      logProbabilities: (rows, count) => pieces.push(rows.slice(0, count * width)),
      finished: () => resolve(joined(pieces)),
      failed: reject,
    });
    stream.push(samples);
    stream.end();
  });
}

/** @param {readonly Float32Array[]} pieces */
function joined(pieces) {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
