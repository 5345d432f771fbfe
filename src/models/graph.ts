// Inputs and outputs of a graph: their description in the manifest, their declaration in the graph, and the
// differences.
import { z } from 'zod';

const Dimension = z.union([z.int().min(1).max(1_000_000), z.string().regex(/^[a-z][A-Za-z0-9_]{0,31}$/)]);
const Shape = z
  .array(Dimension)
  .max(8)
  .describe('Dimensions: numbers, or batch, rows, outputs (rows / rowsPerOutput), or a name for a variable one.');
const TensorName = z.string().min(1).max(200);
const tensor = { name: TensorName, shape: Shape };

const Input = z.discriminatedUnion('role', [
  z.strictObject({
    ...tensor,
    role: z.literal('rows').describe('The rows of the front end.'),
    type: z.literal('float32'),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('valid').describe('Mask: 1 for each output with audio, 0 after the end of the audio.'),
    type: z.literal('float32'),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('length').describe('Number of rows in the run.'),
    type: z.enum(['int64', 'int32']),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('cache').describe('The value of an output of the previous run.'),
    type: z.enum(['float32', 'int64', 'int32']),
    next: TensorName.describe('The name of the output that provides it.'),
    fill: z.number().default(0).describe('Initial value.'),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('constant').describe('A constant, such as the sample rate.'),
    type: z.enum(['float32', 'int64', 'int32']),
    value: z.number(),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('offset').describe('Number of outputs made so far, plus start.'),
    type: z.enum(['int64', 'int32']),
    start: z.int().min(0).default(0),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('attention-mask').describe('Mask: false for the left context that does not exist yet.'),
    type: z.literal('bool'),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('ids').describe('Ids of the units of the text.'),
    type: z.enum(['int32', 'int64']),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('padding-mask').describe('Mask: 1 where the text is padding; always 0 here.'),
    type: z.literal('float32'),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('positions').describe('Position encoding: sines and cosines of the position, alternating.'),
    type: z.literal('float32'),
  }),
]);

const Output = z.discriminatedUnion('role', [
  z.strictObject({
    ...tensor,
    role: z.literal('scores'),
    type: z.literal('float32'),
    values: z.enum(['logits', 'sigmoid-logits', 'log-probabilities', 'probabilities']),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('cache').describe('A value that the next run receives.'),
    type: z.enum(['float32', 'int64', 'int32']),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('vector').describe('The vector of a segment of speech.'),
    type: z.literal('float32'),
  }),
  z.strictObject({
    ...tensor,
    role: z.literal('encoding').describe('The encoding that the encoder of a transducer returns.'),
    type: z.literal('float32'),
  }),
  z.strictObject({ ...tensor, role: z.literal('ignored'), type: z.enum(['float32', 'int64', 'int32', 'bool']) }),
]);

export const Graph = z.strictObject({
  file: z.string(),
  inputs: z.array(Input).min(1).max(256),
  outputs: z.array(Output).min(1).max(256),
  otherCaches: z
    .string()
    .regex(/\{name\}/, 'must contain {name}')
    .optional()
    .describe(
      'Name pattern of the output for each input that is not listed, such as new_{name}. Such an input is a cache that begins with zeros.',
    ),
  form: z
    .literal('blocks')
    .optional()
    .describe(
      'Family ctc: the graph was made by scripts/train/asr with 8-bit matrices, and the engine computes it without ONNX Runtime. The key looks of the file’s metadata gives the outputs that each block looks ahead; without it, each looks one ahead.',
    ),
});
export type Graph = z.output<typeof Graph>;
export type GraphInput = Graph['inputs'][number];
export type GraphOutput = Graph['outputs'][number];
export type CacheInput = Extract<GraphInput, { role: 'cache' }>;

export interface TensorFacts {
  readonly name: string;
  readonly type: string;
  /** a name for what the graph leaves open */
  readonly shape: readonly (number | string)[];
}
/** The facts that a graph states about itself. */
export interface GraphFacts {
  readonly inputs: readonly TensorFacts[];
  readonly outputs: readonly TensorFacts[];
  readonly metadata: ReadonlyMap<string, string>;
  /** Quantises activations by what is in the run: then streams of one batch change each other's scores. */
  readonly isDynamicallyQuantised: boolean;
}

const rolesOf = {
  stream: ['rows', 'valid', 'length', 'cache', 'constant', 'offset', 'attention-mask'],
  whole: ['rows', 'length', 'constant'],
  text: ['ids', 'padding-mask', 'positions', 'constant'],
} as const satisfies Record<string, readonly GraphInput['role'][]>;

const readsOf = {
  ctc: 'stream',
  transducer: 'stream',
  vad: 'stream',
  classifier: 'whole',
  voiceprint: 'whole',
  punctuation: 'text',
} as const;

