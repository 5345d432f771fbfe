// The unified resource service (specification 1, sections 2.2 to 2.5, 4.2, 7, 8) on a real gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crc64 } from '../../../src/protocol/crc64.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer, base64, draft, ResourceClient } from '../../helpers/gateway/resource-client.js';

const listBytes = 102_400;
const lineBytes = 256;

let gateway: TestGateway;
let words: ResourceClient;
let other: string;
let sibling: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  words = new ResourceClient(gateway, 'user/asr/userword');
  other = gateway.apps.add('of another developer', 'another').appkey;
  sibling = gateway.apps.add('of the same developer').appkey;
});
afterAll(() => gateway.discard());

const client = (kind: string) => new ResourceClient(gateway, kind);
let names = 0;
const fresh = () => `list ${names++}`;
/** A list of that size, in lines as long as they may be. */
const ofBytes = (bytes: number) => `${'x'.repeat(255)}\n`.repeat(Math.ceil(bytes / 256)).slice(0, bytes);

describe('create', () => {
  it('answers id, crc64 and ver; the crc64 is that of the content', async () => {
    const { status, json } = await words.create(draft(fresh(), '张三 3\n'));
    expect(status).toBe(200);
    expect(json.created).toEqual({ id: expect.any(String), crc64: crc64(Buffer.from('张三 3\n')), ver: '1' });
  });

  it('refuses what is missing or of another type, naming it', async () => {
    const whole = draft('a', 'x');
    for (const [key, value] of [
      ['name', undefined],
      ['name', ''],
      ['name', 7],
      ['name', 'x'.repeat(257)],
      ['name', 'a\nb'],
      ['name', 'a\ud800'],
      ['desc', '\udc00'],
      ['lang', undefined],
      ['lang', ''],
      ['desc', 1],
      ['content', undefined],
      ['content', null],
      ['content', '*'],
      ['content', 'abc'],
    ] as const) {
      const { status, json } = await words.create({ ...whole, [key]: value });
      expect([key, value, status]).toEqual([key, value, 400]);
      expect(json.error.message).toContain(`resource.${key}`);
    }
    expect((await words.ask('POST', '', { body: {} })).json.error.message).toContain('resource');
    expect((await words.ask('POST', '')).status).toBe(415);
  });

  it('takes 100K and 256 bytes a line, and not a byte more', async () => {
    expect((await words.create(draft(fresh(), ofBytes(listBytes)))).status).toBe(200);
    const tooLarge = await words.create(draft(fresh(), ofBytes(listBytes + 1)));
    expect([tooLarge.status, tooLarge.json.error.code]).toEqual([413, 41302]);
    expect((await words.create(draft(fresh(), `a\r\n${'b'.repeat(lineBytes)}\r\n`))).status).toBe(200);
    const tooLong = await words.create(draft(fresh(), `a\n\n# ${'b'.repeat(lineBytes - 1)}\n`));
    expect(tooLong.status).toBe(400);
    expect(tooLong.json.error.message).toContain('line 3: 257 bytes');
  });

  it('refuses what is not UTF-8, naming the line', async () => {
    const { status, json } = await words.create(draft(fresh(), Buffer.from([0x61, 0x0a, 0xd5, 0xc5])));
    expect(status).toBe(400);
    expect(json.error.message).toContain('line 2: is not UTF-8');
  });

  it('strips a byte order mark', async () => {
    const id = await words.created(fresh(), '\ufeff张三');
    expect((await words.ask('GET', `/${id}`)).json.resource.content).toBe(base64('张三'));
  });

  it('takes each name once among the shared resources, and once for each user', async () => {
    const name = fresh();
    for (const query of ['', '&userId=once', '&userId=twice']) {
      expect((await words.create(draft(name, ''), query)).status).toBe(200);
      const again = await words.create(draft(name, ''), query);
      expect([again.status, again.json.error.code]).toEqual([409, 40900]);
    }
    expect((await words.create(draft(name, ''), '&userId=*')).status).toBe(409); // shared, as without a userId
    expect((await words.create(draft(name, ''), '&userId=')).status).toBe(409);
    expect((await words.ask('POST', '', { appkey: other, body: { resource: draft(name, '') } })).status).toBe(200);
  });

  it('keeps at most 10 hotword lists of a userId; shared ones are not limited', async () => {
    for (let count = 0; count < 10; count++) await words.created(fresh(), '', '&userId=collector');
    const { status, json } = await words.create(draft(fresh(), ''), '&userId=collector');
    expect([status, json.error.code]).toEqual([409, 40901]);
    for (let count = 0; count < 11; count++) await words.created(fresh());
    expect((await words.create(draft(fresh(), ''), '&userId=collector2')).status).toBe(200);
  });

  it('limits a userId to 64 bytes', async () => {
    const of = (userId: string) => words.create(draft(fresh(), ''), `&userId=${encodeURIComponent(userId)}`);
    expect((await of('字'.repeat(21))).status).toBe(200);
    expect((await of('字'.repeat(22))).status).toBe(400);
  });

  it('needs an appkey that is known', async () => {
    expect((await words.ask('POST', '', { appkey: '', body: { resource: draft('a', '') } })).status).toBe(400);
    expect((await words.ask('POST', '', { appkey: 'nobody', body: { resource: draft('a', '') } })).status).toBe(404);
  });

  it('is served on https too', async () => {
    const path = `/v10/resource/user/asr/userword?appkey=${gateway.app.appkey}`;
    const body = JSON.stringify({ resource: draft(fresh(), '') });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await gateway.secure(path, { method: 'POST', headers, body })).status).toBe(200);
  });
});

