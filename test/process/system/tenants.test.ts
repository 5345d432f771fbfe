// Tenants (specification 3, section 5): what the admin listener makes of them, and what X-Tenant-Id makes of a request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { probeFeature } from '../../helpers/models/probe-feature.js';

let gateway: TestGateway;
let token: string;
/** Another application of the demo application's developer, and one of another developer. */
let sibling: { appkey: string; secret: string };
let stranger: { appkey: string; secret: string };
beforeAll(async () => {
  gateway = await startTestGateway({ features: [probeFeature] });
  token = await gateway.token();
  sibling = gateway.apps.add('sibling');
  stranger = gateway.apps.add('stranger', 'somebody else');
});
afterAll(() => gateway.discard());

const admin = (method: string, path = '', body?: unknown) =>
  gateway.inside(`/v10/system/tenants${path}`, {
    method,
    headers: {
      authorization: `Bearer ${gateway.adminCredential}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

let made = 0;
async function newTenant(body: object = {}): Promise<string> {
  made++;
  const { status, json, text } = await admin('POST', '', { name: `made ${made}`, ...body });
  expect(status, text).toBe(200);
  return json.id;
}

async function defaultOf(appkey: string): Promise<string> {
  const { json } = await admin('GET');
  return json.tenants.find(
    ({ isDefault, appkeys }: { isDefault: boolean; appkeys: string[] }) => isDefault && appkeys.includes(appkey),
  ).id;
}

/** A request of an application in a tenant: its status, and the code or the tenant. */
async function ask(tenantId: string, app = gateway.app): Promise<[number, number | string]> {
  const { status, json } = await gateway.plain(`/probe/things/a?appkey=${app.appkey}`, {
    headers: {
      'x-svc-access-token': app === gateway.app ? token : await gateway.token('', app),
      'x-tenant-id': tenantId,
    },
  });
  return [status, status === 200 ? json.tenantId : json.error.code];
}

describe('a tenant', () => {
  it('is made, shown, changed and removed by the admin', async () => {
    const draft = { name: 'north', description: 'The northern branch.', appkeys: [gateway.app.appkey] };
    const { json: tenant } = await admin('POST', '', draft);
    expect(tenant).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), ...draft, enabled: true, developer: 'default' },
      ...{ isDefault: false, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const path = `/${tenant.id}`;
    expect((await admin('GET', path)).json).toEqual(tenant);
    expect((await admin('GET')).json.tenants).toContainEqual(tenant);
    expect((await admin('PATCH', path)).json).toEqual(tenant); // an empty body changes nothing
    const change = { name: 'south', description: '', enabled: false, appkeys: [sibling.appkey] };
    expect((await admin('PATCH', path, change)).json).toEqual({ ...tenant, ...change });
    expect((await admin('PATCH', path, { enabled: true, name: null })).json).toMatchObject({ name: 'south' });
    expect((await admin('DELETE', path)).json).toEqual({ removed: tenant.id });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, json } = await admin(method, path);
      expect([method, status, json.error]).toEqual([
        method,
        404,
        { code: 40404, message: `there is no tenant ${tenant.id}` },
      ]);
    }
  });

  it('belongs to the developer of its applications, unless one is named', async () => {
    const developerOf = async (body: object) => (await admin('GET', `/${await newTenant(body)}`)).json.developer;
    expect(await developerOf({})).toBe('default');
    expect(await developerOf({ appkeys: [stranger.appkey] })).toBe('somebody else');
    expect(await developerOf({ developer: 'somebody else' })).toBe('somebody else');
    const { json } = await admin('GET', '?developer=somebody+else');
    expect(new Set(json.tenants.map(({ developer }: { developer: string }) => developer))).toEqual(
      new Set(['somebody else']),
    );
    expect(json.tenants[0]).toMatchObject({ isDefault: true, name: '', appkeys: [stranger.appkey] });
    expect((await admin('GET', '?developer=nobody')).json).toEqual({ tenants: [] });
  });

  it('has a name that no other tenant of its developer has, compared after NFC', async () => {
    const id = await newTenant({ name: 'Caf\u00e9' });
    const refusal = { status: 409, code: 40900, message: 'name: developer default already has a tenant "Café"' };
    const refused = async (method: string, path: string, body: object) => {
      const { status, json } = await admin(method, path, body);
      return { status, ...json.error };
    };
    expect(await refused('POST', '', { name: 'Cafe\u0301' })).toMatchObject(refusal);
    const other = await newTenant();
    expect(await refused('PATCH', `/${other}`, { name: 'Cafe\u0301' })).toMatchObject(refusal);
    expect((await admin('PATCH', `/${id}`, { name: 'Cafe\u0301' })).status).toBe(200); // its own name
    await newTenant({ name: 'Caf\u00e9', developer: 'somebody else' });
  });

  it.each([
    ['an empty name', { name: ' ' }, 400, 'name: must not be empty'],
    ['a name of two lines', { name: 'a\nb' }, 400, 'name: must not hold control characters'],
    ['a long name', { name: '名'.repeat(86) }, 400, 'name: must have at most 256 bytes'],
    ['half a character', { description: '\ud800' }, 400, 'description: must not hold half of a character'],
    ['a developer that there is not', { developer: 'nobody' }, 400, 'developer: there is no developer "nobody"; '],
    ['an application that there is not', { appkeys: ['nobody'] }, 400, 'appkeys[0]: there is no application "nobody"'],
    ['a key that it does not have', { isDefault: true }, 400, 'unknown key isDefault'],
    ['a list that is none', { appkeys: 'all' }, 400, 'appkeys: must be an array'],
  ])('is refused with %s', async (_, body, expected, words) => {
    const before = (await admin('GET')).json;
    const { status, json } = await admin('POST', '', { name: 'refused', ...body });
    expect([status, json.error.message]).toEqual([expected, expect.stringContaining(words)]);
    expect((await admin('GET')).json).toEqual(before);
  });

  it('holds applications of one developer only, each once; nothing is half saved', async () => {
    const id = await newTenant({ appkeys: [sibling.appkey] });
    const before = (await admin('GET', `/${id}`)).json;
    const refused = async (appkeys: string[]) => {
      const { status, json } = await admin('PATCH', `/${id}`, { description: 'changed', appkeys });
      return [status, json.error.message];
    };
    const [own, foreign] = [gateway.app.appkey, stranger.appkey];
    const rule = 'all applications of a tenant must belong to one developer, here default';
    expect(await refused([own, foreign])).toEqual([
      400,
      `appkeys[1]: ${foreign} belongs to developer somebody else; ${rule}`,
    ]);
    expect(await refused([own, sibling.appkey, own])).toEqual([409, `appkeys[2]: ${own} is already in appkeys[0]`]);
    expect((await admin('GET', `/${id}`)).json).toEqual(before);
  });

  it('loses an application that is removed', async () => {
    const { appkey } = gateway.apps.add('short-lived');
    const id = await newTenant({ appkeys: [appkey, sibling.appkey] });
    gateway.apps.remove(appkey);
    expect((await admin('GET', `/${id}`)).json.appkeys).toEqual([sibling.appkey]);
  });
});

describe('a default tenant', () => {
  it('can have a name and a description, and belongs to all applications of its developer', async () => {
    const id = await defaultOf(gateway.app.appkey);
    const { json } = await admin('PATCH', `/${id}`, { name: 'all', description: 'ours', enabled: true });
    expect(json).toMatchObject({ id, name: 'all', description: 'ours', enabled: true, isDefault: true });
    expect(json.appkeys).toEqual([gateway.app.appkey, sibling.appkey].sort());
  });

  it('cannot be disabled, given to some applications only, or removed', async () => {
    const id = await defaultOf(gateway.app.appkey);
    const which = 'this is the default tenant of developer default';
    for (const [body, message] of [
      [{ enabled: false }, `enabled: must be true: ${which}, which cannot be disabled`],
      [{ appkeys: [] }, `appkeys: ${which}, which all applications of the developer may use; leave appkeys out`],
    ] as const) {
      const { status, json } = await admin('PATCH', `/${id}`, { description: 'changed', ...body });
      expect([status, json.error.message]).toEqual([400, message]);
    }
    const { status, json } = await admin('DELETE', `/${id}`);
    expect([status, json.error.code]).toEqual([403, 40300]);
    expect(json.error.message).toContain(`tenant ${id} is the default tenant of developer default`);
    expect((await admin('GET', `/${id}`)).json.description).not.toBe('changed');
  });
});

describe('X-Tenant-Id', () => {
  it('names a tenant that holds the application; for another one, also of the same developer, there is none: 404', async () => {
    const id = await newTenant({ appkeys: [gateway.app.appkey] });
    expect(await ask(id)).toEqual([200, id]);
    expect(await ask(id, sibling)).toEqual([404, 40404]);
    expect(await ask(id, stranger)).toEqual([404, 40404]);
    await admin('PATCH', `/${id}`, { appkeys: [sibling.appkey] });
    expect(await ask(id)).toEqual([404, 40404]);
    expect(await ask(id, sibling)).toEqual([200, id]);
    await admin('DELETE', `/${id}`);
    expect(await ask(id, sibling)).toEqual([404, 40404]);
  });

  it('names a default tenant for every application of its developer, and for no other', async () => {
    const id = await defaultOf(gateway.app.appkey);
    expect(await ask(id, sibling)).toEqual([200, id]);
    expect(await ask('', sibling)).toEqual([200, id]);
    expect(await ask(id, stranger)).toEqual([404, 40404]);
    expect(await ask('', stranger)).toEqual([200, await defaultOf(stranger.appkey)]);
  });

  it('names a disabled tenant: 403 for those who may use it, 404 for the others', async () => {
    const id = await newTenant({ appkeys: [gateway.app.appkey], enabled: false });
    expect(await ask(id)).toEqual([403, 40303]);
    expect(await ask(id, stranger)).toEqual([404, 40404]);
    await admin('PATCH', `/${id}`, { enabled: true });
    expect(await ask(id)).toEqual([200, id]);
  });
});

it('tenants answer on the admin listener alone, to the admin alone', async () => {
  const headers = { authorization: `Bearer ${gateway.adminCredential}` };
  expect((await gateway.plain('/v10/system/tenants', { headers })).status).toBe(404);
  expect((await gateway.inside('/v10/system/tenants')).status).toBe(401);
});
