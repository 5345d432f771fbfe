// Specification 1, sections 2.2 to 2.6, 4.2 to 4.4, 7 and 8, as tables: every operation of every interface against
// every sort of content, id, caller and page. What each rule means is in test/http; here is that none of them has a
// hole.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crc64 } from '../../../src/protocol/crc64.js';
import type { Exchange } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer, base64, draft, legacy, ResourceClient } from '../../helpers/gateway/resource-client.js';

const listBytes = 102_400;
const contentBytes = 1_048_576;
const lineBytes = 256;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.discard());

interface Caller {
  readonly appkey: string;
  /** '': shared */
  readonly userId: string;
}

/** The five operations of one interface, in the words of the unified service. */
interface Operations {
  create(resource: object): Promise<Exchange>;
  update(id: string, content: unknown): Promise<Exchange>;
  get(id: string): Promise<Exchange>;
  remove(id: string): Promise<Exchange>;
  list(offset?: unknown, limit?: unknown): Promise<Exchange>;
}

type Holds = 'list' | 'text' | 'bytes';

interface Face {
  readonly name: string;
  readonly type: string;
  readonly holds: Holds;
  /** User whose resources are requested. */
  readonly userId: string;
  readonly as: (caller: Caller) => Operations;
  /** Fields of replies that hold the record, and the list. */
  readonly record: string;
  readonly array: string;
}

const unified =
  (kind: string) =>
  ({ appkey, userId }: Caller): Operations => {
    const client = new ResourceClient(gateway, `user/${kind}`);
    const query = userId === '' ? '' : `&userId=${userId}`;
    const page = (name: string, value: unknown) => (value === undefined ? '' : `&${name}=${value}`);
    return {
      create: (resource) => client.ask('POST', '', { appkey, query, body: { resource } }),
      update: (id, content) => client.ask('PUT', `/${id}`, { appkey, query, body: { resource: { content } } }),
      get: (id) => client.ask('GET', `/${id}`, { appkey, query }),
      remove: (id) => client.ask('DELETE', `/${id}`, { appkey, query }),
      list: (offset, limit) =>
        client.ask('GET', '', { appkey, query: query + page('offset', offset) + page('limit', limit) }),
    };
  };

const oldStyle =
  (type: string, id: string, record: string, ofUsers: boolean) =>
  ({ appkey, userId }: Caller): Operations => {
    const owner = ofUsers ? { userId: userId === '' ? '*' : userId } : {};
    const ask = (operation: string, body: object) =>
      legacy(gateway, `${type}/${operation}`, { ...owner, ...body }, appkey);
    return {
      create: (resource) => ask('create', { [record]: resource }),
      update: (it, content) => ask('update', { [id]: it, [record]: { content } }),
      get: (it) => ask('get', { [id]: it }),
      remove: (it) => ask('delete', { [id]: it }),
      list: (skip, limit) => ask('list', { skip, limit }),
    };
  };

/** The admin listener knows neither developers nor users. */
const sys = (kind: string) => (): Operations => {
  const path = `/v10/resource/sys/${kind}`;
  const page = (name: string, value: unknown) => (value === undefined ? '' : `&${name}=${value}`);
  return {
    create: (resource) => administer(gateway, 'POST', path, { resource }),
    update: (id, content) => administer(gateway, 'PUT', `${path}/${id}`, { resource: { content } }),
    get: (id) => administer(gateway, 'GET', `${path}/${id}`),
    remove: (id) => administer(gateway, 'DELETE', `${path}/${id}`),
    list: (offset, limit) => administer(gateway, 'GET', `${path}?x=${page('offset', offset)}${page('limit', limit)}`),
  };
};

