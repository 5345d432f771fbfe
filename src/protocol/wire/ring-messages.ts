// Schemas for the messages and bodies of ring screening (specification 2, 4.3) in both directions.
import { z } from 'zod';
import { decidedKinds, keywordRules, type RingEvidence, type RingVerdict } from '../engine/ring.js';
import { limits } from '../limits.js';
import {
  userId as anyUserId,
  audioChannel,
  base64Audio,
  encParams,
  endMessage,
  errorMessages,
  exampleToken,
  extraInfo,
  oneShotFormat,
  RingWarning,
  recordId,
  respType,
  startedMessage,
  streamFormat,
  traceToken,
  warnings,
} from './speech-messages.js';

const { audioMaxS } = limits.ring;
const userId = anyUserId.describe('This field is ignored, because screening uses no lists of users.');
const audioMaxRange = `must be in [${audioMaxS.min}-${audioMaxS.max}] (seconds)`;
const command = <Name extends string>(name: Name) => z.literal(name).describe('The name of this command.');

const RingStreamConfig = z
  .strictObject({
    audioFormat: streamFormat,
    encParams: encParams.default(''),
    audioMax: z
      .number()
      .min(audioMaxS.min, audioMaxRange)
      .max(audioMaxS.max, audioMaxRange)
      .default(audioMaxS.default)
      .describe('The amount of audio, in seconds, after which screening stops even without a match.'),
  })
  .meta({ id: 'RingStreamConfig', description: 'The parameters for screening a call while it rings.' });

export const RingStart = z
  .strictObject({ command: command('START'), extraInfo, recordId, userId, config: RingStreamConfig })
  .meta({
    id: 'RingStart',
    description: 'Opens a ring screening session.',
    examples: [{ command: 'START', recordId: 'call_1', config: { audioFormat: 'alaw_8k', audioMax: 60 } }],
  });

/** Extension: later speech is not a prompt. */
export const RingAnswered = z.object({ command: command('ANSWERED') }).meta({
  id: 'RingAnswered',
  description: 'Reports that the call was answered: later speech is not a prompt (extension).',
  examples: [{ command: 'ANSWERED' }],
});

const answeredRange = 'must be a whole number of milliseconds, 0 or more';
const answeredAtMs = z
  .int(answeredRange)
  .min(0, answeredRange)
  .describe('The time of the answer in the recording, in ms: later speech is not a prompt (extension).');

const RingOneShotConfig = z
  .strictObject({
    audioFormat: oneShotFormat.default('auto'),
    audioChannel: audioChannel.optional(),
    answeredAtMs: answeredAtMs.optional(),
  })
  .meta({ id: 'RingClipConfig', description: 'The parameters for screening a recording of early media.' });

export const RingClipBody = z
  .strictObject({ config: RingOneShotConfig, audio: base64Audio, extraInfo, recordId, userId })
  .meta({ id: 'RingClipBody', description: 'A request to screen a recording of early media.' });

/** The keys of X-Svc-Config in binary mode. */
export const RingClipConfig = z.strictObject({
  extraInfo,
  recordId,
  userId,
  audioFormat: z.string().default('auto'),
  audioChannel: audioChannel.optional(),
  answeredAtMs: z
    .string()
    .regex(/^[0-9]{1,9}$/, answeredRange)
    .transform(Number)
    .pipe(answeredAtMs)
    .optional(),
});

const fromMs = z.number().describe('The start time in the audio, in ms.');
const atMs = z.number().describe('The time of the decision in the audio, in ms.');
const sureness = z.number().describe('The confidence, from 0 to 1.');
const confidence = sureness.min(0).max(1).describe('The confidence, from 0 to 1.');

const Burst = z
  .strictObject({
    kind: z.enum(['tone', 'sound']).describe('The kind of sound: a tone, or any other sound.'),
    fromMs,
    toMs: z.number().describe('The end time in the audio, in ms.'),
    frequencyHz: z.number().describe('The frequency in Hz.'),
    levelDbm0: z.number().describe('The level in dBm0.'),
  })
  .meta({ id: 'RingBurst', description: 'A stretch of sound.' });

const Decision = z
  .strictObject({
    kind: z.enum(decidedKinds).describe('The kind of signal.'),
    atMs,
    fromMs,
    confidence: sureness,
    key: z.string().optional().describe('The key, for kind dtmf.'),
    country: z.array(z.string()).readonly().optional().describe('The countries whose networks have this tone.'),
  })
  .meta({ id: 'RingDecision', description: 'A signal that was recognised.' });

const heardKeyword = {
  word: z.string().describe('The keyword as the keyword table contains it.'),
  fromMs,
  atMs,
  confidence,
};
const TrustedKeyword = z
  .strictObject({ ...heardKeyword, rule: z.enum(keywordRules).describe('The rule by which the keyword was trusted.') })
  .meta({ id: 'RingTrustedKeyword', description: 'The keyword on which the verdict is based.' });
