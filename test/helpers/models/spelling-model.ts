// A recogniser whose audio is its own scores: a row holds a sample for each unit, and lasts a whole number of 10 ms. A
// test thus knows the result of each millisecond, and uses the whole runtime. Silence is blank. The look-ahead is three
// rows.
import { preRollMs } from '../../../src/engine/pipeline/audio/endpoint.js';
import { addon } from '../../../src/native/index.js';
import type { NativeLexicon } from '../../../src/native/search-addon.js';
import type { Draft, Files } from './model-folder.js';
import { onnxFile } from './onnx-writer.js';
import { randomOf } from './posteriors.js';
import { shippedFile } from './shipped.js';

export const gain = 16;
export const blankLogit = 12;
const middle = 7; // log probabilities from -14 to 0 use the samples' range
const chunkRows = 4;
export const rightRows = 3;

export interface SpellingModel {
  readonly draft: Draft;
  readonly files: Files;
  readonly units: readonly string[];
  readonly rowSamples: number;
}

const samplesPer10Ms = 80;
const rowSamplesOf = (units: number) => Math.ceil(units / samplesPer10Ms) * samplesPer10Ms;

export function spellingModel(id: string, kind: 'phones' | 'characters', units: readonly string[]): SpellingModel {
  const count = units.length;
  const rowSamples = rowSamplesOf(count);
  const bias = new Float32Array(count);
  bias[0] = blankLogit;
  const model = onnxFile({
    inputs: [{ name: 'x', type: 'float32', shape: ['n', 't', rowSamples] }],
    outputs: [{ name: 'scores', type: 'float32', shape: ['n', 't', count] }],
    nodes: [
      { op: 'Slice', in: ['x', 'from', 'to', 'axis'], out: ['units'] },
      { op: 'Mul', in: ['units', 'gain'], out: ['loud'] },
      { op: 'Add', in: ['loud', 'bias'], out: ['scores'] },
    ],
    constants: [
      { name: 'gain', shape: [1], data: Float32Array.of(gain) },
      { name: 'bias', shape: [count], data: bias },
      { name: 'from', shape: [1], data: BigInt64Array.of(0n) },
      { name: 'to', shape: [1], data: BigInt64Array.of(BigInt(count)) },
      { name: 'axis', shape: [1], data: BigInt64Array.of(2n) },
    ],
  });
  return {
    units,
    rowSamples,
    draft: {
      id,
      task: 'asr',
      family: 'ctc',
      sampleRateHz: 8_000,
      serves: ['cn_8k_common'],
      frontEnd: { kind: 'samples', rowSamples },
      units: { kind, file: 'units.txt', count, blank: 0 },
      streaming: { mode: 'recompute', chunkRows, leftRows: 0, rightRows },
      graph: {
        file: 'model.onnx',
        inputs: [{ name: 'x', role: 'rows', type: 'float32', shape: ['batch', 'rows', rowSamples] }],
        outputs: [
          { name: 'scores', role: 'scores', type: 'float32', shape: ['batch', 'outputs', count], values: 'logits' },
        ],
      },
    },
    files: { 'model.onnx': model, 'units.txt': Buffer.from(`${units.join('\n')}\n`) },
  };
}

/** Rows of look-ahead of the model below, and the number with which its first results manage. */
export const delay = { rows: 4, earlyRows: 1, windowRows: 6 } as const;

/** The same with caches, like the shipped models: results for a row come `delay.rows` later. */
export function delayed(model: SpellingModel): SpellingModel {
  const { rowSamples, units, draft } = model;
  const count = units.length;
  const bias = new Float32Array(count);
  bias[0] = blankLogit;
  const integer = (name: string, value: number) => ({ name, shape: [1], data: BigInt64Array.of(BigInt(value)) });
  const memory = ['n', delay.rows, rowSamples];
  const graph = onnxFile({
    inputs: [
      { name: 'x', type: 'float32', shape: ['n', 't', rowSamples] },
      { name: 'memory', type: 'float32', shape: memory },
    ],
    outputs: [
      { name: 'scores', type: 'float32', shape: ['n', 't', count] },
      { name: 'memory_next', type: 'float32', shape: memory },
    ],
    nodes: [
      { op: 'Concat', in: ['memory', 'x'], out: ['all'], ints: { axis: 1 } },
      { op: 'Slice', in: ['all', 'late', 'far', 'time'], out: ['memory_next'] },
      { op: 'Slice', in: ['all', 'from', 'late', 'time'], out: ['then'] },
      { op: 'Slice', in: ['then', 'from', 'to', 'axis'], out: ['units'] },
      { op: 'Mul', in: ['units', 'gain'], out: ['loud'] },
      { op: 'Add', in: ['loud', 'bias'], out: ['scores'] },
    ],
    constants: [
      { name: 'gain', shape: [1], data: Float32Array.of(gain) },
      { name: 'bias', shape: [count], data: bias },
      ...[integer('from', 0), integer('to', count), integer('axis', 2), integer('time', 1)],
      ...[integer('late', -delay.rows), integer('far', 1_000_000)],
    ],
  });
  const { rows, earlyRows, windowRows } = delay;
  const cache = { shape: ['batch', rows, rowSamples], role: 'cache', type: 'float32' };
  return {
    ...model,
    draft: {
      ...draft,
      id: 'delayed-speller',
      streaming: { mode: 'caches', windowRows, dropOutputs: rows, earlyOutputs: earlyRows },
      graph: {
        file: 'model.onnx',
        inputs: [
          { name: 'x', role: 'rows', type: 'float32', shape: ['batch', 'rows', rowSamples] },
          { name: 'memory', next: 'memory_next', ...cache },
        ],
        outputs: [
          { name: 'scores', role: 'scores', type: 'float32', shape: ['batch', 'outputs', count], values: 'logits' },
          { name: 'memory_next', ...cache },
        ],
      },
    },
    files: { ...model.files, 'model.onnx': graph },
  };
}

