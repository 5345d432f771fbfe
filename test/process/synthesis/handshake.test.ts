// Specification 2, 4.5: the handshake of synthesis, and an engine that is lost in the middle of a text.
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorName, errorRow } from '../../../src/protocol/errors.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { quickVoice, SynthesisClient, synthesisUrl, wordsOf } from '../../helpers/gateway/synthesis-client.js';

const long = '今天天气很好，我们去公园散步吧。'.repeat(2_000);

let gateway: SpeakingGateway;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
});
afterAll(() => gateway.discard());

/** The gateway's answer to a handshake that it refuses. */
function refusal(property: string, query: string, headers: Record<string, string> = {}) {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const url = `${gateway.http}/v10/tts/synth/${property}/stream?${query}`;
  return new Promise<{ status: number; body: { error: { code: number; message: string } } }>((resolve, reject) => {
    const sent = request(url, { headers: { ...upgrade, ...headers } });
    sent.on('upgrade', () => reject(new Error('was let in')));
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sent.end();
  });
}

const shouldBe = (name: ErrorName) => ({ status: errorRow(name).http, body: { error: { code: errorRow(name).code } } });

describe('the handshake', () => {
  it('takes the token in the header or in the query, and the voice in any case', async () => {
    for (const changes of [{}, { tokenInQuery: true }, { property: quickVoice.toUpperCase() }]) {
      const client = await gateway.connect(changes);
      expect((await client.spoken('好')).length).toBeGreaterThan(1_000);
      await client.close();
    }
  });

  it('is refused with 401 for a token that is missing, wrong or of another appkey', async () => {
    const appkey = `appkey=${gateway.app.appkey}`;
    const token = { 'x-svc-access-token': gateway.accessToken };
    expect(await refusal(quickVoice, appkey)).toMatchObject(shouldBe('UNAUTHENTICATED'));
    expect(await refusal(quickVoice, `${appkey}&access-token=x`)).toMatchObject(shouldBe('UNAUTHENTICATED'));
    const other = gateway.apps.add('other').appkey;
    expect(await refusal(quickVoice, `appkey=${other}`, token)).toMatchObject(shouldBe('UNAUTHENTICATED'));
    expect(await refusal(quickVoice, '', token)).toMatchObject(shouldBe('INVALID_ARGUMENT'));
  });

  it.each([
    ['cn_nobody_common', 'PROPERTY_NOT_FOUND'],
    ['cn_zhixingjing_movies', 'PROPERTY_NOT_FOUND'],
    ['cn_16k_common', 'PROPERTY_NOT_FOUND'],
    ['zhixingjing', 'MALFORMED_PROPERTY'],
    ['cn_zhixingjing', 'MALFORMED_PROPERTY'],
    ['cn_zhi-xing_common', 'MALFORMED_PROPERTY'],
    ['%E4%B8%AD_x_common', 'MALFORMED_PROPERTY'],
  ] as const)('of the voice %s is refused with %s', async (property, name) => {
    const query = `appkey=${gateway.app.appkey}&access-token=${gateway.accessToken}`;
    expect(await refusal(property, query)).toMatchObject(shouldBe(name));
  });

  it('is answered 426 without an Upgrade', async () => {
    const reply = await gateway.plain(`/v10/tts/synth/${quickVoice}/stream?appkey=${gateway.app.appkey}`);
    expect([reply.status, reply.headers.upgrade]).toEqual([426, 'websocket']);
  });

  it('of a gateway without a model that speaks is refused with 404, and no voice is listed', async () => {
    const { features } = await import('../../../src/main/features.js');
    const { toneModels } = await import('../../helpers/gateway/asr-gateway.js');
    const mute = await startTestGateway({ features, settings: { shippedModels: toneModels() } });
    await mute.whenReady();
    const options = { appkey: mute.app.appkey, token: await mute.token() };
    await expect(SynthesisClient.open(mute.http, options)).rejects.toThrow('404');
    await mute.discard();
  });
});

describe('an engine that is lost', () => {
  const engineOf = (log: string): number => {
    const ready = log.split('\n').filter((line) => line.includes('"engine ready"'));
    return JSON.parse(ready.at(-1) ?? '{}').enginePid;
  };

  let breaking: SpeakingGateway;
  beforeAll(async () => {
    breaking = await startSpeakingGateway();
  });
  afterAll(() => breaking.discard());

  it('ends its sessions with ERROR ENGINE_LOST and END; the next START is spoken by another engine', async () => {
    const client = await breaking.connect();
    client.say(long);
    client.getAudio(100);
    expect(wordsOf([await client.next(), await client.next()])).toEqual(['START', 'AUDIO']);
    process.kill(engineOf(breaking.logText()), 'SIGKILL');
    expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('ENGINE_LOST').code });
    expect(await client.expect('END')).toMatchObject({ reason: 'ERROR' });
    expect((await client.spoken('好')).length).toBeGreaterThan(1_000);
    await client.close();
  });

  it('cuts a reply over HTTP that has begun; the next one is whole', async () => {
    const headers = { 'x-svc-access-token': breaking.accessToken, 'content-type': 'application/json' };
    const url = `${breaking.http}/v10/tts/synth/${quickVoice}/short_text?appkey=${breaking.app.appkey}`;
    const sent = request(url, { method: 'POST', headers });
    // far more than the sockets' buffers take: the reply cannot be whole when the engine goes
    sent.end(JSON.stringify({ text: '好。'.repeat(250), config: { speed: -500, sampleRate: 48_000 } }));
    const [reply] = await once(sent, 'response');
    process.kill(engineOf(breaking.logText()), 'SIGKILL');
    const end = await new Promise<string>((resolve) => {
      reply.on('end', () => resolve('whole'));
      reply.on('error', (fault: Error) => resolve(fault.message));
      reply.resume();
    });
    expect([reply.statusCode, end]).toEqual([200, 'aborted']);
    expect((await breaking.shortText({ text: '好' })).bytes.length).toBeGreaterThan(1_000);
  });
});

it('the url of a test is that of the specification', () => {
  expect(synthesisUrl('http://host:1', { appkey: 'a', property: 'cn_x_common' })).toBe(
    'ws://host:1/v10/tts/synth/cn_x_common/stream?appkey=a',
  );
});