const ofService = { record: 'resource', array: 'resourceList' };
const ofVocab = { record: 'vocab', array: 'vocabList' };
const faces: readonly Face[] = [
  { name: 'shared hotwords', type: 'userword', holds: 'list', userId: '', as: unified('asr/userword'), ...ofService },
  {
    name: 'hotwords of a user',
    type: 'userword',
    holds: 'list',
    userId: 'li',
    as: unified('asr/userword'),
    ...ofService,
  },
  { name: 'sensitive words', type: 'sensword', holds: 'list', userId: '', as: unified('asr/sensword'), ...ofService },
  { name: 'small-corpus text', type: 'olm', holds: 'text', userId: '', as: unified('asr/olm'), ...ofService },
  { name: 'inspection rules', type: 'qarule', holds: 'bytes', userId: '', as: unified('nlp/qarule'), ...ofService },
  { name: 'scripts', type: 'talktrick', holds: 'bytes', userId: '', as: unified('talktrick/talktrick'), ...ofService },
  { name: 'sys hotwords', type: 'userword', holds: 'list', userId: '', as: sys('asr/userword'), ...ofService },
  { name: 'sys template', type: 'template', holds: 'bytes', userId: '', as: sys('ocr/template'), ...ofService },
  {
    ...{ name: 'legacy hotwords of *', type: 'userword', holds: 'list', userId: '', ...ofVocab },
    as: oldStyle('userword', 'vocabId', 'vocab', true),
  },
  {
    ...{ name: 'legacy hotwords of a user', type: 'userword', holds: 'list', userId: 'li', ...ofVocab },
    as: oldStyle('userword', 'vocabId', 'vocab', true),
  },
  {
    ...{ name: 'legacy sensitive words', type: 'sensword', holds: 'list', userId: '' },
    ...{ record: 'sensword', array: 'senswordList' },
    as: oldStyle('sensword', 'senswordId', 'sensword', false),
  },
];

let names = 0;
const fresh = () => `resource ${names++}`;
/** A developer who has nothing yet. */
const newCaller = (userId: string): Caller => {
  const developer = `developer ${names++}`;
  return { appkey: gateway.apps.add('an application', developer).appkey, userId };
};
const lines = (bytes: number) => Buffer.from(`${'x'.repeat(255)}\n`.repeat(Math.ceil(bytes / 256))).subarray(0, bytes);

/** A refusal: its status, a number and words, and nothing that looks like success. */
function refused({ status, json, text }: Exchange, wanted: number, what: string): void {
  expect([what, status], text).toEqual([what, wanted]);
  expect(json.error).toEqual({ code: expect.any(Number), message: expect.stringMatching(/./) });
  expect(Object.keys(json).filter((key) => key !== 'error' && key !== 'traceToken')).toEqual([]);
}

async function made(operations: Operations, content: string | Uint8Array = 'a'): Promise<string> {
  const { status, json, text } = await operations.create(draft(fresh(), content));
  expect(status, text).toBe(200);
  return json.created.id;
}

const contents: readonly (readonly [what: string, content: unknown, statusOf: Readonly<Record<Holds, number>>])[] = [
  ['nothing', '', { list: 200, text: 200, bytes: 200 }],
  ['a byte order mark and a line', base64('\ufeff张三\n'), { list: 200, text: 200, bytes: 200 }],
  ['100K', base64(lines(listBytes)), { list: 200, text: 200, bytes: 200 }],
  ['100K and a byte', base64(lines(listBytes + 1)), { list: 413, text: 200, bytes: 200 }],
  ['1 MiB', base64(lines(contentBytes)), { list: 413, text: 200, bytes: 200 }],
  ['1 MiB and a byte', base64(lines(contentBytes + 1)), { list: 413, text: 413, bytes: 413 }],
  ['a line of 256 bytes', base64(`${'x'.repeat(lineBytes)}\r\n`), { list: 200, text: 200, bytes: 200 }],
  ['a line of 257 bytes', base64('x'.repeat(lineBytes + 1)), { list: 400, text: 200, bytes: 200 }],
  ['bytes that are no UTF-8', base64(Buffer.from([0x61, 0x0a, 0xff])), { list: 400, text: 400, bytes: 200 }],
  ['a cut character', base64(Buffer.from('张').subarray(0, 2)), { list: 400, text: 400, bytes: 200 }],
  ['no BASE64', '*', { list: 400, text: 400, bytes: 400 }],
  ['BASE64 of a wrong length', 'abcde', { list: 400, text: 400, bytes: 400 }],
  ['BASE64 of the URL kind', '_-__', { list: 400, text: 400, bytes: 400 }],
  ['a number', 7, { list: 400, text: 400, bytes: 400 }],
  ['null', null, { list: 400, text: 400, bytes: 400 }],
];

