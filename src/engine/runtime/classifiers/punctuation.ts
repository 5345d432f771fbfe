// Models of the family "punctuation": a class for each character tells which mark follows it.
import type { GraphInput } from '../../../models/graph.js';
import type { PunctuationManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { OrtGraph, TensorValue } from '../graph/ort.js';
import { probabilityOf, type ScoreValues } from '../graph/probabilities.js';
import { loadGraph, type ModelOf, modelText } from '../graph/stored-model.js';
import { makeData, sizeOf } from '../graph/tensors.js';

/** Marks that a transcript may contain; other marks of a model are not set. */
const setMarks = new Set(['，', '。', '？', '！', '、', '；', '：', ',', '.', '?', '!', ';', ':']);

const cutAt = /[。？！.?!]$/;
/** Marks that may end a finished text. */
const closing = new Set(['。', '？', '.', '?']);
/** Characters of Latin words and numbers: no mark is set inside such a word, nor beside an existing mark. */
const latin = /^[A-Za-z0-9]$/;

/** Change of the log odds of marks for each step of the weight, in nats: 100 makes any mark e² times as likely. */
const natsPerWeight = 0.02;

export interface PunctuateOptions {
  /** True if nothing follows: the text ends with a closing mark. */
  readonly isFinished?: boolean;
  /** -100 to 100: fewer or more marks; 0 is the model's own rate. */
  readonly weight?: number;
}

export class PunctuationModel {
  readonly manifest: PunctuationManifest;
  readonly graph: OrtGraph;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #marks: readonly string[];
  /** Classes that may close a finished text. */
  readonly #closing: readonly number[];
  readonly #positions = new Map<string, TensorValue>();

  private constructor(model: ModelOf<PunctuationManifest>, graph: OrtGraph) {
    this.manifest = model.manifest;
    this.graph = graph;
    const { units, marks, firstId } = model.manifest.punctuation;
    this.#ids = new Map(lines(modelText(model, units)).map((unit, line) => [unit, line + firstId]));
    this.#marks = lines(modelText(model, marks));
    this.#closing = [...this.#marks.keys()].filter((at) => closing.has(this.#marks[at] ?? ''));
    if (this.#closing.length === 0) {
      throw new ModelError('bad', `${nameOf(model.manifest)} ${marks}: must have a full stop or a question mark`);
    }
  }

  static load(model: ModelOf<PunctuationManifest>): Promise<PunctuationModel> {
    return loadGraph(model, {
      make: (graph) => new PunctuationModel(model, graph),
      warmUp: (loaded) => loaded.punctuate('一'),
    });
  }

  /**
   * Returns `text`, which has no marks, with marks. Long texts are processed in parts that end at a full stop if
   * possible. A finished text ends with a full stop or a question mark.
   */
  async punctuate(text: string, { isFinished = false, weight = 0 }: PunctuateOptions = {}): Promise<string> {
    const { maxUnits } = this.manifest.punctuation;
    let rest = [...text];
    let done = '';
    while (rest.length > 0) {
      const isLast = rest.length <= maxUnits;
      const marked = await this.#mark(rest.slice(0, maxUnits), isLast && isFinished, weight);
      if (isLast) return done + marked.join('');
      const stop = marked.slice(0, -1).findLastIndex((each) => cutAt.test(each));
      const taken = stop < 0 ? marked.length : stop + 1;
      done += marked.slice(0, taken).join('');
      rest = rest.slice(taken);
    }
    return done;
  }

  async release(): Promise<void> {
    await this.graph.release();
  }

  /** Each character with the mark that follows it. */
  async #mark(characters: readonly string[], isFinished: boolean, weight: number): Promise<string[]> {
    const { startId, endId, unknownId, firstMark, threshold } = this.manifest.punctuation;
    const idOf = (character: string) => this.#ids.get(character) ?? this.#ids.get(character.toLowerCase()) ?? unknownId;
    const ids = [startId, ...characters.map(idOf), endId];
    const feeds = new Map<string, TensorValue>();
    for (const input of this.manifest.graph.inputs) feeds.set(input.name, this.#feed(input, ids));
    const scores = this.manifest.graph.outputs.find((output) => output.role === 'scores');
    const { name, values } = scores as { name: string; values: ScoreValues };
    const { data, shape } = (await this.graph.run(feeds, [name])).get(name) as TensorValue;
    const width = shape.at(-1) ?? 1;
    return characters.map((character, index) => {
      const row = (data as Float32Array).subarray((index + 1) * width, (index + 2) * width);
      const next = characters[index + 1];
      if (setMarks.has(character) || (next !== undefined && (setMarks.has(next) || isInWord(character, next)))) {
        return character;
      }
      if (isFinished && next === undefined) return character + this.#marks[largest(row, this.#closing)];
      const chances = weight === 0 ? undefined : weighed(row, values, firstMark, weight);
      const best = largest(chances ?? row);
      const mark = this.#marks[best] ?? '';
      const chance = chances?.[best] ?? probabilityOf(row, [best], values);
      const isSure = best >= firstMark && chance >= threshold;
      return isSure && setMarks.has(mark) ? character + mark : character;
    });
  }

  #feed(input: GraphInput, ids: readonly number[]): TensorValue {
    const { type, role } = input;
    const shape = input.shape.map((d) => (typeof d === 'number' ? d : d === 'batch' ? 1 : ids.length));
    switch (role) {
      case 'ids':
        return { type, shape, data: type === 'int64' ? BigInt64Array.from(ids, BigInt) : Int32Array.from(ids) };
      case 'padding-mask':
        return { type, shape, data: makeData(type, sizeOf(shape)) };
      case 'constant':
        return { type, shape, data: makeData(type, sizeOf(shape), input.value) };
      case 'positions': {
        const known = this.#positions.get(shape.join()) ?? { type, shape, data: sinusoids(shape) };
        this.#positions.set(shape.join(), known);
        return known;
      }
      case 'rows':
      case 'valid':
      case 'length':
      case 'cache':
      case 'offset':
      case 'attention-mask':
        throw new ModelError('bad', `graph.inputs: ${input.name}: the role ${role} is not possible for a text`);
    }
  }
}

/** Probabilities of a row with raised or lowered odds of its marks. */
function weighed(row: Float32Array, values: ScoreValues, firstMark: number, weight: number): Float32Array {
  const factor = Math.exp(weight * natsPerWeight);
  const raised = row.map((_, column) => probabilityOf(row, [column], values) * (column >= firstMark ? factor : 1));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}

/** Positions as in "Attention is all you need": sine and cosine in turn, with wavelengths from 2π to 10000·2π. */
function sinusoids(shape: readonly number[]): Float32Array {
  const [length = 1, width = 1] = shape.slice(-2);
  const positions = new Float32Array(length * width);
  for (let at = 0; at < positions.length; at++) {
    const column = at % width;
    const angle = Math.floor(at / width) / 10_000 ** ((column - (column % 2)) / width);
    positions[at] = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  }
  return positions;
}

/** Index of the row's largest value, among all columns or the given ones. */
const largest = (row: Float32Array, columns: readonly number[] = [...row.keys()]): number =>
  columns.reduce((winner, column) => ((row[column] as number) > (row[winner] as number) ? column : winner));

const isInWord = (character: string, next: string): boolean => latin.test(character) && latin.test(next);

const lines = (text: string): string[] => text.replace(/\r/g, '').replace(/\n+$/, '').split('\n');
