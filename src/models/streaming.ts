// Streaming of a graph that was trained on whole recordings.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

const rows = (min: number) => z.int().min(min).max(limits.model.rows);

const Recompute = z.strictObject({
  mode: z
    .literal('recompute')
    .describe('Rows of context are run again with each chunk, so that the chunks give the same result as the whole.'),
  chunkRows: rows(1),
  leftRows: rows(0),
  rightRows: rows(0),
  rowsPerOutput: rows(1).default(1),
});

const Caches = z.strictObject({
  mode: z.literal('caches').describe('The graph returns its state after each run and receives it in the next one.'),
  windowRows: rows(1).describe('Number of rows in a run.'),
  stepRows: rows(1).optional().describe('Number of rows from one run to the next; windowRows unless given.'),
  rowsPerOutput: rows(1).default(1),
  dropOutputs: rows(0)
    .default(0)
    .describe('Number of outputs at the start that are dropped because of the look-ahead.'),
  tailRows: rows(0).default(0).describe('Number of rows of padding that the end of the audio needs.'),
  earlyOutputs: rows(1)
    .optional()
    .describe(
      'Number of outputs of look-ahead with which the first interim result is made, less than dropOutputs. The graph must accept any number of rows.',
    ),
});

const FromMetadata = z.strictObject({
  mode: z.literal('metadata').describe('Caches whose sizes come from the metadata keys that sherpa-onnx reads.'),
  chunkOutputs: rows(1).default(16).describe('wenet_ctc only: number of outputs in a chunk.'),
  leftChunks: rows(0).default(4).describe('wenet_ctc only: number of chunks of left attention.'),
  tailRows: rows(0).default(0),
});

const Whole = z.strictObject({
  mode: z
    .literal('whole')
    .describe(
      'The graph reads a whole sentence at once, so that text comes only when the voice pauses. For recordings and files.',
    ),
  maxRows: rows(1).describe('Number of rows at which a longer sentence is cut; at most a minute.'),
  rowsPerOutput: rows(1).default(1),
  outputs: z
    .enum(['rows', 'tokens'])
    .default('rows')
    .describe(
      'rows: one output for each rowsPerOutput rows. tokens: one output for each unit, without times, as in Paraformer.',
    ),
});

export const Streaming = z.discriminatedUnion('mode', [Recompute, Caches, FromMetadata, Whole]);
export type Streaming = z.output<typeof Streaming>;
export type RecomputeStreaming = z.output<typeof Recompute> & {
  /** The chunk is a whole sentence, which may be shorter. */
  readonly isWhole?: true;
  /** The outputs are units of the sentence, not times. */
  readonly areTokens?: boolean;
};
export type CachesStreaming = Omit<z.output<typeof Caches>, 'stepRows'> & {
  readonly stepRows: number;
  /** reach of the attention mask, in outputs */
  readonly leftOutputs: number;
};
/** The plan that the chunker works with. */
export type ChunkPlan = RecomputeStreaming | CachesStreaming;

/** Returns the plan, or a complaint. `metadata` is that of the graph. */
export function chunkPlan(streaming: Streaming, metadata: ReadonlyMap<string, string>): ChunkPlan | string {
  switch (streaming.mode) {
    case 'recompute':
      return streaming.leftRows % streaming.rowsPerOutput === 0 && streaming.chunkRows % streaming.rowsPerOutput === 0
        ? streaming
        : 'streaming: chunkRows and leftRows must be multiples of rowsPerOutput';
    case 'caches':
      return checked({ ...streaming, stepRows: streaming.stepRows ?? streaming.windowRows, leftOutputs: 0 });
    case 'metadata':
      return fromMetadata(streaming, metadata);
    case 'whole': {
      const { maxRows: chunkRows, rowsPerOutput, outputs } = streaming;
      const areTokens = outputs === 'tokens';
      return { mode: 'recompute', chunkRows, leftRows: 0, rightRows: 0, rowsPerOutput, isWhole: true, areTokens };
    }
  }
}

function checked(plan: CachesStreaming): CachesStreaming | string {
  if (plan.stepRows > plan.windowRows) return 'streaming: stepRows must be at most windowRows';
  if (plan.stepRows % plan.rowsPerOutput !== 0) return 'streaming: stepRows must be a multiple of rowsPerOutput';
  const { earlyOutputs = 0, dropOutputs, stepRows, windowRows } = plan;
  if (earlyOutputs === 0) return plan;
  if (earlyOutputs >= dropOutputs) return 'streaming: earlyOutputs must be less than dropOutputs';
  return stepRows === windowRows ? plan : 'streaming: earlyOutputs needs windows that do not overlap';
}

/** Keys of the exports of k2 (zipformer2_ctc), WeNet (wenet_ctc) and NeMo (nemo_ctc), as sherpa-onnx reads them. */
function fromMetadata(
  { chunkOutputs, leftChunks, tailRows }: z.output<typeof FromMetadata>,
  metadata: ReadonlyMap<string, string>,
): CachesStreaming | string {
  const number = (key: string): number => {
    const text = metadata.get(key) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  };
  const plan = (windowRows: number, stepRows: number, rowsPerOutput: number, leftOutputs = 0) =>
    checked({ mode: 'caches', windowRows, stepRows, rowsPerOutput, dropOutputs: 0, tailRows, leftOutputs });
  if (number('T') > 0 && number('decode_chunk_len') > 0) {
    return plan(number('T'), number('decode_chunk_len'), 4); // every zipformer has two stages of stride 2
  }
  const subsampling = number('subsampling_factor');
  if (number('window_size') > 0 && number('chunk_shift') > 0 && subsampling > 0) {
    return plan(number('window_size'), number('chunk_shift'), subsampling);
  }
  if (number('right_context') >= 0 && subsampling > 0) {
    const windowRows = (chunkOutputs - 1) * subsampling + number('right_context') + 1;
    return plan(windowRows, chunkOutputs * subsampling, subsampling, chunkOutputs * leftChunks);
  }
  const keys = metadata.size === 0 ? 'no keys' : [...metadata.keys()].join(', ');
  return `streaming: the graph's metadata has none of the known sets of keys (it has ${keys}); give mode caches`;
}

const longestWholeMs = 60_000;

/** Complaints about mode whole. A longer sentence would wait longer than a stream may. */
export function* wholeComplaints(streaming: Streaming, perRowMs: number): Generator<string> {
  if (streaming.mode !== 'whole') return;
  const most = Math.floor(longestWholeMs / perRowMs);
  if (streaming.maxRows > most) yield `streaming.maxRows: must be at most ${most} (one minute)`;
  if (streaming.maxRows % streaming.rowsPerOutput !== 0) {
    yield 'streaming.maxRows: must be a multiple of streaming.rowsPerOutput';
  }
}

/** A transducer goes from output to output, each once. */
export function* transducerComplaints(streaming: Streaming): Generator<string> {
  if (streaming.mode === 'whole' && streaming.outputs === 'tokens') {
    yield 'streaming.outputs: must not be tokens for family transducer, whose outputs are times';
  }
  if (streaming.mode === 'caches' && streaming.earlyOutputs !== undefined) {
    yield 'streaming.earlyOutputs: is not possible for family transducer';
  }
}
