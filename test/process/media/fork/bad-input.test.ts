// Issue, "Bad input": each has its outcome or its refusal in words, and nothing is left behind.
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bytesOf, cadences, silence, tone } from '../../../helpers/audio/tones.js';
import { ForkClient, type ForkOptions, ringFork } from '../../../helpers/gateway/fork-client.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

/** Connections and sessions that the gateway has, of every kind. */
async function open(): Promise<Record<string, number>> {
  const { text } = await gateway.inside('/metrics');
  const value = (name: string) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
  return { connections: value('tonegate_ws_connections'), sessions: value('tonegate_sessions') };
}
afterEach(async () => {
  await vi.waitFor(async () => expect(await open()).toEqual({ connections: 0, sessions: 0 }), { timeout: 15_000 });
});

const connect = (query: ForkOptions['query'] = {}, more: ForkOptions = {}) =>
  ForkClient.open(gateway.http, {
    query: { appkey: gateway.app.appkey, ...query },
    headers: { 'x-svc-access-token': gateway.accessToken },
    ...more,
  });

const busy = bytesOf(tone(cadences.busy, 4_000));

it('a fork that sends nothing has no media', async () => {
  const client = await connect({ noMediaMs: 500 });
  expect(await client.outcome()).toMatchObject({ kind: 'noMedia', finishCause: 'noMedia', close: '1000 noMedia' });
});

it('a fork that sends texts alone has no media', async () => {
  const client = await connect({ noMediaMs: 500 });
  for (const text of [{ uuid: 'words' }, 'more words', '{"broken', '', '[1]', 'null', { event: 'other' }])
    client.text(text);
  expect(await client.outcome()).toMatchObject({ uuid: 'words', kind: 'noMedia', close: '1000 noMedia' });
});

it('empty messages are no audio', async () => {
  const client = await connect({ noMediaMs: 500 });
  for (let count = 0; count < 20; count++) client.socket.send(Buffer.alloc(0));
  expect(await client.outcome()).toMatchObject({ kind: 'noMedia' });
});

it('half samples are put together, and a half at the end is left out', async () => {
  const client = await connect();
  client.text({});
  client.audio(busy.subarray(0, 20_001), 1);
  client.audio(busy.subarray(20_001), 3_333);
  expect(await client.outcome()).toMatchObject({ kind: 'busy', close: '1000 match' });
  const short = await connect();
  short.text({});
  short.audio(bytesOf(silence(500)).subarray(0, 7_999));
  short.text({ event: 'stop' });
  expect(await short.outcome()).toMatchObject({ kind: 'other', resultId: 0, finishCause: 'end' });
});

it('ten times real time and faster is heard as it is, and the socket waits meanwhile', async () => {
  const minutes = bytesOf(tone(cadences.ringback, 50_000));
  const client = await connect({ maxMs: 60_000 });
  client.text({});
  client.audio(minutes, 64_000);
  client.audio(busy, 1_600);
  expect(await client.outcome()).toMatchObject({ kind: 'busy', finishCause: 'match' });
});

it('audio, texts and a second stop after the end change nothing', async () => {
  const client = await connect();
  client.text({});
  client.audio(busy);
  client.audio(busy);
  client.text({ event: 'stop' });
  client.text({ event: 'stop' });
  client.audio(busy);
  client.text({ event: 'answered' });
  expect(await client.outcome()).toMatchObject({ kind: 'busy', finishCause: 'match', close: '1000 match' });
  expect(client.data.filter(({ final }) => final)).toHaveLength(1);
});

it('a text that names a rate of 48 kHz is refused with what is right', async () => {
  const client = await connect();
  client.text({ callSid: 'x', sampleRate: 48_000, mixType: 'mono' });
  const { close, ...error } = await client.outcome();
  expect(error).toMatchObject({ event: 'error', message: expect.stringContaining('must be 8000 or 16000 (Hz)') });
  expect(close).toMatch(/^1008 sampleRate: must be 8000 or 16000 \(Hz\)/);
});

