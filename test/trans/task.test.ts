// Specification 2, 3.3 and 4.4: a recording's way from its upload to its result, over a real gateway and a real engine.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileCodes } from '../../src/protocol/transcription.js';
import { recording, startTransGateway, type TransClient, type TransGateway, transClient } from '../helpers/trans-gateway.js';
import { unzip } from '../helpers/unzip.js';

const said = '一二三';
const other = '四五六';

let gateway: TransGateway;
let client: TransClient;
beforeAll(async () => {
  gateway = await startTransGateway();
  client = gateway.client;
});
afterAll(() => gateway.discard());

describe('a task', () => {
  it('goes from an upload to its result, and every step is seen in query, status and download', async () => {
    const upload = await client.upload(recording(said), 'a call.raw');
    const submitted = await client.post('submit', {
      ...{ files: [`upload://${upload}`], audioFormat: 'pcm_s16le_8k', priority: -1.5 },
    });
    expect(submitted.json).toMatchObject({ code: 10200, message: 'success', priority: -1.5 });
    expect(submitted.json.files).toEqual([
      { index: 0, path: `upload://${upload}/a call.raw`, code: 1000, info: 'waits for its download' },
    ]);
    const task = submitted.json.taskId;
    const query = await client.finished(task);
    expect(query).toMatchObject({ code: 10200, taskId: task, priority: -1.5, finished: true });
    const [file] = query.files;
    expect(file).toMatchObject({ index: 0, code: 4000, channels: 1, progress: 100, info: 'succeeded' });
    expect(file.duration).toBe(recording(said).length / 16);
    expect(file.path).toBe(`upload://${upload}/a call.raw`);
    for (const time of [query.createTime, file.startTime, file.finishTime]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    }
    const { status, headers, json } = await client.get('download', { task, files: '0' });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(json.sentences.map(({ text }: { text: string }) => text).join('')).toBe(said);
    const listed = await client.get('status', { type: 'finished' });
    expect(listed.json.tasks).toContainEqual({ taskId: task, priority: -1.5, finished: true, invalidVocab: false });
    const queued = await client.get('status', { type: 'queued' });
    expect(queued.json.tasks.map(({ taskId }: { taskId: string }) => taskId)).not.toContain(task);
  });
});
void [fileCodes, request, other, transClient, unzip];
