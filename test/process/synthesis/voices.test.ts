// Specification 2, 2.1: every voice that it names is served, listed, and speaks; each is another one.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { shippedFolder } from '../../helpers/models/shipped.js';

const mandarin = [
  ...['zhixingjing', 'chengshuqian', 'liaoliangnan', 'shuhuankun', 'reqingman', 'yanlirui', 'roumeijuan', 'roumeiqian'],
  ...['qingchunwei', 'roumeiyun', 'chunzhenhe', 'catongjing', 'daimengxi', 'youmoxiong', 'jiangsong', 'liluoxu'],
].map((name) => `cn_${name}_common`);
const english = ['en_roumeicameal_common', 'en_shenghuobarron_common'];
const parametric = ['zhixingjing', 'roumeijuan', 'roumeiqian'].map((name) => `cn_${name}_common-h9`);
const all = [...mandarin, ...english, ...parametric];

let models: string;
let gateway: SpeakingGateway;
beforeAll(async () => {
  models = mkdtempSync(join(tmpdir(), 'tonegate-models-'));
  cpSync(shippedFolder('tts-zh'), join(models, 'tts-zh'), { recursive: true });
  gateway = await startSpeakingGateway({ settings: { shippedModels: models } });
});
afterAll(async () => {
  await gateway.discard();
  rmSync(models, { recursive: true, force: true });
});

it('has 16 voices in Mandarin, 2 in English and 3 parametric ones, and lists them where one is asked for that it has not', async () => {
  expect([mandarin.length, english.length, parametric.length]).toEqual([16, 2, 3]);
  const reply = await gateway.shortText({ text: '好' }, 'cn_nobody_common');
  expect(reply.status).toBe(404);
  const listed = reply.json.error.message.split('served: ')[1].split(', ');
  expect(listed).toEqual([...all].sort());
});

describe('each voice', () => {
  it('speaks, and none as another does', async () => {
    const spoken = new Map<string, string>();
    for (const property of all) {
      const reply = await gateway.shortText({ text: '好的' }, property);
      expect(reply.status, property).toBe(200);
      expect(reply.bytes.length, property).toBeGreaterThan(6_400); // 0.2 s
      expect(spoken.get(reply.bytes.toString('base64')), property).toBeUndefined();
      spoken.set(reply.bytes.toString('base64'), property);
    }
  });

  it('that is English reads English, numbers too', async () => {
    for (const property of english) {
      const seconds = async (text: string) => (await gateway.shortText({ text }, property)).bytes.length / 32_000;
      expect(await seconds('Your code is 8812, thank you for calling.')).toBeGreaterThan(1.5);
      expect(await seconds('8812')).toBeGreaterThan(0.5);
    }
  });
});

describe('a neural voice', () => {
  it('gives the same samples whole and in small slices, over the WebSocket and over HTTP', async () => {
    const text = '您好，请问有什么可以帮您？';
    const client = await gateway.connect({ property: 'cn_zhixingjing_common' });
    // without figures the digit modes read alike: each is made anew, none comes out of the cache
    const whole = await client.spoken(text, { digitMode: 0 }, 10_000);
    expect((await client.spoken(text, { digitMode: 1 }, 100)).equals(whole)).toBe(true);
    const reply = await gateway.shortText({ text, config: { digitMode: 2 } }, 'cn_zhixingjing_common');
    expect(reply.bytes.equals(whole)).toBe(true);
    await client.close();
  });

  it('is cancelled in the middle, and leaves nothing behind', async () => {
    const client = await gateway.connect({ property: 'cn_roumeijuan_common' });
    client.say('今天天气很好，我们去公园散步吧。'.repeat(30));
    client.getAudio(500);
    await client.expect('START');
    await client.expect('AUDIO');
    client.getAudio(10_000, 20);
    client.cancel();
    expect((await client.session()).at(-1)).toMatchObject({ respType: 'END', reason: 'CANCEL' });
    expect(await client.quiet()).toEqual([]);
    await client.close();
    await gateway.isQuiet();
  });
});
