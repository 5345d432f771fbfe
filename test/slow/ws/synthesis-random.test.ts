// 1,000 clients of synthesis that start, ask, cancel, stop reading, send rubbish and break off at random; memory stays
// bounded.
import fc from 'fast-check';
import { SynthesisServerMessage } from '../../../src/protocol/wire/synthesis-messages.js';
import type { Action } from '../../helpers/gateway/random-client.js';
import { randomSuite } from '../../helpers/streams/random-suite.js';
import { synthesisStream } from '../../helpers/streams/synthesis-stream.js';

const clients = 1_000;
const json = (message: object): Action => ({ does: 'text', text: JSON.stringify(message) });
const starts = [
  { text: '好' },
  { text: '您好，请问有什么可以帮您？', config: { format: 'alaw', sampleRate: 8_000 } },
  {
    text: 'Hello 您的验证码是 8812。🙂',
    config: { digitMode: 2, puncMode: true, pitch: 200, speed: 400, soundEffect: 2 },
  },
  { text: '<speak>好<break time="1s"/><foo>的</foo></speak>', config: { useS3ML: true, format: 'ulaw' } },
  { text: '一二三四五', config: { format: 'svc_speex', sampleRate: 32_000 } },
  { text: '一二三四五', config: { format: 'svc_opus', sampleRate: 48_000, speed: -500 } },
  { text: '🙂' },
  { text: '<speak>', config: { useS3ML: true } },
];
const long = { text: '今天天气很好。'.repeat(200), config: { format: 'pcm', sampleRate: 48_000 } };
const start = fc
  .oneof({ weight: 20, arbitrary: fc.constantFrom(...starts) }, fc.constant(long))
  .map((message) => json({ command: 'START', ...message }));
const getAudio = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((timeSlice) => json({ command: 'GET_AUDIO', config: { timeSlice } }));
const pause = fc.integer({ min: 1, max: 12 }).map((ms): Action => ({ does: 'pause', ms }));
const anything: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: start },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => json({ command: 'START', text })),
  },
  { weight: 2, arbitrary: fc.object().map((config) => json({ command: 'START', text: '好', config })) },
  { weight: 6, arbitrary: getAudio(99, 10_001) },
  { weight: 4, arbitrary: fc.constant(json({ command: 'CANCEL' })) },
  {
    weight: 2,
    arbitrary: fc.jsonValue().map((value): Action => ({ does: 'text', text: JSON.stringify(value) ?? '0' })),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }).map((text): Action => ({ does: 'text', text })) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4_000 }).map((bytes): Action => ({ does: 'slice', bytes })) },
  { weight: 1, arbitrary: fc.constant<Action>({ does: 'ping' }) },
  { weight: 4, arbitrary: pause },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((ms): Action => ({ does: 'stall', ms })) },
  { weight: 1, arbitrary: fc.constantFrom('close', 'terminate', 'raw').map((how): Action => ({ does: 'close', how })) },
);
/** The commands that a client prefers. */
const sensible = fc
  .tuple(start, fc.array(fc.oneof(getAudio(100, 1_000), pause), { minLength: 2, maxLength: 6 }))
  .map(([first, then]): Action[] => [first, ...then, { does: 'hear' }]);
const behaviour = fc
  .array(fc.oneof(sensible, fc.array(anything, { minLength: 1, maxLength: 6 })), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat());

randomSuite([synthesisStream], {
  clients,
  atOnce: 60,
  seed: 20_261_121,
  behaviour,
  parse: (message) => SynthesisServerMessage.parse(message),
  heard: { word: 'AUDIO', moreThan: clients / 10 },
  growthBytes: 160 * 1024 * 1024,
});
