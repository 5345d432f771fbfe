// The list of routes that was copied by hand, against what the gateway serves and says of itself: nothing is missing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchPath, splitUrl } from '../../../src/http/path.js';
import { type Example, pathsOf } from '../../../src/http/route.js';
import { catalogue, describeInterfaces } from '../../../src/main/catalogue.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { type RouteCaller, routeCaller } from '../../helpers/gateway/route-caller.js';
import { neededRows } from './needed-rows.js';
import { type Row, specificationRows } from './specification-rows.js';

const rowsOf = { ...specificationRows, ...neededRows };
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any;
const document: Json = JSON.parse(JSON.stringify(describeInterfaces().openApi()));
const described = catalogue();

let gateway: TestGateway;
let caller: RouteCaller;
beforeAll(async () => {
  gateway = await startTestGateway();
  caller = routeCaller(gateway, described);
});
afterAll(() => gateway.discard());

/** The route that takes the row's request, and the spelling under which it does; the fewer parameters the better. */
function routedTo({ method, path }: Row) {
  const { path: asked } = splitUrl(`/v10/nlu/resource/cn_common${path.replace(/<\w+>/g, '1')}`);
  const parameters = (spelled: string) => spelled.split(':').length;
  const [best] = described.routes
    .filter((route) => route.method === method)
    .flatMap((route) => pathsOf(route).map((spelled) => ({ route, spelled })))
    .filter(({ spelled }) => matchPath(spelled, asked) !== undefined)
    .sort((a, b) => parameters(a.spelled) - parameters(b.spelled));
  if (best === undefined) throw new Error(`no route takes ${method} ${path}`);
  const operation = document.paths[best.spelled.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
  return { ...best, operation };
}

/** The schema and every part of it that stands beside others in a choice. */
function* partsOf(schema: Json): Generator<Json> {
  if (schema === undefined) return;
  if (schema.$ref !== undefined) {
    const place: string[] = schema.$ref.slice(2).split('/');
    yield* partsOf(place.reduce((node, key) => node[key], document));
  }
  yield schema;
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) yield* partsOf(part);
}

/** True for `created.slots[].id` in a schema of such a reply. */
function has(schema: Json, key: string): boolean {
  const [first = '', ...rest] = key.split('.');
  const name = first.replace('[]', '');
  for (const { properties } of partsOf(schema)) {
    if (properties?.[name] === undefined) continue;
    const below = first.endsWith('[]') ? [...partsOf(properties[name])].map(({ items }) => items) : [properties[name]];
    if (rest.length === 0 || below.some((each) => has(each, rest.join('.')))) return true;
  }
  return false;
}

const words = (text = ''): string[] => text.split(' ').filter((word) => word !== '');

function without({ body, ...example }: Example, key: string): Example {
  expect(Object.keys(body as object)).toContain(key);
  const { [key]: _, ...rest } = body as Record<string, unknown>;
  return { ...example, body: rest };
}

const rows = Object.values<readonly Row[]>(rowsOf)
  .flat()
  .map((row) => ({ ...row, title: `${row.method} ${row.path}` }));

describe.each(rows)('$title', (row) => {
  it('is served', () => {
    expect(routedTo(row).spelled).toMatch(/^\/v10\/nlu\/resource\/:property\//);
  });

  const request = words(row.request);
  if (request.length > 0) {
    it('takes the keys of the specification in its body', () => {
      const { schema } = routedTo(row).operation.requestBody.content['application/json'];
      expect(request.map((key) => key.replace('!', '')).filter((key) => !has(schema, key))).toEqual([]);
    });
  }

  for (const key of request.filter((each) => each.endsWith('!')).map((each) => each.slice(0, -1))) {
    it(`refuses a body without ${key}, and names it`, async () => {
      const { route, spelled } = routedTo(row);
      const filled = await caller.filled(route.example ?? {});
      const { status, json } = await caller.send(route, without(filled, key), { path: spelled });
      expect([status, json.error.message]).toEqual([400, expect.stringContaining(key)]);
    });
  }

  const query = words(row.query);
  if (query.length > 0) {
    it('takes the keys of the specification in its query', () => {
      const taken = routedTo(row).operation.parameters.filter((each: Json) => each.in === 'query');
      expect(taken.map(({ name }: Json) => name)).toEqual(expect.arrayContaining(query));
    });
  }

  it('has the keys of the specification in its reply', () => {
    const { schema } = Object.values<Json>(routedTo(row).operation.responses[200].content)[0];
    const lacking = words(row.reply).filter((keys) => !keys.split('|').some((key) => has(schema, key)));
    expect(lacking).toEqual([]);
  });

  it('can be refused with every status of the specification', () => {
    const { responses } = routedTo(row).operation;
    const statuses = ['400', '401', ...(row.errors ?? []).map(String)];
    expect(statuses.filter((status) => responses[status] === undefined)).toEqual([]);
  });
});
