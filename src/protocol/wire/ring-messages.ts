// The messages and bodies of ring screening (specification 2, 4.3) as schemas, in both directions.
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
const userId = anyUserId.describe('Ignored: no list of a user takes part in screening.');
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
      .describe('Seconds of audio after which screening stops even without a match.'),
  })
  .meta({ id: 'RingStreamConfig', description: 'How a call is screened while it rings.' });

export const RingStart = z
  .strictObject({ command: command('START'), extraInfo, recordId, userId, config: RingStreamConfig })
  .meta({
    id: 'RingStart',
    description: 'Opens a session of ring screening.',
    examples: [{ command: 'START', recordId: 'call_1', config: { audioFormat: 'alaw_8k', audioMax: 60 } }],
  });

/** Extension: speech from here on is no prompt. */
export const RingAnswered = z.object({ command: command('ANSWERED') }).meta({
  id: 'RingAnswered',
  description: 'The call was answered: no speech from here on is a prompt (extension).',
  examples: [{ command: 'ANSWERED' }],
});

const answeredRange = 'must be a whole number of milliseconds, 0 or more';
const answeredAtMs = z
  .int(answeredRange)
  .min(0, answeredRange)
  .describe('When the call was answered, in ms of the recording: no later speech is a prompt (extension).');

const RingOneShotConfig = z
  .strictObject({
    audioFormat: oneShotFormat.default('auto'),
    audioChannel: audioChannel.optional(),
    answeredAtMs: answeredAtMs.optional(),
  })
  .meta({ id: 'RingClipConfig', description: 'How a recording of early media is screened.' });

export const RingClipBody = z
  .strictObject({ config: RingOneShotConfig, audio: base64Audio, extraInfo, recordId, userId })
  .meta({ id: 'RingClipBody', description: 'A recording of early media to be screened.' });

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

const fromMs = z.number().describe('The start, in ms of the audio.');
const atMs = z.number().describe('When it was certain, in ms of the audio.');
const sureness = z.number().describe('How sure it is, from 0 to 1.');
const confidence = sureness.min(0).max(1).describe('How sure it is, from 0 to 1.');

const Burst = z
  .strictObject({
    kind: z.enum(['tone', 'sound']).describe('A tone, or another sound.'),
    fromMs,
    toMs: z.number().describe('The end, in ms of the audio.'),
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
    key: z.string().optional().describe('The key of a dtmf.'),
    country: z.array(z.string()).readonly().optional().describe('The countries whose networks have this tone.'),
  })
  .meta({ id: 'RingDecision', description: 'A signal that was recognised.' });

const heardKeyword = { word: z.string().describe('The keyword, as its table has it.'), fromMs, atMs, confidence };
const TrustedKeyword = z
  .strictObject({ ...heardKeyword, rule: z.enum(keywordRules).describe('Why it was believed.') })
  .meta({ id: 'RingTrustedKeyword', description: 'The keyword that the verdict rests on.' });
const DoubtedKeyword = z
  .strictObject(heardKeyword)
  .meta({ id: 'RingDoubtedKeyword', description: 'A keyword that stood in the text and was not believed.' });
const Levels = z
  .strictObject({
    meanDbm0: z.number().describe('The mean level in dBm0; -96 is digital silence.'),
    peakDbm0: z.number().describe('The peak level in dBm0.'),
  })
  .meta({ id: 'RingLevels', description: 'How loud the audio is.' });

export const Evidence = z
  .strictObject({
    tones: z.array(Burst).describe('The newest tones and sounds, the oldest of them first.'),
    decided: z.array(Decision).describe('The first signals that were recognised.'),
    dropped: z.int().optional().describe('How many entries the bounds of the two lists left out.'),
    keyword: TrustedKeyword.optional(),
    doubted: z.array(DoubtedKeyword).optional().describe('Keywords that were not believed.'),
    answeredAtMs: z.number().optional().describe('When the call was answered, in ms of the audio.'),
    levels: Levels,
    audioMs: z.number().describe('How much audio was heard, in ms.'),
    lagMs: z.number().optional().describe('How far recognition was behind the audio at that moment, in ms.'),
  })
  .meta({ id: 'RingEvidence', description: 'What the verdict rests on (extension).' });

const resultFields = {
  result: z.string().describe('The text of the prompt as far as it was recognised.'),
  keyword: z.string().describe('The keyword or the marker, such as #BUSY#, that the verdict rests on; may be empty.'),
  resultId: z.int().describe('The number of the verdict in the tables of ring screening; 0: other situations.'),
  resultName: z.string().describe('The name of the verdict.'),
  confidence,
};

const RingResult = z
  .strictObject({ ...resultFields, evidence: Evidence })
  .meta({ id: 'RingResult', description: 'The verdict on a recording.' });

export const RingClipReply = z
  .strictObject({ traceToken, result: RingResult, warning: warnings(RingWarning) })
  .meta({ id: 'RingClipReply', description: 'The verdict on a recording, with warnings.' });

const RingSentence = z
  .strictObject({
    startTime: z.number().describe('The start of what the verdict rests on, in ms of the audio.'),
    endTime: z.number().describe('The end of what the verdict rests on, in ms of the audio.'),
    isFinal: z.boolean().describe('true: the session ends with this verdict.'),
    ...resultFields,
    exceededAudio: z.boolean().describe('true: audioMax was reached without a match.'),
    evidence: Evidence,
  })
  .meta({ id: 'RingSentence', description: 'A verdict on a call.' });

/** An example: a busy tone. */
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

/** Every message that the service sends on a ring connection. */
export const RingServerMessage = z
  .discriminatedUnion('respType', [
    startedMessage('RingStarted', RingWarning),
    z
      .strictObject({ respType: respType('RESULT'), traceToken, sentence: RingSentence })
      .meta({ id: 'RingResultMessage', description: 'A verdict.', examples: [busy] }),
    endMessage,
    ...errorMessages,
  ])
  .meta({ id: 'RingServerMessage', description: 'Whatever the gateway says on a connection of ring screening.' });

export function wireResult(verdict: RingVerdict, evidence: RingEvidence): z.output<typeof RingClipReply>['result'] {
  const { result, keyword, resultId, resultName, confidence } = verdict;
  return { result, keyword, resultId, resultName, confidence, evidence };
}

export function wireSentence(verdict: RingVerdict, evidence: RingEvidence): z.output<typeof RingSentence> {
  const { startMs, endMs, isFinal, exceededAudio } = verdict;
  const { evidence: shown, ...result } = wireResult(verdict, evidence);
  return { startTime: startMs, endTime: endMs, isFinal, ...result, exceededAudio, evidence: shown };
}
