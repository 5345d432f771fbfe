// Resources that are written with an appkey alone keep to a budget of their own, and may be switched off.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer, draft, legacy, ResourceClient } from '../../helpers/gateway/resource-client.js';

const kib = (count: number) => '张三\n'.repeat(Math.floor((count * 1024) / 7));

describe('the budget', () => {
  let gateway: TestGateway;
  let lists: ResourceClient;
  let headers: Record<string, string>;
  beforeAll(async () => {
    const settings = { 'resources.withoutTokenKib': 8, 'resources.withoutTokenCount': 3, 'storage.developerMib': 1 };
    gateway = await startTestGateway({ settings });
    lists = new ResourceClient(gateway, 'user/asr/userword');
    headers = { 'x-svc-access-token': await gateway.token() };
  });
  afterAll(() => gateway.discard());

  const create = (name: string, content: string, more = {}) =>
    lists.ask('POST', '', { body: { resource: draft(name, content) }, headers: more });
  const remove = (id: string) => lists.ask('DELETE', `/${id}`);

  it('counts bytes, and names itself and its use; a token goes beyond it', async () => {
    const first = await lists.created('first', kib(5));
    const refused = await create('second', kib(4));
    expect([refused.status, refused.json.error.code]).toEqual([503, 50304]);
    expect(refused.json.error.message).toMatch(
      /without an access token .* stored 1 resources of 5 KiB; the quota is 3 of 8 KiB .*send X-Svc-Access-Token, or delete/,
    );
    const trusted = await create('second', kib(4), headers);
    expect(trusted.status).toBe(200);
    expect((await create('third', kib(2), { 'x-svc-access-token': 'wrong' })).status).toBe(200);
    expect((await create('fourth', kib(2))).status).toBe(503);
    const id = trusted.json.created.id;
    const body = { resource: { content: Buffer.from(kib(4)).toString('base64') } };
    expect((await lists.ask('PUT', `/${id}`, { body })).status).toBe(503);
    expect((await lists.ask('PUT', `/${first}`, { body })).status).toBe(200);
    for (const { id: each } of (await lists.ask('GET', '')).json.resourceList) await remove(each);
  });

  it('counts resources, of the legacy lists too', async () => {
    const ids = [await lists.created('1'), await lists.created('2'), await lists.created('3')];
    expect((await create('4', '')).json.error.message).toMatch(/3 resources of 0 KiB/);
    const list = { ...draft('5', ''), name: '5' };
    expect((await legacy(gateway, 'userword/create', { vocab: list })).status).not.toBe(200);
    for (const id of ids) await remove(id);
    expect((await create('4', '')).status).toBe(200);
  });

  it('of a token ends at the quota of the developer, of which all kinds are parts', async () => {
    for (let nth = 0; nth < 18; nth++) expect((await create(`big ${nth}`, kib(60), headers)).status).toBe(200);
    gateway.advance(limits.storage.useFreshMs);
    const refused = await create('one more', '', headers);
    expect(refused.json.error).toMatchObject({
      code: 50304,
      message: expect.stringMatching(/has stored 1\.1 MB \(resources 1\.1 MB/),
    });
    expect(refused.json.error.message).toMatch(
      /the quota is 1\.0 MB \(storage\.developerMib\): delete something first/,
    );
    const { resourceList } = (await lists.ask('GET', '', { query: '&limit=1000' })).json;
    for (const { id } of resourceList.slice(0, 4)) await remove(id);
    gateway.advance(limits.storage.overUseFreshMs);
    expect((await create('one more', '', headers)).status).toBe(200);
  });
});

it('writes with an appkey alone are begun at a pace, and those with a token do not wait for them', async () => {
  const gateway = await startTestGateway({});
  try {
    const lists = new ResourceClient(gateway, 'user/asr/userword');
    const headers = { 'x-svc-access-token': await gateway.token() };
    const { burst } = limits.shares.withoutToken;
    let ended = 0;
    const write = async (name: string, more = {}) => {
      const { status } = await lists.ask('POST', '', { body: { resource: draft(name, '') }, headers: more });
      expect(status).toBe(200);
      ended++;
    };
    gateway.holdClock();
    const flood = Array.from({ length: 3 * burst }, (_, at) => write(`without ${at}`));
    while (ended < burst) await setTimeout(5);
    await write('with a token', headers);
    expect(ended).toBe(burst + 1);
    gateway.advance(1_000);
    while (ended < 2 * burst + 1) await setTimeout(5);
    await setTimeout(50);
    expect(ended).toBe(2 * burst + 1);
    gateway.advance(1_000);
    await Promise.all(flood);
  } finally {
    await gateway.discard();
  }
});

it('resources.requireToken wants a token of every request to resources and lists, and changes nothing else', async () => {
  const gateway = await startTestGateway({ settings: { 'resources.requireToken': true } });
  try {
    const lists = new ResourceClient(gateway, 'user/asr/userword');
    const headers = { 'x-svc-access-token': await gateway.token() };
    expect((await lists.create(draft('a', ''))).status).toBe(401);
    expect((await lists.ask('GET', '')).status).toBe(401);
    const made = await lists.ask('POST', '', { body: { resource: draft('a', '') }, headers });
    expect(made.status).toBe(200);
    expect((await administer(gateway, 'GET', '/admin/apps')).status).toBe(200);
  } finally {
    await gateway.discard();
  }
});
