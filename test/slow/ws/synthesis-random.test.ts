// Clients that start, ask, cancel, stop reading, send rubbish and break off at random: nothing crashes, every message
// keeps to its schema and order, no session is left in gateway or engine, memory stays bounded, and the next text is
// spoken.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SynthesisServerMessage } from '../../../src/protocol/wire/synthesis-messages.js';
import { type Action, behave, checkOrder } from '../../helpers/gateway/random-client.js';
import { startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { streamHeaders } from '../../helpers/gateway/stream-client.js';
import { synthesisUrl } from '../../helpers/gateway/synthesis-client.js';
import { timeFactor } from '../../helpers/time-factor.js';

const clients = 1_000;
const atOnce = 60;
const seed = 20_261_121;
// of gateway and engine each; what a leak of every session or of a few slices each would exceed
const growthBytes = 160 * 1024 * 1024;

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

const engineBytes = (metrics: string) => Number(/^tonegate_engine_resident_bytes\{[^}]*\} (\S+)$/m.exec(metrics)?.[1]);

it(
  '1,000 random clients leave a gateway that speaks, with no session left, no fault logged and no memory kept',
  async () => {
    const gateway = await startSpeakingGateway();
    const options = { appkey: gateway.app.appkey, token: gateway.accessToken };
    const url = synthesisUrl(gateway.http, options);
    const behaviours = fc.sample(behaviour, { numRuns: clients, seed });
    const before = { gateway: process.memoryUsage.rss(), engine: engineBytes(await gateway.metrics()) };
    let next = 0;
    let slices = 0;
    const worker = async () => {
      for (let index = next++; index < behaviours.length; index = next++) {
        const parse = (message: unknown): { respType: string } => SynthesisServerMessage.parse(message);
        const audio = () => ({ respType: 'AUDIO' });
        const said = await behave(url, streamHeaders(options), behaviours[index] ?? [], parse, audio);
        slices += said.filter(({ respType }) => respType === 'AUDIO').length;
        checkOrder(said);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(slices).toBeGreaterThan(clients / 10); // they were heard, not just refused

    const client = await gateway.connect();
    expect((await client.spoken('您好')).length).toBeGreaterThan(1_000);
    await client.close();
    await gateway.isQuiet();
    expect(await gateway.metrics()).toMatch(/^tonegate_ws_connections 0$/m);
    expect(process.memoryUsage.rss() - before.gateway).toBeLessThan(growthBytes);
    expect(engineBytes(await gateway.metrics()) - before.engine).toBeLessThan(growthBytes);
    await gateway.discard();
  },
  120_000 * timeFactor,
);