it('a format of Asterisk that is not served is refused with those that are', async () => {
  const client = await connect();
  client.text('MEDIA_START connection_id:x format:opus optimal_frame_size:0');
  expect(await client.outcome()).toMatchObject({
    message: 'format: must be one of ulaw, alaw, slin, slin16; name it where the channel is dialled, such as c(alaw)',
    close: expect.stringMatching(/^1008 /),
  });
});

it('a text over 64 KiB is refused, and a message over 640 KiB too', async () => {
  const long = await connect();
  long.text('x'.repeat(65_537));
  expect(await long.outcome()).toMatchObject({ event: 'error', message: 'text: must be at most 65536 bytes' });
  const huge = await connect();
  huge.socket.send(Buffer.alloc(700_000));
  expect(await huge.outcome()).toMatchObject({ event: 'error', close: '1009 BODY_TOO_LARGE' });
});

it('a compressed message counts as what it unpacks to', async () => {
  const client = await connect({}, { deflate: true });
  expect(client.socket.extensions).toContain('permessage-deflate');
  client.socket.send(Buffer.alloc(8_000_000), { compress: true });
  expect((await client.outcome()).close).toMatch(/^1009 /);
});

it('a name of a call that is under way is refused, and is free again when that call is over', async () => {
  const first = await connect();
  first.text({ uuid: 'twice' });
  await first.quiet();
  const second = await connect();
  second.text({ uuid: 'twice' });
  expect(await second.outcome()).toMatchObject({
    event: 'error',
    message:
      'uuid: a call with this name is in progress on another connection; end that call first, or send another name',
    close: expect.stringMatching(/^1008 uuid: a call with this name/),
  });
  first.socket.close();
  await first.closed();
  const third = await connect();
  third.text({ uuid: 'twice' });
  third.audio(busy);
  expect(await third.outcome()).toMatchObject({ uuid: 'twice', kind: 'busy' });
});

it('a switch that goes away in mid-call leaves nothing behind', async () => {
  for (const audio of [Buffer.alloc(0), busy.subarray(0, 8_000)]) {
    const client = await connect();
    client.text({ uuid: 'gone' });
    client.audio(audio);
    client.socket.terminate();
    await client.closed();
  }
});

describe('a handshake is refused with 400 and what is right', () => {
  const refusal = (query: string): Promise<{ status: number; message: string }> =>
    new Promise((resolve, reject) => {
      const asked = request(`${gateway.http}${ringFork}?appkey=${gateway.app.appkey}&${query}`, {
        headers: {
          ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
          'x-svc-access-token': gateway.accessToken,
        },
      });
      asked.on('error', reject);
      asked.on('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ status: 101, message: '' });
      });
      asked.on('response', async (response) => {
        const [body] = await once(response, 'data');
        resolve({ status: response.statusCode ?? 0, message: JSON.parse(String(body)).error.message });
      });
      asked.end();
    });

  it.each([
    ['rate=48000', 'query.rate: must be 8000 or 16000 (Hz); let the switch resample'],
    ['format=opus', 'query.format: must be one of l16, alaw, ulaw'],
    ['channels=3', 'query.channels: must be one of 1, 2'],
    ['channel=left', 'query.channel: must be one of 0, 1, mix'],
    [
      'stopOn=busy,human',
      'query.stopOn: must be some of busy, congestion, unobtainable, fax, prompt with commas between',
    ],
    ['maxMs=1', 'query.maxMs: must be a whole number in [10000-300000] (ms)'],
    ['maxMs=1e4', 'query.maxMs: must be a whole number in [10000-300000] (ms)'],
    ['noMediaMs=-1', 'query.noMediaMs: must be a whole number in [500-60000] (ms)'],
    ['silenceMs=999', 'query.silenceMs: must be a whole number in [1000-300000] (ms)'],
    ['hangup=yes', 'query.hangup: must be one of 0, 1'],
    ['answered=go', 'query.answered: must be one of stop, tones, keywords'],
    ['rate=8000&rate=8000', 'query.rate: is given more than once, must be given once'],
  ])('%s', async (query, message) => {
    const refused = await refusal(query);
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(message);
  });

  it('and unknown parameters are ignored', async () => {
    expect(await refusal('colour=blue')).toEqual({ status: 101, message: '' });
  });
});
