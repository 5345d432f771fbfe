// Issue: the same audio through HTTP, WebSocket slices and the fork gives the same verdict, with times within 60 ms; and what the
// query of a fork changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coded } from '../../../helpers/audio/codings.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../../helpers/audio/tones.js';
import { ForkClient, type ForkOptions } from '../../../helpers/gateway/fork-client.js';
import { sentencesOf } from '../../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';

const toleranceMs = 60;

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

async function fork(
  audio: Buffer,
  query: ForkOptions['query'] = {},
  { frameBytes = 320, texts = [{}] as readonly object[], after = [] as readonly object[] } = {},
) {
  const client = await ForkClient.open(gateway.http, {
    query: { appkey: gateway.app.appkey, ...query },
    headers: { 'x-svc-access-token': gateway.accessToken },
  });
  for (const text of texts) client.text(text);
  client.audio(audio, frameBytes);
  for (const text of after) client.text(text);
  const outcome = await client.outcome();
  return { outcome, client };
}

const noise = { noiseDbm0: -60 };
const calls = {
  busy: tone(cadences.busy, 4_000, noise),
  congestion: tone(cadences.congestion, 5_000, noise),
  unobtainable: tone(cadences.unobtainable, 5_000, noise),
  'ringback, then busy': joined(silence(700), tone(cadences.ringback, 6_000, noise), tone(cadences.busy, 4_000, noise)),
  fax: tone(cadences.cng, 8_000, noise),
};

