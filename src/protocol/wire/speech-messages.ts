// Messages that all speech interfaces share (specification 2, 4.1 to 4.3): recognition and ring screening use them.
import { z } from 'zod';
import { audioChannels } from '../engine/audio.js';
import { limits } from '../limits.js';
import { decodeBase64 } from './base64.js';
import { ServiceError } from './errors.js';

export const extraInfo = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= limits.extraInfoBytes, `must be at most ${limits.extraInfoBytes} bytes`)
  .default('')
  .describe('recorded only');
/** Ours: the specification knows mono only. */
export const audioChannel = z.enum(audioChannels).describe('channel of a stereo WAV file (extension)');
export const recordId = z.string().default('').describe('part of record names; beyond 64 bytes it is cut off');

/** Specification 2, 2.3: letters, digits and underscore; at most 64 bytes, longer is cut off. */
export function recordName(id: string): string {
  return id.replace(/[^A-Za-z0-9_]/gu, '_').slice(0, limits.recordIdBytes);
}

export const Warning = z.strictObject({ code: z.int(), message: z.string() });
export type Warning = z.output<typeof Warning>;

/** Warning 100 of 2.2: not an error, the audio is resampled. */
export function rateWarning(audioHz: number, propertyHz: number): Warning[] | undefined {
  if (audioHz === propertyHz) return undefined;
  return [{ code: 100, message: `audio at ${audioHz} Hz is resampled to the property's ${propertyHz} Hz` }];
}

export const userId = z.string().default('');

/** Clients differ in what else they write into it; nothing of that is asked for. */
export const StreamEnd = z.object({ command: z.literal('END'), cancel: z.boolean().default(false) });

const traceToken = z.string();
const errorFields = { traceToken: traceToken.optional(), errCode: z.int(), errMessage: z.string() };

export const startedMessage = z.strictObject({
  respType: z.literal('START'),
  traceToken,
  warning: z.array(Warning).optional(),
});
export const endMessage = z.strictObject({
  respType: z.literal('END'),
  traceToken,
  reason: z.enum(['NORMAL', 'CANCEL', 'ERROR']),
});
export const errorMessages = [
  z.strictObject({ respType: z.literal('ERROR'), ...errorFields }),
  z.strictObject({ respType: z.literal('FATAL_ERROR'), ...errorFields }),
] as const;

/** `audio` of a JSON body: at most 4M of BASE64. */
export function audioOf(base64: string): Buffer {
  if (base64.length > limits.http.audioBytes) {
    throw new ServiceError(
      'BODY_TOO_LARGE',
      `audio: ${base64.length} BASE64 characters, must be at most ${limits.http.audioBytes}`,
    );
  }
  return decodeBase64(base64, 'audio');
}
