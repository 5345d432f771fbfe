// What the listeners ask of those who come from other machines, and tell browsers.
import { afterEach, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';

let gateway: TestGateway;
afterEach(() => gateway.discard());

it.each([
  ['127.0.0.1', 200],
  ['0.0.0.0', 401],
])('an admin listener on %s answers /metrics without a credential with %i', async (adminHost, wanted) => {
  gateway = await startTestGateway({ settings: { adminHost } });
  expect((await gateway.inside('/metrics')).status).toBe(wanted);
  const headers = { authorization: `Bearer ${gateway.adminCredential}` };
  expect((await gateway.inside('/metrics', { headers })).status).toBe(200);
  expect((await gateway.inside('/admin/apps')).status).toBe(401);
  expect((await gateway.inside('/healthz')).status).toBe(200);
  expect(gateway.logText().includes('can be intercepted')).toBe(wanted === 401);
});

it('https replies tell browsers to keep to https, http replies do not', async () => {
  gateway = await startTestGateway();
  const name = 'strict-transport-security';
  expect((await gateway.secure('/v10/none')).headers[name]).toMatch(/^max-age=\d{8}$/);
  expect((await gateway.plain('/v10/none')).headers[name]).toBeUndefined();
});
