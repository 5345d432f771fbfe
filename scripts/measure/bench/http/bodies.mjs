// npm run bench:bodies: how long one JSON body of 1 MiB holds the gateway's event loop, for each route of /v10 that
// takes JSON with a token or without. Bodies are made from the schemas of docs/api/openapi.json: each list and each map
// of a route's body filled up, each of its texts made long, unknown keys, and lists in lists. A body of 1 KiB is
// measured beside them. Names in paths belong to no object, so the work of handlers on existing objects is hardly
// measured.
//   --runs N   of each body (3)   --write   put the table into docs/measurements.md
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loopHeldMs } from '../../lib/asking.mjs';
import { startGateway } from '../../lib/gateway.mjs';
import { KeepAlive } from '../../lib/keep-alive.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { Author } from '../nlu/author.mjs';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
});
const runs = Number(options.runs);
const mostMs = 50;
const bodyBytes = 2 ** 20 - 1_024;
const shown = 15;

const api = JSON.parse(readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'));

/** A value that has every property. @param {any} given @param {number} depth @returns {any} */
function sample(given, depth = 0) {
  const schema = given.$ref === undefined ? given : api.components.schemas[given.$ref.split('/').at(-1)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (choice !== undefined) return sample(choice, depth);
  switch ([schema.type].flat()[0]) {
    case 'string':
      return schema.examples?.[0] ?? (schema.pattern === undefined ? '请问' : '1');
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'array':
      return depth > 6 ? [] : [sample(schema.items ?? {}, depth + 1)];
    default: {
      if (depth > 6) return {};
      const known = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, sample(each, depth + 1)]);
      const { additionalProperties: more } = schema;
      if (known.length === 0 && typeof more === 'object') return { a: sample(more, depth + 1) };
      return Object.fromEntries(known);
    }
  }
}

/** @param {any} body @returns {Map<string, string>} the text of each body by what is long in it */
function longBodies(body) {
  const made = new Map();
  const size = (/** @type {unknown} */ value) => Buffer.byteLength(JSON.stringify(value) ?? '');
  /** @param {any} value @param {(changed: any) => any} put @param {string} name */
  const walk = (value, put, name) => {
    const room = bodyBytes - size(put(''));
    if (typeof value === 'string') made.set(`${name}: a long text`, put('请'.repeat(room / 3)));
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      if (value.length === 0) return;
      const count = Math.floor(room / (size(value[0]) + 1));
      made.set(`${name}: ${count} of them`, put(Array.from({ length: count }, () => value[0])));
      walk(value[0], (changed) => put([changed]), `${name}[]`);
      return;
    }
    const keys = Array.from({ length: Math.floor(room / 14) }, (_, at) => [`k${String(at).padStart(7, '0')}`, 1]);
    made.set(`${name}: ${keys.length} unknown keys`, put({ ...value, ...Object.fromEntries(keys) }));
    for (const [key, each] of Object.entries(value)) {
      walk(each, (changed) => put({ ...value, [key]: changed }), name === 'body' ? key : `${name}.${key}`);
    }
  };
  walk(body, (changed) => changed, 'body');
  made.set(
    '99,000 empty lists',
    Array.from({ length: 99_000 }, () => []),
  );
  return new Map([...made].map(([name, value]) => [name, JSON.stringify(value)]));
}

/** @returns {{ method: string, path: string, body: any }[]} */
function jsonRoutes() {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {Record<string, any>} */ (methods)).flatMap(([method, operation]) => {
      const json = operation.requestBody?.content?.['application/json'];
      if (json === undefined || /admin|\/system\/|\/sync\//.test(path)) return [];
      return [{ method: method.toUpperCase(), path, body: json.example ?? sample(json.schema) }];
    }),
  );
}

const gateway = await startGateway();
try {
  const headers = { 'X-Svc-Access-Token': gateway.token };
  /** @param {string} method @param {string} path @param {string} body */
  const held = async (method, path, body) => {
    const connection = await KeepAlive.open(gateway.http);
    await loopHeldMs(gateway);
    const reply = await connection.ask(method, path, headers, body);
    const ms = await loopHeldMs(gateway);
    connection.close();
    return { ms, status: reply.status };
  };
  const author = new Author(gateway);
  const { dir } = await author.robot();
  author.close();
  /** @type {Record<string, string>} */
  const params = { dirId: String(dir), category: 'user', cu: 'asr', type: 'userword' };
  /** @param {string} path */
  const asked = (path) => {
    const property = path.includes('/nlu/') ? 'cn_common' : 'cn_8k_common';
    const named = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'property' ? property : (params[name] ?? '999')));
    return `${named}?appkey=${gateway.appkey}`;
  };
  const rows = [];
  for (const { method, path, body } of jsonRoutes()) {
    for (const [name, text] of longBodies(body)) {
      const times = [];
      let status = 0;
      for (let run = 0; run < runs; run++) {
        const one = await held(method, asked(path), text);
        times.push(one.ms);
        status = one.status;
      }
      rows.push({ route: `${method} ${path}`, name, status, ms: times.sort((a, b) => a - b), bytes: text.length });
    }
  }
  const calm = [];
  for (let run = 0; run < 20; run++) calm.push((await held('POST', asked('/v10/asr/userword/list'), '{}')).ms);
  const middle = (/** @type {number[]} */ ms) => ms[Math.floor(ms.length / 2)] ?? Number.NaN;
  rows.sort((a, b) => middle(b.ms) - middle(a.ms));
  const ms = (/** @type {number | undefined} */ value) => `${(value ?? Number.NaN).toFixed(1)} ms`;
  const over = rows.filter((row) => middle(row.ms) > mostMs);
  const text = [
    `${new Set(rows.map(({ route }) => route)).size} routes, ${rows.length} bodies, ${runs} times each. ${machineLine()}.`,
    markdownTable(
      ['route', 'long', 'status', 'loop held, median', 'longest'],
      rows
        .slice(0, shown)
        .map((row) => [`\`${row.route}\``, row.name, String(row.status), ms(middle(row.ms)), ms(row.ms.at(-1))]),
    ),
    `All other bodies: at most ${ms(middle(rows[shown]?.ms ?? []))} (median of ${runs}). Without a large body: median ${ms(middle(calm.sort((a, b) => a - b)))}, longest ${ms(calm.at(-1))}. Over ${mostMs} ms: ${over.length} bodies.`,
  ].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:bodies', text);
  if (over.length > 0) process.exitCode = 1;
} finally {
  await gateway.stop();
}
process.exit();
