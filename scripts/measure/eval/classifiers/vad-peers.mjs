// Voice activity detectors with one interface: 8 kHz samples in, a probability for every 10 ms out. Ours is the native
// one; the others run through the product's own family `vad`, with manifests like those that a site writes.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { VadModel } from '../../../../dist/engine/runtime/classifiers/vad.js';
import { parseManifest } from '../../../../dist/models/manifest.js';
import { addon } from '../../../../dist/native/index.js';
import { loadSoundModel, makeSpeechDetector } from '../../../../dist/native/sound.js';

/** @typedef {{ name: string, threshold: number, isForeign: boolean,
 *   hear(samples: Int16Array): Promise<Float32Array> }} Detector */

const about = {
  format: 1,
  version: '1.0.0',
  task: 'vad',
  family: 'vad',
  language: '*',
  precision: 'fp32',
  licence: 'x',
};
const cache = [0, 1, 2, 3].map((i) => ({ at: `in_cache${i}`, next: `out_cache${i}`, shape: [1, 128, 19, 1] }));
const sliceSamples = 160;

/** Folder, files and manifest of each. */
const peers = {
  'Silero v6.2 (8 kHz)': {
    folder: 'silero-vad',
    files: { 'silero.onnx': 'silero_vad_v6.2.onnx' },
    draft: {
      id: 'silero-vad',
      sampleRateHz: 8_000,
      serves: ['*_8k_*'],
      frontEnd: { kind: 'samples', rowSamples: 256, contextSamples: 32 },
      streaming: { mode: 'caches', windowRows: 1 },
      vad: { speech: { column: 0 }, threshold: 0.5 },
      graph: {
        file: 'silero.onnx',
        inputs: [
          { name: 'input', role: 'rows', type: 'float32', shape: ['batch', 288] },
          { name: 'state', role: 'cache', type: 'float32', shape: [2, 'batch', 128], next: 'stateN' },
          { name: 'sr', role: 'constant', type: 'int64', shape: [], value: 8_000 },
        ],
        outputs: [
          { name: 'output', role: 'scores', type: 'float32', shape: ['batch', 1], values: 'probabilities' },
          { name: 'stateN', role: 'cache', type: 'float32', shape: [2, 'batch', 128] },
        ],
      },
    },
  },
  'FSMN-VAD (16 kHz)': {
    folder: 'fsmn-vad',
    files: { 'vad.onnx': 'fsmnvad-online.onnx', 'am.mvn': 'am.mvn' },
    draft: {
      id: 'fsmn-vad',
      sampleRateHz: 16_000,
      serves: ['*_16k_*'],
      frontEnd: {
        kind: 'fbank',
        bins: 80,
        window: 'hamming',
        scale: 'int16',
        stack: { length: 5, step: 1 },
        cmvn: { file: 'am.mvn', form: 'kaldi-nnet' },
      },
      streaming: { mode: 'caches', windowRows: 10 },
      vad: { speech: { silence: [0] }, threshold: 0.8 },
      graph: {
        file: 'vad.onnx',
        inputs: [
          { name: 'speech', role: 'rows', type: 'float32', shape: [1, 'rows', 400] },
          ...cache.map(({ at, next, shape }) => ({ name: at, role: 'cache', type: 'float32', shape, next })),
        ],
        outputs: [
          { name: 'logits', role: 'scores', type: 'float32', shape: [1, 'outputs', 248], values: 'probabilities' },
          ...cache.map(({ next, shape }) => ({ name: next, role: 'cache', type: 'float32', shape })),
        ],
      },
    },
  },
  'zyq-vad (8 kHz)': {
    folder: 'zyq-vad',
    files: { 'vad.onnx': 'vad.onnx' },
    draft: {
      id: 'zyq-vad',
      sampleRateHz: 8_000,
      serves: ['*_8k_*'],
      frontEnd: { kind: 'samples', rowSamples: 80 },
      streaming: { mode: 'recompute', chunkRows: 10, leftRows: 8, rightRows: 0 },
      vad: { speech: { column: 0 }, threshold: 0.4 },
      graph: {
        file: 'vad.onnx',
        inputs: [{ name: 'inputs', role: 'rows', type: 'float32', shape: ['batch', 'rows', 80] }],
        outputs: [
          {
            name: 'output_0',
            role: 'scores',
            type: 'float32',
            shape: ['batch', 'outputs', 1],
            values: 'sigmoid-logits',
          },
        ],
      },
    },
  },
};

/** @param {string} file @returns {Detector} */
export function ours(file) {
  const model = loadSoundModel(file);
  return {
    name: 'tonegate vad',
    threshold: 0.5,
    isForeign: false,
    async hear(samples) {
      const detector = makeSpeechDetector(model);
      const out = new Float32Array(Math.floor(samples.length / 80));
      let at = 0;
      for (let from = 0; from < samples.length; from += sliceSamples) {
        const values = detector.push(samples.subarray(from, from + sliceSamples));
        out.set(values, at);
        at += values.length;
      }
      out.set(detector.flush(), at);
      return out;
    },
  };
}

/** @param {string} models the directory of the foreign ones @param {string} scratch @returns {Promise<Detector[]>} */
export async function openPeers(models, scratch) {
  const out = [];
  for (const [name, { folder, files, draft }] of Object.entries(peers)) {
    const to = path.join(scratch, draft.id);
    mkdirSync(to, { recursive: true });
    const listed = Object.entries(files).map(([file, from]) => {
      copyFileSync(path.join(models, folder, from), path.join(to, file));
      const bytes = readFileSync(path.join(to, file));
      return { name: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    });
    const text = Buffer.from(JSON.stringify({ ...about, ...draft, files: listed }));
    writeFileSync(path.join(to, 'manifest.json'), text);
    const manifest = /** @type {import('../../../../dist/models/manifest.js').VadManifest} */ (
      parseManifest(text, draft.id)
    );
    const model = await VadModel.load({ manifest, source: 'installed', path: (file) => path.join(to, file) });
    out.push({
      name,
      threshold: draft.vad.threshold,
      isForeign: true,
      hear: (/** @type {Int16Array} */ s) => throughModel(model, s),
    });
  }
  return out;
}

/** @param {VadModel} model @param {Int16Array} samples @returns {Promise<Float32Array>} */
function throughModel(model, samples) {
  const rateHz = model.manifest.sampleRateHz;
  const out = new Float32Array(Math.floor(samples.length / 80));
  const { outputMs } = model.stream;
  return new Promise((resolve, reject) => {
    let last = 0;
    let to = 0;
    const stream = model.open({
      probability(value, atMs) {
        last = value;
        const end = Math.min(out.length, Math.round((atMs + outputMs) / 10));
        out.fill(value, Math.min(to, end), end);
        to = Math.max(to, end);
      },
      speech() {},
      finished() {
        out.fill(last, to);
        resolve(out);
      },
      failed: reject,
    });
    const up = rateHz === 16_000 ? new addon.Resampler(8_000, 16_000) : undefined;
    for (let from = 0; from < samples.length; from += 8_000) {
      const slice = samples.subarray(from, from + 8_000);
      stream.push(up?.push(slice) ?? slice);
    }
    stream.end();
  });
}