const resultOf = {
  ctc: 'scores',
  transducer: 'encoding',
  vad: 'scores',
  classifier: 'scores',
  voiceprint: 'vector',
  punctuation: 'scores',
} as const;

/** Complaints about the manifest's part on the graph, without looking at the graph. */
export function* graphComplaints(graph: Graph, family: keyof typeof readsOf): Generator<string> {
  const roles: readonly string[] = rolesOf[readsOf[family]];
  const main = family === 'punctuation' ? 'ids' : 'rows';
  if (graph.form !== undefined && family !== 'ctc') yield `graph.form: ${graph.form} is possible only for family ctc`;
  for (const { name, role } of graph.inputs) {
    if (!roles.includes(role))
      yield `graph.inputs: ${name} has the role ${role}, but family ${family} accepts only ${roles.join(', ')}`;
  }
  if (graph.inputs.filter(({ role }) => role === main).length !== 1) {
    yield `graph.inputs: exactly one input must have the role ${main}`;
  }
  const result = resultOf[family];
  if (graph.outputs.filter(({ role }) => role === result).length !== 1) {
    yield `graph.outputs: exactly one output must have the role ${result}`;
  }
  for (const input of graph.inputs) {
    if (input.role !== 'cache') continue;
    const next = graph.outputs.find(({ name }) => name === input.next);
    if (next?.role !== 'cache')
      yield `graph.inputs: ${input.name}: next names ${input.next}, which is not an output with the role cache`;
    if (input.shape.some((dimension) => typeof dimension === 'string' && dimension !== 'batch')) {
      yield `graph.inputs: ${input.name}: batch is the only dimension of a cache that may be open`;
    }
  }
}

/** The manifest's graph with the caches that it left to `otherCaches` written out. */
export function withOtherCaches(graph: Graph, facts: GraphFacts): Graph {
  const pattern = graph.otherCaches;
  if (pattern === undefined) return graph;
  const listed = new Set([...graph.inputs, ...graph.outputs].map(({ name }) => name));
  const inputs = facts.inputs.filter(({ name }) => !listed.has(name));
  const caches = inputs.flatMap((input): CacheInput[] => {
    if (input.type !== 'float32' && input.type !== 'int64' && input.type !== 'int32') return [];
    const shape = input.shape.map((dimension) => (typeof dimension === 'string' ? 'batch' : dimension));
    const next = pattern.replaceAll('{name}', input.name);
    return [{ name: input.name, role: 'cache', type: input.type, shape, next, fill: 0 }];
  });
  const outputs = caches.map(({ next, type, shape }): GraphOutput => ({ name: next, role: 'cache', type, shape }));
  return { ...graph, inputs: [...graph.inputs, ...caches], outputs: [...graph.outputs, ...outputs] };
}

/** Undefined if manifest and graph agree; else both lists, for the person who wrote the manifest. */
export function graphMismatch(graph: Pick<GraphFacts, 'inputs' | 'outputs'>, facts: GraphFacts): string | undefined {
  // Every input must be fed; an output that the manifest does not list is not asked for.
  const complete = graph.inputs.length === facts.inputs.length;
  if (complete && matches(graph.inputs, facts.inputs) && matches(graph.outputs, facts.outputs)) return undefined;
  return [
    'the manifest and the graph differ',
    ...listed('manifest inputs', graph.inputs),
    ...listed('graph inputs', facts.inputs),
    ...listed('manifest outputs', graph.outputs),
    ...listed('graph outputs', facts.outputs),
  ].join('\n');
}

/** True if both lists hold the same tensors, in any order. */
const matches = (said: readonly TensorFacts[], found: readonly TensorFacts[]): boolean =>
  said.every((tensor) => {
    const real = found.find(({ name }) => name === tensor.name);
    return real !== undefined && real.type === tensor.type && sameShape(tensor.shape, real.shape);
  });

/**
 * The manifest may fix dimensions that the graph leaves open. It may itself leave open only rows and outputs: they
 * follow from the streaming plan, and the first run shows whether they fit.
 */
function sameShape(said: TensorFacts['shape'], found: TensorFacts['shape']): boolean {
  const fits = (dimension: number | string, real: number | string | undefined) =>
    typeof real === 'string' || real === dimension || dimension === 'rows' || dimension === 'outputs';
  return said.length === found.length && said.every((dimension, at) => fits(dimension, found[at]));
}

const listed = (title: string, tensors: readonly TensorFacts[]): string[] => [
  `  ${title}:`,
  ...tensors.map(({ name, type, shape }) => `    ${name} ${type}[${shape.map((d) => d || '?').join(', ')}]`),
];