describe('kinds of resources', () => {
  it('keeps every kind that a developer may make', async () => {
    const bytes = Buffer.from([0, 255, 254]);
    for (const [kind, content] of [
      ['asr/userword', '张三'],
      ['asr/sensword', '李四'],
      ['asr/olm', '一句话\n'.repeat(1_000)],
      ['nlp/qarule', bytes],
      ['talktrick/talktrick', bytes],
    ] as const) {
      const { status, json, text } = await client(`user/${kind}`).create(draft(fresh(), content));
      expect(status, text).toBe(200);
      const got = await client(`user/${kind}`).ask('GET', `/${json.created.id}`);
      expect(got.json.resource.content).toBe(base64(content));
      expect(got.json.resource.path).toBe(`/user/${kind}/${json.created.id}/1`);
    }
  });

  it('refuses an olm text that is not UTF-8, and content over 1 MiB', async () => {
    expect((await client('user/asr/olm').create(draft(fresh(), Buffer.from([0xff])))).status).toBe(400);
    const large = await client('user/nlp/qarule').create(draft(fresh(), Buffer.alloc(1024 * 1024 + 1)));
    expect([large.status, large.json.error.code]).toEqual([413, 41302]);
    expect((await client('user/nlp/qarule').create(draft(fresh(), Buffer.alloc(1024 * 1024)))).status).toBe(200);
    expect((await client('user/nlp/qarule').create(draft(fresh(), Buffer.alloc(2 * 1024 * 1024)))).status).toBe(413);
  });

  it('answers 404 for a kind that there is not, 403 for one that is sys only and for the category sys', async () => {
    for (const [kind, status] of [
      ['user/asr/words', 404],
      ['user/nlp/userword', 404],
      ['shared/asr/userword', 404],
      ['user/ocr/template', 403],
      ['sys/asr/userword', 403],
    ] as const) {
      const wanted = [kind, status];
      expect([kind, (await client(kind).create(draft(fresh(), ''))).status]).toEqual(wanted);
      expect([kind, (await client(kind).ask('GET', '')).status]).toEqual(wanted);
      expect([kind, (await client(kind).ask('GET', '/x')).status]).toEqual(wanted);
      expect([kind, (await client(kind).ask('DELETE', '/x')).status]).toEqual(wanted);
    }
  });

  it('ignores the userId of a kind that has no exclusive resources', async () => {
    const lists = client('user/asr/sensword');
    const id = await lists.created(fresh(), '', '&userId=someone');
    expect((await lists.ask('GET', `/${id}`)).status).toBe(200);
    expect((await lists.ask('GET', `/${id}`, { query: '&userId=another' })).status).toBe(200);
  });

  it('keeps at most 100 sensitive-word lists of a developer', async () => {
    const of = (appkey: string) =>
      client('user/asr/sensword').ask('POST', '', { appkey, body: { resource: draft(fresh(), '') } });
    const hundredth = gateway.apps.add('collects lists', 'collector').appkey;
    for (let count = 0; count < 100; count++) expect((await of(hundredth)).status).toBe(200);
    expect((await of(hundredth)).json.error.code).toBe(40901);
    expect((await of(other)).status).toBe(200);
  });
});

