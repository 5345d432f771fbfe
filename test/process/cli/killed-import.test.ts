// A gateway that is killed in the middle of a long import: after its next start nothing of the import is there.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { basic, call } from '../../helpers/gateway/call.js';
import { noModels } from '../../helpers/models/shipped.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
let data: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tonegate-killed-'));
});
afterEach(async () => {
  for (const child of running) await kill(child);
  rmSync(data, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

let app = { appkey: '', secret: '' };
async function start() {
  const args = [program, 'serve', '--data', data, '--http', '0', '--https', '0', '--show-demo-app'];
  const env = { ...process.env, TONEGATE_SHIPPED_MODELS: noModels };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { http, https } = JSON.parse(line);
  const shown = /appkey {2}(\S+)\n {2}secret {2}(\S+)\n/.exec(stderr);
  if (shown !== null) app = { appkey: String(shown[1]), secret: String(shown[2]) };
  const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
  const headers = { authorization: basic(app.appkey, app.secret) };
  const { json } = await call(`${https}/v10/auth/get-access-token?appkey=${app.appkey}`, { ca, headers });
  const ask = (method: string, path: string, body?: unknown) =>
    call(`${http}/v10/nlu/resource/cn_common${path}?appkey=${app.appkey}`, {
      method,
      headers: { 'x-svc-access-token': json.token, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { child, ask };
}

/** How many rows a copy of the database has: the gateway that is started next shall find it as the kill left it. */
function rowsLeft(...tables: readonly string[]): number[] {
  const copy = mkdtempSync(join(data, 'copy-'));
  for (const name of ['tonegate.db', 'tonegate.db-wal']) copyFileSync(join(data, name), join(copy, name));
  const db = new Database(join(copy, 'tonegate.db'));
  try {
    return tables.map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number);
  } finally {
    db.close();
  }
}

it('leaves the resources as they were before, and takes the same document then', async () => {
  const answers = [{ type: 'TEXT', content: 'a' }];
  const pairs = Array.from({ length: 6_000 }, (_, at) => ({ question: { text: `q${at}` }, response: { answers } }));
  const document = { format: 'tonegate-robot/1', robot: { name: 'r' }, dirs: [{ path: ['long'], pairs }] };
  const first = await start();
  const kept = await first.ask('POST', '/qa_domains', { name: 'kept' });
  expect(kept.status).toBe(200);
  const cut = first.ask('POST', '/robots/import', document).then(
    ({ status }) => status,
    () => 'cut',
  );
  const log = join(data, 'tonegate.db-wal');
  const before = statSync(log).size;
  while (statSync(log).size < before + 300_000) await sleep(2); // some pieces of the import
  await kill(first.child);
  expect(await cut).toBe('cut');
  const [batches, made] = rowsLeft('nlu_batch', 'nlu_pair');
  expect([batches, Number(made) > 0 && Number(made) < 6_000]).toEqual([1, true]);

  const second = await start();
  const { json } = await second.ask('GET', '/qa_domains');
  expect(json.qaDomains.map(({ name }: { name: string }) => name)).toEqual(['kept']);
  expect((await second.ask('POST', '/robots/import', document)).status).toBe(200);
  await kill(second.child);
  const tables = ['nlu_batch', 'nlu_pair', 'nlu_question', 'nlu_response', 'nlu_answer', 'nlu_robot'];
  expect(rowsLeft(...tables)).toEqual([0, 6_000, 6_000, 6_000, 6_000, 1]);
});
