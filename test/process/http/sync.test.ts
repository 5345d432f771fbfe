// Both faces of sync on a real gateway: what it shows to those below it, and what its own sync process asks of it.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncItem, SyncState } from '../../../src/protocol/wire/sync-messages.js';
import { basic, type Exchange } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer, base64, ResourceClient } from '../../helpers/gateway/resource-client.js';

const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const weights = randomBytes(300_000);

let gateway: TestGateway;
let trusted: { appkey: string; secret: string };
beforeAll(async () => {
  gateway = await startTestGateway({ settings: { upstream: 'https://upstream.invalid' } });
  trusted = gateway.apps.add('below', 'default', ['sync']);
  mkdirSync(contentFolder(), { recursive: true });
});
afterAll(() => gateway.discard());

const contentFolder = () => join(gateway.dataDir, 'sync', 'content');

function below(path: string, more: { method?: string; headers?: object; body?: unknown } = {}): Promise<Exchange> {
  const json = more.body === undefined ? {} : { 'content-type': 'application/json' };
  const authorization = basic(trusted.appkey, trusted.secret);
  return gateway.secure(`/v10/sync/${path}${path.includes('?') ? '&' : '?'}appkey=${trusted.appkey}`, {
    ...(more.method !== undefined && { method: more.method }),
    headers: { authorization, ...json, ...more.headers },
    ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
  });
}

const own = (method: string, path: string, body?: unknown) =>
  administer(gateway, method, `/v10/admin/sync/${path}`, body);
const stateNow = async (users = 'all'): Promise<SyncState> => (await below(`state?users=${users}`)).json;

/** A state of somewhere else, its content brought as the sync process brings it. */
function brought(revision: number, ...things: [Record<string, unknown>, string | Uint8Array][]) {
  const items = things.map(([item, content]) => {
    const facts = { sha256: hash(content), bytes: Buffer.byteLength(content) };
    writeFileSync(join(contentFolder(), facts.sha256), content);
    return item.kind === 'resource' ? { ...item, content: facts } : { ...item, ...facts };
  });
  return { state: { format: 1, origin: 'elsewhere', revision, items } };
}

const sysList = (id: string, more: object = {}) => ({
  ...{ kind: 'resource', id, category: 'sys', cu: 'asr', type: 'userword', developer: null, userId: '' },
  ...{ name: `list ${id}`, lang: 'cn', desc: '', createdAtMs: 1, ver: 1, updatedAtMs: 1, origin: 'elsewhere' },
  ...more,
});

