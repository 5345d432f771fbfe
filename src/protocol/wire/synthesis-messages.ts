// Schemas for the messages and the body of synthesis (specification 2, 4.5) in both directions.
import { z } from 'zod';
import { limits } from '../limits.js';
import { endMessage, errorMessages, extraInfo, startedMessage, warningOf } from './speech-messages.js';
import { integerWithin, SynthesisConfig } from './synthesis-config.js';

const { timeSliceMs, shortTextCharacters, textBytes, textCharacters } = limits.synthesis;

const text = z
  .string()
  .min(1, 'must not be empty')
  .refine((value) => !/\p{Surrogate}/u.test(value), 'is not UTF-8: it holds one half of a pair of surrogates')
  .describe('The text to speak; with useS3ML, markup of at most 1,024 bytes.');

const config = SynthesisConfig.prefault({});

const longText = text.superRefine((value, context) => {
  const bytes = Buffer.byteLength(value);
  if (bytes <= textBytes) return;
  const message = `has ${bytes} bytes of UTF-8, must have at most ${textBytes}; ${textCharacters} characters always fit`;
  context.addIssue({ code: 'custom', message });
});

const command = <Name extends string>(name: Name) => z.literal(name).describe('The name of this command.');

export const SynthesisStart = z.strictObject({ command: command('START'), config, text: longText, extraInfo }).meta({
  id: 'SynthesisStart',
  description: 'Opens a synthesis session.',
  examples: [{ command: 'START', text: '您好，请稍候。', config: { format: 'alaw', speed: 50 } }],
});

const sliceConfig = z
  .strictObject({ timeSlice: integerWithin(timeSliceMs, 'The length of the slice, in ms.', 'ms') })
  .describe('The parameters of the slice.');

export const SynthesisGetAudio = z.strictObject({ command: command('GET_AUDIO'), config: sliceConfig }).meta({
  id: 'SynthesisGetAudio',
  description: 'Requests the next slice of audio.',
  examples: [{ command: 'GET_AUDIO', config: { timeSlice: 1_000 } }],
});

export const SynthesisCancel = z.strictObject({ command: command('CANCEL') }).meta({
  id: 'SynthesisCancel',
  description: 'Ends the session: no more audio is wanted.',
  examples: [{ command: 'CANCEL' }],
});

const SynthesisWarning = warningOf('SynthesisWarning', {
  100: 'a tag of the markup, or a value in it, is not supported',
  101: 'a voice that the markup names does not exist',
});

/** All text messages of the service on a synthesis connection; audio comes in binary messages. */
export const SynthesisServerMessage = z
  .discriminatedUnion('respType', [startedMessage('SynthesisStarted', SynthesisWarning), endMessage, ...errorMessages])
  .meta({
    id: 'SynthesisServerMessage',
    description: 'Any text message of the gateway on a synthesis connection.',
  });

/** *Extension:* specification 2, section 8 gives the limit of an HTTP interface that it does not describe. */
export const ShortTextBody = z
  .strictObject({ text, config, extraInfo })
  .superRefine((body, context) => {
    if (body.config.useS3ML) return; // markup has a limit of its own, in bytes
    const characters = Array.from(body.text).length;
    if (characters <= shortTextCharacters) return;
    const message = `has ${characters} characters, must have at most ${shortTextCharacters}; the WebSocket takes longer texts`;
    context.addIssue({ code: 'custom', path: ['text'], message });
  })
  .meta({ id: 'ShortTextBody', description: 'A request to speak a short text.' });
