// Messages that the speech interfaces share (specification 2, 4.1 to 4.3): recognition and ring screening use them.
import { z } from 'zod';
import { base64Pattern, DecodedBase64, decodeBase64 } from '../base64.js';
import { audioChannels, oneShotFormats, streamFormats } from '../engine/audio.js';
import { ServiceError } from '../errors.js';
import { limits } from '../limits.js';

export const extraInfo = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= limits.extraInfoBytes, `must be at most ${limits.extraInfoBytes} bytes`)
  .default('')
  .describe(`Anything that the caller wants in the log beside this call; at most ${limits.extraInfoBytes} bytes.`);
/** Extension: the specification knows mono audio only. */
export const audioChannel = z
  .enum(audioChannels)
  .describe('The channel of a stereo WAV file that is heard (extension).');
export const recordId = z
  .string()
  .default('')
  .describe('A name for the call in the log; what is beyond 64 bytes is cut off.');

/** Binary messages from a client whose audio is heard. */
export const streamedAudio = {
  from: 'client',
  name: 'StreamedAudio',
  meaning: `A slice of audio of ${limits.stream.minSliceMs} to ${limits.stream.maxSliceMs} ms, in the format that START named.`,
} as const;

/** A record id of specification 2, 2.3: letters, digits and underscores; the part beyond 64 bytes is cut off. */
export function recordName(id: string): string {
  return id.replace(/[^A-Za-z0-9_]/gu, '_').slice(0, limits.recordIdBytes);
}

const warningMeanings = {
  100: 'the audio has another sample rate than the property and is resampled',
  101: 'vocabId: a hotword list cannot be used',
  102: 'vocab: the hotword list cannot be used, or a line of it will not work as it may be meant',
  103: 'senswordId: a sensitive-word list cannot be used',
  104: 'sensword: the sensitive-word list cannot be used',
  105: 'profile: there is no such profile, and the defaults are used',
  106: 'olmId: the small-corpus model cannot be used',
  107: 'sa.checkEmotion: has no effect on a whole recording, where no earlier sentences are there to compare with',
} as const;
type WarningCode = keyof typeof warningMeanings;

/** The warnings of an interface, with the codes that the interface can send. */
export const warningOf = <Code extends number>(id: string, meanings: Readonly<Record<Code, string>>) => {
  const codes = Object.keys(meanings).map(Number) as [Code, ...Code[]];
  const shown = codes.map((code) => `${code}: ${meanings[code]}`).join('; ');
  return z
    .strictObject({
      code: z.literal(codes).describe(`${shown}.`),
      message: z.string().describe('What the warning is about, in plain words.'),
    })
    .meta({ id, description: 'Something that did not stop the request, but that its sender should know of.' });
};

export const AsrWarning = warningOf<WarningCode>('AsrWarning', warningMeanings);
export const RingWarning = warningOf('RingWarning', { 100: warningMeanings[100] });
export type Warning = z.output<typeof AsrWarning>;

/** Warning 100 of 2.2. It is no error: the audio is resampled. */
export function rateWarning(audioHz: number, propertyHz: number): z.output<typeof RingWarning>[] | undefined {
  if (audioHz === propertyHz) return undefined;
  return [{ code: 100, message: `audio at ${audioHz} Hz is resampled to the property's ${propertyHz} Hz` }];
}

export const userId = z.string().default('');

/** The END command. Clients add various other fields to it, which are ignored. */
export const StreamEnd = z
  .object({
    command: z.literal('END').describe('The name of this command.'),
    cancel: z.boolean().default(false).describe('true: nothing more is wanted, not even the last result.'),
  })
  .meta({
    id: 'StreamEnd',
    description: 'Ends a session: no more audio follows.',
    examples: [{ command: 'END' }, { command: 'END', cancel: true }],
  });

/** The trace token in every example. */
export const exampleToken = '7eeec08a-e21b-4d14-85dd-924ae4db8553';
export const traceToken = z
  .string()
  .describe('The token by which the log of the gateway names this session or request.');
const kind = 'The kind of this message.';
const errorFields = {
  traceToken: traceToken.optional(),
  errCode: z.int().describe('The number of the error; docs/errors.md lists them.'),
  errMessage: z.string().describe('What was wrong, where, and what would be right.'),
};

export const respType = <Name extends string>(name: Name) => z.literal(name).describe(kind);
export const warnings = <S extends z.ZodType>(warning: S) =>
  z.array(warning).optional().describe('Present when there is something to warn of.');

export const startedMessage = <S extends z.ZodType>(id: string, warning: S) =>
  z.strictObject({ respType: respType('START'), traceToken, warning: warnings(warning) }).meta({
    id,
    description: 'The session is open.',
    examples: [{ respType: 'START', traceToken: exampleToken }],
  });
export const endMessage = z
  .strictObject({
    respType: respType('END'),
    traceToken,
    reason: z.enum(['NORMAL', 'CANCEL', 'ERROR']).describe('Why the session is over.'),
  })
  .meta({
    id: 'EndMessage',
    description: 'The session is over; the connection can open another one.',
    examples: [{ respType: 'END', traceToken: exampleToken, reason: 'NORMAL' }],
  });
export const errorMessages = [
  z.strictObject({ respType: respType('ERROR'), ...errorFields }).meta({
    id: 'ErrorMessage',
    description: 'A refusal. The connection stays open.',
    examples: [{ respType: 'ERROR', errCode: 40002, errMessage: 'config.audioMax: must be in [10-300] (seconds)' }],
  }),
  z.strictObject({ respType: respType('FATAL_ERROR'), ...errorFields }).meta({
    id: 'FatalErrorMessage',
    description: 'A refusal after which the gateway closes the connection.',
    examples: [{ respType: 'FATAL_ERROR', errCode: 40800, errMessage: 'the request did not arrive in time' }],
  }),
] as const;

const inAnyCase = 'Upper and lower case are the same.';
/** The name of a format as documents show it; parseOneShotFormat and parseStreamFormat parse it. */
export const oneShotFormat = z.string().meta({
  enum: [...oneShotFormats],
  description: `The format of the recording: raw samples by coding and rate, wav or ogg with their header, or auto, which tells wav from ogg. ${inAnyCase}`,
});
export const streamFormat = z.string().meta({
  enum: [...streamFormats],
  description: `The format of the audio messages: raw samples by coding and rate, or packets of svc_speex or svc_opus, which need encParams. ${inAnyCase}`,
});
export const encParams = z
  .string()
  .describe(
    'The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1.',
  );
/** `audio` of a JSON body. */
export const base64Audio = z
  .custom<string | DecodedBase64>((given) => typeof given === 'string' || given instanceof DecodedBase64, {
    error: ({ input }) => (input === undefined ? 'required (string)' : 'must be a string'),
  })
  .meta({
    type: 'string',
    pattern: base64Pattern,
    maxLength: limits.http.audioBytes,
    description: 'The recording in BASE64.',
  });

/** Releases a recording that was heard and that nobody reads any more. */
export function releaseAudio(audio: string | DecodedBase64): void {
  if (audio instanceof DecodedBase64) audio.release();
}

/** The bytes of `audio` of a JSON body: at most 4M of BASE64. */
export function audioOf(base64: string | DecodedBase64): Buffer {
  const characters = typeof base64 === 'string' ? base64.length : base64.characters;
  if (characters > limits.http.audioBytes) {
    throw new ServiceError(
      'BODY_TOO_LARGE',
      `audio: ${characters} BASE64 characters, must be at most ${limits.http.audioBytes}`,
    );
  }
  return typeof base64 === 'string' ? decodeBase64(base64, 'audio') : base64.bytes;
}