describe('update', () => {
  it('changes the content only, and the version grows', async () => {
    const name = fresh();
    const id = await words.created(name, 'a');
    const body = { resource: draft('another name', 'b', { lang: 'en', desc: 'new' }) };
    const { json } = await words.ask('PUT', `/${id}`, { body });
    expect(json.updated).toEqual({ id, crc64: crc64(Buffer.from('b')), ver: '2' });
    expect((await words.ask('PUT', `/${id}`, { body: { resource: { content: base64('b') } } })).json.updated.ver).toBe(
      '3',
    );
    const { resource } = (await words.ask('GET', `/${id}`)).json;
    expect(resource).toEqual({
      ...{ id, name, lang: 'cn', ver: '3', crc64: crc64(Buffer.from('b')) },
      ...{ content: base64('b'), path: `/user/asr/userword/${id}/3` },
    });
  });

  it('refuses bad content and keeps the old', async () => {
    const id = await words.created(fresh(), 'kept');
    for (const [content, status] of [
      ['*', 400],
      [base64(Buffer.from([0xff])), 400],
      [base64('x'.repeat(257)), 400],
      [base64(ofBytes(listBytes + 1)), 413],
    ] as const) {
      expect((await words.ask('PUT', `/${id}`, { body: { resource: { content } } })).status).toBe(status);
    }
    const { resource } = (await words.ask('GET', `/${id}`)).json;
    expect([resource.ver, resource.content]).toEqual(['1', base64('kept')]);
  });
});

describe('owners', () => {
  it('a shared resource is the developer’s, whichever of his applications asks; to others it does not exist', async () => {
    const id = await words.created(fresh(), 'a');
    const body = { resource: { content: '' } };
    expect((await words.ask('GET', `/${id}`, { appkey: sibling })).status).toBe(200);
    for (const asking of [{ appkey: other }, { query: '&userId=someone' }]) {
      expect((await words.ask('GET', `/${id}`, asking)).json.error.code).toBe(40403);
      expect((await words.ask('PUT', `/${id}`, { ...asking, body })).status).toBe(404);
      expect((await words.ask('DELETE', `/${id}`, asking)).status).toBe(404);
    }
    expect((await words.ask('DELETE', `/${id}`, { appkey: sibling })).json).toEqual({ deleted: { id } });
  });

  it('an exclusive resource needs the userId that made it', async () => {
    const id = await words.created(fresh(), 'a', '&userId=owner');
    const body = { resource: { content: '' } };
    for (const query of ['', '&userId=*', '&userId=Owner']) {
      expect((await words.ask('GET', `/${id}`, { query })).status).toBe(404);
      expect((await words.ask('PUT', `/${id}`, { query, body })).status).toBe(404);
      expect((await words.ask('DELETE', `/${id}`, { query })).status).toBe(404);
    }
    expect((await words.ask('GET', `/${id}`, { query: '&userId=owner', appkey: other })).status).toBe(404);
    expect((await words.ask('GET', `/${id}`, { query: '&userId=owner', appkey: sibling })).status).toBe(200);
    expect((await words.ask('DELETE', `/${id}`, { query: '&userId=owner' })).status).toBe(200);
  });

  it('an id of another kind of resource is not found', async () => {
    const id = await words.created(fresh(), 'a');
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await client('user/asr/sensword').ask(method, `/${id}`)).status).toBe(404);
    }
    expect((await administer(gateway, 'GET', `/v10/resource/sys/asr/userword/${id}`)).status).toBe(404);
  });

  it('deletes once', async () => {
    const id = await words.created(fresh(), 'a');
    expect((await words.ask('DELETE', `/${id}`)).status).toBe(200);
    expect((await words.ask('DELETE', `/${id}`)).status).toBe(404);
    expect((await words.ask('GET', `/${id}`)).status).toBe(404);
    expect((await words.ask('PUT', `/${id}`, { body: { resource: { content: '' } } })).status).toBe(404);
  });
});

