// Schemas for the messages and bodies of recognition (specification 2, 2.4, 4.1, 4.2) in both directions, and the
// conversion of an engine's results to that form.
import { z } from 'zod';
import type { Analysis, Candidate, RecognisedWord, RecognitionEventName, Sentence } from '../engine/recognition.js';
import { AsrClipConfig, AsrHeaderConfig, AsrStreamConfig } from './asr-config.js';
import {
  AsrWarning,
  userId as anyUserId,
  base64Audio,
  endMessage,
  errorMessages,
  exampleToken,
  extraInfo,
  recordId,
  respType,
  startedMessage,
  traceToken,
  warnings,
} from './speech-messages.js';

const userId = anyUserId.describe('The id of the user whose own hotword lists may be used.');

export const AsrClipBody = z
  .strictObject({ config: AsrClipConfig, audio: base64Audio, extraInfo, recordId, userId })
  .meta({ id: 'AsrClipBody', description: 'A request to recognise a whole recording.' });

/** The keys of X-Svc-Config in binary mode. */
export const AsrClipHeader = AsrHeaderConfig.extend({ extraInfo, recordId, userId });

export const AsrStart = z
  .strictObject({
    command: z.literal('START').describe('The name of this command.'),
    config: AsrStreamConfig,
    extraInfo,
    recordId,
    userId,
  })
  .meta({
    id: 'AsrStart',
    description: 'Opens a recognition session.',
    examples: [{ command: 'START', recordId: 'call_1', config: { audioFormat: 'alaw_8k', vadTail: 600 } }],
  });

const ms = z.number();
const startMs = ms.describe('The start time in the audio, in ms.');
const endMs = ms.describe('The end time in the audio, in ms.');
const confidence = z
  .number()
  .min(0)
  .max(1)
  .describe('The confidence of the recogniser, from 0 to 1; 0 in interim results.');

const Word = z
  .strictObject({
    st: startMs,
    et: endMs,
    w: z.string().describe('The text of the word or character.'),
    py: z.string().optional().describe('The pinyin of the word; only with outputPinyin.'),
    c: confidence,
    t: z
      .string()
      .regex(/^[UPSMD]+$/)
      .optional()
      .describe(
        'The categories of the word: U is a hotword, P punctuation, S removed by smoothing, M masked, D part of a number.',
      ),
  })
  .meta({ id: 'AsrWord', description: 'A word of a result, or a character with wordType CHAR.' });

const AsrResult = z
  .strictObject({
    text: z.string().describe('The recognised text.'),
    pinyin: z.string().optional().describe('The pinyin of the text; only with outputPinyin.'),
    confidence,
    words: z
      .array(Word)
      .optional()
      .describe('The words with their times; only in final results, and unless wordType is DISABLED.'),
  })
  .meta({ id: 'AsrResult', description: 'A recognised text with its confidence and words.' });

const Emotion = z
  .strictObject({
    st: startMs,
    et: endMs,
    c: confidence,
    e: z.enum(['HAPPY', 'ANGRY', 'SAD', 'DISGUSTED']).describe('The detected emotion.'),
  })
  .meta({ id: 'AsrEmotion', description: 'A stretch of speech with one emotion.' });

const Gender = z
  .strictObject({ c: confidence, g: z.enum(['FEMALE', 'MALE']).describe('The detected gender.') })
  .meta({ id: 'AsrGender', description: 'The gender of the speaker.' });

const AsrAnalysis = z
  .strictObject({
    emotions: z.array(Emotion).optional().describe('The detected emotions; only with sa.checkEmotion.'),
    gender: Gender.optional(),
    speed: z
      .number()
      .optional()
      .describe('The speaking rate in words per minute (syllables per second × 60); only with sa.outputSpeed.'),
    avgVol: z.number().optional().describe('The mean level, in dB mapped to 0-100; only with sa.outputVolume.'),
    maxVol: z.number().optional().describe('The peak level, in dB mapped to 0-100; only with sa.outputVolume.'),
  })
  .meta({ id: 'AsrAnalysis', description: 'The results of the analyses that sa requests.' });

const resultFields = {
  result: AsrResult,
  alternatives: z
    .array(AsrResult)
    .min(1)
    .optional()
    .describe('The next best results; only if nbest is greater than 1.'),
  analysis: AsrAnalysis.optional(),
};

export const AsrClipReply = z
  .strictObject({ traceToken, ...resultFields, warning: warnings(AsrWarning) })
  .meta({ id: 'AsrClipReply', description: 'The result of a whole recording.' });

export const AsrSentence = z
  .strictObject({
    startTime: startMs,
    endTime: endMs,
    isFinal: z.boolean().describe('false: this is an interim result, which a later one replaces.'),
    ...resultFields,
  })
  .meta({ id: 'AsrSentence', description: 'A recognised sentence of a stream.' });

const asrEvents = [
  'VOICE_START',
  'VOICE_END',
  'EXCEEDED_SILENCE',
  'EXCEEDED_END_SILENCE',
  'EXCEEDED_AUDIO',
  'NOISE',
] as const satisfies readonly RecognitionEventName[];

/** All messages of the service on a recognition connection. */
export const AsrServerMessage = z
  .discriminatedUnion('respType', [
    startedMessage('AsrStarted', AsrWarning),
    z
      .strictObject({
        respType: respType('EVENT'),
        traceToken,
        event: z.enum(asrEvents).describe('The kind of event.'),
        timestamp: ms.describe('The time of the event in the audio, in ms.'),
      })
      .meta({
        id: 'AsrEventMessage',
        description: 'An event in the audio other than text, such as the start of a voice.',
        examples: [{ respType: 'EVENT', traceToken: exampleToken, event: 'VOICE_START', timestamp: 1_240 }],
      }),
    z.strictObject({ respType: respType('RESULT'), traceToken, sentence: AsrSentence }).meta({
      id: 'AsrResultMessage',
      description: 'A recognised sentence, interim or final.',
      examples: [
        {
          ...{ respType: 'RESULT', traceToken: exampleToken },
          sentence: {
            ...{ startTime: 1_240, endTime: 2_680, isFinal: true },
            result: { text: '你好，请讲。', confidence: 0.93 },
          },
        },
      ],
    }),
    endMessage,
    ...errorMessages,
  ])
  .meta({ id: 'AsrServerMessage', description: 'Any message of the gateway on a recognition connection.' });

/** The requested parts of a sentence, and the start offset of its session. */
export interface Wanted {
  readonly pinyin: boolean;
  readonly words: boolean;
  /** true: `sa` was given and is not empty */
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

/**
 * The results of a sentence in the form of specification 2, 2.4: interim results have no confidence, no words, no
 * emotions and no gender.
 */
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

/** A sentence with its times in ms, rounded and shifted by the start offset. */
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
