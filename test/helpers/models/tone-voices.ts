// A voice model for the tones of tone-recogniser.ts: 一 to 四 are one voice, 六 to 九 the other. Its weights are computed,
// not trained: the power of either half of the tones, as a vector of length 1.

import { onnxFile } from './onnx-writer.js';
import type { TinyModel } from './tiny-models.js';

const rateHz = 8_000;
const rowSamples = 80;
const [tones, firstHz, stepHz] = [9, 600, 200];
const size = 8;
const waves = new Float32Array(2 * tones * rowSamples);
const halves = new Float32Array(size * 2 * tones);
for (let at = 0; at < tones; at++) {
  for (let sample = 0; sample < rowSamples; sample++) {
    const angle = (2 * Math.PI * (firstHz + stepHz * at) * sample) / rateHz;
    waves[at * rowSamples + sample] = Math.cos(angle);
    waves[(tones + at) * rowSamples + sample] = Math.sin(angle);
  }
  if (at === 4) continue;
  const voice = at < 4 ? 0 : 1;
  halves[voice * 2 * tones + at] = 1;
  halves[voice * 2 * tones + tones + at] = 1;
}

export const toneVoices: TinyModel = {
  draft: {
    id: 'tone-voices',
    task: 'speaker',
    family: 'voiceprint',
    sampleRateHz: rateHz,
    frontEnd: { kind: 'samples', rowSamples },
    voiceprint: { size, minRows: 15, windowRows: 60, stepRows: 15, twoVoices: 1 },
    graph: {
      file: 'model.onnx',
      inputs: [{ name: 'x', role: 'rows', type: 'float32', shape: ['batch', 'rows', rowSamples] }],
      outputs: [{ name: 'vector', role: 'vector', type: 'float32', shape: ['batch', size] }],
    },
  },
  files: {
    'model.onnx': onnxFile({
      inputs: [{ name: 'x', type: 'float32', shape: ['n', 't', rowSamples] }],
      outputs: [{ name: 'vector', type: 'float32', shape: ['n', size] }],
      nodes: [
        { op: 'Transpose', in: ['x'], out: ['columns'], ints: { perm: [0, 2, 1] } },
        { op: 'Conv', in: ['columns', 'waves'], out: ['parts'] },
        { op: 'Mul', in: ['parts', 'parts'], out: ['powers'] },
        { op: 'Conv', in: ['powers', 'halves'], out: ['each'] },
        { op: 'ReduceMean', in: ['each'], out: ['mean'], ints: { axes: [2], keepdims: 0 } },
        { op: 'Add', in: ['mean', 'little'], out: ['sound'] },
        { op: 'Mul', in: ['sound', 'sound'], out: ['squares'] },
        { op: 'ReduceMean', in: ['squares'], out: ['square'], ints: { axes: [1], keepdims: 1 } },
        { op: 'Mul', in: ['square', 'count'], out: ['sum'] },
        { op: 'Sqrt', in: ['sum'], out: ['length'] },
        { op: 'Div', in: ['sound', 'length'], out: ['vector'] },
      ],
      constants: [
        { name: 'waves', shape: [2 * tones, rowSamples, 1], data: waves },
        { name: 'halves', shape: [size, 2 * tones, 1], data: halves },
        { name: 'little', shape: [1], data: Float32Array.of(1e-6) },
        { name: 'count', shape: [1], data: Float32Array.of(size) },
      ],
    }),
  },
};
