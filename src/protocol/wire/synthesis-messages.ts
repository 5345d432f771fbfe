// The messages and the body of synthesis (specification 2, 4.5) as schemas, both directions.
import { z } from 'zod';
import { limits } from '../limits.js';
import { endMessage, errorMessages, extraInfo, startedMessage } from './speech-messages.js';
import { integerWithin, SynthesisConfig } from './synthesis-config.js';

const { timeSliceMs, shortTextCharacters, textBytes, textCharacters } = limits.synthesis;

const text = z
  .string()
  .min(1, 'must not be empty')
  .refine((value) => !/\p{Surrogate}/u.test(value), 'is not UTF-8: it holds one half of a pair of surrogates')
  .describe('what is spoken; with useS3ML markup of at most 1,024 bytes');

const config = SynthesisConfig.prefault({});

const longText = text.superRefine((value, context) => {
  const bytes = Buffer.byteLength(value);
  if (bytes <= textBytes) return;
  const message = `has ${bytes} bytes of UTF-8, must have at most ${textBytes}; ${textCharacters} characters always fit`;
  context.addIssue({ code: 'custom', message });
});

export const SynthesisStart = z.strictObject({ command: z.literal('START'), config, text: longText, extraInfo });

export const SynthesisGetAudio = z.strictObject({
  command: z.literal('GET_AUDIO'),
  config: z.strictObject({ timeSlice: integerWithin(timeSliceMs, 'ms of audio of one slice', 'ms') }),
});

export const SynthesisCancel = z.strictObject({ command: z.literal('CANCEL') });

/** Everything that the service says on a synthesis connection, besides binary messages with audio. */
export const SynthesisServerMessage = z.discriminatedUnion('respType', [startedMessage, endMessage, ...errorMessages]);

/** Extension: specification 2, section 8 names the limit of an HTTP interface that it does not show. */
export const ShortTextBody = z.strictObject({ text, config, extraInfo }).superRefine((body, context) => {
  if (body.config.useS3ML) return; // has a limit of its own, in bytes
  const characters = Array.from(body.text).length;
  if (characters <= shortTextCharacters) return;
  const message = `has ${characters} characters, must have at most ${shortTextCharacters}; the WebSocket takes longer texts`;
  context.addIssue({ code: 'custom', path: ['text'], message });
});
