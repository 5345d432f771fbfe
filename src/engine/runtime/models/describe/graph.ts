// The part of a manifest that the graph itself tells: the role of each input, the form of its outputs, and how it
// streams.
import type { GraphFacts, TensorFacts } from '../../../../models/graph.js';
import { ModelError } from '../../../../models/model-error.js';
import type { OrtGraph, TensorType, TensorValue } from '../../graph/ort.js';
import { makeData, sizeOf } from '../../graph/tensors.js';
import { type Context, findContext, madeUpRows } from './context.js';

export interface DescribedGraph {
  readonly width: number;
  readonly outputs: readonly object[];
  readonly inputs: readonly object[];
  readonly otherCaches?: string;
  readonly streaming: { readonly mode: string } & Readonly<Record<string, unknown>>;
  /** The width of a row of scores, or of an encoding. */
  readonly resultWidth: number;
}

/** Names of the feature input in exports of FunASR, k2, WeNet and NeMo. */
const rowNames = ['speech', 'x', 'feats', 'features', 'audio_signal', 'chunk', 'input', 'inputs'];
const resultNames = ['logits', 'log_probs', 'logprobs', 'encoder_out', 'scores', 'output', 'probs'];
const perToken = /^(token_num|us_alphas|us_cif_peak|cif_peak|alphas)$/;
/** Number of rows of the first run, for a graph that takes any number. */
const firstRows = 96;
const chunkMs = 300;

/**
 * Describes the graph. `outputRowMs`: time from one row to the next. `isEncoder`: the result is no scores. Throws a
 * ModelError about a part that does not fit.
 */
export async function describeGraph(
  graph: OrtGraph,
  shown: string,
  { outputRowMs, isEncoder }: { readonly outputRowMs: number; readonly isEncoder: boolean },
): Promise<DescribedGraph> {
  const { facts } = graph;
  const fault = (what: string) => new ModelError('bad', `${shown}: ${what}${lists(facts)}`);
  const rows = pick(facts.inputs, rowNames, (input) => input.type === 'float32' && input.shape.length === 3);
  if (rows === undefined) throw fault('no input can be the rows, which must be float32 [batch, rows, numbers]');
  const result = pick(facts.outputs, resultNames, (output) => output.type === 'float32' && output.shape.length === 3);
  if (result === undefined) throw fault('no output can be the result, which must be float32 [batch, outputs, numbers]');
  const isTurned = typeof rows.shape[1] === 'number' && typeof rows.shape[2] !== 'number';
  const width = rows.shape[isTurned ? 1 : 2];
  if (typeof width !== 'number') throw fault(`input ${rows.name} does not fix the number of values in a row`);
  const others = facts.inputs.filter(({ name }) => name !== rows.name);
  const length = others.find(
    ({ name, type, shape }) => /len/i.test(name) && /^int/.test(type) && shape.length === 1 && !isCached(name, facts),
  );
  const caches = others.filter((input) => input !== length);
  const asRows = {
    name: rows.name,
    role: 'rows',
    type: 'float32',
    shape: isTurned
      ? ['batch', width, 'rows']
      : ['batch', typeof rows.shape[1] === 'number' ? rows.shape[1] : 'rows', width],
  };
  const inputs: object[] = [
    asRows,
    ...(length === undefined ? [] : [{ name: length.name, role: 'length', type: length.type, shape: ['batch'] }]),
  ];

  if (caches.length > 0) {
    const pattern = cachePattern(caches, facts);
    if (pattern === undefined) {
      throw fault(
        `no known rule pairs outputs with the cache inputs ${caches.map(({ name }) => name).join(', ')}; write graph and streaming by hand`,
      );
    }
    const streaming = cachedStreaming(facts, rows, shown);
    const resultWidth = result.shape[2];
    if (typeof resultWidth !== 'number') throw fault(`output ${result.name} does not fix the width of its rows`);
    const values = isEncoder ? undefined : 'log-probabilities';
    return {
      width,
      inputs,
      outputs: [resultAs(result.name, 'outputs', resultWidth, values)],
      otherCaches: pattern,
      streaming,
      resultWidth,
    };
  }

  const run = trialOf(graph, { rows, isTurned, length, result });
  const trial = await run(madeUpRows(firstRows, width), firstRows).catch((reason: unknown) => {
    throw fault(`the graph does not run on ${firstRows} rows: ${(reason as Error).message.split('\n')[0]}`);
  });
  const resultWidth = trial.shape[2] ?? 0;
  const values = isEncoder ? undefined : valuesOf(trial.data as Float32Array, resultWidth);
  const most = Math.floor(30_000 / outputRowMs);
  if (facts.outputs.some(({ name }) => perToken.test(name))) {
    const streaming = { mode: 'whole', maxRows: most, outputs: 'tokens' };
    return { width, inputs, outputs: [resultAs(result.name, 'tokens', resultWidth, values)], streaming, resultWidth };
  }
  const context = await findContext(run, width);
  if (typeof context === 'string') throw fault(context);
  const streaming = streamingOf(context, outputRowMs, most);
  return { width, inputs, outputs: [resultAs(result.name, 'outputs', resultWidth, values)], streaming, resultWidth };
}

