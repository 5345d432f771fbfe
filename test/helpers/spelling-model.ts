// A recogniser whose audio is its own scores: a row of as many samples as there are units. So a test knows what is heard
// in which millisecond, and goes through the whole runtime. Silence is blank. It looks three rows ahead.
import { addon } from '../../src/native/index.js';
import type { NativeLexicon } from '../../src/native/search-addon.js';
import type { Draft, Files } from './model-folder.js';
import { onnxFile } from './onnx-writer.js';
import { randomOf } from './posteriors.js';
import { shippedFile } from './shipped.js';

const gain = 16;
const blankLogit = 12;
const middle = 7; // log probabilities from -14 to 0 use the samples' range
const chunkRows = 4;
export const rightRows = 3;

export interface SpellingModel {
  readonly draft: Draft & { readonly units: { readonly kind: string } };
  readonly files: Files;
  readonly units: readonly string[];
}

export function spellingModel(id: string, kind: 'phones' | 'characters', units: readonly string[]): SpellingModel {
  const count = units.length;
  const bias = new Float32Array(count);
  bias[0] = blankLogit;
  const model = onnxFile({
    inputs: [{ name: 'x', type: 'float32', shape: ['n', 't', count] }],
    outputs: [{ name: 'scores', type: 'float32', shape: ['n', 't', count] }],
    nodes: [
      { op: 'Mul', in: ['x', 'gain'], out: ['loud'] },
      { op: 'Add', in: ['loud', 'bias'], out: ['scores'] },
    ],
    constants: [
      { name: 'gain', shape: [1], data: Float32Array.of(gain) },
      { name: 'bias', shape: [count], data: bias },
    ],
  });
  return {
    units,
    draft: {
      id,
      task: 'asr',
      family: 'ctc',
      sampleRateHz: 8_000,
      serves: ['cn_8k_common'],
      frontEnd: { kind: 'samples', rowSamples: count },
      units: { kind, file: 'units.txt', count, blank: 0 },
      streaming: { mode: 'recompute', chunkRows, leftRows: 0, rightRows },
      graph: {
        file: 'model.onnx',
        inputs: [{ name: 'x', role: 'rows', type: 'float32', shape: ['batch', 'rows', count] }],
        outputs: [
          { name: 'scores', role: 'scores', type: 'float32', shape: ['batch', 'outputs', count], values: 'logits' },
        ],
      },
    },
    files: { 'model.onnx': model, 'units.txt': Buffer.from(`${units.join('\n')}\n`) },
  };
}

export const lexicon: NativeLexicon = new addon.Lexicon(shippedFile('lm-zh', 'lexicon.bin'));

/** Hears the phones of the lexicon that ships. */
export const phoneSpeller = spellingModel('speller', 'phones', lexicon.units);

export const lexiconModel: { readonly draft: Draft; readonly files: Files } = {
  draft: { id: 'lm', task: 'lm', family: 'native', kind: 'lexicon-ngram-1', sampleRateHz: 8_000, serves: ['cn_*_*'] },
  files: { 'lexicon.bin': shippedFile('lm-zh', 'lexicon.bin'), 'lm.bin': shippedFile('lm-zh', 'lm.bin') },
};

/** Milliseconds of a row. */
export const rowMs = ({ units }: SpellingModel): number => units.length / 8;

/** A row that holds its unit for sure; loud, as speech is. */
export function spelled(model: SpellingModel, run: Iterable<number>, { blanks = 2 } = {}): Int16Array {
  const width = model.units.length;
  const rows: number[] = [];
  for (const unit of run) {
    rows.push(unit);
    for (let blank = 0; blank < blanks; blank++) rows.push(0);
  }
  const samples = new Int16Array(rows.length * width);
  const random = randomOf(1);
  for (const [at, unit] of rows.entries()) {
    for (let column = 0; column < width; column++) {
      const likely = column === unit ? -0.01 : -9 - 4 * random();
      const logit = likely + middle - (column === 0 ? blankLogit : 0);
      samples[at * width + column] = Math.round((Math.max(-gain, Math.min(gain, logit)) / gain) * 32_767);
    }
  }
  return samples;
}

/** The likeliest reading of a text, spelled. */
export const said = (text: string, model: SpellingModel = phoneSpeller): Int16Array =>
  spelled(model, lexicon.readings(text)[0] ?? []);

export const quiet = (model: SpellingModel, rows: number): Int16Array => new Int16Array(rows * model.units.length);