const drafts: readonly (readonly [what: string, changes: object])[] = [
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['a name of another type', { name: 7 }],
  ['a name of 257 bytes', { name: 'x'.repeat(257) }],
  ['no lang', { lang: undefined }],
  ['an empty lang', { lang: '' }],
  ['a desc of another type', { desc: [] }],
  ['no content', { content: undefined }],
];

/** Pages of three resources. */
const pages: readonly (readonly [offset: unknown, limit: unknown, wanted: readonly number[] | 'refused'])[] = [
  [undefined, undefined, [0, 1, 2]],
  [0, 1, [0]],
  [1, 1, [1]],
  [2, 1, [2]],
  [1, 10_000, [1, 2]],
  [3, undefined, []],
  [9_007_199_254_740_991, 1, []],
  [-1, undefined, 'refused'],
  [0.5, undefined, 'refused'],
  ['x', undefined, 'refused'],
  [9_007_199_254_740_992, undefined, 'refused'],
  [undefined, 0, 'refused'],
  [undefined, -1, 'refused'],
  [undefined, 10_001, 'refused'],
  [undefined, 1.5, 'refused'],
  [undefined, 'x', 'refused'],
];

describe.each(faces)('$name', ({ name, type, holds, userId, as, record, array }) => {
  const isSys = name.startsWith('sys');

  it('lists nothing as an error, and what is made in its order, page by page', async () => {
    const operations = as(newCaller(userId));
    refused(await operations.list(), 404, 'list of nothing');
    const ids = [await made(operations), await made(operations), await made(operations)];
    for (const [offset, limit, wanted] of pages) {
      const what = `offset ${offset}, limit ${limit}`;
      const reply = await operations.list(offset, limit);
      if (wanted === 'refused') refused(reply, 400, what);
      else {
        const seen = reply.json[array]?.map(({ id }: { id: string }) => id);
        expect([what, reply.json.totalCount, seen]).toEqual([what, 3, wanted.map((at) => ids[at])]);
      }
    }
    for (const id of ids) expect((await operations.remove(id)).json).toEqual({ deleted: { id } });
    refused(await operations.list(), 404, 'list of what is gone');
  });

  it('judges every sort of content at create and at update alike', async () => {
    const operations = as(newCaller(userId));
    const id = await made(operations, 'first');
    let ver = 1;
    for (const [what, content, statusOf] of contents) {
      const wanted = statusOf[holds];
      const created = await operations.create({ ...draft(fresh(), ''), content });
      const updated = await operations.update(id, content);
      if (wanted !== 200) {
        refused(created, wanted, `create: ${what}`);
        refused(updated, wanted, `update: ${what}`);
        continue;
      }
      ver++;
      expect([what, created.status, updated.status]).toEqual([what, 200, 200]);
      expect([created.json.created.ver, updated.json.updated.ver]).toEqual(['1', String(ver)]);
      const got = (await operations.get(id)).json[record];
      expect((await operations.get(created.json.created.id)).json[record].content).toBe(got.content);
      const bytes = Buffer.from(String(content), 'base64');
      const isMarked = holds !== 'bytes' && bytes[0] === 0xef;
      expect([what, got.ver, got.content]).toEqual([
        what,
        String(ver),
        (isMarked ? bytes.subarray(3) : bytes).toString('base64'),
      ]);
      expect((await operations.remove(created.json.created.id)).status).toBe(200);
    }
    expect((await operations.list()).json.totalCount).toBe(1); // what was refused is not there
    await operations.remove(id);
  });

  it('judges every field of a new resource', async () => {
    const operations = as(newCaller(userId));
    for (const [what, changes] of drafts) {
      refused(await operations.create({ ...draft(fresh(), 'a'), ...changes }), 400, what);
    }
    refused(await operations.list(), 404, 'list of what was refused');
  });

  it('answers 404 for every id that is not the caller’s, whatever the operation, and changes nothing', async () => {
    const caller = newCaller(userId);
    const operations = as(caller);
    const gone = await made(operations);
    expect((await operations.remove(gone)).status).toBe(200);
    const words = unified('asr/userword');
    const masks = unified('asr/sensword');
    const ids: [what: string, id: string, owner: Operations | undefined][] = [
      ['that never was', 'ffffffffffffffffffffffff', undefined],
      ['with a quote', "'--", undefined],
      ['that is gone', gone, undefined],
    ];
    const add = async (what: string, owner: Operations) => ids.push([what, await made(owner, 'theirs'), owner]);
    const anotherDeveloper = newCaller(userId);
    await add('of another type', (type === 'sensword' ? words : masks)({ ...caller, userId: '' }));
    if (isSys) await add('of a developer', words(anotherDeveloper));
    else {
      await add('of another developer', as(anotherDeveloper));
      await add('of sys', sys('asr/userword')());
    }
    if (type === 'userword' && !isSys) {
      await add('of another user', words({ ...caller, userId: 'wang' }));
      if (userId !== '') await add('of all users', words({ ...caller, userId: '' }));
    }
    for (const [what, id, owner] of ids) {
      for (const operation of ['get', 'update', 'remove'] as const) {
        refused(
          await operations[operation](encodeURIComponent(id), base64('mine')),
          404,
          `${operation} of an id ${what}`,
        );
      }
      if (owner === undefined) continue;
      const { status, text } = await owner.get(id);
      expect([what, status]).toEqual([what, 200]);
      expect(text).toContain(base64('theirs'));
      await owner.remove(id);
    }
  });
});

