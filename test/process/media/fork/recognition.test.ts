// Issue: the fork of recognition sends interim and final sentences in the same frames as that of screening.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bytesOf, joined, silence } from '../../../helpers/audio/tones.js';
import { type AsrGateway, startAsrGateway } from '../../../helpers/gateway/asr-gateway.js';
import { asrFork, ForkClient, type ForkData, type ForkOptions } from '../../../helpers/gateway/fork-client.js';
import { spoken } from '../../../helpers/models/tone-recogniser.js';

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway();
});
afterAll(() => gateway.discard());

const connect = (query: ForkOptions['query'] = {}) =>
  ForkClient.open(gateway.http, {
    path: asrFork,
    query: { appkey: gateway.app.appkey, ...query },
    headers: { 'x-svc-access-token': gateway.accessToken },
  });

const speech = bytesOf(joined(silence(300), spoken('一二三'), silence(1_500), spoken('四五'), silence(1_500)));

it('says sentence after sentence as frames, and why it is over', async () => {
  const client = await connect();
  client.text({ callSid: 'talk', sampleRate: 8_000, mixType: 'mono' });
  const isInterim = ({ event, final }: ForkData) => event === 'recognition' && final === false;
  const halfway = 16 * 700;
  client.audio(speech.subarray(0, halfway));
  await vi.waitFor(() => expect(client.data.some(isInterim)).toBe(true), { timeout: 15_000 });
  client.audio(speech.subarray(halfway));
  client.text({ event: 'answered' });
  client.text({ event: 'stop' });
  expect(await client.outcome()).toEqual({ event: 'ended', uuid: 'talk', finishCause: 'end', close: '1000 end' });
  const sentences = client.data.filter(({ event, final }) => event === 'recognition' && final === true);
  expect(sentences.map(({ text }) => String(text).replace(/[，。]/g, ''))).toEqual(['一二三', '四五']);
  expect(client.data.every(({ uuid }) => uuid === 'talk')).toBe(true);
});

it('hears one channel of two', async () => {
  const mono = new Int16Array(speech.buffer, speech.byteOffset, speech.length / 2);
  const pairs = Int16Array.from({ length: 2 * mono.length }, (_, at) => (at % 2 === 1 ? (mono[(at - 1) / 2] ?? 0) : 0));
  const client = await connect({ channels: 2, channel: 1 });
  client.text({});
  client.audio(bytesOf(pairs), 640);
  client.text({ event: 'stop' });
  await client.outcome();
  const [first] = client.data.filter(({ final }) => final === true);
  expect(first?.text).toContain('一二三');
});

it('silence, no media and the longest time end it, each by its name', async () => {
  const silent = await connect({ silenceMs: 2_000 });
  silent.text({});
  silent.audio(bytesOf(silence(4_000)));
  expect(await silent.outcome()).toMatchObject({ event: 'ended', finishCause: 'silence', close: '1000 silence' });

  const absent = await connect({ noMediaMs: 500 });
  expect(await absent.outcome()).toMatchObject({ event: 'ended', finishCause: 'noMedia', close: '1000 noMedia' });

  const long = await connect({ maxMs: 2_000 });
  long.text({});
  long.audio(speech);
  expect(await long.outcome()).toMatchObject({ event: 'ended', finishCause: 'timeout', close: '1000 timeout' });
});

it('a property that is not served is refused in the handshake', async () => {
  const opened = ForkClient.open(gateway.http, {
    path: asrFork.replace('common', 'nothing'),
    query: { appkey: gateway.app.appkey },
    headers: { 'x-svc-access-token': gateway.accessToken },
  });
  await expect(opened).rejects.toThrow('404');
});
