// The query parameters of a fork.
import { z } from 'zod';
import { type StopKind, stopKinds } from '../../protocol/engine/ring.js';
import { limits } from '../../protocol/limits.js';
import type { CallRateHz } from '../call.js';

const { fork } = limits;
const formats = ['l16', 'alaw', 'ulaw'] as const;
const served = 'must be 8000 or 16000 (Hz); let the switch resample, such as to 8k in uuid_audio_fork';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A query parameter is text; the document shows it as the number that it stands for. */
const wholeMs = ({ min, max }: Range, usual: number, meaning: string) => {
  const range = `must be a whole number in [${min}-${max}] (ms)`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, range)
    .default(String(usual))
    .transform(Number)
    .refine((value) => value >= min && value <= max, range)
    .meta({ description: `${meaning} In ms, from ${min} to ${max}.` });
};

const audio = {
  format: z.enum(formats).default('l16').describe('The coding of binary messages; l16 is 16-bit, little-endian.'),
  rate: z
    .string()
    .default('8000')
    .refine((text) => text === '8000' || text === '16000', served)
    .transform((text): CallRateHz => (text === '16000' ? 16_000 : 8_000))
    .meta({
      enum: ['8000', '16000'],
      description: 'The sample rate of the audio in Hz, unless the first text message gives it.',
    }),
  channels: z
    .enum(['1', '2'])
    .default('1')
    .transform((text): 1 | 2 => (text === '1' ? 1 : 2))
    .describe('The number of channels of the audio, unless the first text message gives it.'),
  channel: z
    .enum(['0', '1', 'mix'])
    .default('0')
    .transform((text) => ({ 0: 'left', 1: 'right', mix: 'mix' })[text] as 'left' | 'right' | 'mix')
    .describe('The channel of a two-channel stream that is used.'),
  noMediaMs: wholeMs(
    fork.noMediaMs,
    fork.noMediaMs.default,
    'The time to wait for audio that does not arrive or stops arriving.',
  ),
  silenceMs: wholeMs(
    fork.silenceMs,
    fork.silenceMs.default,
    'The duration of silence from the start after which the call is over.',
  ),
};

const isKind = (text: string): text is StopKind => (stopKinds as readonly string[]).includes(text);
const kindsText = `must be some of ${stopKinds.join(', ')} with commas between, or empty`;

export const ScreeningQuery = z.object({
  ...audio,
  stopOn: z
    .string()
    .default(stopKinds.join(','))
    .transform((text) => text.split(',').filter((each) => each !== ''))
    .refine((kinds): kinds is StopKind[] => kinds.every(isKind), kindsText)
    .describe(
      `The verdicts that end the call, among those for which the tables allow it: some of ${stopKinds.join(', ')}.`,
    ),
  maxMs: wholeMs(fork.maxMs, fork.maxMs.default, 'The longest time that a call is screened.'),
  hangup: z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1')
    .describe('1: the final verdict is followed by the hang-up command of the switch.'),
  json: z
    .enum(['0', '1'])
    .default('1')
    .transform((text) => text === '1')
    .describe(
      '0: no verdict is sent, for a switch that does not read it. The verdict is stored and posted all the same.',
    ),
  answered: z
    .enum(['stop', 'tones', 'keywords'])
    .default('stop')
    .describe(
      'The effect of an answer. stop: screening ends; tones: speech after the answer is ignored; keywords: screening goes on unchanged.',
    ),
});
export type ScreeningQuery = z.output<typeof ScreeningQuery>;

/** `longestMs` is the longest audio of a continuous stream. */
export const recognitionQuery = (longestMs: number) =>
  z.object({
    ...audio,
    maxMs: wholeMs({ min: 1_000, max: longestMs }, longestMs, 'The longest audio that is recognised.'),
  });
export type RecognitionQuery = z.output<ReturnType<typeof recognitionQuery>>;

export type AudioQuery = Pick<RecognitionQuery, keyof typeof audio>;