it.each(faces.filter(({ name }) => !name.startsWith('sys')))(
  '$name need an appkey that is known, whatever the operation',
  async ({ as, userId }) => {
    const id = await made(as(newCaller(userId)));
    for (const [appkey, wanted] of [
      ['', 400],
      ['nobody', 404],
    ] as const) {
      const operations = as({ appkey, userId });
      const what = (operation: string) => `${operation} with the appkey "${appkey}"`;
      refused(await operations.create(draft(fresh(), '')), wanted, what('create'));
      refused(await operations.update(id, ''), wanted, what('update'));
      refused(await operations.get(id), wanted, what('get'));
      refused(await operations.list(), wanted, what('list'));
      refused(await operations.remove(id), wanted, what('remove'));
    }
  },
);

describe('the legacy lists and the unified service', () => {
  const pairs = [
    ['legacy hotwords of *', 'shared hotwords'],
    ['legacy hotwords of a user', 'hotwords of a user'],
    ['legacy sensitive words', 'sensitive words'],
  ].map((pair) => pair.map((name) => faces.find((face) => face.name === name) as Face) as [Face, Face]);

  it.each(pairs)('$0.name and $1.name see the same after every operation of either', async (one, other) => {
    const caller = newCaller(one.userId);
    /** Both interfaces give the same list and the same records. */
    const agree = async (wanted: Readonly<Record<string, string>>) => {
      const views = [];
      for (const face of [one, other]) {
        const operations = face.as(caller);
        const { json } = await operations.list();
        const records = [];
        for (const { id } of json[face.array] ?? []) {
          const { crc64: checksum, path, ...rest } = (await operations.get(id)).json[face.record];
          if (checksum !== undefined) expect(checksum).toBe(crc64(Buffer.from(rest.content, 'base64')));
          records.push(rest);
        }
        views.push({ total: json.totalCount, listed: json[face.array], records });
      }
      expect(views[0]).toEqual(views[1]);
      const seen = views[0]?.records.map((each) => [each.id, Buffer.from(each.content, 'base64').toString()]) ?? [];
      expect(Object.fromEntries(seen)).toEqual(wanted);
    };
    await agree({});
    for (const [maker, changer] of [
      [one, other],
      [other, one],
    ] as const) {
      const [makes, changes] = [maker.as(caller), changer.as(caller)];
      const reply = await makes.create({ ...draft(fresh(), 'made'), desc: 'described' });
      const { id } = reply.json.created;
      await agree({ [id]: 'made' });
      refused(await changes.create(draft((await makes.get(id)).json[maker.record].name, '')), 409, 'its name again');
      expect((await changes.update(id, base64('changed'))).json.updated.ver).toBe('2');
      await agree({ [id]: 'changed' });
      expect((await makes.update(id, base64('again'))).json.updated.ver).toBe('3');
      await agree({ [id]: 'again' });
      expect((await changes.remove(id)).json).toEqual({ deleted: { id } });
      await agree({});
    }
  });
});
