// Kill rounds of a plain data directory that becomes an encrypted one: `npm run power:encrypt -- --kills 50 [--seed N]
// [--write]`. A gateway without a key stores lists, uploads (one of them half), a robot, material of training and a
// custom language model, and is killed. Copies of its directory are then started with a key and killed (SIGKILL) at
// random moments, once or several times in a row. A last start completes: everything acknowledged is there, and none of
// its strings is readable on the disk.
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataKeyFor, makeDataKey } from '../../../../dist/trust/data-key.js';
import { readAll } from '../../../../dist/trust/plain-bytes.js';
import { anyPorts, call, exchange, operator, wholeGatewayVictim } from '../processes.mjs';
import { generator, report, sleep } from '../rounds.mjs';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const kills = Number(options.kills);
const random = generator(Number(options.seed));
const startedMs = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'power-encrypt-'));
const marker = 'planted-for-power-encrypt';
const MiB = 1024 ** 2;
const sizes = { lists: 100, uploads: 6, uploadBytes: 8 * MiB, files: 150, fileBytes: 64 * 1024 };
/** @type {string[]} */ const faults = [];
/** Number of kills by the state that they left. @type {Record<string, number>} */
const left = { 'nothing encrypted yet': 0, 'a part encrypted': 0, 'all encrypted': 0 };
/** @param {number} bytes */
const noise = (bytes) => Buffer.from(`${marker} ${random(1_000_000)} `.repeat(bytes / 24)).subarray(0, bytes);

/** @param {string} data @param {string} keyFile */
const victimOn = (data, keyFile = '') =>
  wholeGatewayVictim(data, {
    ...{ ...anyPorts, TONEGATE_LOG_LEVEL: 'error', TONEGATE_SHIPPED_MODELS: join(folder, 'none') },
    ...{ TONEGATE_STORAGE_KEY_FILE: keyFile, TONEGATE_SPARE_ENGINE: 'off' },
  });

/**
 * @param {{ http: string, https: string, admin: string }} at @param {{ appkey: string, secret: string }} app @param
 * {string} data
 */
async function clientOf({ http, https, admin }, { appkey, secret }, data) {
  const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
  const given = await call(`${https}/v10/auth/get-access-token?appkey=${appkey}`, { headers: { authorization } });
  const headers = { 'x-svc-access-token': given.json.token };
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const ask = async (method, path, body) => {
    const url = `${http}/v10/${path}${path.includes('?') ? '&' : '?'}appkey=${appkey}`;
    const octets = { ...headers, 'content-type': 'application/octet-stream' };
    if (!(body instanceof Uint8Array)) return call(url, { method, headers, body });
    const reply = await exchange(url, { method, headers: octets, body });
    return { status: reply?.status ?? 0, json: JSON.parse(String(reply?.bytes ?? '{}')) };
  };
  return { ask, inside: operator(admin, data) };
}

/**
 * @param {Awaited<ReturnType<typeof clientOf>>} client @param {string} method @param {string} path @param {unknown}
 * [body]
 */
