// Specification 2, 4.2 (FATAL_ERROR conditions) and 8, with the operator's limits set short.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ErrorName, errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { quiet100ms } from './audio-states.js';
import { type AnyClient, open, type StreamGateway, type StreamUnderTest } from './stream-under-test.js';

const nextSliceMs = 4_000;
const idleMs = 6_000;
const strayAudioMs = 1_000;
const settings = { 'stream.nextSliceMs': nextSliceMs, 'stream.idleMs': idleMs, 'stream.strayAudioMs': strayAudioMs };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function expectFatal(client: AnyClient, name: ErrorName): Promise<void> {
  expect(await client.expect('FATAL_ERROR')).toMatchObject({ errCode: errorRow(name).code });
  expect(await client.untilClosed()).toEqual({ code: 1008, reason: name });
}

export function limitsSuite<Client extends AnyClient>(stream: StreamUnderTest<Client>): void {
  let gateway: StreamGateway<Client>;
  beforeAll(async () => {
    gateway = await stream.startGateway({ settings });
  });
  afterAll(() => gateway.discard());

  it('the defaults are those of the specification: 20 s, 2 minutes, 10 s, 10 errors a minute', () => {
    const { nextSliceMs: next, idleMs: idle, strayAudioMs: stray, errorCount, errorWindowMs } = limits.stream;
    expect([next, idle, stray, errorCount, errorWindowMs]).toEqual([20_000, 120_000, 10_000, 10, 60_000]);
  });

  it.concurrent('a connection without a session is fatal after the idle limit, from the start', async () => {
    await expectFatal(await gateway.connect(), 'IDLE_TIMEOUT');
  });

  it.concurrent('and from the end of its last session', async () => {
    const client = await gateway.connect();
    await stream.serve(client);
    await expectFatal(client, 'IDLE_TIMEOUT');
  });

  const { endedByService } = stream;
  if (endedByService !== undefined) {
    it.concurrent('after a session that the service ended itself, what crosses is ignored until the idle limit', async () => {
      const client = await gateway.connect();
      await endedByService(client);
      const sending = setInterval(() => stream.crosses(client), 100);
      await expectFatal(client, 'IDLE_TIMEOUT');
      clearInterval(sending);
    });
  }

  if (stream.takesAudio) {
    it.concurrent('no audio after START is fatal, without an END', async () => {
      const client = await gateway.connect();
      await open(stream, client);
      await expectFatal(client, 'NEXT_SLICE_TIMEOUT');
    });

    it.concurrent('no next slice is fatal, counted from the last one', async () => {
      const client = await gateway.connect();
      await open(stream, client);
      for (let round = 0; round < 4; round++) {
        await pause(nextSliceMs / 3);
        client.audio(quiet100ms);
      }
      expect(await client.quiet()).toEqual([]);
      await expectFatal(client, 'NEXT_SLICE_TIMEOUT');
    });

    it.concurrent('audio that keeps arriving with no session is fatal', async () => {
      const client = await gateway.connect();
      const sending = setInterval(() => client.audio(quiet100ms), 100);
      await expectFatal(client, 'STRAY_AUDIO');
      clearInterval(sending);
    });
  }

  it('ten errors within a minute are fatal: the tenth is answered, then the connection ends', async () => {
    const client = await gateway.connect();
    const [end] = stream.takesAudio ? ['END'] : ['CANCEL'];
    for (let count = 1; count < limits.stream.errorCount; count++) {
      if (count % 2 === 0 || stream.takesAudio) client.send({ command: end });
      else client.audio(Buffer.alloc(1));
      await client.expect('ERROR');
    }
    await open(stream, client);
    client.send('rubbish');
    await client.expect('ERROR');
    await client.expect('END');
    await expectFatal(client, 'TOO_MANY_ERRORS');
  });

  const half = 'x'.repeat(Math.ceil(stream.longestMessageBytes / 2) + 1);
  it.each<[string, (client: Client) => void]>([
    ['in one piece', (client) => client.send('x'.repeat(stream.longestMessageBytes + 1))],
    ['of many megabytes', (client) => client.send('x'.repeat(20 * stream.longestMessageBytes))],
    [
      'in fragments',
      ({ socket }) => {
        socket.send(half, { fin: false });
        socket.send(half);
      },
    ],
    ['of bytes', ({ socket }) => socket.send(Buffer.alloc(stream.longestMessageBytes + 1))],
  ])('a message beyond its limit, %s, is fatal and ends the connection with 1009', async (_, send) => {
    expect(stream.longestMessageBytes).toBe(Math.max(stream.longestTextBytes, limits.stream.binaryFrameBytes));
    const client = await gateway.connect();
    await open(stream, client);
    send(client);
    const { errCode, errMessage } = await client.expect('FATAL_ERROR');
    const limit = `message: must be at most ${stream.longestMessageBytes} bytes`;
    expect([errCode, errMessage]).toEqual([errorRow('BODY_TOO_LARGE').code, limit]);
    expect(await client.untilClosed()).toEqual({ code: 1009, reason: 'BODY_TOO_LARGE' });
  });

  it('text that is not UTF-8 ends the connection with 1007', async () => {
    const client = await gateway.connect();
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect((await client.untilClosed()).code).toBe(1007);
  });

  it('a stop of the gateway lets a session end, and ends the rest with FATAL_ERROR and 1001', async () => {
    const stopping = await stream.startGateway({ settings: { 'stream.nextSliceMs': 20_000 } });
    const calling = await stopping.connect();
    const idle = await stopping.connect();
    await open(stream, calling);
    const stopped = stopping.stop(10_000);
    expect(await idle.expect('FATAL_ERROR')).toMatchObject({ errCode: errorRow('STOPPING').code });
    expect((await idle.untilClosed()).code).toBe(1001);
    await stream.finish(calling);
    await calling.expect('FATAL_ERROR');
    expect((await calling.untilClosed()).code).toBe(1001);
    await stopped;
    await stopping.discard();
  });
}
