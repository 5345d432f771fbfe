// The messages and bodies of ring screening (specification 2, 4.3) as schemas, both directions.
import { z } from 'zod';
import { decidedKinds, keywordRules, type RingEvidence, type RingVerdict } from '../engine/ring.js';
import { limits } from '../limits.js';
import {
  userId as anyUserId,
  audioChannel,
  endMessage,
  errorMessages,
  extraInfo,
  recordId,
  startedMessage,
  Warning,
} from './speech-messages.js';

const { audioMaxS } = limits.ring;
const userId = anyUserId.describe('ignored: no list of a user takes part in screening');
const audioMaxRange = `must be in [${audioMaxS.min}-${audioMaxS.max}] (seconds)`;

export const RingStart = z.strictObject({
  command: z.literal('START'),
  extraInfo,
  recordId,
  userId,
  config: z.strictObject({
    audioFormat: z.string().describe('streaming list of 2.2'),
    encParams: z.string().default('').describe('ar and ac of svc_speex and svc_opus, such as ar:8000;ac:1'),
    audioMax: z
      .number()
      .min(audioMaxS.min, audioMaxRange)
      .max(audioMaxS.max, audioMaxRange)
      .default(audioMaxS.default)
      .describe('seconds of audio after which screening stops even without a match'),
  }),
});

/** Extension: from here on what is said is no prompt. */
export const RingAnswered = z.object({ command: z.literal('ANSWERED') });

const answeredRange = 'must be a whole number of milliseconds, 0 or more';
const answeredAtMs = z
  .int(answeredRange)
  .min(0, answeredRange)
  .describe('when the call was answered, in ms of the recording: no later speech is a prompt (extension)');

export const RingClipBody = z.strictObject({
  config: z.strictObject({
    audioFormat: z.string().default('AUTO').describe('one-shot list of 2.2'),
    audioChannel: audioChannel.optional(),
    answeredAtMs: answeredAtMs.optional(),
  }),
  audio: z.string().describe('BASE64'),
  extraInfo,
  recordId,
  userId,
});

/** Keys of X-Svc-Config in binary mode. */
export const RingClipConfig = z.strictObject({
  extraInfo,
  recordId,
  userId,
  audioFormat: z.string().default('AUTO'),
  audioChannel: audioChannel.optional(),
  answeredAtMs: z
    .string()
    .regex(/^\d{1,9}$/, answeredRange)
    .transform(Number)
    .pipe(answeredAtMs)
    .optional(),
});

const decidedKind = z.enum(decidedKinds);

const heardKeyword = {
  word: z.string(),
  fromMs: z.number(),
  atMs: z.number(),
  confidence: z.number().min(0).max(1),
};

export const Evidence = z
  .strictObject({
    tones: z.array(
      z.strictObject({
        kind: z.enum(['tone', 'sound']),
        fromMs: z.number(),
        toMs: z.number(),
        frequencyHz: z.number(),
        levelDbm0: z.number(),
      }),
    ),
    decided: z.array(
      z.strictObject({
        kind: decidedKind,
        atMs: z.number(),
        fromMs: z.number(),
        confidence: z.number(),
        key: z.string().optional(),
        country: z.array(z.string()).readonly().optional(),
      }),
    ),
    dropped: z.int().optional(),
    keyword: z.strictObject({ ...heardKeyword, rule: z.enum(keywordRules) }).optional(),
    doubted: z.array(z.strictObject(heardKeyword)).optional(),
    answeredAtMs: z.number().optional(),
    levels: z.strictObject({ meanDbm0: z.number(), peakDbm0: z.number() }),
    audioMs: z.number(),
    lagMs: z.number().optional(),
  })
  .describe('what the verdict rests on (extension)');

const resultFields = {
  result: z.string(),
  keyword: z.string(),
  resultId: z.int(),
  resultName: z.string(),
  confidence: z.number().min(0).max(1),
};

export const RingClipReply = z.strictObject({
  traceToken: z.string(),
  result: z.strictObject({ ...resultFields, evidence: Evidence }),
  warning: z.array(Warning).optional(),
});

export const RingSentence = z.strictObject({
  startTime: z.number(),
  endTime: z.number(),
  isFinal: z.boolean(),
  ...resultFields,
  exceededAudio: z.boolean(),
  evidence: Evidence,
});

/** Everything that the service says on a ring connection. */
export const RingServerMessage = z.discriminatedUnion('respType', [
  startedMessage,
  z.strictObject({ respType: z.literal('RESULT'), traceToken: z.string(), sentence: RingSentence }),
  endMessage,
  ...errorMessages,
]);

export function wireResult(verdict: RingVerdict, evidence: RingEvidence): z.output<typeof RingClipReply>['result'] {
  const { result, keyword, resultId, resultName, confidence } = verdict;
  return { result, keyword, resultId, resultName, confidence, evidence };
}

export function wireSentence(verdict: RingVerdict, evidence: RingEvidence): z.output<typeof RingSentence> {
  const { startMs, endMs, isFinal, exceededAudio } = verdict;
  const { evidence: shown, ...result } = wireResult(verdict, evidence);
  return { startTime: startMs, endTime: endMs, isFinal, ...result, exceededAudio, evidence: shown };
}
