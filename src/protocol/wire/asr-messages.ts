// The messages and bodies of recognition (specification 2, 2.4, 4.1, 4.2) as schemas, both directions, and what an
// engine said as the specification writes it.
import { z } from 'zod';
import type { Analysis, Candidate, RecognisedWord, RecognitionEventName, Sentence } from '../engine/recognition.js';
import { AsrClipConfig, AsrHeaderConfig, AsrStreamConfig } from './asr-config.js';
import {
  userId as anyUserId,
  endMessage,
  errorMessages,
  extraInfo,
  recordId,
  startedMessage,
  Warning,
} from './speech-messages.js';

const userId = anyUserId.describe('whose exclusive hotword lists may be used');

export const AsrClipBody = z.strictObject({
  config: AsrClipConfig,
  audio: z.string().describe('BASE64'),
  extraInfo,
  recordId,
  userId,
});

/** Keys of X-Svc-Config in binary mode. */
export const AsrClipHeader = AsrHeaderConfig.extend({ extraInfo, recordId, userId });

export const AsrStart = z.strictObject({
  command: z.literal('START'),
  config: AsrStreamConfig,
  extraInfo,
  recordId,
  userId,
});

const ms = z.number();
const confidence = z.number().min(0).max(1);

const Word = z.strictObject({
  st: ms,
  et: ms,
  w: z.string(),
  py: z.string().optional(),
  c: confidence,
  t: z
    .string()
    .regex(/^[UPSMD]+$/)
    .optional()
    .describe('U hotword, P punctuation, S smoothed, M masked, D number'),
});

export const AsrResult = z.strictObject({
  text: z.string(),
  pinyin: z.string().optional(),
  confidence,
  words: z.array(Word).optional(),
});

export const AsrAnalysis = z.strictObject({
  emotions: z
    .array(z.strictObject({ st: ms, et: ms, c: confidence, e: z.enum(['HAPPY', 'ANGRY', 'SAD', 'DISGUSTED']) }))
    .optional(),
  gender: z.strictObject({ c: confidence, g: z.enum(['FEMALE', 'MALE']) }).optional(),
  speed: z.number().optional(),
  avgVol: z.number().optional(),
  maxVol: z.number().optional(),
});

const resultFields = {
  result: AsrResult,
  alternatives: z.array(AsrResult).min(1).optional(),
  analysis: AsrAnalysis.optional(),
};

export const AsrClipReply = z.strictObject({
  traceToken: z.string(),
  ...resultFields,
  warning: z.array(Warning).optional(),
});

export const AsrSentence = z.strictObject({ startTime: ms, endTime: ms, isFinal: z.boolean(), ...resultFields });

export const asrEvents = [
  'VOICE_START',
  'VOICE_END',
  'EXCEEDED_SILENCE',
  'EXCEEDED_END_SILENCE',
  'EXCEEDED_AUDIO',
  'NOISE',
] as const satisfies readonly RecognitionEventName[];

/** Everything that the service says on a recognition connection. */
export const AsrServerMessage = z.discriminatedUnion('respType', [
  startedMessage,
  z.strictObject({
    respType: z.literal('EVENT'),
    traceToken: z.string(),
    event: z.enum(asrEvents),
    timestamp: ms,
  }),
  z.strictObject({ respType: z.literal('RESULT'), traceToken: z.string(), sentence: AsrSentence }),
  endMessage,
  ...errorMessages,
]);

/** The parts of a sentence that were requested, and the start of its session. */
export interface Wanted {
  readonly pinyin: boolean;
  readonly words: boolean;
  /** `sa` was given and not empty */
  readonly analysis: boolean;
  readonly nBest: number;
  readonly startOffsetMs: number;
}

type WireResult = z.output<typeof AsrResult>;
export interface WireResults {
  result: WireResult;
  alternatives?: WireResult[];
  analysis?: z.output<typeof AsrAnalysis>;
}

/** Specification 2, 2.4: interim results have no confidence, no words, no emotions and no gender. */
export function wireResults(sentence: Sentence, wanted: Wanted): WireResults {
  const { candidates, isFinal, analysis } = sentence;
  const [best, ...others] = candidates.slice(0, wanted.nBest).map((each) => wireResult(each, isFinal, wanted));
  const empty: WireResult = { text: '', ...(wanted.pinyin && { pinyin: '' }), confidence: 0 };
  return {
    result: best ?? (wanted.words && isFinal ? { ...empty, words: [] } : empty),
    ...(others.length > 0 && { alternatives: others }),
    ...(wanted.analysis && { analysis: wireAnalysis(analysis ?? {}, isFinal, wanted.startOffsetMs) }),
  };
}

export function wireSentence(sentence: Sentence, wanted: Wanted): z.output<typeof AsrSentence> {
  const { startMs, endMs, isFinal } = sentence;
  const at = (value: number) => Math.round(value + wanted.startOffsetMs);
  return { startTime: at(startMs), endTime: at(endMs), isFinal, ...wireResults(sentence, wanted) };
}

function wireResult(candidate: Candidate, isFinal: boolean, wanted: Wanted): WireResult {
  return {
    text: candidate.text,
    ...(wanted.pinyin && { pinyin: candidate.pinyin ?? '' }),
    confidence: isFinal ? thousandths(candidate.confidence) : 0,
    ...(wanted.words && isFinal && { words: candidate.words.map((word) => wireWord(word, wanted)) }),
  };
}

function wireWord(word: RecognisedWord, { pinyin, startOffsetMs }: Wanted): z.output<typeof Word> {
  return {
    st: Math.round(word.startMs + startOffsetMs),
    et: Math.round(word.endMs + startOffsetMs),
    w: word.text,
    ...(pinyin && { py: word.pinyin ?? '' }),
    c: thousandths(word.confidence),
    ...(word.categories.length > 0 && { t: word.categories.join('') }),
  };
}

function wireAnalysis(analysis: Analysis, isFinal: boolean, startOffsetMs: number): z.output<typeof AsrAnalysis> {
  const { emotions, gender, speed, averageVolume, maximumVolume } = analysis;
  return {
    ...(isFinal &&
      emotions !== undefined &&
      emotions.length > 0 && {
        emotions: emotions.map(({ startMs, endMs, confidence: c, emotion: e }) => ({
          st: Math.round(startMs + startOffsetMs),
          et: Math.round(endMs + startOffsetMs),
          c: thousandths(c),
          e,
        })),
      }),
    ...(isFinal && gender && { gender: { c: thousandths(gender.confidence), g: gender.gender } }),
    ...(speed !== undefined && { speed: tenths(speed) }),
    ...(averageVolume !== undefined && { avgVol: tenths(averageVolume) }),
    ...(maximumVolume !== undefined && { maxVol: tenths(maximumVolume) }),
  };
}

const thousandths = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
const tenths = (value: number): number => Math.round(value * 10) / 10;
