// Issue: the same audio gives the same verdict at the same time, whichever way it comes in. A further carrier is one more row
// of `ways`.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { ForkClient } from '../../helpers/gateway/fork-client.js';
import { sentencesOf } from '../../helpers/gateway/ring-client.js';
import { AudioSocketClient, audioFrames, frame, kinds, uuidFrame } from '../../helpers/media/audiosocket-client.js';
import { type AudioSocketGateway, startAudioSocketGateway } from '../../helpers/media/audiosocket-gateway.js';

const toleranceMs = 60;

interface Heard {
  readonly resultId: number;
  readonly keyword: string;
  /** When it was certain, in ms of the audio. */
  readonly atMs: number;
}

let gateway: AudioSocketGateway;
beforeAll(async () => {
  gateway = await startAudioSocketGateway();
});
afterAll(() => gateway.discard());

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

const ways = { 'WebSocket slices': inSlices, fork: onAFork, AudioSocket: overAudioSocket };

const noise = { noiseDbm0: -60 };
const clips = {
  busy: tone(cadences.busy, 4_000, noise),
  congestion: tone(cadences.congestion, 5_000, noise),
  unobtainable: tone(cadences.unobtainable, 5_000, noise),
  'ringback, then busy': joined(silence(700), tone(cadences.ringback, 6_000, noise), tone(cadences.busy, 4_000, noise)),
  fax: tone(cadences.cng, 8_000, noise),
};

describe.each(Object.entries(clips))('%s', (_, samples) => {
  const audio = bytesOf(samples);

  it.each(Object.entries(ways))('has over %s the verdict of HTTP, at its time', async (__, hear) => {
    const reference = await overHttp(audio);
    const { resultId, keyword, atMs } = await hear(audio);
    expect({ resultId, keyword }).toEqual({ resultId: reference.resultId, keyword: reference.keyword });
    expect(Math.abs(atMs - reference.atMs)).toBeLessThanOrEqual(toleranceMs);
  });
});