function streamingOf({ rowsPerOutput, reach }: Context, outputRowMs: number, most: number) {
  const multiple = (rows: number) => Math.max(1, Math.round(rows / rowsPerOutput)) * rowsPerOutput;
  if (reach === undefined) return { mode: 'whole', maxRows: multiple(most), rowsPerOutput };
  return { mode: 'recompute', chunkRows: multiple(chunkMs / outputRowMs), ...reach, rowsPerOutput };
}

const resultAs = (name: string, second: string, width: number, values: string | undefined): object =>
  values === undefined
    ? { name, role: 'encoding', type: 'float32', shape: ['batch', second, width] }
    : { name, role: 'scores', type: 'float32', shape: ['batch', second, width], values };

/** The tensor with one of these names, or the only tensor that is possible. */
function pick(
  tensors: readonly TensorFacts[],
  names: readonly string[],
  can: (tensor: TensorFacts) => boolean,
): TensorFacts | undefined {
  const possible = tensors.filter(can);
  return (
    names.map((name) => possible.find((tensor) => tensor.name === name)).find((found) => found !== undefined) ??
    (possible.length === 1 ? possible[0] : undefined)
  );
}

const cachePatterns = ['new_{name}', '{name}_next', 'next_{name}', '{name}_out'];
const isCached = (name: string, { outputs }: GraphFacts): boolean =>
  cachePatterns.some((pattern) => outputs.some((output) => output.name === pattern.replace('{name}', name)));

function cachePattern(caches: readonly TensorFacts[], { outputs }: GraphFacts): string | undefined {
  const has = (name: string) => outputs.some((output) => output.name === name);
  return cachePatterns.find((pattern) => caches.every(({ name }) => has(pattern.replace('{name}', name))));
}

function cachedStreaming({ metadata }: GraphFacts, { shape, name }: TensorFacts, shown: string) {
  if (metadata.has('decode_chunk_len') || metadata.has('subsampling_factor') || metadata.has('window_size')) {
    return { mode: 'metadata', ...(metadata.has('decode_chunk_len') && { tailRows: 30 }) };
  }
  const windowRows = shape.find((dimension, at) => at > 0 && at < shape.length - 1 && typeof dimension === 'number');
  if (windowRows === undefined) {
    throw new ModelError(
      'bad',
      `${shown}: neither the metadata nor input ${name} states how many rows a run has; write streaming by hand`,
    );
  }
  return { mode: 'caches', windowRows };
}

interface TrialParts {
  readonly rows: TensorFacts;
  readonly isTurned: boolean;
  readonly length: TensorFacts | undefined;
  readonly result: TensorFacts;
}

function trialOf(graph: OrtGraph, { rows, isTurned, length, result }: TrialParts) {
  return async (data: Float32Array, count: number): Promise<TensorValue> => {
    const width = data.length / count;
    const shape = isTurned ? [1, width, count] : [1, count, width];
    const feeds = new Map<string, TensorValue>([
      [rows.name, { type: 'float32', shape, data: isTurned ? turned(data, count) : data }],
    ]);
    if (length !== undefined) {
      const type = length.type as TensorType;
      feeds.set(length.name, { type, shape: [1], data: makeData(type, sizeOf([1]), count) });
    }
    return (await graph.run(feeds, [result.name])).get(result.name) as TensorValue;
  };
}

function turned(rows: Float32Array, count: number): Float32Array {
  const width = rows.length / count;
  return Float32Array.from(rows, (_, at) => rows[(at % count) * width + Math.floor(at / count)] as number);
}

/** The kind of values in rows of scores, derived from their sums. */
function valuesOf(scores: Float32Array, width: number): string {
  const row = scores.subarray(0, width);
  const sum = (of: (value: number) => number) => row.reduce((total, value) => total + of(value), 0);
  const isOne = (value: number) => Math.abs(value - 1) < 1e-2;
  if (isOne(sum(Math.exp))) return 'log-probabilities';
  return isOne(sum((value) => value)) && row.every((value) => value >= 0) ? 'probabilities' : 'logits';
}

const lists = ({ inputs, outputs }: GraphFacts): string =>
  [['inputs', inputs] as const, ['outputs', outputs] as const]
    .map(
      ([title, tensors]) =>
        `\n  graph ${title}: ${tensors.map(({ name, type, shape }) => `${name} ${type}[${shape.map((d) => d || '?').join(', ')}]`).join(', ')}`,
    )
    .join('');
