// The conversion of audio into the rows that a graph reads. The arithmetic is the addon's (native/core/feature).
import { z } from 'zod';

const Fbank = z.strictObject({
  kind: z.literal('fbank'),
  bins: z.int().min(4).max(256),
  window: z.enum(['povey', 'hamming', 'hanning']).default('povey'),
  frameMs: z.int().min(5).max(100).default(25),
  shiftMs: z.int().min(5).max(50).default(10),
  preEmphasis: z.number().min(0).max(1).default(0.97),
  removeDc: z.boolean().default(true),
  scale: z
    .enum(['int16', 'unit'])
    .default('int16')
    .describe('Scale of the samples. int16: -32768 to 32767. unit: -1 to 1.'),
  lowHz: z.number().min(0).max(4_000).default(20),
  highHz: z
    .number()
    .min(-4_000)
    .max(8_000)
    .default(0)
    .describe('Upper frequency; 0 and less are relative to half the sample rate.'),
  floor: z.number().gt(0).max(1).default(1.1920929e-7).describe('Lower limit of the energy before the logarithm.'),
  stack: z
    .strictObject({
      length: z.int().min(1).max(16),
      step: z.int().min(1).max(16),
      pads: z.boolean().default(true).describe('The first row is repeated at the start, and the last row at the end.'),
    })
    .optional()
    .describe('Joining of several rows into one (low frame rate).'),
  cmvn: z
    .strictObject({ file: z.string(), form: z.literal('kaldi-nnet').describe('Text file with AddShift and Rescale.') })
    .optional()
    .describe('Normalisation (row + shift) × scale, after stacking. Without it the graph normalises.'),
});

const Samples = z.strictObject({
  kind: z.literal('samples'),
  rowSamples: z.int().min(8).max(16_000).describe('Number of new samples in a row.'),
  contextSamples: z
    .int()
    .min(0)
    .max(4_000)
    .default(0)
    .describe('Number of samples of the previous row that are put in front.'),
  scale: z.enum(['int16', 'unit']).default('unit'),
});

export const FrontEnd = z.discriminatedUnion('kind', [Fbank, Samples]);
export type FrontEnd = z.output<typeof FrontEnd>;

/** Floats in a row. */
export function rowWidth(frontEnd: FrontEnd): number {
  return frontEnd.kind === 'fbank'
    ? frontEnd.bins * (frontEnd.stack?.length ?? 1)
    : frontEnd.rowSamples + frontEnd.contextSamples;
}

/** Interval between two rows. */
export function rowMs(frontEnd: FrontEnd, sampleRateHz: number): number {
  return frontEnd.kind === 'fbank'
    ? frontEnd.shiftMs * (frontEnd.stack?.step ?? 1)
    : (frontEnd.rowSamples * 1_000) / sampleRateHz;
}

export interface Normalisation {
  readonly shift: Float32Array;
  readonly scale: Float32Array;
}

/** The two number lists of a Kaldi nnet file: `<AddShift> … [ … ]`, `<Rescale> … [ … ]`. */
export function parseKaldiNnet(text: string, width: number): Normalisation | string {
  const list = (tag: string): Float32Array | undefined => {
    const at = text.indexOf(`<${tag}>`);
    const open = at < 0 ? -1 : text.indexOf('[', at);
    const close = open < 0 ? -1 : text.indexOf(']', open);
    if (close < 0) return undefined;
    const numbers = text.slice(open + 1, close).trim();
    return Float32Array.from(numbers.split(/\s+/, width + 1), Number);
  };
  const shift = list('AddShift');
  const scale = list('Rescale');
  if (shift === undefined || scale === undefined) return 'must have AddShift and Rescale with their numbers';
  for (const [name, numbers] of [['AddShift', shift] as const, ['Rescale', scale] as const]) {
    if (numbers.length !== width) {
      const count = numbers.length > width ? `more than ${width}` : numbers.length;
      return `${name} has ${count} numbers, but the rows have ${width}`;
    }
    if (numbers.some((number) => !Number.isFinite(number))) return `${name} holds something that is not a number`;
  }
  return { shift, scale };
}
