// A tenant with thousands of rows that is deleted through the admin listener while others work.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';

let gateway: TestGateway;
let nlu: NluClient;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
});
afterAll(() => gateway.discard());

const admin = (method: string, path: string, body?: object) =>
  gateway.inside(`/v10/system/tenants${path}`, {
    method,
    headers: { authorization: `Bearer ${gateway.adminCredential}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const pair = (text: string) => ({ question: { text }, response: { answers: [{ type: 'TEXT', content: 'a' }] } });

it('is gone for everybody before its deletion is answered, and other requests are answered meanwhile', async () => {
  const { json: tenant } = await admin('POST', '', { name: 'large', appkeys: [gateway.app.appkey] });
  const inside = { headers: { 'x-tenant-id': tenant.id } };
  const document = {
    ...{ format: 'tonegate-robot/1', robot: { name: 'r' } },
    dirs: [{ path: ['d'], pairs: Array.from({ length: 16_000 }, (_, at) => pair(`q${at}`)) }],
  };
  expect((await nlu.ask('POST', '/robots/import', { ...inside, body: document })).status).toBe(200);
  const order: string[] = [];
  const removing = admin('DELETE', `/${tenant.id}`).finally(() => order.push('deleted'));
  while ((await admin('GET', `/${tenant.id}`)).status === 200);
  const [list, own, other] = await Promise.all(
    [
      () => admin('GET', ''),
      () => nlu.ask('GET', '/qa_domains', inside),
      () => nlu.ask('POST', '/qa_domains', { body: { name: 'meanwhile' } }),
    ].map((ask) => ask().finally(() => order.push('other'))),
  );
  expect(list?.json.tenants.map(({ name }: { name: string }) => name)).not.toContain('large');
  expect(own?.json.error.code).toBe(40404);
  expect(other?.status).toBe(200);
  expect((await removing).json).toEqual({ removed: tenant.id });
  expect(order).toEqual(['other', 'other', 'other', 'deleted']);
  expect((await admin('DELETE', `/${tenant.id}`)).status).toBe(404);
});
