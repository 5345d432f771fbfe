// The legacy hotword and sensitive-word interfaces (specification 1, sections 4.3, 4.4, 7 and 8), and that they and the
// unified service see the same data.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInterfaces } from '../../../src/main/catalogue.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { base64, draft, legacy, ResourceClient } from '../../helpers/gateway/resource-client.js';

let gateway: TestGateway;
let other: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  other = gateway.apps.add('of another developer', 'another').appkey;
});
afterAll(() => gateway.discard());

let names = 0;
const fresh = () => `list ${names++}`;

/** Both interfaces, with the names of their fields. */
const faces = [
  {
    type: 'userword',
    id: 'vocabId',
    record: 'vocab',
    list: 'vocabList',
    owner: { userId: 'zhang' },
    query: '&userId=zhang',
  },
  { type: 'sensword', id: 'senswordId', record: 'sensword', list: 'senswordList', owner: {}, query: '' },
] as const;

describe.each(faces)('$type', ({ type, id, record, list, owner, query }) => {
  const ask = (operation: string, body: object, appkey?: string) =>
    legacy(gateway, `${type}/${operation}`, { ...owner, ...body }, appkey ?? gateway.app.appkey);
  const make = async (name: string, content: string): Promise<string> => {
    const { status, json, text } = await ask('create', { [record]: draft(name, content) });
    expect(status, text).toBe(200);
    expect(json).toEqual({ created: { id: expect.any(String), ver: '1' } });
    return json.created.id;
  };
  const unified = () => new ResourceClient(gateway, `user/asr/${type}`);

  it('creates, gets, updates, lists and deletes', async () => {
    expect((await ask('list', {})).status).toBe(404);
    const name = fresh();
    const made = await make(name, '\ufeff张三');
    const whole = { id: made, ver: '1', name, lang: 'cn', content: base64('张三') };
    expect((await ask('get', { [id]: made })).json).toEqual({ [record]: whole });
    const change = { [id]: made, [record]: draft('ignored', '李四', { lang: 'en', desc: 'ignored' }) };
    expect((await ask('update', change)).json).toEqual({ updated: { id: made, ver: '2' } });
    const { json } = await ask('list', {});
    expect(json).toEqual({ totalCount: 1, [list]: [{ id: made, ver: '2', name, lang: 'cn' }] });
    expect((await ask('get', { [id]: made })).json[record].content).toBe(base64('李四'));
    expect((await ask('delete', { [id]: made })).json).toEqual({ deleted: { id: made } });
    for (const operation of ['get', 'delete']) expect((await ask(operation, { [id]: made })).status).toBe(404);
    expect((await ask('update', change)).json.error.code).toBe(40403);
  });

  it('sees what the unified service stored, and the other way round', async () => {
    const ours = await make(fresh(), 'a');
    const theirs = await unified().created(fresh(), 'b', query);
    const listed = (await unified().ask('GET', '', { query })).json.resourceList;
    expect((await ask('list', {})).json[list]).toEqual(listed);
    expect(listed.map((each: { id: string }) => each.id)).toEqual([ours, theirs]);
    expect((await unified().ask('GET', `/${ours}`, { query })).json.resource.content).toBe(base64('a'));
    await unified().ask('PUT', `/${ours}`, { query, body: { resource: { content: base64('c') } } });
    const got = (await ask('get', { [id]: ours })).json[record];
    expect([got.ver, got.content]).toEqual(['2', base64('c')]);
    await ask('delete', { [id]: theirs });
    expect((await unified().ask('GET', `/${theirs}`, { query })).status).toBe(404);
  });

  it('pages with skip and limit', async () => {
    const { totalCount } = (await ask('list', {})).json;
    await make(fresh(), '');
    const count = async (page: object) => {
      const { json } = await ask('list', page);
      return [json.totalCount, json[list].length];
    };
    expect(await count({ limit: 1 })).toEqual([totalCount + 1, 1]);
    expect(await count({ skip: totalCount, limit: 10_000 })).toEqual([totalCount + 1, 1]);
    expect(await count({ skip: totalCount + 1 })).toEqual([totalCount + 1, 0]);
    for (const page of [{ limit: 0 }, { limit: 10_001 }, { skip: -1 }, { skip: 0.5 }, { limit: '5' }]) {
      expect((await ask('list', page)).status).toBe(400);
    }
  });

  it('refuses bad content, naming its key', async () => {
    for (const [content, status] of [
      ['*', 400],
      [base64(Buffer.from([0x61, 0xff])), 400],
      [base64('x'.repeat(257)), 400],
      [base64('x\n'.repeat(51_201)), 413],
    ] as const) {
      const { status: got, json } = await ask('create', { [record]: { ...draft(fresh(), ''), content } });
      expect(got).toBe(status);
      expect(json.error.message).toContain(`${record}.content`);
    }
    expect((await ask('create', { [record]: { lang: 'cn', content: '' } })).json.error.message).toContain(
      `${record}.name`,
    );
    expect((await ask('create', {})).status).toBe(400);
    expect((await ask('get', {})).json.error.message).toContain(id);
  });

  it('does not show a list to another developer', async () => {
    const made = await make(fresh(), '');
    for (const operation of ['get', 'delete', 'list']) {
      expect((await ask(operation, { [id]: made }, other)).status).toBe(404);
    }
    const change = { [id]: made, [record]: { content: '' } };
    expect((await ask('update', change, other)).status).toBe(404);
  });

  it('takes POST only, and JSON only', async () => {
    const path = `/v10/asr/${type}/list?appkey=${gateway.app.appkey}`;
    expect((await gateway.plain(path)).status).toBe(405);
    const headers = { 'content-type': 'text/plain' };
    expect((await gateway.plain(path, { method: 'POST', headers, body: '{}' })).status).toBe(415);
  });
});

