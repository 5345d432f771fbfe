// Issue: the same audio gives the same verdict at the same time, whichever way it comes in: a tone, and an announcement behind a
// ringback, with the models that ship. A further carrier is one more row of `ways`. Over SIP the audio is G.711 in RTP on a UDP
// socket, in real time; the other ways are given the samples that G.711 leaves of it, so that all have the same.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { ForkClient } from '../../helpers/gateway/fork-client.js';
import { sentencesOf } from '../../helpers/gateway/ring-client.js';
import { type PeerCall, SipPeer } from '../../helpers/gateway/sip-peer.js';
import { AudioSocketClient, audioFrames, frame, kinds, uuidFrame } from '../../helpers/media/audiosocket-client.js';
import { type AudioSocketGateway, startAudioSocketGateway } from '../../helpers/media/audiosocket-gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const toleranceMs = 60;
const longMs = 90_000 * timeFactor;
const voice = 'cn_zhixingjing_common';
const announcement = '您好，您拨打的用户已关机，请稍后再拨。';

interface Heard {
  readonly resultId: number;
  readonly keyword: string;
  /** When it was certain, in ms of the audio. */
  readonly atMs: number;
}

let gateway: AudioSocketGateway;
let peer: SipPeer;
/** What the trunk plays behind its next 183. */
let played = new Int16Array();
beforeAll(async () => {
  peer = await SipPeer.start(async (call: PeerCall) => {
    call.send(call.reply('100 Trying'));
    call.send(call.reply('183 Session Progress', { sdp: await call.sdp() }));
    await call.play(played);
    await call.until('CANCEL').catch(() => call.send(call.reply('480 Temporarily Unavailable')));
  });
  gateway = await startAudioSocketGateway(
    {},
    {
      settings: {
        shippedModels: fileURLToPath(new URL('../../../models', import.meta.url)),
        'media.sip.trunks': [{ name: 'own', host: '127.0.0.1', port: peer.port }],
      },
    },
  );
  clips.announcement = joined(silence(500), tone(cadences.ringback, 5_000, noise), await speech(announcement), silence(1_500));
});
afterAll(async () => {
  await gateway.discard();
  peer.stop();
});

/** A sentence of the gateway's own voice, at 8 kHz. */
async function speech(text: string): Promise<Int16Array> {
  const reply = await gateway.plain(`/v10/tts/synth/${voice}/short_text?appkey=${gateway.app.appkey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials() },
    body: JSON.stringify({ text, config: { sampleRate: 8_000 } }),
  });
  expect(reply.status, reply.text).toBe(200);
  return new Int16Array(Uint8Array.from(reply.bytes).buffer);
}

const credentials = () => ({ 'x-svc-access-token': gateway.accessToken });
const path = (rest: string) => `/v10/asr/ring/${rest}?appkey=${gateway.app.appkey}`;

async function overHttp(audio: Buffer): Promise<Heard> {
  const { json } = await gateway.plain(path('cn_8k_common/short_audio'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials() },
    body: JSON.stringify({ config: { audioFormat: 'pcm_s16le_8k' }, audio: audio.toString('base64') }),
  });
  const { resultId, keyword, evidence } = json.result;
  return { resultId, keyword, atMs: evidence.decided.at(-1).atMs };
}

async function inSlices(audio: Buffer): Promise<Heard> {
  const live = await gateway.connect();
  live.start();
  live.audio(...sliced(audio, 16, 100));
  live.end();
  const last = sentencesOf(await live.session()).at(-1);
  await live.close();
  return { resultId: Number(last?.resultId), keyword: String(last?.keyword), atMs: Number(last?.endTime) };
}

async function onAFork(audio: Buffer): Promise<Heard> {
  const client = await ForkClient.open(gateway.http, {
    query: { appkey: gateway.app.appkey },
    headers: credentials(),
  });
  client.text({});
  client.audio(audio);
  client.text({ event: 'stop' });
  const { resultId, keyword, atMs } = await client.outcome();
  return { resultId: Number(resultId), keyword: String(keyword), atMs: Number(atMs) };
}

async function overAudioSocket(audio: Buffer): Promise<Heard> {
  const uuid = randomUUID();
  const client = await AudioSocketClient.open(gateway.audioSocketPort);
  client.send(uuidFrame(uuid), audioFrames(audio), frame(kinds.hangup));
  await client.answer();
  return vi.waitFor(
    async () => {
      const { json } = await gateway.plain(path(`verdicts/${uuid}`), { headers: credentials() });
      expect(json.state).toBe('final');
      return json.verdict as Heard;
    },
    { timeout: 15_000, interval: 20 },
  );
}

async function overSip(audio: Buffer): Promise<Heard> {
  played = new Int16Array(Uint8Array.from(audio).buffer);
  const headers = { 'content-type': 'application/json', ...credentials() };
  const calls = (uuid = '') => `/v10/ext/calls${uuid}?appkey=${gateway.app.appkey}`;
  const body = JSON.stringify({ to: '13800000000', from: '01012345678' });
  const { uuid } = (await gateway.plain(calls(), { method: 'POST', headers, body })).json;
  return vi.waitFor(
    async () => {
      const { state, verdict } = (await gateway.plain(calls(`/${uuid}`), { headers })).json;
      expect(state).toBe('over');
      return verdict as Heard;
    },
    { timeout: 40_000, interval: 50 },
  );
}

const ways = { 'WebSocket slices': inSlices, fork: onAFork, AudioSocket: overAudioSocket, SIP: overSip };

const noise = { noiseDbm0: -60 };
const clips: Record<string, Int16Array> = {
  busy: tone(cadences.busy, 4_000, noise),
  congestion: tone(cadences.congestion, 5_000, noise),
  unobtainable: tone(cadences.unobtainable, 5_000, noise),
  'ringback, then busy': joined(silence(700), tone(cadences.ringback, 6_000, noise), tone(cadences.busy, 4_000, noise)),
  fax: tone(cadences.cng, 8_000, noise),
  announcement: new Int16Array(),
};
const expected: Readonly<Record<string, object>> = {
  ...{ busy: { resultId: 10 }, congestion: { resultId: 10 }, unobtainable: { resultId: 10 } },
  ...{ 'ringback, then busy': { resultId: 10 }, fax: { resultId: 16 } },
  announcement: { resultId: 14, keyword: '关机' },
};

/** What G.711 leaves of it. */
const afterAlaw = (samples: Int16Array): Buffer =>
  bytesOf(addon.decode(encodings.alaw, addon.encode(encodings.alaw, samples)));

it.each(Object.keys(clips))('%s has over every way the verdict of HTTP, at its time', { timeout: longMs }, async (name) => {
  const audio = afterAlaw(clips[name] as Int16Array);
  const reference = await overHttp(audio);
  expect(reference).toMatchObject(expected[name] as object);
  for (const [way, hear] of Object.entries(ways)) {
    const { resultId, keyword, atMs } = await hear(audio);
    expect({ way, resultId, keyword }).toEqual({ way, resultId: reference.resultId, keyword: reference.keyword });
    console.log(name, way, atMs - reference.atMs, atMs);
    expect(Math.abs(atMs - reference.atMs), way).toBeLessThanOrEqual(toleranceMs);
  }
});
