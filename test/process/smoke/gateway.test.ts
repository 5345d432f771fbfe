// One gateway with every model that ships, and one request or more of each capability: what compiled code and graphs do
// for a client, on every processor that runs them.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { features } from '../../../src/main/features.js';
import { bytesOf, cadences, tone } from '../../helpers/audio/tones.js';
import { AsrClient, finalsOf } from '../../helpers/gateway/asr-client.js';
import { basic, type Exchange } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { RingClient } from '../../helpers/gateway/ring-client.js';
import { SynthesisClient } from '../../helpers/gateway/synthesis-client.js';
import { transClient } from '../../helpers/transcription/trans-gateway.js';

const voice = 'cn_zhixingjing_common';
const text = '今天天气很好。';
const characters = [...'今天天气很好'];
const busy = bytesOf(tone(cadences.busy, 3_000));
const base64 = (content: string) => Buffer.from(content).toString('base64');

let gateway: TestGateway;
let token: string;
let speech: Buffer;
beforeAll(async () => {
  gateway = await startTestGateway({ features });
  token = await gateway.token();
  await gateway.whenReady();
  const reply = await post(`/v10/tts/synth/${voice}/short_text`, { text });
  expect(reply.status, reply.text).toBe(200);
  speech = reply.bytes;
});
afterAll(() => gateway.discard());

const urlOf = (path: string) => `${path}?appkey=${gateway.app.appkey}`;
const handshake = () => ({ appkey: gateway.app.appkey, token });

const post = (path: string, body: unknown): Promise<Exchange> =>
  gateway.plain(urlOf(path), {
    method: 'POST',
    headers: { 'x-svc-access-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const octets = (path: string, config: string, body: Uint8Array): Promise<Exchange> =>
  gateway.plain(urlOf(path), {
    method: 'POST',
    headers: { 'x-svc-access-token': token, 'content-type': 'application/octet-stream', 'x-svc-config': config },
    body,
  });

/** How many of the characters that were spoken are in a text. */
const understood = (result: string): number => characters.filter((character) => result.includes(character)).length;

describe('a gateway with the models that ship', () => {
  it('is ready, and lists its capabilities and its documents', async () => {
    expect((await gateway.inside('/readyz')).status).toBe(200);
    const authorization = basic(gateway.app.appkey, gateway.app.secret);
    const reply = await gateway.secure(urlOf('/v10/auth/check-auth'), { headers: { authorization } });
    for (const property of ['cn_8k_common', 'cn_16k_common', voice]) expect(reply.text).toContain(property);
    expect((await gateway.plain('/v10/system/openapi.json')).json.openapi).toBe('3.1.0');
  });

  it('speaks a text, whole and in slices, with the same samples', async () => {
    expect(speech.length).toBeGreaterThan(32_000);
    const client = await SynthesisClient.open(gateway.http, { ...handshake(), property: voice });
    expect((await client.spoken(text)).equals(speech)).toBe(true);
    client.socket.terminate();
  });

  it('recognises what it has spoken, whole and as a stream', async () => {
    const config = 'audioFormat=pcm_s16le_16k,addPunc=true';
    const reply = await octets('/v10/asr/freetalk/cn_16k_common/short_audio', config, speech);
    expect(reply.status, reply.text).toBe(200);
    expect(understood(reply.json.result.text), reply.text).toBeGreaterThanOrEqual(5);
    const client = await AsrClient.open(gateway.http, { ...handshake(), property: 'cn_16k_common' });
    client.start({ audioFormat: 'pcm_s16le_16k' });
    for (let at = 0; at < speech.length; at += 3_200) client.socket.send(speech.subarray(at, at + 3_200));
    client.send({ command: 'END', cancel: false });
    await vi.waitFor(() => expect(client.messages.at(-1)?.respType).toBe('END'), 60_000);
    const sentences = finalsOf(client.messages).map((sentence) => sentence.result.text);
    expect(understood(sentences.join(''))).toBeGreaterThanOrEqual(5);
    client.socket.terminate();
  });

  it('screens a busy tone and a spoken announcement', async () => {
    const reply = await octets('/v10/asr/ring/cn_8k_common/short_audio', 'audioFormat=pcm_s16le_8k', busy);
    expect(reply.json.result.resultName).toBe('busy');
    const client = await RingClient.open(gateway.http, handshake());
    client.start();
    for (let at = 0; at < busy.length; at += 3_200) client.socket.send(busy.subarray(at, at + 3_200));
    client.send({ command: 'END', cancel: false });
    await vi.waitFor(() => expect(client.messages.at(-1)?.respType).toBe('END'), 60_000);
    expect(JSON.stringify(client.messages)).toContain('"resultName":"busy"');
    client.socket.terminate();
    const announcement = await post(`/v10/tts/synth/${voice}/short_text`, {
      text: '您好，您拨打的电话已关机，请稍后再拨。',
    });
    const config = 'audioFormat=pcm_s16le_16k';
    const heard = await octets('/v10/asr/ring/cn_16k_common/short_audio', config, announcement.bytes);
    expect(heard.json.result.keyword, heard.text).toContain('关机');
  });

  it('transcribes an upload, with punctuation, speakers and analyses', async () => {
    const client = await transClient(gateway);
    const fileId = await client.upload(speech);
    const body = { tpp: { addPunc: true }, sa: { diarization: true, outputSpeed: true, outputVolume: true } };
    const files = [`upload://${fileId}`];
    const task = await client.submit({ files, audioFormat: 'pcm_s16le_16k', ...body });
    const { files: finished } = await client.finished(task);
    expect(finished[0]).toMatchObject({ code: 4000 });
    const { text: result } = await client.get('download', { task, files: '0' });
    expect(understood(result), result).toBeGreaterThanOrEqual(5);
  });

  it('keeps a hotword list, and masks the words of a sensitive list', async () => {
    const resource = { name: 'words', lang: 'cn', content: base64('天气\n') };
    const { json, status } = await post('/v10/resource/user/asr/sensword', { resource });
    expect(status).toBe(200);
    const senswordId = json.created.id;
    const config = `audioFormat=pcm_s16le_16k,wordFilter=true,senswordId=${senswordId}`;
    const reply = await octets('/v10/asr/freetalk/cn_16k_common/short_audio', config, speech);
    expect(reply.json.result.text).not.toContain('天气');
    const read = await gateway.plain(`${urlOf(`/v10/resource/user/asr/sensword/${senswordId}`)}`);
    expect(read.json.resource.content).toBe(resource.content);
  });

  it('serves on after its engine was killed', async () => {
    const ready =
      gateway
        .logText()
        .split('\n')
        .find((line) => line.includes('"engine ready"')) ?? '{}';
    const { enginePid } = JSON.parse(ready) as { enginePid: number };
    expect(enginePid).toBeGreaterThan(0);
    process.kill(enginePid, 'SIGKILL');
    await vi.waitFor(async () => {
      const reply = await octets('/v10/asr/ring/cn_8k_common/short_audio', 'audioFormat=pcm_s16le_8k', busy);
      expect(reply.json.result?.resultName).toBe('busy');
    }, 60_000);
  });
});
