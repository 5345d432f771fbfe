// Family classifier on a graph that can be worked out by hand: the mean of all samples decides between two classes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClassifierModel } from '../../../src/engine/runtime/classifiers/classifier.js';
import { loadClassifier } from '../../../src/engine/runtime/models/load.js';
import { type Draft, type Files, modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { onnxFile } from '../../helpers/models/onnx-writer.js';

const width = 8;
const gain = 4;
const [minRows, maxRows] = [3, 10];
const columns = Float32Array.from({ length: width * 2 }, (_, at) => (at % 2 === 0 ? gain / width : 0));

const draft: Draft = {
  id: 'tiny-classifier',
  task: 'gender',
  family: 'classifier',
  sampleRateHz: 8_000,
  frontEnd: { kind: 'samples', rowSamples: width },
  classifier: { classes: ['MALE', 'FEMALE'], minRows, maxRows },
  graph: {
    file: 'model.onnx',
    inputs: [{ name: 'x', role: 'rows', type: 'float32', shape: ['batch', 'rows', width] }],
    outputs: [{ name: 'scores', role: 'scores', type: 'float32', shape: ['batch', 2], values: 'logits' }],
  },
};
const files: Files = {
  'model.onnx': onnxFile({
    inputs: [{ name: 'x', type: 'float32', shape: ['n', 't', width] }],
    outputs: [{ name: 'scores', type: 'float32', shape: ['n', 2] }],
    nodes: [
      { op: 'ReduceMean', in: ['x'], out: ['mean'], ints: { axes: [1], keepdims: 0 } },
      { op: 'MatMul', in: ['mean', 'columns'], out: ['scores'] },
    ],
    constants: [{ name: 'columns', shape: [width, 2], data: columns }],
  }),
};

let folder: string;
let model: ClassifierModel;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-classifier-'));
  model = await loadClassifier(modelIn(writeModel(folder, draft, files)));
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = (count: number, value: (row: number) => number) =>
  Float32Array.from({ length: count * width }, (_, at) => value(Math.floor(at / width)));

describe('a classifier', () => {
  it('says the most probable class and its probability', async () => {
    const verdict = await model.classify(rowsOf(5, () => 0.5));
    expect(verdict?.name).toBe('MALE');
    expect(verdict?.confidence).toBeCloseTo(1 / (1 + Math.exp(-gain * 0.5)), 5);
    expect((await model.classify(rowsOf(5, () => -0.5)))?.name).toBe('FEMALE');
  });

  it('judges nothing by fewer rows than it needs', async () => {
    expect(await model.classify(rowsOf(minRows - 1, () => 1))).toBeUndefined();
    expect(await model.classify(rowsOf(minRows, () => 1))).toBeDefined();
  });

  it('judges the middle of more rows than it takes', async () => {
    const isMiddle = (row: number) => row >= 5 && row < 15;
    const whole = await model.classify(rowsOf(20, (row) => (isMiddle(row) ? 0.25 : -1)));
    expect(whole).toEqual(await model.classify(rowsOf(maxRows, () => 0.25)));
  });

  it('makes rows of samples by its own front end', async () => {
    const rows = model.rowsOf(Int16Array.from({ length: 4 * width }, () => 16_384));
    expect(rows).toEqual(rowsOf(4, () => 0.5));
  });

  it('refuses values that are no rows', async () => {
    await expect(model.classify(new Float32Array(width + 1))).rejects.toThrow('9 values are not whole rows of 8');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['one class twice', { classes: ['A', 'A'] }, 'classifier.classes: must not list a class twice'],
    ['other classes than its task has', { classes: ['MAN', 'WOMAN'] }, 'must be FEMALE and MALE'],
    ['more rows at least than at most', { minRows: 11 }, 'classifier.minRows: must be at most classifier.maxRows'],
  ])('with %s is refused', (_, change, message) => {
    const classifier = { ...(draft.classifier as object), ...change };
    const brought = writeModel(folder, { ...draft, id: 'refused', classifier }, files);
    expect(() => modelIn(brought)).toThrow(message);
  });

  it('whose graph gives another number of scores than it has classes is refused', async () => {
    const three = { ...(draft.classifier as object), classes: ['A', 'B', 'C'] };
    const brought = writeModel(folder, { ...draft, id: 'three', task: 'emotion', classifier: three }, files);
    await expect(loadClassifier(modelIn(brought))).rejects.toThrow(
      'three@1.0.0: the graph does not run: its output has 2 scores, must have 3',
    );
  });
});
