// A family of routes: other spellings, methods by header, success envelopes, tokens without the query's appkey.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../src/config/config.js';
import { catalogue } from '../../../src/main/catalogue.js';
import { documentsOf } from '../../../src/main/documents.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { probeFeature } from '../../helpers/models/probe-feature.js';

let gateway: TestGateway;
let token: string;
/** The default tenant of the demo application's developer. */
let tenantId: string;
beforeAll(async () => {
  gateway = await startTestGateway({ features: [probeFeature] });
  token = await gateway.token();
  tenantId = (await send('GET', '/probe')).json.tenantId;
});
afterAll(() => gateway.discard());

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  gateway.plain(`${path}?appkey=${gateway.app.appkey}`, {
    method,
    headers: { 'x-svc-access-token': token, ...headers },
  });
const named = (method: string) => ({ 'x-http-method-override': method });

describe('a family of routes', () => {
  it.each(['/probe/things/a', '/probe/thing/a', '/probe/thing/a/'])(
    'answers alike under every spelling: %s',
    async (path) => {
      const { status, json } = await send('GET', path);
      expect(status).toBe(200);
      const envelope = { traceToken: expect.any(String), code: 0 };
      expect(json).toEqual({ ...envelope, method: 'GET', name: 'a', appkey: gateway.app.appkey, tenantId });
    },
  );

  it('wraps a success with a status of its own, and no refusal', async () => {
    const { status, json } = await send('POST', '/probe/things/a');
    expect([status, Object.keys(json)]).toEqual([201, ['traceToken', 'code', 'method', 'name', 'appkey', 'tenantId']]);
    const refused = await gateway.plain('/probe/things/a', { headers: { 'x-svc-access-token': 'none' } });
    expect([refused.status, Object.keys(refused.json)]).toEqual([401, expect.arrayContaining(['error'])]);
  });

  it.each(['PATCH', 'DELETE', 'GET', 'patch', ' delete '])(
    'takes a POST as the method that X-HTTP-Method-Override names: %s',
    async (name) => {
      const { status, json } = await send('POST', '/probe/thing/a', named(name));
      expect([status, json.method]).toEqual([200, name.trim().toUpperCase()]);
    },
  );

  it.each(['PUT', 'TRACE', '', 'x'.repeat(500)])(
    'refuses a method that may not be named, and says which may: %s',
    async (name) => {
      const { status, json } = await send('POST', '/probe/things/a', named(name));
      expect(status).toBe(400);
      expect(json.error.message).toBe(
        `X-HTTP-Method-Override: ${JSON.stringify(name.slice(0, 32))} must be one of PATCH, DELETE, GET`,
      );
    },
  );

  it('leaves other methods, and the routes of other families, as they are', async () => {
    expect((await send('GET', '/probe/things/a', named('DELETE'))).json.method).toBe('GET');
    const echoed = await gateway.plain('/probe/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...named('DELETE') },
      body: JSON.stringify({ text: 'a' }),
    });
    expect([echoed.status, echoed.json]).toEqual([200, { text: 'a' }]);
  });

  it('answers another method with 405 and Allow under every spelling', async () => {
    for (const path of ['/probe/things/a', '/probe/thing/a']) {
      const { status, headers } = await send('PUT', path);
      expect([status, headers.allow]).toEqual([405, 'DELETE, GET, HEAD, PATCH, POST']);
    }
  });

  it('lets a token without an appkey speak for the application that obtained it, and no other token', async () => {
    const without = (headers: Record<string, string>, query = '') =>
      gateway.plain(`/probe/things/a${query}`, { headers });
    const { status, json } = await without({ 'x-svc-access-token': token });
    expect([status, json.appkey]).toEqual([200, gateway.app.appkey]);
    for (const value of ['none', 'x'.repeat(10_000), '']) {
      expect((await without({ 'x-svc-access-token': value })).status).toBe(401);
    }
    const other = gateway.apps.add('other');
    expect((await without({ 'x-svc-access-token': token }, `?appkey=${other.appkey}`)).status).toBe(401);
    expect((await gateway.plain('/probe', { headers: { 'x-svc-access-token': token } })).status).toBe(400); // not this family
  });
});

describe('a tenant', () => {
  const inTenant = (id: string, path = '/probe/things/a') => send('GET', path, { 'x-tenant-id': id });

  it('is the default one of the developer, whichever of its applications asks, unless a request names another', async () => {
    expect(tenantId).toMatch(/^[0-9a-f]{24}$/);
    const sibling = gateway.apps.identify(gateway.apps.add('sibling').appkey);
    const stranger = gateway.apps.identify(gateway.apps.add('stranger', 'somebody else').appkey);
    expect(sibling?.tenantId).toBe(tenantId);
    expect(stranger?.tenantId).toMatch(/^[0-9a-f]{24}$/);
    expect(stranger?.tenantId).not.toBe(tenantId);
    for (const id of ['', tenantId]) {
      const { status, json } = await inTenant(id);
      expect([status, json.tenantId]).toEqual([200, tenantId]);
    }
  });

  it('that does not exist or belongs to another developer is refused with 404, and the refusal names it', async () => {
    const foreign = gateway.apps.identify(gateway.apps.add('foreign', 'another').appkey)?.tenantId ?? '';
    for (const id of [foreign, 'none', `${tenantId}, ${tenantId}`, 'x'.repeat(500), "' OR 1=1 --"]) {
      const { status, json } = await inTenant(id);
      const shown = JSON.stringify(id.slice(0, 64));
      expect([id, status, json.error.code]).toEqual([id, 404, 40404]);
      expect(json.error.message).toBe(
        `X-Tenant-Id: there is no tenant ${shown}; leave the header out for the default tenant`,
      );
    }
  });

  it('is asked for only once the caller is known', async () => {
    const headers = { 'x-svc-access-token': 'wrong', 'x-tenant-id': 'none' };
    expect((await send('GET', '/probe/things/a', headers)).status).toBe(401);
  });

  it('is a header of every route of the family in OpenAPI, with its refusal, and of no other route', () => {
    const { openApi } = documentsOf(() => catalogue([probeFeature]), defaultConfig());
    const { paths } = JSON.parse(JSON.stringify(openApi()));
    const ofFamily = Object.keys(paths).filter((path) => /^.probe.things?.\{name\}$/.test(path));
    expect(ofFamily).toHaveLength(2);
    for (const [path, methods] of Object.entries<object>(paths)) {
      for (const { parameters, responses } of Object.values(methods)) {
        const named = parameters.some(({ name }: { name: string }) => name === 'X-Tenant-Id');
        expect([path, named]).toEqual([path, ofFamily.includes(path)]);
        if (named) expect(responses[404].description).toContain('40404 TENANT_NOT_FOUND');
      }
    }
  });

  it('means nothing in a family that does not take the header', async () => {
    const { status, json } = await inTenant('none', '/probe');
    expect([status, json.tenantId]).toEqual([200, tenantId]);
  });
});
