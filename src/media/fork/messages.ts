// The messages of a fork, for the documents.
import { z } from 'zod';
import { AsrSentence } from '../../protocol/wire/asr-messages.js';
import { callUuid, finishCause, ScreeningData } from '../screening-data.js';

const name = z.string().optional();
const uuid = '7b8c1e1a-6d4c-4c6f-9a0e-2f6b5b1d0c11';
const spoken = { text: '你好，请讲。', confidence: 0.93, startMs: 1_240, endMs: 2_680 };

const ForkedCall = z
  .looseObject({
    uuid: name.describe('The name of the call; or under one of the next names.'),
    callSid: name.describe('The same name in the field that jambonz uses.'),
    call_sid: name.describe('The same.'),
    callId: name.describe('The same.'),
    channel_id: name.describe('The same name in the field that Asterisk uses.'),
    connection_id: name.describe('The same, where there is no other.'),
    sampleRate: z.literal([8_000, 16_000]).optional().describe('The sample rate of the audio in Hz.'),
    mixType: z.enum(['mono', 'mixed', 'stereo']).optional().describe('stereo: two channels; otherwise one.'),
  })
  .meta({
    id: 'ForkedCall',
    description:
      'Describes the call, once, before or up to 2 s after the first audio; may be missing. All other members go to the log. MEDIA_START of Asterisk, as text or JSON, does the same; so does any other text, which goes to the log as it is.',
    examples: [{ callSid: uuid, sampleRate: 8000, mixType: 'mono', to: '+8613800000000' }],
  });

const ForkEvent = z
  .looseObject({
    event: z
      .enum(['answered', 'stop', 'DTMF_END'])
      .describe('The call was answered; no more is wanted; or a key was pressed, which changes nothing.'),
  })
  .meta({ id: 'ForkEvent', description: 'Something happened to the call.', examples: [{ event: 'answered' }] });

export const fromSwitch = [ForkedCall, ForkEvent];

const errorFrame = z
  .strictObject({
    type: z.literal('error').describe('The kind of this message.'),
    data: z
      .strictObject({
        event: z.literal('error').describe('The name of this event.'),
        uuid: callUuid,
        code: z.int().describe('The number of the error; docs/errors.md lists them.'),
        message: z.string().describe('The error: what was wrong, and what would be right.'),
      })
      .describe('The number and the message of the error.'),
  })
  .meta({
    id: 'ForkError',
    description: 'A refusal. The connection ends with it.',
    examples: [
      {
        type: 'error',
        data: { event: 'error', uuid, code: 40_002, message: 'sampleRate: must be 8000 or 16000 (Hz)' },
      },
    ],
  });

const jsonType = z.literal('json').describe('The kind of this message.');

const busy = {
  ...{ event: 'screening', uuid, final: true },
  ...{ resultId: 10, resultName: 'busy', kind: 'busy', keyword: '#BUSY#', text: '', confidence: 0.97 },
  ...{ startMs: 0, atMs: 1_110, lagMs: 0, finishCause: 'match', sipStatus: 486, q850: 17 },
};

/** Everything that the service says on a fork of ring screening. */
export const ScreeningFrame = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: jsonType, data: ScreeningData })
      .meta({ id: 'ForkScreening', description: 'A verdict.', examples: [{ type: 'json', data: busy }] }),
    errorFrame,
  ])
  .meta({ id: 'ForkScreeningMessage', description: 'Whatever the gateway says on a fork of ring screening.' });

const sentence = AsrSentence.shape;

const RecognitionData = z
  .strictObject({
    event: z.literal('recognition').describe('The name of this event.'),
    uuid: callUuid,
    final: sentence.isFinal,
    text: z.string().describe('The recognised text.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('The confidence of the recogniser, from 0 to 1; 0 in interim results.'),
    startMs: sentence.startTime,
    endMs: sentence.endTime,
  })
  .meta({ id: 'RecognitionData', description: 'A sentence, interim or final.' });

const EndedData = z
  .strictObject({ event: z.literal('ended').describe('The name of this event.'), uuid: callUuid, finishCause })
  .meta({ id: 'RecognitionEnded', description: 'The recognition is over.' });

export type RecognitionData = z.output<typeof RecognitionData> | z.output<typeof EndedData>;

/** Everything that the service says on a fork of recognition. */
export const RecognitionFrame = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: jsonType,
        data: z.discriminatedUnion('event', [RecognitionData, EndedData]).describe('A sentence, or the end.'),
      })
      .meta({
        id: 'ForkRecognition',
        description: 'A sentence, or the end of the recognition.',
        examples: [
          { type: 'json', data: { event: 'recognition', uuid, final: true, ...spoken } },
          { type: 'json', data: { event: 'ended', uuid, finishCause: 'end' } },
        ],
      }),
    errorFrame,
  ])
  .meta({ id: 'ForkRecognitionMessage', description: 'Whatever the gateway says on a fork of recognition.' });