async function done({ ask }, method, path, body) {
  const { status, json } = await ask(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** @param {string} data */
function filesBelow(data) {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(data.length + 1));
}

const robots = 'nlu/resource/cn_common';
const halfSlice = noise(MiB);
const model = `${'ab'.repeat(32)}.bin`;

/** @param {string} data */
async function makePlain(data) {
  const victim = victimOn(data);
  const ready = await victim.start();
  const client = await clientOf(ready, ready.app, data);
  for (let nth = 0; nth < sizes.lists; nth++) {
    const resource = { name: `${marker} ${nth}`, lang: 'cn', content: noise(200).toString('base64') };
    await done(client, 'POST', 'resource/user/asr/userword', { resource });
  }
  for (let nth = 0; nth < sizes.uploads; nth++) {
    const draft = { name: `${nth}.raw`, size: sizes.uploadBytes, sliceSize: sizes.uploadBytes };
    const { fileId } = await done(client, 'POST', 'asr/trans/cn_8k_common/prepare_upload', draft);
    const path = `asr/trans/cn_8k_common/upload?fileId=${fileId}&sliceIndex=0`;
    await done(client, 'POST', path, noise(sizes.uploadBytes));
  }
  const draft = { name: 'half.raw', size: 2 * halfSlice.length, sliceSize: halfSlice.length };
  const { fileId: half } = await done(client, 'POST', 'asr/trans/cn_8k_common/prepare_upload', draft);
  await done(client, 'POST', `asr/trans/cn_8k_common/upload?fileId=${half}&sliceIndex=0`, halfSlice);
  for (let nth = 0; nth < sizes.files; nth++) {
    await done(client, 'POST', `nlu/train/cn_common/files?name=docs/${nth}.txt`, noise(sizes.fileBytes));
  }
  const dirId = (await done(client, 'POST', `${robots}/qa_domains`, { name: 'd' })).created.id;
  for (let nth = 0; nth < 40; nth++) {
    await done(client, 'POST', `${robots}/qa_dirs/${dirId}/qa_pairs`, {
      question: { text: `question ${nth}` },
      response: { answers: [{ type: 'TEXT', content: `${marker} answer ${nth}` }] },
    });
  }
  const skillId = (await done(client, 'POST', `${robots}/skills`, { name: 's', type: 'QABASE', dirId })).created.id;
  const robot = (await done(client, 'POST', `${robots}/robots`, { name: 'r' })).created.id;
  await done(client, 'POST', `${robots}/robots/${robot}/skills`, { skillId });
  const { id } = (await done(client, 'POST', `${robots}/robots/${robot}/publishes`, {})).created;
  while ((await done(client, 'GET', `${robots}/robots/${robot}/publishes/${id}`)).state !== 'FINISHED') await sleep(50);
  await done(client, 'PATCH', `${robots}/robots/${robot}/online`, { publishId: id });
  const { items } = (await client.inside('GET', '/v10/admin/sync/state')).json;
  await victim.kill();
  mkdirSync(join(data, 'olm'), { recursive: true });
  writeFileSync(join(data, 'olm', model), noise(MiB));
  const stored = new Map(
    filesBelow(data)
      .filter((name) => /^(trans\/uploads|nlu\/(packages|training)|olm)\//.test(name))
      .map((name) => [name, readFileSync(join(data, name))]),
  );
  return { app: ready.app, half, items: JSON.stringify(items), stored };
}

/** @param {string} data @param {import('../../../../dist/trust/data-key.js').DataKey} key @param {string} name */
function plainOf(data, key, name) {
  const area = name.startsWith('nlu/packages')
    ? key.area('robots')
    : name.startsWith('nlu/')
      ? key.area('training')
      : key;
  return readAll(join(data, name), area);
}

/** @param {string} data */
const withMarker = (data) => filesBelow(data).filter((name) => readFileSync(join(data, name)).includes(marker));

/** @param {string} file @param {string} begin */
function begins(file, begin) {
  const head = Buffer.alloc(begin.length);
  try {
    const opened = openSync(file, 'r');
    readSync(opened, head, 0, head.length, 0);
    closeSync(opened);
  } catch {
    return false; // a language model that no text needs has been removed
  }
  return head.toString('latin1') === begin;
}

/** Files that are encrypted, the database among them, and the note of the key. @param {string} data
 * @param {Awaited<ReturnType<typeof makePlain>>} plain */
const stepsDone = (data, { stored }) =>
  Number(existsSync(join(data, 'key.id'))) +
  Number(!begins(join(data, 'tonegate.db'), 'SQLite')) +
  [...stored.keys()].filter((name) => begins(join(data, name), 'tgseal')).length;

/** @param {string} data @param {Awaited<ReturnType<typeof makePlain>>} plain */
function note(data, plain) {
  const done = stepsDone(data, plain) - Number(existsSync(join(data, 'key.id')));
  const all = plain.stored.size + 1;
  left[done >= all ? 'all encrypted' : done === 0 ? 'nothing encrypted yet' : 'a part encrypted']++;
}

/** @param {string} data @param {Awaited<ReturnType<typeof makePlain>>} plain @param {string} keyFile */
async function look(data, plain, keyFile) {
  const victim = victimOn(data, keyFile);
  const ready = await victim.start();
  const key = dataKeyFor(data, keyFile);
  if (key === undefined) throw new Error(`${data} has no key`);
  const client = await clientOf(ready, plain.app, data);
  const { items } = (await client.inside('GET', '/v10/admin/sync/state')).json;
  if (JSON.stringify(items) !== plain.items) faults.push('the lists and robots are not those that were acknowledged');
  for (const [name, bytes] of plain.stored) {
    // A model that no text needs goes after a while, which this check ignores.
    if (name.startsWith('olm/') && !existsSync(join(data, name))) continue;
    try {
      // a file in slices is read to its end only when all of them have come
      const found = name.endsWith(plain.half) ? bytes : plainOf(data, key, name);
      if (!found.equals(bytes)) faults.push(`${name}: holds something else`);
    } catch (fault) {
      faults.push(`${name}: ${fault instanceof Error ? fault.message : fault}`);
    }
  }
  const rest = `asr/trans/cn_8k_common/upload?fileId=${plain.half}&sliceIndex=1`;
  const { status } = await client.ask('POST', rest, halfSlice);
  if (status !== 200) faults.push(`the second half of an upload is answered ${status}`);
  const both = plainOf(
    data,
    key,
    /** @type {string} */ ([...plain.stored.keys()].find((name) => name.endsWith(plain.half))),
  );
  if (!both.equals(Buffer.concat([halfSlice, halfSlice]))) faults.push('the first half of an upload is lost');
  await victim.kill();
  for (const name of withMarker(data)) faults.push(`${name}: still shows its plain bytes`);
}

const source = join(folder, 'plain');
const plain = await makePlain(source);
const keyFile = join(folder, 'data.key');
makeDataKey(keyFile);
const shown = withMarker(source).length;
let [killed, ends] = [0, 0];
while (killed < kills) {
  const data = join(folder, `copy-${ends++}`);
  cpSync(source, data, { recursive: true });
  for (let row = 1 + random(3); row > 0 && killed < kills; row--) {
    const victim = victimOn(data, keyFile);
    let isOver = false;
    const started = victim.start().then(
      () => (isOver = true),
      () => (isOver = true),
    );
    // Kills fall between the first moments of the process and the last file; the database is one step among those of
    // the files.
    const steps = random(plain.stored.size + 2);
    while (!isOver && stepsDone(data, plain) < steps) await sleep(2);
    await sleep(random(40));
    await victim.kill();
    await started;
    killed++;
    note(data, plain);
  }
  await look(data, plain, keyFile);
  rmSync(data, { recursive: true, force: true });
}
rmSync(folder, { recursive: true, force: true });
report({
  head: `${killed} kills of a gateway that encrypts a plain data directory, seed ${options.seed}`,
  rows: [
    ['files with planted strings before', String(shown)],
    ...Object.entries(left).map(([what, count]) => [`kills that left ${what}`, String(count)]),
    ['directories that a last start went on with', String(ends)],
    ['lost or altered, still plain, not accepted any more', String(faults.length)],
  ],
  ...{ faults, startedMs, block: options.write ? 'power:encrypt' : undefined },
});