describe('userId of hotword lists', () => {
  const create = (userId: unknown) => legacy(gateway, 'userword/create', { userId, vocab: draft(fresh(), '') });

  it('is required, and has at most 64 bytes', async () => {
    for (const userId of [undefined, '', 7, 'x'.repeat(65)]) expect((await create(userId)).status).toBe(400);
    expect((await create('x'.repeat(64))).status).toBe(200);
  });

  it('must be that of the creator', async () => {
    const { id } = (await create('li')).json.created;
    for (const operation of ['get', 'delete']) {
      expect((await legacy(gateway, `userword/${operation}`, { userId: 'wang', vocabId: id })).status).toBe(404);
    }
    expect((await legacy(gateway, 'userword/get', { userId: 'li', vocabId: id })).status).toBe(200);
  });

  it('has at most 10 lists; * has any number, and they are the shared ones', async () => {
    for (let count = 0; count < 10; count++) expect((await create('ten')).status).toBe(200);
    const eleventh = await create('ten');
    expect([eleventh.status, eleventh.json.error.code]).toEqual([409, 40901]);
    let last = '';
    for (let count = 0; count < 11; count++) last = (await create('*')).json.created.id;
    expect((await new ResourceClient(gateway, 'user/asr/userword').ask('GET', `/${last}`)).status).toBe(200);
  });
});

it('the OpenAPI document marks the legacy interfaces as deprecated, and no other', () => {
  const { paths } = describeInterfaces().openApi() as {
    paths: Record<string, Record<string, { deprecated?: boolean }>>;
  };
  const deprecated = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).some((operation) => operation.deprecated === true) ? [path] : [],
  );
  const operations = ['create', 'delete', 'get', 'list', 'update'];
  const legacyPaths = ['sensword', 'userword'].flatMap((type) => operations.map((each) => `/v10/asr/${type}/${each}`));
  expect(deprecated.sort()).toEqual(legacyPaths);
});

describe('the list of sensitive-word lists', () => {
  it('may be asked for without a body', async () => {
    const path = `/v10/asr/sensword/list?appkey=${gateway.app.appkey}`;
    const headers = { 'content-type': 'application/json' };
    const whole = await legacy(gateway, 'sensword/list', {});
    expect(whole.status).toBe(200);
    for (const options of [{ method: 'POST' }, { method: 'POST', headers }, { method: 'POST', headers, body: '{}' }]) {
      const { status, json, text } = await gateway.plain(path, options);
      expect(status, text).toBe(200);
      expect(json).toEqual(whole.json);
    }
    expect((await gateway.plain(path, { method: 'POST', headers, body: '{' })).status).toBe(400);
    const made = `/v10/asr/sensword/get?appkey=${gateway.app.appkey}`;
    expect((await gateway.plain(made, { method: 'POST' })).status).toBe(415);
  });
});