/** The same without look-ahead: the spike for a row comes `delay.rows` rows after it, as in real models. */
export function lagging(model: SpellingModel): SpellingModel {
  const { draft, ...rest } = delayed(model);
  const streaming = { mode: 'caches', windowRows: delay.windowRows };
  return { ...rest, draft: { ...draft, id: 'lagging-speller', streaming } };
}

export const lexicon: NativeLexicon = new addon.Lexicon(shippedFile('lm-zh', 'lexicon.bin'));

/** A speller for the phones of the shipped lexicon. */
export const phoneSpeller = spellingModel('speller', 'phones', lexicon.units);

export const lexiconModel: { readonly draft: Draft; readonly files: Files } = {
  draft: { id: 'lm', task: 'lm', family: 'native', kind: 'lexicon-ngram-1', sampleRateHz: 8_000, serves: ['cn_*_*'] },
  files: { 'lexicon.bin': shippedFile('lm-zh', 'lexicon.bin'), 'lm.bin': shippedFile('lm-zh', 'lm.bin') },
};

/** Milliseconds of a row. */
export const rowMs = ({ rowSamples }: SpellingModel): number => rowSamples / 8;

/** Number of units that are as likely as the right one where speech is unclear. */
const rivals = 6;

/**
 * Rows that hold their unit for certain, or with the probability `clearness` while other units have the rest; as loud
 * as speech.
 */
export function spelled(model: SpellingModel, run: Iterable<number>, { blanks = 2, clearness = 1 } = {}): Int16Array {
  const { rowSamples, units } = model;
  const rows: number[] = [];
  for (const unit of run) {
    rows.push(unit);
    for (let blank = 0; blank < blanks; blank++) rows.push(0);
  }
  const samples = new Int16Array(rows.length * rowSamples);
  const random = randomOf(1);
  for (const [at, unit] of rows.entries()) {
    for (let column = 0; column < units.length; column++) {
      const behind = (column - unit + units.length) % units.length;
      const isRival = clearness < 1 && unit > 0 && column > 0 && behind >= 1 && behind <= rivals;
      const unsure = isRival ? Math.log((1 - clearness) / rivals) : -9 - 4 * random();
      const likely = column === unit ? Math.log(clearness) - 0.01 : unsure;
      const logit = likely + middle - (column === 0 ? blankLogit : 0);
      samples[at * rowSamples + column] = Math.round((Math.max(-gain, Math.min(gain, logit)) / gain) * 32_767);
    }
  }
  return samples;
}

/** The likeliest reading of a text as rows. */
export const said = (text: string, model: SpellingModel = phoneSpeller, how = {}): Int16Array =>
  spelled(model, lexicon.readings(text)[0] ?? [], how);

export const quiet = (model: SpellingModel, rows: number): Int16Array => new Int16Array(rows * model.rowSamples);

/**
 * A text for a pipeline with endpoints: it begins to listen `preRollMs` before a voice, and rows must begin where those
 * of the text do. Therefore a voice without content comes first.
 */
export function spoken(text: Int16Array, model: SpellingModel = phoneSpeller): Int16Array {
  const surplusMs = preRollMs % rowMs(model);
  const murmur = new Int16Array(surplusMs === 0 ? 0 : model.rowSamples - surplusMs * 8).fill(-12_000);
  const whole = new Int16Array(murmur.length + text.length);
  whole.set(murmur);
  whole.set(text, murmur.length);
  return whole;
}
