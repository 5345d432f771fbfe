// Secrets in an address that a client names (specification 2, section 4.4, "Remote file access"): they are used, and
// stand in no reply, no result, no manifest, no name and no log line.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CallbackServer, startCallbackServer } from '../../helpers/transcription/callback-server.js';
import { type Served, serveHttp } from '../../helpers/transcription/source-servers.js';
import {
  recording,
  startTransGateway,
  type TransClient,
  type TransGateway,
} from '../../helpers/transcription/trans-gateway.js';
import { unzip } from '../../helpers/transcription/unzip.js';

const secret = 'SECRET';
const login = `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`;

let folder: string;
let gateway: TransGateway;
let client: TransClient;
let web: Served;
let listener: CallbackServer;
const asked: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-secret-'));
  web = await serveHttp((request, response) => {
    const { pathname, search } = new URL(request.url as string, 'http://a');
    asked.push(`${pathname}${search}`);
    if (pathname === '/moved.raw') response.writeHead(302, { location: `/call.raw?id=2&token=${secret}` }).end();
    else if (pathname === '/lost.raw') response.writeHead(302, { location: `ftp://a:${secret}@b/?${secret}` }).end();
    else if (search.includes(secret) && request.headers.authorization === login) response.end(recording());
    else response.writeHead(404, secret).end(secret);
  });
  listener = await startCallbackServer();
  gateway = await startTransGateway({ settings: { 'trans.loopback': true, 'trans.saveRoots': [folder] } });
  client = gateway.client;
});
afterAll(async () => {
  await gateway.discard();
  await listener.close();
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('what is secret in an address is sent to its server, and shown nowhere', async () => {
  const host = web.url.replace('http://', `http://user:${secret}@`);
  const shown = [`${web.url}/call.raw`, `${web.url}/call.raw`, `${web.url}/moved.raw`, `${web.url}/lost.raw`];
  const sources = [
    ...[`${host}/call.raw?id=1&token=${secret}#${secret}`, `${host}/call.raw?id=2&token=${secret}`],
    ...[`${host}/moved.raw?token=${secret}`, `${host}/lost.raw?token=${secret}`],
  ];
  const body = {
    ...{ files: [...sources, sources[1]], audioFormat: 'pcm_s16le_8k' },
    ...{ saveTo: { path: folder, style: 'path' }, notifyUrl: `${listener.url}/done?token=${secret}` },
  };
  const submitted = await client.post('submit', body);
  expect(submitted.json.files.map(({ path }: { path: string }) => path)).toEqual(shown);
  const task = submitted.json.taskId;
  const query = await client.finished(task);
  expect(query.files.map(({ code }: { code: number }) => code)).toEqual([4000, 4000, 4000, 4101]);
  expect(asked.filter((each) => each.startsWith('/call.raw')).sort()).toEqual([
    `/call.raw?id=1&token=${secret}`,
    ...Array(2).fill(`/call.raw?id=2&token=${secret}`),
  ]);
  await vi.waitFor(() => expect(listener.calls).toEqual([`GET /done?token=${secret}&task=${task}&save_status=1`]));

  const results = join(folder, task);
  const saved = readdirSync(results, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(saved).toHaveLength(4);
  const zip = await unzip((await client.get('download', { task, name_style: 'path' })).bytes);
  expect(zip.size).toBe(4);
  const told = [
    ...[submitted.text, JSON.stringify(query), (await client.get('status')).text, gateway.logText()],
    ...[(await client.get('download', { task, files: '3' })).text, ...zip.keys(), String(zip.get('manifest.json'))],
    ...saved.map(({ parentPath, name }) => join(parentPath, name)),
    readFileSync(join(results, 'manifest.json'), 'utf8'),
  ];
  for (const text of told) expect(text).not.toContain(secret);
});

it.each([`http://user:${secret}@host:99999/`, `ftp://user:${secret}@/a`, `sftp://user:%ff${secret}@host/a`])(
  'what is secret in an address that is refused is not shown either: %s',
  async (url) => {
    for (const body of [
      { files: [url] },
      { folder: { paths: [url], exts: ['.raw'] } },
      { files: ['ftp://nowhere.invalid/a'], saveTo: { path: url, style: 'index' } },
      { files: ['ftp://nowhere.invalid/a'], notifyUrl: url },
    ]) {
      const { status, text } = await client.post('submit', { audioFormat: 'auto', ...body });
      expect([status, text.includes(secret)], text).toEqual([400, false]);
    }
    expect(gateway.logText()).not.toContain(secret);
  },
);
