// Limits of a developer hold however many requests come at once (src/protocol/limits.ts; the specification leaves them open).
import { mkdtempSync, readdirSync, truncateSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { closeStore, openStore } from '../../../src/store/open.js';
import { transTable } from '../../../src/trans/table.js';
import type { Exchange } from '../../helpers/gateway/call.js';
import {
  type App,
  property,
  recording,
  startTransGateway,
  type TransClient,
  type TransGateway,
  transClient,
} from '../../helpers/transcription/trans-gateway.js';

const { tasksPerDeveloper, uploadsPerDeveloper, downloadsUnderWay } = limits.trans;
const burst = 50;
const room = 7;
/** more than sockets hold of it */
const resultBytes = 32 * 1024 * 1024;

let gateway: TransGateway;
let full: App;
let client: TransClient;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonegate-bursts-'));
  fillUp(join(dataDir, 'tonegate.db'));
  gateway = await startTransGateway({ dataDir });
  full = gateway.apps.add('full', 'full');
  client = await transClient(gateway, full);
});
afterAll(() => gateway.discard());

/** A developer for whom there is room for so many more tasks and uploads. */
function fillUp(file: string): void {
  const { db } = openStore(file);
  const developerId = Number(
    db.prepare("INSERT INTO developer (name, created_at) VALUES ('full', 0)").run().lastInsertRowid,
  );
  const table = transTable(db);
  const now = Date.now();
  db.transaction(() => {
    for (let index = 0; index < tasksPerDeveloper - room; index++) {
      const task = { id: `task-${index}`, developerId, property, priority: 0, invalidVocab: 0, failure: null };
      table.addTask({ ...task, request: '{}', now, finishedAt: now, step: 'done' });
    }
    for (let index = 0; index < uploadsPerDeveloper - room; index++) {
      table.addUpload({ id: `upload-${index}`, developerId, name: 'a', bytes: 1, sliceBytes: 1, at: now });
    }
  })();
  closeStore(db);
}

const atOnce = (call: () => Promise<Exchange>) => Promise.all(Array.from({ length: burst }, call));
const below = (folder: string) => readdirSync(join(gateway.dataDir, 'trans', folder));

it.each([
  [
    'submits',
    'tasks',
    'submit',
    { files: ['ftp://nowhere.invalid/a'], audioFormat: 'auto' },
    /already has 10000 tasks/,
  ],
  ['prepared uploads', 'uploads', 'prepare_upload', { name: 'a.raw', size: 10 }, /1000 uploads are not used/],
] as const)(
  'of %s at once those pass that there is room for, and nothing stays of the others',
  async (_, folder, operation, body, message) => {
    const before = below(folder).length;
    const replies = await atOnce(() => client.post(operation, body));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(burst - room);
    for (const { json } of refused)
      expect(json).toMatchObject({ code: 10503, message: expect.stringMatching(message) });
    expect(below(folder)).toHaveLength(before + room);
  },
);

describe('downloads', () => {
  let app: App;
  let own: TransClient;
  let token: string;
  let task: string;
  beforeAll(async () => {
    app = gateway.apps.add('own', 'another developer');
    own = await transClient(gateway, app);
    token = await gateway.token('', app);
    task = await own.submitRecordings([recording(), Buffer.alloc(1)], { resultType: 'TXT' });
    await own.finished(task);
    truncateSync(join(gateway.dataDir, 'trans', 'tasks', task, '0.result'), resultBytes);
  });

  /** Its head; the body is not read. */
  const begun = (files: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const query = new URLSearchParams({ appkey: app.appkey, task, files });
      const headers = { 'x-svc-access-token': token };
      const path = `/v10/asr/trans/${property}/download?${query}`;
      request(gateway.http + path, { headers, agent: false }, resolve)
        .on('error', reject)
        .end();
    });

  it('are sent at once as many as may be, and those that end make room for others', async () => {
    const replies = await Promise.all(Array.from({ length: burst }, () => begun('0')));
    const count = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(503)]).toEqual([downloadsUnderWay, burst - downloadsUnderWay]);
    for (const reply of replies) reply.destroy();
    await vi.waitFor(async () => {
      const next = await begun('0');
      next.destroy();
      expect(next.statusCode).toBe(200);
    });
  });

  it('that come to nothing take no place', async () => {
    for (let index = 0; index <= downloadsUnderWay; index++) {
      expect((await own.get('download', { task, files: '1' })).status).toBe(406);
      expect((await own.get('download', { task, files: '9' })).status).toBe(404);
    }
    const replies = await Promise.all(Array.from({ length: downloadsUnderWay }, () => begun('0')));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
    for (const reply of replies) reply.destroy();
  });
});
