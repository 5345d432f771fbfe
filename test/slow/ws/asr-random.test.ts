// 600 clients of recognition, in all three modes, that do anything at all.
import fc from 'fast-check';
import { expect } from 'vitest';
import { AsrServerMessage } from '../../../src/protocol/wire/asr-messages.js';
import { type AsrClient, finalsOf, streamModes } from '../../helpers/gateway/asr-client.js';
import { type Action, randomAction } from '../../helpers/gateway/random-client.js';
import { slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';
import { randomSuite } from '../../helpers/streams/random-suite.js';
import { recognitionStream } from '../../helpers/streams/recognition-stream.js';

const clients = 600;
const sentence = slicesOf(spoken('2一二三8四'), 200);
const raw = { audioFormat: 'pcm_s16le_8k' };
const action: fc.Arbitrary<Action> = randomAction(
  [
    raw,
    { ...raw, interimResults: true, addPunc: true, digitNorm: true, textSmooth: true, wordType: 'WORD', wordTpp: true },
    { ...raw, nbest: 10, outputPinyin: true, vocab: '一二三 5\n壹 (一)', sensword: '三', wordFilter: true },
    {
      ...raw,
      vadHead: 100,
      vadTail: 50,
      vadEnd: 200,
      sa: { outputSpeed: true, checkGender: true, outputVolume: true },
    },
    { audioFormat: 'ALAW_16k', startOffset: 5_000, makeParagraph: true },
    { audioFormat: 'svc_speex', encParams: 'ar:8000;ac:1' },
    { audioFormat: 'svc_opus', encParams: 'ar:8000', tppContextRange: 0 },
  ],
  sentence,
);

type Stream = ReturnType<typeof recognitionStream>;
const [short, utterance, continuing] = streamModes.map(recognitionStream) as [Stream, Stream, Stream];

/** Two sentences, with their end. */
const serve = async (client: AsrClient) => {
  client.start();
  client.audio(...sentence);
  client.end();
  const session = await client.session();
  expect(finalsOf(session).map(({ result }) => result.text)).toEqual(['一二三', '四']);
  return session;
};

randomSuite([{ ...continuing, serve }, short, utterance], {
  clients,
  atOnce: 20,
  seed: 20_261_121,
  behaviour: fc.array(action, { minLength: 1, maxLength: 20 }),
  parse: (message) => AsrServerMessage.parse(message),
  heard: { moreThan: clients },
});