describe('the state that a gateway shows', () => {
  it('has a strong ETag that changes with every change, and answers 304 to it', async () => {
    const first = await below('state');
    expect(first.headers.etag).toMatch(/^"[0-9a-f]{16}-\d+"$/);
    const etag = first.headers.etag as string;
    const again = await below('state', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    await new ResourceClient(gateway, 'user/asr/userword').created('etag', '张三\n');
    const changed = await below('state', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('holds user resources with their versions, and leaves them out where they are not wanted', async () => {
    const client = new ResourceClient(gateway, 'user/asr/userword');
    const id = await client.created('versions', '张三\n');
    await client.ask('PUT', `/${id}`, { body: { resource: { content: base64('李四\n') } } });
    const item = (await stateNow()).items.find((each) => each.kind === 'resource' && each.id === id);
    expect(item).toMatchObject({ ver: 2, developer: 'default', content: { sha256: hash('李四\n'), bytes: 7 } });
    expect(JSON.stringify(await stateNow('none'))).not.toContain(id);
  });

  it('holds a deletion as a version without content', async () => {
    const client = new ResourceClient(gateway, 'user/asr/userword');
    const id = await client.created('deleted', '张三\n');
    await client.ask('DELETE', `/${id}`);
    const item = (await stateNow()).items.find((each) => each.kind === 'resource' && each.id === id);
    expect(item).toMatchObject({ ver: 2, content: null });
  });
});

describe('content', () => {
  const resume = (range: string, more: object = {}) =>
    below(`content/${hash(weights)}`, { headers: { range, ...more } });

  beforeAll(async () => {
    await administer(gateway, 'POST', '/v10/resource/sys/ocr/template', {
      resource: { name: 'template', lang: 'cn', content: base64(weights) },
    });
  });

  it('comes as its bytes, and is not found when no state names it', async () => {
    const { status, headers } = await below(`content/${hash(weights)}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-length': '300000', 'accept-ranges': 'bytes' });
    expect(headers.etag).toBe(`"${hash(weights)}"`);
    expect((await below(`content/${hash('nobody has this')}`)).status).toBe(404);
  });

  it('comes in part from where a download broke off', async () => {
    const { status, headers } = await resume('bytes=299990-');
    expect([status, headers['content-range'], headers['content-length']]).toEqual([
      206,
      'bytes 299990-299999/300000',
      '10',
    ]);
    const ifRange = `"${hash(weights)}"`;
    expect((await resume('bytes=1-2', { 'if-range': ifRange })).status).toBe(206);
    expect((await resume('bytes=1-2', { 'if-range': '"another"' })).status).toBe(200);
    expect((await resume('bytes=-5')).headers['content-range']).toBe('bytes 299995-299999/300000');
    const beyond = await resume('bytes=300000-');
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */300000']);
  });
});

describe('an apply', () => {
  const listed = async (category: string) =>
    (await stateNow()).items.filter((item) => item.kind === 'resource' && item.category === category) as SyncItem[];

  it('changes resources, profiles and ring tables at once, and recognition sees the profile', async () => {
    const profile = '{"system":{"vocabId":"up1","whenUserBrings":"merge"},"values":{"vadTail":321}}';
    const wanted = brought(
      10,
      [sysList('up1'), '王五 3\n'],
      [{ kind: 'profile', name: 'outbound' }, profile],
      [{ kind: 'ringTable', name: 'keywords' }, '空号\t7\tEMPTY\n'],
      [{ kind: 'ringTable', name: 'causes' }, '10\t600\t17\n'],
    );
    const { status, json, text } = await own('POST', 'apply', wanted);
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ applied: { origin: 'elsewhere', revision: 10 }, redo: 0 });
    const shown = await administer(gateway, 'GET', '/admin/profiles/outbound');
    expect(shown.json.values).toEqual({ vadTail: 321 });
    expect(readFileSync(join(gateway.dataDir, 'ring', 'keywords.txt'), 'utf8')).toBe('空号\t7\tEMPTY\n');
    expect(readFileSync(join(gateway.dataDir, 'ring', 'causes.txt'), 'utf8')).toBe('10\t600\t17\n');
    // A table that came down goes on to those below.
    expect((await stateNow()).items).toContainEqual(
      expect.objectContaining({ kind: 'ringTable', name: 'causes', sha256: hash('10\t600\t17\n') }),
    );
    const content = await administer(gateway, 'GET', '/v10/resource/sys/asr/userword/up1');
    expect(content.json.resource).toMatchObject({ ver: '1', content: base64('王五 3\n') });
    for (const { sha256 } of wanted.state.items as { sha256?: string }[]) {
      if (sha256 !== undefined) expect(existsSync(join(contentFolder(), sha256))).toBe(false);
    }
  });

  it('an untouched table of an earlier version gives way without a conflict, an edited one is kept among them', async () => {
    const earlier = (name: string) =>
      readFileSync(new URL(`../../fixtures/earlier-ring-tables/${name}.txt`, import.meta.url), 'utf8');
    const files = {
      keywords: earlier('keywords'),
      tones: earlier('tones').replace('\t10\t', '\t12\t'),
      causes: '10\t603\t21\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(gateway.dataDir, 'ring', `${name}.txt`), text);
    const wanted = brought(
      10,
      [{ kind: 'ringTable', name: 'keywords' }, '停机\t7\tSTOPPED\n'],
      [{ kind: 'ringTable', name: 'tones' }, '#BUSY#\t9\tBUSY\n'],
      [{ kind: 'ringTable', name: 'causes' }, '10\t486\t34\n'],
    );
    const scope = { sys: false, models: false };
    const { status, json, text } = await own('POST', 'apply', { ...wanted, scope });
    expect([status, json.redo], text).toEqual([200, 0]);
    const tables = (await own('GET', 'conflicts')).json.conflicts.filter(
      ({ lost }: { lost: SyncItem }) => lost.kind === 'ringTable',
    );
    expect(tables).toHaveLength(2);
    for (const name of ['tones', 'causes'] as const) {
      expect(tables).toContainEqual(
        expect.objectContaining({ lost: expect.objectContaining({ name }), content: base64(files[name]) }),
      );
    }
  });

  it('installs and activates a model, in a process of its own', async () => {
    const files = [{ name: 'weights.bin', bytes: 7, sha256: hash('weights') }];
    writeFileSync(join(contentFolder(), hash('weights')), 'weights');
    const manifest = {
      ...{ format: 1, id: 'ours', version: '1.0.0', task: 'vad', family: 'native', kind: 'vad-1', language: '*' },
      ...{ sampleRateHz: 8_000, serves: ['cn_8k_common'], precision: 'int8', licence: 'Apache-2.0', files },
    };
    const facts = { kind: 'model', id: 'ours', version: '1.0.0', slots: ['vad cn_8k_common'] };
    const listed = files.map(({ sha256, bytes }) => ({ sha256, bytes }));
    const wanted = brought(10, [{ ...facts, files: listed }, JSON.stringify(manifest)]);
    const scope = { sys: false, ringTables: false };
    const { status, json, text } = await own('POST', 'apply', { ...wanted, scope });
    expect([status, json.redo], text).toEqual([200, 0]);
    expect((await stateNow()).items).toContainEqual(expect.objectContaining({ ...facts, files: listed }));
    const active = JSON.parse(readFileSync(join(gateway.dataDir, 'models', 'active.json'), 'utf8'));
    expect(active.slots).toEqual({ 'vad cn_8k_common': { id: 'ours', version: '1.0.0' } });
    expect((await below(`content/${hash('weights')}`)).text).toBe('weights');
    expect(existsSync(join(contentFolder(), hash('weights')))).toBe(false);
  });

  it('keeps a sys resource that was made here among the conflicts', async () => {
    const [conflict] = (await own('GET', 'conflicts')).json.conflicts.filter(
      ({ lost }: { lost: SyncItem }) => lost.kind === 'resource' && lost.type === 'template',
    );
    expect(conflict).toMatchObject({ won: null, lost: { content: { sha256: hash(weights) } } });
    expect(hash(Buffer.from(conflict.content, 'base64'))).toBe(hash(weights));
  });

  it.each<[string, () => object, string]>([
    ['whose content was brought damaged', () => damaged(), 'hash differs'],
    [
      'whose content was not brought',
      () => withItem(sysList('x', { content: { sha256: hash('?'), bytes: 1 } })),
      'neither',
    ],
    [
      'whose profile names a list that is not there',
      () => profileOf('{"system":{"vocabId":"no","whenUserBrings":"merge"},"values":{}}'),
      'no sys resource',
    ],
    ['whose profile cannot be read', () => profileOf('{"values":1}'), 'profile'],
    [
      'whose ring table cannot be read',
      () => brought(11, [{ kind: 'ringTable', name: 'tones' }, 'nonsense\n']),
      'ring table tones: line 1',
    ],
    [
      'whose table of causes cannot be read',
      () => brought(11, [{ kind: 'ringTable', name: 'causes' }, '10\t200\t17\n']),
      'ring table causes: line 1: the SIP status must be a whole number from 400 to 699',
    ],
    [
      'whose model is none',
      () => brought(11, [{ kind: 'model', id: 'm', version: '1.0.0', slots: [], files: [] }, '{}']),
      'model',
    ],
  ])('refuses a state %s, and changes nothing', async (_, wanted, why) => {
    const before = (await below('state')).text;
    const { status, json } = await own('POST', 'apply', wanted());
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(why)]);
    expect((await below('state')).text).toBe(before);
    expect((await own('GET', 'status')).json.applied).toMatchObject({ revision: 10 });
  });

  const withItem = (item: object) => ({ state: { format: 1, origin: 'elsewhere', revision: 11, items: [item] } });
  const profileOf = (text: string) =>
    brought(11, [sysList('up1'), '王五 3\n'], [{ kind: 'profile', name: 'night' }, text]);
  const damaged = () => {
    const wanted = brought(11, [sysList('x'), 'good\n']);
    writeFileSync(join(contentFolder(), hash('good\n')), 'evil\n');
    return wanted;
  };

  it('refuses a state that is older than the applied one, unless told otherwise', async () => {
    const older = brought(9, [sysList('up1', { ver: 5 }), '赵六 3\n']);
    expect((await own('POST', 'apply', older)).status).toBe(409);
    const sysOnly = { sys: true, ringTables: false, models: false, acceptOlder: true };
    expect((await own('POST', 'apply', { ...older, scope: sysOnly })).status).toBe(200);
    expect(await listed('sys')).toMatchObject([{ id: 'up1', ver: 5 }]);
  });

  it('refuses its own state', async () => {
    expect((await own('POST', 'apply', { state: await stateNow() })).status).toBe(409);
  });
});

describe('the outbox', () => {
  it('holds what clients made, and lets go of what the upstream has answered for', async () => {
    const client = new ResourceClient(gateway, 'user/asr/userword');
    const id = await client.created('to go up', '张三\n');
    const { entries, waiting } = (await own('GET', 'outbox')).json;
    const entry = entries.find(({ item }: { item: { id: string } }) => item.id === id);
    expect(entry).toMatchObject({ item: { ver: 1, category: 'user' }, content: base64('张三\n') });
    await client.ask('PUT', `/${id}`, { body: { resource: { content: base64('李四\n') } } });
    const verdicts = [{ idempotencyKey: entry.idempotencyKey, verdict: 'kept' }];
    expect((await own('POST', 'outbox/settle', { verdicts })).json).toEqual({ settled: 0 }); // a later version waits
    expect((await own('GET', 'outbox')).json.waiting).toBe(waiting);
    const page = (await own('GET', 'outbox')).json.entries;
    const all = page.map(({ idempotencyKey }: { idempotencyKey: string }) => ({ idempotencyKey, verdict: 'kept' }));
    expect((await own('POST', 'outbox/settle', { verdicts: all })).json).toEqual({ settled: all.length });
    expect((await own('GET', 'outbox')).json).toEqual({ waiting: 0, entries: [] });
  });

  it('of a gateway below counts once, and its faults are told entry by entry', async () => {
    const entryOf = (id: string, content: string, sha256 = hash(content)) => ({
      ...{ seq: 1, idempotencyKey: `key of ${id} ${sha256}`, content: base64(content) },
      item: sysList(id, { category: 'user', developer: 'elsewhere', content: { sha256, bytes: content.length } }),
    });
    const entries = [entryOf('b1', 'one\n'), entryOf('b2', 'two\n', hash('else'))];
    const send = async () => (await below('outbox', { method: 'POST', body: { entries } })).json.verdicts;
    const [good, bad] = await send();
    expect(good).toMatchObject({ verdict: 'kept' });
    expect(bad).toMatchObject({ verdict: 'refused', why: 'the hash of its content differs' });
    expect((await send())[0]).toMatchObject({ verdict: 'repeated' });
  });
});

describe('what is wanted', () => {
  it('is answered when an operator wants a poll, or when something new waits', async () => {
    const { now, outboxSeq } = (await own('GET', 'wanted')).json;
    const held = own('GET', `wanted?after=${now}&outboxAfter=${outboxSeq}&holdMs=25000`);
    expect((await own('POST', 'now')).json).toEqual({ now: now + 1, outboxSeq });
    expect((await held).json).toEqual({ now: now + 1, outboxSeq });
    const next = own('GET', `wanted?after=${now + 1}&outboxAfter=${outboxSeq}&holdMs=25000`);
    await new ResourceClient(gateway, 'user/asr/userword').created('wakes', '张三\n');
    expect((await next).json.outboxSeq).toBeGreaterThan(outboxSeq);
  });

  it('shows the report of the sync process in the status and the metrics', async () => {
    const report = {
      ...{ upstream: 'https://upstream.invalid', state: 'waiting', lastSuccessAtMs: 5_000, nextPollAtMs: null },
      ...{ failuresInARow: 3, lastFault: 'no such host', fetching: null },
    };
    expect((await own('PUT', 'report', report)).status).toBe(200);
    expect((await own('GET', 'status')).json).toMatchObject({
      report,
      redo: 0,
      outbox: { waiting: expect.any(Number) },
    });
    const metrics = (await gateway.inside('/metrics')).text;
    expect(metrics).toContain('tonegate_sync_failures_in_a_row 3');
    expect(metrics).toContain('tonegate_sync_last_success_timestamp_seconds 5\n');
  });
});