describe.each(Object.entries(calls))('%s', (_, samples) => {
  const bytes = bytesOf(samples);

  it('has the same verdict at the same time over HTTP, in WebSocket slices and on the fork', async () => {
    const reply = await gateway.plain(`/v10/asr/ring/cn_8k_common/short_audio?appkey=${gateway.app.appkey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-access-token': gateway.accessToken },
      body: JSON.stringify({ config: { audioFormat: 'pcm_s16le_8k' }, audio: bytes.toString('base64') }),
    });
    const overHttp = reply.json.result;
    const live = await gateway.connect();
    live.start();
    live.audio(...sliced(bytes, 16, 100));
    live.end();
    const overSlices = sentencesOf(await live.session()).at(-1);
    await live.close();
    const { outcome } = await fork(bytes, {}, { after: [{ event: 'stop' }] });

    expect(outcome).toMatchObject({ resultId: overHttp.resultId, keyword: overHttp.keyword, final: true });
    expect(outcome).toMatchObject({ resultId: overSlices?.resultId, resultName: overSlices?.resultName });
    const decidedMs = overHttp.evidence.decided.find(({ kind }: { kind: string }) => kind === outcome.kind)?.atMs;
    expect(Math.abs(Number(outcome.atMs) - Number(overSlices?.endTime))).toBeLessThanOrEqual(toleranceMs);
    expect(Math.abs(Number(outcome.atMs) - decidedMs)).toBeLessThanOrEqual(toleranceMs);
  });
});

it('every coding, rate and number of channels has the same verdict at the same time', async () => {
  const { outcome: reference } = await fork(bytesOf(calls.busy));
  const stereo = (left: Int16Array, right: Int16Array) =>
    Int16Array.from({ length: 2 * left.length }, (_, at) => (at % 2 === 0 ? left : right)[Math.floor(at / 2)] ?? 0);
  const other = tone(cadences.ringback, 4_000, noise);
  for (const rate of [8_000, 16_000] as const) {
    const samples = tone(cadences.busy, 4_000, { ...noise, rateHz: rate });
    const quiet = tone(cadences.ringback, 4_000, { ...noise, rateHz: rate, levelDbm0: -60 });
    for (const [format, coding] of [
      ['l16', 'pcm_s16le'],
      ['alaw', 'alaw'],
      ['ulaw', 'ulaw'],
    ] as const) {
      const whole = (some: Int16Array, rateHz = rate) => Buffer.concat(coded(some, coding, rateHz, 1_000));
      const heard = [
        await fork(whole(samples), { format, rate }),
        await fork(whole(stereo(samples, quiet)), { format, rate, channels: 2, channel: 0 }),
        await fork(whole(stereo(quiet, samples)), { format, rate, channels: 2, channel: 1 }),
        await fork(whole(stereo(samples, silence(4_000, rate))), { format, rate, channels: 2, channel: 'mix' }),
      ];
      for (const [index, { outcome }] of heard.entries()) {
        expect([format, rate, index, outcome.resultId, outcome.kind]).toEqual([format, rate, index, 10, 'busy']);
        expect(Math.abs(Number(outcome.atMs) - Number(reference.atMs))).toBeLessThanOrEqual(toleranceMs);
      }
    }
  }
  const { outcome } = await fork(
    bytesOf(stereo(calls.busy, other)),
    { channels: 2, channel: 1 },
    { after: [{ event: 'stop' }] },
  );
  expect(outcome).toMatchObject({ resultId: 11, kind: 'ringback' });
});

it('frames of any length give exactly the same verdict, odd bytes and all', async () => {
  const bytes = bytesOf(calls['ringback, then busy']);
  const { outcome: reference } = await fork(bytes);
  for (const frameBytes of [1_021, 333, 159, 6_401, 40_000]) {
    const { outcome } = await fork(bytes, {}, { frameBytes });
    expect({ ...outcome, uuid: '', atMs: 0, lagMs: 0 }).toEqual({ ...reference, uuid: '', atMs: 0, lagMs: 0 });
    expect(Math.abs(Number(outcome.atMs) - Number(reference.atMs))).toBeLessThanOrEqual(toleranceMs);
  }
});

it('ringback is told at once and is not the end; the busy tone after it is', async () => {
  const { client } = await fork(bytesOf(calls['ringback, then busy']));
  const told = client.data.map(({ final, kind, finishCause, sipStatus, q850 }) => [
    final,
    kind,
    finishCause,
    sipStatus,
    q850,
  ]);
  expect(told).toEqual([
    [false, 'ringback', undefined, 480, 19],
    [true, 'busy', 'match', 486, 17],
  ]);
});

describe('stopOn', () => {
  it('without busy lets a call go on behind a busy tone, until a fax ends it', async () => {
    const audio = bytesOf(joined(calls.busy, silence(500), calls.fax));
    const { client } = await fork(audio, { stopOn: 'fax,prompt' });
    expect(client.data.map(({ final, kind }) => [final, kind])).toEqual([
      [false, 'busy'],
      [true, 'cng'],
    ]);
    expect((await client.outcome()).close).toBe('1000 match');
  });

  it('that is empty lets nothing end a call before its end', async () => {
    const { outcome } = await fork(bytesOf(calls.busy), { stopOn: '' }, { after: [{ event: 'stop' }] });
    expect(outcome).toMatchObject({ resultId: 10, final: true, finishCause: 'end', close: '1000 end' });
  });
});

describe('an answered call', () => {
  const ringing = bytesOf(tone(cadences.ringback, 4_000, noise));
  const answered = [{ event: 'answered' }];

  it('is over with answered=stop, has no SIP status, and is not hung up', async () => {
    const { outcome, client } = await fork(ringing, { hangup: 1 }, { after: answered });
    expect(outcome).toMatchObject({ final: true, kind: 'ringback', finishCause: 'answered', close: '1000 answered' });
    expect(outcome).not.toHaveProperty('sipStatus');
    expect(outcome).not.toHaveProperty('q850');
    expect(client.commands).toEqual([]);
  });

  it('before its first audio is over all the same', async () => {
    const { outcome } = await fork(Buffer.alloc(0), {}, { after: answered });
    expect(outcome).toMatchObject({ final: true, kind: 'noMedia', finishCause: 'answered' });
  });

  it.each(['tones', 'keywords'])('goes on with answered=%s: a fax is still found', async (mode) => {
    const client = await ForkClient.open(gateway.http, {
      query: { appkey: gateway.app.appkey, answered: mode },
      headers: { 'x-svc-access-token': gateway.accessToken },
    });
    client.text({ uuid: `answered-${mode}` });
    client.audio(ringing);
    client.text({ event: 'answered' });
    client.audio(bytesOf(calls.fax));
    expect(await client.outcome()).toMatchObject({ resultId: 16, kind: 'cng', finishCause: 'match', sipStatus: 488 });
  });
});

describe('outcomes of their own', () => {
  it('no audio within noMediaMs is no media, with hangup the end of the call', async () => {
    for (const texts of [[], [{ uuid: 'quiet line' }]]) {
      const { outcome, client } = await fork(Buffer.alloc(0), { noMediaMs: 500, hangup: 1 }, { texts });
      expect(outcome).toMatchObject({
        ...{ final: true, resultId: 91, resultName: 'no media', kind: 'noMedia', finishCause: 'noMedia' },
        ...{ sipStatus: 503, q850: 41, close: '1000 noMedia' },
      });
      expect(client.commands).toEqual(['{"type":"disconnect"}']);
    }
  });

  it('audio that stops coming is judged by what was heard of it', async () => {
    const { outcome } = await fork(bytesOf(tone(cadences.ringback, 3_000, noise)), { noMediaMs: 2_000 });
    expect(outcome).toMatchObject({ resultId: 11, kind: 'ringback', finishCause: 'noMedia', close: '1000 noMedia' });
  });

  it('silence alone for silenceMs is silence, faint noise too', async () => {
    for (const audio of [silence(3_000), tone({ frequenciesHz: [], pattern: [1, 0] }, 3_000, { noiseDbm0: -62 })]) {
      const { outcome } = await fork(bytesOf(audio), { silenceMs: 2_000 });
      expect(outcome).toMatchObject({
        ...{ final: true, resultId: 90, resultName: 'silence', kind: 'silence', finishCause: 'silence' },
        ...{ sipStatus: 480, q850: 31, close: '1000 silence' },
      });
      expect(Number(outcome.atMs)).toBeGreaterThanOrEqual(2_000);
      expect(Number(outcome.atMs)).toBeLessThanOrEqual(2_000 + 1_000);
    }
  });

  it('a call that made a sound is not silent', async () => {
    const audio = joined(tone(cadences.ringback, 1_500, noise), silence(6_000));
    const { outcome } = await fork(bytesOf(audio), { silenceMs: 2_000 }, { after: [{ event: 'stop' }] });
    expect(outcome.finishCause).toBe('end');
  });

  it('maxMs of audio is the end, with what was heard', async () => {
    const { outcome } = await fork(bytesOf(tone(cadences.ringback, 12_000, noise)), { maxMs: 10_000 });
    expect(outcome).toMatchObject({ resultId: 11, finishCause: 'timeout', sipStatus: 480, close: '1000 timeout' });
  });
});