const DoubtedKeyword = z
  .strictObject(heardKeyword)
  .meta({ id: 'RingDoubtedKeyword', description: 'A keyword in the text that was not trusted.' });
const Levels = z
  .strictObject({
    meanDbm0: z.number().describe('The mean level in dBm0; -96 is digital silence.'),
    peakDbm0: z.number().describe('The peak level in dBm0.'),
  })
  .meta({ id: 'RingLevels', description: 'The levels of the audio.' });

export const Evidence = z
  .strictObject({
    tones: z.array(Burst).describe('The newest tones and other sounds, in order of time.'),
    decided: z.array(Decision).describe('The first signals that were recognised.'),
    dropped: z.int().optional().describe('The number of entries that the limits of the two lists left out.'),
    keyword: TrustedKeyword.optional(),
    doubted: z.array(DoubtedKeyword).optional().describe('Keywords that were not trusted.'),
    answeredAtMs: z.number().optional().describe('The time of the answer in the audio, in ms.'),
    levels: Levels,
    audioMs: z.number().describe('The amount of audio that was processed, in ms.'),
    lagMs: z.number().optional().describe('The lag of recognition behind the audio at that moment, in ms.'),
  })
  .meta({ id: 'RingEvidence', description: 'The evidence for the verdict (extension).' });

const resultFields = {
  result: z.string().describe('The recognised text of the prompt.'),
  keyword: z
    .string()
    .describe('The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty.'),
  resultId: z.int().describe('The number of the verdict in the ring screening tables; 0: other situations.'),
  resultName: z.string().describe('The name of the verdict.'),
  confidence,
};

const RingResult = z
  .strictObject({ ...resultFields, evidence: Evidence })
  .meta({ id: 'RingResult', description: 'The verdict on a recording.' });

export const RingClipReply = z
  .strictObject({ traceToken, result: RingResult, warning: warnings(RingWarning) })
  .meta({ id: 'RingClipReply', description: 'The verdict on a recording, with any warnings.' });

const RingSentence = z
  .strictObject({
    startTime: z.number().describe('The start time of the evidence in the audio, in ms.'),
    endTime: z.number().describe('The end time of the evidence in the audio, in ms.'),
    isFinal: z.boolean().describe('true: the session ends with this verdict.'),
    ...resultFields,
    exceededAudio: z.boolean().describe('true: audioMax was reached without a match.'),
    evidence: Evidence,
  })
  .meta({ id: 'RingSentence', description: 'A verdict on a call.' });

/** An example with a busy tone. */
const busy = {
  respType: 'RESULT',
  traceToken: exampleToken,
  sentence: {
    ...{ startTime: 0, endTime: 2_160, isFinal: true, result: '', keyword: '#BUSY#' },
    ...{ resultId: 10, resultName: 'called party busy', confidence: 0.97, exceededAudio: false },
    evidence: {
      tones: [{ kind: 'tone', fromMs: 0, toMs: 350, frequencyHz: 450, levelDbm0: -13.1 }],
      decided: [{ kind: 'busy', atMs: 2_160, fromMs: 0, confidence: 0.97, country: ['CN'] }],
      levels: { meanDbm0: -16.1, peakDbm0: -10 },
      audioMs: 2_160,
    },
  },
};

/** All messages of the service on a ring screening connection. */
export const RingServerMessage = z
  .discriminatedUnion('respType', [
    startedMessage('RingStarted', RingWarning),
    z
      .strictObject({ respType: respType('RESULT'), traceToken, sentence: RingSentence })
      .meta({ id: 'RingResultMessage', description: 'A verdict on the call.', examples: [busy] }),
    endMessage,
    ...errorMessages,
  ])
  .meta({ id: 'RingServerMessage', description: 'Any message of the gateway on a ring screening connection.' });

/** The result object of specification 2, section 2.5, with its evidence. */
export function wireResult(verdict: RingVerdict, evidence: RingEvidence): z.output<typeof RingClipReply>['result'] {
  const { result, keyword, resultId, resultName, confidence } = verdict;
  return { result, keyword, resultId, resultName, confidence, evidence };
}

/** A verdict of a stream with its times in ms of the audio. */
export function wireSentence(verdict: RingVerdict, evidence: RingEvidence): z.output<typeof RingSentence> {
  const { startMs, endMs, isFinal, exceededAudio } = verdict;
  const { evidence: shown, ...result } = wireResult(verdict, evidence);
  return { startTime: startMs, endTime: endMs, isFinal, ...result, exceededAudio, evidence: shown };
}
