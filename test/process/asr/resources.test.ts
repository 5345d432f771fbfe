// Specification 2, 2.3, "Dynamic optimization resource rules" and profiles, over the wire: lists that the resource
// service stores, used by the next call, with sessions keeping what they started with. The recogniser hears tones as
// characters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AsrClipReply } from '../../../src/protocol/wire/asr-messages.js';
import { wavOf } from '../../helpers/audio/tones.js';
import { finalsOf } from '../../helpers/gateway/asr-client.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { administer, base64, draft, legacy, ResourceClient } from '../../helpers/gateway/resource-client.js';
import { slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';

let gateway: AsrGateway;
let words: ResourceClient;
let masks: ResourceClient;
beforeAll(async () => {
  gateway = await startAsrGateway();
  words = new ResourceClient(gateway, 'user/asr/userword');
  masks = new ResourceClient(gateway, 'user/asr/sensword');
});
afterAll(() => gateway.discard());

let names = 0;
const fresh = () => `list ${names++}`;
const audio = wavOf(spoken('2一二三3')).toString('base64');

/** The text that 一二三 becomes, and the numbers of the warnings. */
async function heard(config: object, userId = ''): Promise<[string, number[]]> {
  const { status, text, json } = await gateway.json({ config, audio, userId });
  expect(status, text).toBe(200);
  const { result, warning = [] } = AsrClipReply.parse(json);
  return [result.text, warning.map(({ code }) => code)];
}

const put = (client: ResourceClient, id: string, content: string) =>
  client.ask('PUT', `/${id}`, { body: { resource: { content: base64(content) } } });
const sys = async (type: string, content: string): Promise<string> => {
  const reply = await administer(gateway, 'POST', `/v10/resource/sys/asr/${type}`, {
    resource: draft(fresh(), content),
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.json.created.id;
};
const profile = async (name: string, value: object): Promise<void> => {
  const { status, text } = await administer(gateway, 'PUT', `/admin/profiles/${name}`, value);
  expect(status, text).toBe(200);
};

describe('vocabId', () => {
  it('names a stored list, whose update the next call uses', async () => {
    const vocabId = await words.created(fresh(), '壹 (一)');
    expect(await heard({ vocabId })).toEqual(['壹二三', []]);
    await put(words, vocabId, '贰 (二)');
    expect(await heard({ vocabId })).toEqual(['一贰三', []]);
    await words.ask('DELETE', `/${vocabId}`);
    expect(await heard({ vocabId })).toEqual(['一二三', [101]]);
  });

  it('names lists of the legacy interface too', async () => {
    const body = { userId: '*', vocab: draft(fresh(), '叁 (三)') };
    const { id } = (await legacy(gateway, 'userword/create', body)).json.created;
    expect(await heard({ vocabId: id })).toEqual(['一二叁', []]);
  });

  it('needs the userId of an exclusive list, and the developer who made it', async () => {
    const vocabId = await words.created(fresh(), '壹 (一)', '&userId=alice');
    expect(await heard({ vocabId }, 'alice')).toEqual(['壹二三', []]);
    expect(await heard({ vocabId }, 'bob')).toEqual(['一二三', [101]]);
    expect(await heard({ vocabId })).toEqual(['一二三', [101]]);
    const other = gateway.apps.add('of another developer', 'another').appkey;
    const theirs = await words.ask('POST', '', { appkey: other, body: { resource: draft(fresh(), '壹 (一)') } });
    expect(await heard({ vocabId: theirs.json.created.id })).toEqual(['一二三', [101]]);
  });

  it('does not name resources of another kind', async () => {
    expect(await heard({ vocabId: await masks.created(fresh(), '一') })).toEqual(['一二三', [101]]);
    expect(await heard({ vocabId: await sys('userword', '壹 (一)') })).toEqual(['一二三', [101]]);
  });
});

describe('senswordId', () => {
  it('names a stored list', async () => {
    const senswordId = await masks.created(fresh(), '二');
    expect(await heard({ senswordId, wordFilter: true })).toEqual(['一*三', []]);
    await put(masks, senswordId, '三');
    expect(await heard({ senswordId, wordFilter: true })).toEqual(['一二*', []]);
    expect(await heard({ senswordId })).toEqual(['一二三', []]);
  });
});

describe('a streaming session', () => {
  it('keeps what it started with; the next one on the connection has the update', async () => {
    const vocabId = await words.created(fresh(), '壹 (一)');
    const client = await gateway.connect();
    const config = { audioFormat: 'pcm_s16le_8k', vocabId };
    client.start(config);
    await client.expect('START');
    await put(words, vocabId, '贰 (二)');
    client.audio(...slicesOf(spoken('2一二三8')));
    client.end();
    expect(finalsOf(await client.session()).map(({ result }) => result.text)).toEqual(['壹二三']);
    client.start(config);
    client.audio(...slicesOf(spoken('2一二三8')));
    client.end();
    expect(finalsOf(await client.session()).map(({ result }) => result.text)).toEqual(['一贰三']);
    await client.close();
  });
});

describe('a list too long to be read at once', () => {
  const long = (line: string) => `${line}\n${`# ${'x'.repeat(200)}\n`.repeat(20)}`;
  const counted = async (outcome: string): Promise<number> => {
    const { text } = await gateway.inside('/metrics');
    const line = new RegExp(`^tonegate_asr_word_lists_total{kind="hotwords",outcome="${outcome}"} (\\d+)$`, 'm');
    return Number(line.exec(text)?.[1] ?? 0);
  };

  it('is read once: the next calls have it by what it holds, an update is read anew', async () => {
    const vocabId = await words.created(fresh(), long('壹 (一)'));
    const before = [await counted('miss'), await counted('hit')] as const;
    for (let times = 0; times < 3; times++) expect(await heard({ vocabId })).toEqual(['壹二三', []]);
    expect([await counted('miss'), await counted('hit')]).toEqual([before[0] + 1, before[1] + 2]);
    await put(words, vocabId, long('贰 (二)'));
    expect(await heard({ vocabId })).toEqual(['一贰三', []]);
    expect(await counted('miss')).toBe(before[0] + 2);
  });

  it('loses nothing that a streaming client sends before START is answered', async () => {
    const client = await gateway.connect();
    client.start({ audioFormat: 'pcm_s16le_8k', vocab: long('叁 (三)') });
    client.audio(...slicesOf(spoken('2一二三8')));
    client.end();
    expect(finalsOf(await client.session()).map(({ result }) => result.text)).toEqual(['一二叁']);
    await client.close();
  });

  it('that is illegal is a warning, as a short one is', async () => {
    expect(await heard({ vocab: long('张三 9') })).toEqual(['一二三', [102]]);
  });
});

describe('a profile', () => {
  it('gives defaults, which parameters of the request override', async () => {
    await profile('masked', {
      values: { wordFilter: true },
      system: { senswordId: await sys('sensword', '二') },
    });
    expect(await heard({ profile: 'masked' })).toEqual(['一*三', []]);
    expect(await heard({ profile: 'masked', wordFilter: false })).toEqual(['一二三', []]);
    expect(await heard({})).toEqual(['一二三', []]);
  });

  it('that is not known: the defaults, and a warning', async () => {
    expect(await heard({ profile: 'unknown' })).toEqual(['一二三', [105]]);
  });

  it('merges its lists with those of the request, or is replaced by them', async () => {
    const vocabId = await sys('userword', '叁 (三)');
    const vocab = '壹 (一)';
    await profile('beside', { system: { vocabId, whenUserBrings: 'merge' } });
    await profile('instead', { system: { vocabId, whenUserBrings: 'replace' } });
    expect(await heard({ profile: 'beside' })).toEqual(['一二叁', []]);
    expect(await heard({ profile: 'beside', vocab })).toEqual(['壹二叁', []]);
    expect(await heard({ profile: 'instead' })).toEqual(['一二叁', []]);
    expect(await heard({ profile: 'instead', vocab })).toEqual(['壹二三', []]);
  });

  it('named DEFAULT holds for requests that name none', async () => {
    await profile('DEFAULT', { system: { vocabId: await sys('userword', '肆 (一二)') } });
    expect(await heard({})).toEqual(['肆三', []]);
    await administer(gateway, 'DELETE', '/admin/profiles/DEFAULT');
    expect(await heard({})).toEqual(['一二三', []]);
  });

  it('takes an update of its list, and keeps the list from being deleted', async () => {
    const vocabId = await sys('userword', '壹 (一)');
    await profile('uses', { system: { vocabId } });
    const path = `/v10/resource/sys/asr/userword/${vocabId}`;
    await administer(gateway, 'PUT', path, { resource: { content: base64('贰 (二)') } });
    expect(await heard({ profile: 'uses' })).toEqual(['一贰三', []]);
    const refused = await administer(gateway, 'DELETE', path);
    expect([refused.status, refused.json.error.message]).toEqual([409, expect.stringContaining('"uses"')]);
    await administer(gateway, 'DELETE', '/admin/profiles/uses');
    expect((await administer(gateway, 'DELETE', path)).status).toBe(200);
  });

  it('refuses values out of range, unknown keys, and lists that are no sys lists of the kind', async () => {
    const own = await words.created(fresh(), '');
    const list = await sys('userword', '');
    for (const [value, named] of [
      [{ values: { vadTail: 1 } }, 'values.vadTail'],
      [{ values: { vocabId: list } }, 'values.vocabId'],
      [{ values: { addPunc: 'yes' } }, 'values.addPunc'],
      [{ system: { vocabId: own } }, 'system.vocabId'],
      [{ system: { senswordId: list } }, 'system.senswordId'],
      [{ system: { whenUserBrings: 'both' } }, 'system.whenUserBrings'],
      [{ name: 'x' }, 'name'],
    ] as const) {
      const { status, json } = await administer(gateway, 'PUT', '/admin/profiles/bad', value);
      expect(status).toBe(400);
      expect(json.error.message).toContain(named);
    }
    expect((await administer(gateway, 'GET', '/admin/profiles/bad')).status).toBe(404);
  });
});
