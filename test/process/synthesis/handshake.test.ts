// Specification 2, 4.5: the handshake of synthesis, and an engine that is lost in the middle of a text.
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { quickVoice, SynthesisClient, synthesisUrl, wordsOf } from '../../helpers/gateway/synthesis-client.js';
import { handshakeSuite } from '../../helpers/streams/handshake-suite.js';
import { synthesisStream } from '../../helpers/streams/synthesis-stream.js';

const long = '今天天气很好，我们去公园散步吧。'.repeat(2_000);

let gateway: SpeakingGateway;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
});
afterAll(() => gateway.discard());

handshakeSuite(synthesisStream);

describe('the handshake', () => {
  it('with the token in the header or in the query, and the voice in any case, leads to a voice', async () => {
    for (const changes of [{}, { tokenInQuery: true }, { property: quickVoice.toUpperCase() }]) {
      const client = await gateway.connect(changes);
      expect((await client.spoken('好')).length).toBeGreaterThan(1_000);
      await client.close();
    }
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
