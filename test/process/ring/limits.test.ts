// Specification 2, 4.2 (FATAL_ERROR conditions) and 8, with the operator's limits set short.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ErrorName, errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { bytesOf, cadences, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { kindsOf, type RingClient } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

const nextSliceMs = 4_000;
const idleMs = 6_000;
const strayAudioMs = 1_000;
const quiet100ms = bytesOf(silence(100));
const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 100);

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway({
    settings: { 'stream.nextSliceMs': nextSliceMs, 'stream.idleMs': idleMs, 'stream.strayAudioMs': strayAudioMs },
  });
});
afterAll(() => gateway.discard());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function expectFatal(client: RingClient, name: ErrorName): Promise<void> {
  expect(await client.expect('FATAL_ERROR')).toMatchObject({ errCode: errorRow(name).code });
  expect(await client.untilClosed()).toEqual({ code: 1008, reason: name });
}

it('the defaults are those of the specification: 20 s, 2 minutes, 10 s, 10 errors a minute', () => {
  const { nextSliceMs: next, idleMs: idle, strayAudioMs: stray, errorCount, errorWindowMs } = limits.stream;
  expect([next, idle, stray, errorCount, errorWindowMs]).toEqual([20_000, 120_000, 10_000, 10, 60_000]);
});

it.concurrent('no audio after START is fatal, without an END', async () => {
  const client = await gateway.connect();
  client.start();
  await client.expect('START');
  await expectFatal(client, 'NEXT_SLICE_TIMEOUT');
});

it.concurrent('no next slice is fatal, counted from the last one', async () => {
  const client = await gateway.connect();
  client.start();
  await client.expect('START');
  for (let round = 0; round < 4; round++) {
    await pause(nextSliceMs / 3);
    client.audio(quiet100ms);
  }
  expect(await client.quiet()).toEqual([]);
  await expectFatal(client, 'NEXT_SLICE_TIMEOUT');
});

it.concurrent('a connection without a session is fatal after the idle limit, from the start', async () => {
  await expectFatal(await gateway.connect(), 'IDLE_TIMEOUT');
});

it.concurrent('and from the end of its last session', async () => {
  const client = await gateway.connect();
  client.start();
  client.audio(...busy);
  await client.session();
  await expectFatal(client, 'IDLE_TIMEOUT');
});

it.concurrent('audio that keeps arriving with no session is fatal', async () => {
  const client = await gateway.connect();
  const sending = setInterval(() => client.audio(quiet100ms), 100);
  await expectFatal(client, 'STRAY_AUDIO');
  clearInterval(sending);
});

it.concurrent('but after a session that the service ended itself, audio is ignored until the idle limit', async () => {
  const client = await gateway.connect();
  client.start();
  client.audio(...busy);
  expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
  const sending = setInterval(() => client.audio(quiet100ms), 100);
  await expectFatal(client, 'IDLE_TIMEOUT');
  clearInterval(sending);
});

it('ten errors within a minute are fatal: the tenth is answered, then the connection ends', async () => {
  const client = await gateway.connect();
  for (let count = 1; count < limits.stream.errorCount; count++) {
    client.end();
    await client.expect('ERROR');
  }
  client.start();
  await client.expect('START');
  client.send('rubbish');
  await client.expect('ERROR');
  await client.expect('END');
  await expectFatal(client, 'TOO_MANY_ERRORS');
});

it.each([
  ['in one piece', (client: RingClient) => client.send('x'.repeat(limits.stream.textFrameBytes + 1))],
  ['of many megabytes', (client: RingClient) => client.send('x'.repeat(20 * limits.stream.textFrameBytes))],
  [
    'in fragments',
    ({ socket }: RingClient) => {
      const half = 'x'.repeat(limits.stream.textFrameBytes / 2 + 1);
      socket.send(half, { fin: false });
      socket.send(half);
    },
  ],
  ['of bytes', ({ socket }: RingClient) => socket.send(Buffer.alloc(limits.stream.textFrameBytes + 1))],
])('a message beyond its limit, %s, is fatal and ends the connection with 1009', async (_, send) => {
  const client = await gateway.connect();
  client.start();
  await client.expect('START');
  send(client);
  const { errCode, errMessage } = await client.expect('FATAL_ERROR');
  expect([errCode, errMessage]).toEqual([errorRow('BODY_TOO_LARGE').code, 'message: must be at most 655360 bytes']);
  expect(await client.untilClosed()).toEqual({ code: 1009, reason: 'BODY_TOO_LARGE' });
});

it('text that is not UTF-8 ends the connection with 1007', async () => {
  const client = await gateway.connect();
  client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
  expect((await client.untilClosed()).code).toBe(1007);
});

it('a stop of the gateway lets a call end, and ends the rest with FATAL_ERROR and 1001', async () => {
  const stopping = await startRingGateway({ settings: { 'stream.nextSliceMs': 20_000 } });
  const calling = await stopping.connect();
  const idle = await stopping.connect();
  calling.start();
  await calling.expect('START');
  const stopped = stopping.stop(10_000);
  expect(await idle.expect('FATAL_ERROR')).toMatchObject({ errCode: errorRow('STOPPING').code });
  expect((await idle.untilClosed()).code).toBe(1001);
  calling.audio(...busy);
  expect(kindsOf(await calling.session())).toEqual(['RESULT', 'END NORMAL']);
  await calling.expect('FATAL_ERROR');
  expect((await calling.untilClosed()).code).toBe(1001);
  await stopped;
  await stopping.discard();
});