describe('list', () => {
  const page = async (query: string, userId = 'pages') => {
    const { status, json } = await words.ask('GET', '', { query: `&userId=${userId}${query}` });
    return status === 200 ? [json.totalCount, json.resourceList.map(({ name }: { name: string }) => name)] : status;
  };

  it('pages over the latest versions in the order of their making, without content', async () => {
    for (const name of ['a', 'b', 'c']) await words.created(name, 'x', '&userId=pages');
    await words.create(draft('d', 'x', { desc: 'described' }), '&userId=pages');
    expect(await page('')).toEqual([4, ['a', 'b', 'c', 'd']]);
    expect(await page('&offset=1&limit=2')).toEqual([4, ['b', 'c']]);
    expect(await page('&offset=3&limit=10000')).toEqual([4, ['d']]);
    expect(await page('&offset=4')).toEqual([4, []]);
    expect(await page('&offset=1000000000000')).toEqual([4, []]);
    const { json } = await words.ask('GET', '', { query: '&userId=pages&offset=2' });
    expect(json.resourceList).toEqual([
      { id: expect.any(String), ver: '1', name: 'c', lang: 'cn' },
      { id: expect.any(String), ver: '1', name: 'd', lang: 'cn', desc: 'described' },
    ]);
  });

  it('is an error when there is nothing', async () => {
    const { status, json } = await words.ask('GET', '', { query: '&userId=without' });
    expect([status, json.error.code]).toEqual([404, 40403]);
  });

  it.each([
    'limit=0',
    'limit=10001',
    'limit=1.5',
    'limit=x',
    'limit=',
    'offset=-1',
    'offset=0.5',
    'offset=x',
    'offset=',
  ])('refuses %s', async (query) => {
    const { status, json } = await words.ask('GET', '', { query: `&userId=pages&${query}` });
    expect(status).toBe(400);
    expect(json.error.message).toMatch(new RegExp(`query.${query.split('=')[0]}: must be`));
  });
});

