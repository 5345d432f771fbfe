// 2000 clients that do anything at all: nothing crashes, nothing leaks, every message keeps to its schema and order,
// and the next call is served.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addon, encodings } from '../../src/native/index.js';
import { RingServerMessage } from '../../src/protocol/ring-messages.js';
import { kindsOf, ringHeaders, ringUrl, type ServerMessage } from '../helpers/ring-client.js';
import { type RingGateway, startRingGateway } from '../helpers/ring-gateway.js';
import { timeFactor } from '../helpers/time-factor.js';
import { bytesOf, cadences, silence, sliced, tone } from '../helpers/tones.js';

const clients = 2_000;
const atOnce = 25;
const seed = 20_261_120;

type Action =
  | { does: 'text'; text: string }
  | { does: 'slice'; bytes: Uint8Array }
  | { does: 'fragments'; bytes: Uint8Array }
  | { does: 'ping' }
  | { does: 'pause' }
  | { does: 'close'; how: 'close' | 'terminate' | 'raw' };

const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 200);
const packed = Buffer.from(new addon.Packer(encodings.svc_speex, 8_000, 8).pack(silence(100)));
const opus = Buffer.from(new addon.Packer(encodings.svc_opus, 8_000, 16_000).pack(silence(100)));
const start = (config: object, rest: object = {}) => JSON.stringify({ command: 'START', config, ...rest });
const text = (value: string): Action => ({ does: 'text', text: value });

const goodStart = fc.constantFrom(
  ...[
    { audioFormat: 'pcm_s16le_8k' },
    { audioFormat: 'ALAW_16k', audioMax: 10 },
    { audioFormat: 'ulaw_8k', encParams: 'x' },
  ],
  ...[
    { audioFormat: 'svc_speex', encParams: 'ar:8000;ac:1' },
    { audioFormat: 'svc_opus', encParams: 'ar:8000' },
  ],
);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: goodStart.map((config) => text(start(config))) },
  { weight: 2, arbitrary: fc.object().map((config) => text(start(config))) },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => text(JSON.stringify(value) ?? 'null')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }).map(text) },
  { weight: 1, arbitrary: fc.constant(text(`{"a":${'['.repeat(5_000)}`)) },
  { weight: 4, arbitrary: fc.boolean().map((cancel) => text(JSON.stringify({ command: 'END', cancel }))) },
  { weight: 8, arbitrary: fc.constantFrom(...busy).map((bytes): Action => ({ does: 'slice', bytes })) },
  { weight: 3, arbitrary: fc.constantFrom(packed, opus).map((bytes): Action => ({ does: 'slice', bytes })) },
  { weight: 3, arbitrary: fc.uint8Array({ maxLength: 4_000 }).map((bytes): Action => ({ does: 'slice', bytes })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(packed, opus), fc.nat(), fc.nat(255))
      .map(([slice, at, value]): Action => ({ does: 'slice', bytes: changed(slice, at, value) })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...busy).map((bytes): Action => ({ does: 'fragments', bytes })) },
  { weight: 1, arbitrary: fc.constant<Action>({ does: 'ping' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ does: 'pause' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('close', 'terminate', 'raw').map((how): Action => ({ does: 'close', how })),
  },
);

function changed(slice: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(slice);
  copy[at % copy.length] = value;
  return value % 3 === 0 ? copy.subarray(0, at % copy.length) : copy;
}

/** Does all of it, as fast as the socket takes it, and gives back what the service said. */
async function behave(gateway: RingGateway, actions: readonly Action[]): Promise<ServerMessage[]> {
  const options = { appkey: gateway.app.appkey, token: gateway.accessToken };
  const socket = new WebSocket(ringUrl(gateway.http, options), { headers: ringHeaders(options) });
  const said: ServerMessage[] = [];
  socket.on('message', (data) => said.push(RingServerMessage.parse(JSON.parse(String(data)))));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('unexpected-response', (_, response) => reject(new Error(`refused with ${response.statusCode}`)));
  });
  for (const each of actions) {
    if (socket.readyState !== WebSocket.OPEN) break;
    await perform(socket, each);
  }
  if (socket.readyState === WebSocket.OPEN) socket.close();
  await closed;
  return said;
}

async function perform(socket: WebSocket, each: Action): Promise<void> {
  switch (each.does) {
    case 'text':
      socket.send(each.text);
      return;
    case 'slice':
      socket.send(each.bytes);
      return;
    case 'fragments':
      for (let at = 0; at < each.bytes.length; at += 500) {
        socket.send(each.bytes.subarray(at, at + 500), { binary: true, fin: at + 500 >= each.bytes.length });
      }
      return;
    case 'ping':
      socket.ping();
      return;
    case 'pause':
      await new Promise((resolve) => setTimeout(resolve, 2));
      return;
    case 'close':
      if (each.how === 'close') socket.close();
      else if (each.how === 'terminate') socket.terminate();
      // a frame with reserved bits set: the protocol itself is broken
      else
        (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
          Buffer.from([0xf2, 0x80, 0, 0, 0, 0]),
        );
  }
}

/** START opens, END closes, RESULT lies between; an ERROR in a session is followed by END with reason ERROR. */
function checkOrder(said: readonly ServerMessage[]): void {
  let inSession = false;
  let failed = false;
  for (const message of said) {
    switch (message.respType) {
      case 'START':
        expect(inSession).toBe(false);
        inSession = true;
        break;
      case 'RESULT':
        expect(inSession && !failed).toBe(true);
        break;
      case 'ERROR':
        failed = inSession;
        break;
      case 'END':
        expect(inSession).toBe(true);
        expect(message.reason === 'ERROR').toBe(failed);
        inSession = false;
        failed = false;
        break;
      case 'FATAL_ERROR':
        expect(message).toBe(said.at(-1));
        break;
    }
  }
}

it(
  '2000 random clients leave a gateway that serves the next call, with no session left and no fault logged',
  async () => {
    const gateway = await startRingGateway();
    const behaviours = fc.sample(fc.array(action, { minLength: 1, maxLength: 20 }), { numRuns: clients, seed });
    let next = 0;
    let messages = 0;
    const worker = async () => {
      for (let index = next++; index < behaviours.length; index = next++) {
        const said = await behave(gateway, behaviours[index] ?? []);
        messages += said.length;
        checkOrder(said);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(messages).toBeGreaterThan(clients); // they were heard, not just refused

    const client = await gateway.connect();
    client.start();
    client.audio(...busy);
    expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
    await client.close();

    const log = gateway.logText();
    expect(log.match(/"engine ready"/g)).toHaveLength(1);
    expect(log).not.toContain('engine lost');
    expect(log).not.toContain('session failed');
    await vi.waitFor(async () => {
      const { text: metrics } = await gateway.inside('/metrics', {
        headers: { authorization: `Bearer ${gateway.adminCredential}` },
      });
      expect(metrics).toMatch(/^tonegate_sessions(\{[^}]*\})? 0$/m);
      expect(metrics).toMatch(/^tonegate_ws_connections 0$/m);
    }, 15_000);
    await gateway.discard();
  },
  120_000 * timeFactor,
);
