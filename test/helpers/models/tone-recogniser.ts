// A recogniser that hears tones as characters: 一 is 600 Hz, 二 800 Hz and so on to 九. Its weights are computed, not
// trained: for every 10 ms the power at each frequency, against a threshold for silence. It also makes the audio.

import { onnxFile, type TinyGraph } from './onnx-writer.js';
import type { TinyModel } from './tiny-models.js';

export const characters = '一二三四五六七八九';
const rateHz = 8_000;
const rowSamples = 80;
const count = characters.length;
const [firstHz, stepHz] = [600, 200];
/** The power of a tone as loud as `toneOf` makes it is 0.5 × amplitude² × 40². */
const [silencePower, perPower] = [10, 2];

/** Rows of cosines, then of sines; their squares are summed in pairs. */
const waves = new Float32Array(2 * count * rowSamples);
const pairs = new Float32Array((count + 1) * 2 * count);
for (let at = 0; at < count; at++) {
  for (let sample = 0; sample < rowSamples; sample++) {
    const angle = (2 * Math.PI * (firstHz + stepHz * at) * sample) / rateHz;
    waves[at * rowSamples + sample] = Math.cos(angle);
    waves[(count + at) * rowSamples + sample] = Math.sin(angle);
  }
  pairs[(at + 1) * 2 * count + at] = perPower;
  pairs[(at + 1) * 2 * count + count + at] = perPower;
}
const bias = new Float32Array(count + 1);
bias[0] = silencePower * perPower;

const graph: TinyGraph = {
  inputs: [{ name: 'x', type: 'float32', shape: ['n', 't', rowSamples] }],
  outputs: [{ name: 'scores', type: 'float32', shape: ['n', 't', count + 1] }],
  nodes: [
    { op: 'Transpose', in: ['x'], out: ['columns'], ints: { perm: [0, 2, 1] } },
    { op: 'Conv', in: ['columns', 'waves'], out: ['parts'] },
    { op: 'Mul', in: ['parts', 'parts'], out: ['powers'] },
    { op: 'Conv', in: ['powers', 'pairs', 'bias'], out: ['units'] },
    { op: 'Transpose', in: ['units'], out: ['scores'], ints: { perm: [0, 2, 1] } },
  ],
  constants: [
    { name: 'waves', shape: [2 * count, rowSamples, 1], data: waves },
    { name: 'pairs', shape: [count + 1, 2 * count, 1], data: pairs },
    { name: 'bias', shape: [count + 1], data: bias },
  ],
};

/** Chunks of 240 ms with 20 ms of look-ahead, like the shipped models. */
export const toneRecogniser: TinyModel = {
  draft: {
    id: 'tone-recogniser',
    task: 'asr',
    family: 'ctc',
    sampleRateHz: rateHz,
    frontEnd: { kind: 'samples', rowSamples },
    units: { kind: 'characters', file: 'units.txt', form: 'lines', count: count + 1, blank: 0 },
    streaming: { mode: 'recompute', chunkRows: 24, leftRows: 0, rightRows: 2 },
    graph: {
      file: 'model.onnx',
      inputs: [{ name: 'x', role: 'rows', type: 'float32', shape: ['batch', 'rows', rowSamples] }],
      outputs: [
        { name: 'scores', role: 'scores', type: 'float32', shape: ['batch', 'outputs', count + 1], values: 'logits' },
      ],
    },
  },
  files: { 'model.onnx': onnxFile(graph), 'units.txt': Buffer.from(['<blk>', ...characters].join('\n')) },
};

/**
 * Each character as a tone of 160 ms after 40 ms of silence; a digit is that many times 100 ms of silence; `~` is a
 * noise.
 */
export function spoken(text: string): Int16Array {
  const pieces = [...text].map((character) => {
    if (character === '~') return tone(160, 3_500);
    const place = characters.indexOf(character);
    if (place < 0) return [new Int16Array(Number(character) * 100 * (rateHz / 1_000))];
    return tone(160, firstHz + stepHz * place);
  });
  return Int16Array.from(pieces.flat().flatMap((piece) => [...piece]));
}

function tone(ms: number, frequencyHz: number): Int16Array[] {
  const samples = Int16Array.from({ length: ms * (rateHz / 1_000) }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * frequencyHz * at) / rateHz)),
  );
  return [new Int16Array(40 * (rateHz / 1_000)), samples];
}

/** Slices of 16-bit samples, in the form that clients send. */
export function slicesOf(samples: Int16Array, sliceMs = 100): Uint8Array[] {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const step = 2 * sliceMs * (rateHz / 1_000);
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) => bytes.subarray(at * step, (at + 1) * step));
}