describe('download', () => {
  it('answers 304 without a body while If-None-Match names the latest version', async () => {
    const id = await words.created(fresh(), 'first');
    const get = (tag?: string) =>
      words.ask('GET', `/${id}`, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
    const first = await get();
    const tag = first.headers.etag as string;
    expect(tag).toBe(`"1-${crc64(Buffer.from('first'))}"`);
    for (const same of [tag, `W/${tag}`, `"0-0", ${tag}`, '*']) {
      const { status, text, headers } = await get(same);
      expect([same, status, text, headers.etag]).toEqual([same, 304, '', tag]);
      expect(headers['content-type']).toBeUndefined();
    }
    expect((await get(tag.slice(1, -1))).status).toBe(200); // a tag is quoted
    await words.ask('PUT', `/${id}`, { body: { resource: { content: base64('first') } } });
    const second = await get(tag);
    expect([second.status, second.headers.etag]).toEqual([200, tag.replace('"1-', '"2-')]);
    expect(second.json.resource.ver).toBe('2');
  });
});

describe('check=true', () => {
  const content = '张三 9\n李四 3\n王五 [xx1] 2\n';

  it('adds what the grammar says of each line to the reply of create, update and download', async () => {
    const { status, json } = await words.create(draft(fresh(), content), '&check=true');
    expect(status).toBe(200);
    const of = (each: { line: number; severity: string }) => [each.line, each.severity];
    expect(json.diagnostics.map(of)).toEqual([
      [1, 'fault'],
      [3, 'fault'],
    ]);
    const got = await words.ask('GET', `/${json.created.id}`, { query: '&check=true' });
    expect(got.json.diagnostics).toEqual(json.diagnostics);
    const body = { resource: { content: base64('张三 5\n') } };
    const updated = await words.ask('PUT', `/${json.created.id}`, { query: '&check=true', body });
    expect(updated.json.diagnostics).toEqual([]);
  });

  it('is not asked for unless it is said', async () => {
    expect((await words.create(draft(fresh(), content))).json.diagnostics).toBeUndefined();
    expect((await words.create(draft(fresh(), content), '&check=false')).json.diagnostics).toBeUndefined();
    expect((await words.create(draft(fresh(), content), '&check=1')).status).toBe(400);
  });
});

describe('sys resources', () => {
  const path = '/v10/resource/sys/asr/userword';

  it('are managed with the admin credential on the admin listener', async () => {
    const { json } = await administer(gateway, 'POST', path, { resource: draft('of the box', '张三') });
    const { id } = json.created;
    expect((await administer(gateway, 'GET', path)).json.totalCount).toBe(1);
    expect((await administer(gateway, 'GET', `${path}/${id}`)).json.resource.path).toBe(`/sys/asr/userword/${id}/1`);
    const body = { resource: { content: base64('李四') } };
    expect((await administer(gateway, 'PUT', `${path}/${id}`, body)).json.updated.ver).toBe('2');
    expect((await words.ask('GET', `/${id}`)).status).toBe(404);
    expect((await administer(gateway, 'DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await administer(gateway, 'GET', path)).status).toBe(404);
    expect((await gateway.inside(path)).status).toBe(401);
  });

  it('take a template, which users may not have', async () => {
    const { status } = await administer(gateway, 'POST', '/v10/resource/sys/ocr/template', {
      resource: draft('invoice', Buffer.from([0, 1, 2])),
    });
    expect(status).toBe(200);
  });

  it('refuse a list with a fault: nobody would be warned of it', async () => {
    const { status, json } = await administer(gateway, 'POST', path, { resource: draft('bad', '张三\n李四 9') });
    expect(status).toBe(400);
    expect(json.error.message).toContain('line 2');
  });

  it('stand in the operator’s list of everything, with their owners', async () => {
    const id = await words.created(fresh(), 'a', '&userId=listed');
    const { json } = await administer(gateway, 'GET', '/admin/resources?limit=10000');
    expect(json.totalCount).toBe(json.resources.length);
    const row = json.resources.find((each: { id: string }) => each.id === id);
    expect(row).toMatchObject({
      category: 'user',
      cu: 'asr',
      type: 'userword',
      developer: 'default',
      userId: 'listed',
    });
    expect((await administer(gateway, 'GET', `/admin/resources/${id}`)).json.resource.content).toBe(base64('a'));
    expect((await administer(gateway, 'DELETE', `/admin/resources/${id}`)).json).toEqual({ removed: id });
    expect((await words.ask('GET', `/${id}`, { query: '&userId=listed' })).status).toBe(404);
  });
});

describe('a restart', () => {
  it('keeps resources and profiles', async () => {
    const first = await startTestGateway();
    const id = await new ResourceClient(first, 'user/asr/userword').created('kept', '张三');
    await administer(first, 'PUT', '/admin/profiles/kept', { values: { vadTail: 300 } });
    await first.stop(0);
    const second = await startTestGateway({ dataDir: first.dataDir });
    const got = await administer(second, 'GET', `/admin/resources/${id}`);
    expect(got.json.resource.content).toBe(base64('张三'));
    expect((await administer(second, 'GET', '/admin/profiles/kept')).json.values).toEqual({ vadTail: 300 });
    await second.discard();
  });
});
