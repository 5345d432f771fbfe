// Every route that takes X-Tenant-Id, in each of its spellings, made from the route itself: ids that do not exist, tenants and
// developers that may not, and the method named in a header. routes.test.ts has the valid, the invalid and the anonymous request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Example, pathsOf, type Route } from '../../../src/http/route.js';
import { catalogue } from '../../../src/main/catalogue.js';
import { features } from '../../../src/main/features.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { type Caller, type RouteCaller, routeCaller } from '../../helpers/gateway/route-caller.js';

const takesTenant = ({ dialect }: Route) => dialect?.tenants === true;
const described = catalogue();
const spellings = described.routes.filter(takesTenant).flatMap((route) =>
  pathsOf(route).map((path) => {
    const names = [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string);
    return { title: `${route.method} ${path}`, route, path, ids: names.filter((name) => name !== 'property') };
  }),
);

let gateway: TestGateway;
let caller: RouteCaller;
/** A tenant of the demo application's developer, and one of another developer. */
let ours: Caller;
let strangers: Caller;
beforeAll(async () => {
  gateway = await startTestGateway({ features: features.filter((each) => catalogue([each]).routes.some(takesTenant)) });
  caller = routeCaller(gateway, described);
  ours = { app: gateway.app, tenantId: await newTenant(gateway.app.appkey) };
  const app = gateway.apps.add('stranger', 'somebody else');
  strangers = { app, tenantId: await newTenant(app.appkey) };
});
afterAll(() => gateway.discard());

async function newTenant(appkey: string): Promise<string> {
  const { json } = await gateway.inside('/v10/system/tenants', {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.adminCredential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'apart', appkeys: [appkey] }),
  });
  return json.id;
}

/** The names of the objects that a body names in braces. */
const objectsIn = (body: unknown): string[] => [
  ...new Set(
    [...(JSON.stringify(body) ?? '').matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
      name === 'unique' ? [] : [name],
    ),
  ),
];

/** An id of the same form that nothing has. */
const nobodys = (id: string): string =>
  /^[0-9]+$/.test(id) ? '999999999999' : id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');

const without = (example: Example, id: string): Example => {
  const value = example.params?.[id] ?? '';
  expect(value).not.toBe('');
  return { ...example, params: { ...example.params, [id]: nobodys(value) } };
};

describe.each(spellings)('$title', ({ route, path, ids }) => {
  const example = route.example ?? {};

  it('answers its example in a tenant other than the default one', async () => {
    const { status, text } = await caller.send(route, example, { path, by: ours });
    expect(status, text).toBe(200);
  });

  for (const id of ids) {
    it(`answers 404 where ${id} names nothing`, async () => {
      const filled = await caller.filled(example);
      const { status, json } = await caller.send(route, without(filled, id), { path });
      expect([status, [29, 40403]]).toEqual([404, expect.arrayContaining([json.error.code])]);
    });
  }

  it('answers 404 in a tenant of another developer', async () => {
    const filled = await caller.filled(example);
    const by = { app: gateway.app, tenantId: strangers.tenantId as string };
    const { status, json } = await caller.send(route, filled, { path, by });
    expect([status, json.error.code]).toEqual([404, 40404]);
  });

  if (ids.length > 0) {
    it('answers 404 to another developer, and in another tenant of its own, for ids of this tenant', async () => {
      const filled = await caller.filled(example);
      for (const by of [{ app: strangers.app }, strangers, ours]) {
        const { status, json } = await caller.send(route, filled, { path, by });
        expect([status, [29, 40403]]).toEqual([404, expect.arrayContaining([json.error.code])]);
      }
      const { status, text } = await caller.send(route, filled, { path }); // nothing was changed by those who may not
      expect(status, text).toBe(200);
    });
  }

  const inBody = example.body instanceof Uint8Array ? [] : objectsIn(example.body);
  if (inBody.length > 0) {
    it('refuses an object of another developer or tenant in its body in the words for one that nobody has', async () => {
      for (const object of inBody) {
        const foreign = new Map<string, string>();
        await caller.filled({ params: { object: `{${object}}` } }, { app: gateway.app }, foreign);
        const id = foreign.get(object) as string;
        for (const by of [strangers, ours]) {
          const made = new Map<string, string>();
          await caller.filled(example, by, made);
          const outcomes = [];
          for (const value of [id, nobodys(id)]) {
            const asked = await caller.filled(example, by, new Map([...made, [object, value]]));
            const { status, json } = await caller.send(route, asked, { path, by });
            outcomes.push([status, json.error?.code, json.error?.message.replace(/[\w-]*\d[\w-]*/g, 'ID')]);
          }
          expect(outcomes[0], object).toEqual(outcomes[1]);
          expect(outcomes[0]?.[0], object).toBeGreaterThanOrEqual(400);
        }
      }
    });
  }

  if (route.method !== 'POST') {
    it('takes a POST whose X-HTTP-Method-Override names its method', async () => {
      const { status, text, json } = await caller.send(route, example, { path, overridden: true });
      expect(status, text).toBe(200);
      if (route.replyType === undefined) expect(route.reply.safeParse(json).error).toBeUndefined();
    });
  }
});

it('there are routes that take a tenant', () => {
  expect(spellings.length).toBeGreaterThan(15);
});
