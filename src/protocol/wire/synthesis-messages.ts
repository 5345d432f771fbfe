// The messages and the body of synthesis (specification 2, 4.5) as schemas, in both directions.
import { z } from 'zod';
import { limits } from '../limits.js';
import { endMessage, errorMessages, extraInfo, startedMessage, warningOf } from './speech-messages.js';
import { integerWithin, SynthesisConfig } from './synthesis-config.js';

const { timeSliceMs, shortTextCharacters, textBytes, textCharacters } = limits.synthesis;

const text = z
  .string()
  .min(1, 'must not be empty')
  .refine((value) => !/\p{Surrogate}/u.test(value), 'is not UTF-8: it holds one half of a pair of surrogates')
  .describe('What is spoken; with useS3ML, markup of at most 1,024 bytes.');

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
  description: 'Opens a session of synthesis.',
  examples: [{ command: 'START', text: '您好，请稍候。', config: { format: 'alaw', speed: 50 } }],
});

const sliceConfig = z
  .strictObject({ timeSlice: integerWithin(timeSliceMs, 'How much audio the slice holds, in ms.', 'ms') })
  .describe('What is wanted of the slice.');

export const SynthesisGetAudio = z.strictObject({ command: command('GET_AUDIO'), config: sliceConfig }).meta({
  id: 'SynthesisGetAudio',
  description: 'Asks for the next slice of audio.',
  examples: [{ command: 'GET_AUDIO', config: { timeSlice: 1_000 } }],
});

export const SynthesisCancel = z.strictObject({ command: command('CANCEL') }).meta({
  id: 'SynthesisCancel',
  description: 'Ends a session: no more audio is wanted.',
  examples: [{ command: 'CANCEL' }],
});

const SynthesisWarning = warningOf('SynthesisWarning', {
  100: 'a tag of the markup, or a value in it, is not supported',
  101: 'a voice that the markup names does not exist',
});

/** Every message that the service sends on a synthesis connection, apart from binary messages with audio. */
export const SynthesisServerMessage = z
  .discriminatedUnion('respType', [startedMessage('SynthesisStarted', SynthesisWarning), endMessage, ...errorMessages])
  .meta({
    id: 'SynthesisServerMessage',
    description: 'Whatever the gateway says in text on a connection of synthesis.',
  });

/** Extension: section 8 of specification 2 limits an HTTP interface that the specification does not describe. */
export const ShortTextBody = z
  .strictObject({ text, config, extraInfo })
  .superRefine((body, context) => {
    if (body.config.useS3ML) return; // markup has its own limit, in bytes
    const characters = Array.from(body.text).length;
    if (characters <= shortTextCharacters) return;
    const message = `has ${characters} characters, must have at most ${shortTextCharacters}; the WebSocket takes longer texts`;
    context.addIssue({ code: 'custom', path: ['text'], message });
  })
  .meta({ id: 'ShortTextBody', description: 'A short text to be spoken.' });
