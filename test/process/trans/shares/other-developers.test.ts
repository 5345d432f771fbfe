// A developer whose receivers, sources, folders and clients are slow or dead: the work of another one goes on.
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { limits } from '../../../../src/protocol/limits.js';
import {
  type App,
  property,
  recording,
  startTransGateway,
  type TransClient,
  type TransGateway,
  transClient,
} from '../../../helpers/transcription/trans-gateway.js';

const { afterUnderWay, downloadsUnderWay, scansUnderWay } = limits.trans;
const downloadSlots = 2;
/** more than sockets hold of it */
const resultBytes = 32 * 1024 * 1024;
const waitFor = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

let gateway: TransGateway;
let slowApp: App;
let slow: TransClient;
let other: TransClient;
let folder: string;
let server: Server;
/** Requests that wait for an answer, which never comes, by path. */
const hanging = new Map<string, number>();
const answered: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-folder-'));
  writeFileSync(join(folder, 'a.wav'), 'a');
  gateway = await startTransGateway({
    settings: { 'trans.loopback': true, 'trans.fileRoots': [folder], 'trans.downloads': downloadSlots },
  });
  slowApp = gateway.apps.add('slow', 'a developer of slow things');
  slow = await transClient(gateway, slowApp);
  other = await transClient(gateway, gateway.apps.add('other', 'another developer'));
  server = createServer(({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '');
    if (!path.startsWith('/slow')) {
      answered.push(path);
      response.end('ok');
      return;
    }
    hanging.set(path, (hanging.get(path) ?? 0) + 1);
    response.once('close', () => hanging.set(path, (hanging.get(path) ?? 1) - 1));
    response.write('a'); // the rest never comes
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await gateway.discard();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
/** Its file was never uploaded, so that it ends at once. */
const endedTask = async (client: TransClient, notifyUrl: string) => {
  const { json } = await client.post('prepare_upload', { name: 'c.raw', size: 10 });
  await client.finished(await client.submit({ files: [`upload://${json.fileId}`], notifyUrl }));
};

it('Results are downloaded while the clients of another developer do not read theirs', async () => {
  const [task, others] = await Promise.all([slow, other].map((client) => client.submitRecordings([recording()])));
  await other.finished(others as string);
  await slow.finished(task as string);
  truncateSync(join(gateway.dataDir, 'trans', 'tasks', task as string, '0.result'), resultBytes);
  const token = await gateway.token('', slowApp);
  const query = new URLSearchParams({ appkey: slowApp.appkey, task: task as string, files: '0' });
  const begun = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const path = `/v10/asr/trans/${property}/download?${query}`;
      const headers = { 'x-svc-access-token': token };
      request(gateway.http + path, { headers, agent: false }, resolve)
        .on('error', reject)
        .end();
    });
  const unread = await Promise.all(Array.from({ length: downloadsUnderWay + 1 }, begun));
  expect(unread.filter(({ statusCode }) => statusCode === 200)).toHaveLength(downloadsUnderWay);
  expect((await other.get('download', { task: others as string, files: '0' })).status).toBe(200);
  for (const reply of unread) reply.destroy();
});

it('Callbacks are made while the receivers of another developer do not answer', async () => {
  const silent = createTcpServer((socket) => void socket.on('error', () => {}));
  silent.listen(0, '127.0.0.1');
  let connections = 0;
  silent.on('connection', () => connections++);
  await once(silent, 'listening');
  const dead = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  for (let each = 0; each < 2 * afterUnderWay; each++) await endedTask(slow, dead);
  await waitFor(() => expect(connections).toBe(afterUnderWay));
  await endedTask(other, url('/done'));
  await waitFor(() => expect(answered).toContain('/done'));
  expect(connections).toBe(afterUnderWay);
  silent.close();
});

it('Recordings are fetched while the sources of another developer stall', async () => {
  await slow.submit({ files: Array.from({ length: 2 * downloadSlots }, (_, index) => url(`/slow?${index}`)) });
  await waitFor(() => expect(hanging.get('/slow')).toBe(downloadSlots));
  const task = await other.submitRecordings([recording()]);
  await waitFor(async () => expect((await other.get('query', { task })).json.finished).toBe(true));
  expect(hanging.get('/slow')).toBe(downloadSlots);
});

it('Folders are scanned while the servers of another developer do not answer', async () => {
  let connections = 0;
  const silent = createTcpServer((socket) => {
    connections++;
    socket.on('error', () => {});
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const paths = [`ftp://127.0.0.1:${(silent.address() as AddressInfo).port}/`];
  const body = (of: string[]) => ({ folder: { paths: of, exts: ['.wav'] }, audioFormat: 'auto' });
  const scans = Array.from({ length: scansUnderWay }, () => slow.post('submit', body(paths)).catch(() => {}));
  await waitFor(() => expect(connections).toBe(scansUnderWay));
  const { status, json } = await slow.post('submit', body(paths));
  expect({ status, json }).toMatchObject({
    status: 503,
    json: { message: expect.stringContaining('scans of folders') },
  });
  expect((await other.post('submit', body([`file://${folder}`]))).status).toBe(200);
  silent.close();
  expect(scans).toHaveLength(connections);
});
