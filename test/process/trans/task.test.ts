// Specification 2, 3.3 and 4.4: a recording's way from its upload to its result, over a real gateway and a real engine.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFinished } from '../../../src/protocol/engine/transcription.js';
import {
  recording,
  startTransGateway,
  type TransClient,
  type TransGateway,
} from '../../helpers/transcription/trans-gateway.js';
import { unzip } from '../../helpers/transcription/unzip.js';

const said = '一二三';
const other = '四五六';
const leastSlice = 1024 * 1024;

let gateway: TransGateway;
let client: TransClient;
beforeAll(async () => {
  gateway = await startTransGateway();
  client = gateway.client;
});
afterAll(() => gateway.discard());

// biome-ignore lint/suspicious/noExplicitAny: a reply
const textOf = (result: any): string => result.sentences.map(({ text }: { text: string }) => text).join('');
// biome-ignore lint/suspicious/noExplicitAny: a reply
const codesOf = (query: any): number[] => query.files.map(({ code }: { code: number }) => code);

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
    expect(textOf(json)).toBe(said);
    const listed = await client.get('status', { type: 'finished' });
    expect(listed.json.tasks).toContainEqual({ taskId: task, priority: -1.5, finished: true, invalidVocab: false });
    expect((await client.get('status', { type: '' })).json.tasks).toEqual((await client.get('status')).json.tasks);
    const queued = await client.get('status', { type: 'queued' });
    expect(queued.json.tasks.map(({ taskId }: { taskId: string }) => taskId)).not.toContain(task);
  });

  it('has one result for each file, and those that fail do not stop the others', async () => {
    const empty = await client.post('prepare_upload', { name: 'half.raw', size: 10 });
    const task = await client.submit({
      files: [
        `upload://${await client.upload(recording(said))}`,
        `upload://${empty.json.fileId}`,
        `upload://${await client.upload(recording(other))}`,
      ],
    });
    const query = await client.finished(task);
    expect(codesOf(query)).toEqual([4000, 4102, 4000]);
    expect(query.files[1]).toMatchObject({
      duration: -1,
      channels: -1,
      info: expect.stringContaining('0 of 1 slices'),
    });
    expect(query.files[1]).not.toHaveProperty('startTime');
    expect(query.files[1]).not.toHaveProperty('progress');
    expect(textOf((await client.get('download', { task, files: '2' })).json)).toBe(other);
  });
});

describe('download', () => {
  let task: string;
  let paths: string[];
  beforeAll(async () => {
    const incomplete = await client.post('prepare_upload', { name: 'c.raw', size: 10 });
    const uploads = [await client.upload(recording(said), 'a.raw'), await client.upload(recording(other), 'b?.raw')];
    task = await client.submit({
      files: [...uploads, incomplete.json.fileId].map((id) => `upload://${id}`),
      ...{ resultType: 'TXT' },
    });
    paths = (await client.finished(task)).files.map(({ path }: { path: string }) => path);
  });

  it('of one file is the file, text/plain where it is TXT', async () => {
    const { status, headers, text } = await client.get('download', { task, files: '0' });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(text.trim()).toBe(said);
  });

  it('of one file that failed is 406 and says why', async () => {
    const { status, json } = await client.get('download', { task, files: '2' });
    expect(status).toBe(406);
    expect(json).toMatchObject({
      ...{ code: 10406, message: expect.stringContaining('0 of 1 slices') },
      file: { index: 2, path: paths[2], code: 4102, info: expect.any(String), finishTime: expect.any(String) },
    });
    expect(Object.keys(json.file).sort()).toEqual(['code', 'finishTime', 'index', 'info', 'path']);
  });

  it.each([
    ['', ['0.txt', '1.txt', 'manifest.json']],
    ['0,1', ['0.txt', '1.txt', 'manifest.json']],
    ['1,2', ['1.txt', 'manifest.json']],
  ])('of files "%s" is a zip of what succeeded, with manifest.json', async (files, names) => {
    const { status, headers, bytes } = await client.get('download', files === '' ? { task } : { task, files });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/zip');
    const entries = await unzip(bytes);
    expect([...entries.keys()].sort()).toEqual(names);
    expect(
      entries
        .get(names[0] as string)
        ?.toString()
        .trim(),
    ).toBe(names[0] === '0.txt' ? said : other);
    const { traceToken: _, ...query } = (await client.get('query', { task })).json;
    expect(JSON.parse(String(entries.get('manifest.json')))).toEqual(query);
  });

  it('with empty parameters is that of all files, named by their index', async () => {
    const { headers, bytes } = await client.get('download', { task, files: '', name_style: '' });
    expect(headers['content-type']).toBe('application/zip');
    expect([...(await unzip(bytes)).keys()].sort()).toEqual(['0.txt', '1.txt', 'manifest.json']);
  });

  it('names the files in a zip by their paths where that is asked for', async () => {
    const { bytes } = await client.get('download', { task, name_style: 'path' });
    const names = paths.slice(0, 2).map((path) => `${path.replace('://', '/').replace('?', '~3F')}.txt`);
    expect([...(await unzip(bytes)).keys()].sort()).toEqual(['manifest.json', ...names].sort());
  });

  it('is 404 where the result has gone meanwhile', async () => {
    const own = await client.submitRecordings([recording(said)]);
    await client.finished(own);
    rmSync(join(gateway.dataDir, 'trans', 'tasks', own, '0.result'));
    const { status, json } = await client.get('download', { task: own, files: '0' });
    expect([status, json]).toEqual([
      404,
      { traceToken: expect.any(String), code: 10404, message: 'files: the result of file 0 no longer exists' },
    ]);
  });

  it.each([
    [{ files: '3' }, 404, 10404],
    [{ files: '0,3' }, 404, 10404],
    [{ files: '-1' }, 400, 10400],
    [{ files: 'a' }, 400, 10400],
    [{ files: '0,' }, 400, 10400],
    [{ name_style: 'name' }, 400, 10400],
  ])('refuses %j', async (query, status, code) => {
    const reply = await client.get('download', { task, ...query });
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({ code, message: expect.any(String) });
  });
});

describe('cancel', () => {
  it('ends what is not finished, at any time, and leaves what is', async () => {
    const task = await client.submitRecordings(Array.from({ length: 12 }, () => recording(said)));
    expect((await client.get('cancel', { task })).json).toMatchObject({ code: 10200 });
    const query = (await client.get('query', { task })).json;
    expect(query.finished).toBe(true);
    for (const { code, info } of query.files) {
      expect(code).toBeOneOf([4000, 4101, 4204, 4302]);
      if (code !== 4000) expect(info).toBe('cancelled');
    }
    expect((await client.get('cancel', { task })).json).toMatchObject({ code: 10200 });
    expect((await client.get('query', { task })).json.files).toEqual(query.files);
  });

  it('can be taken back by a restart: the files are transcribed after all', async () => {
    const task = await client.submitRecordings(Array.from({ length: 12 }, () => recording(said)));
    await client.get('cancel', { task });
    const codes = codesOf((await client.get('query', { task })).json);
    const { json } = await client.get('restart', { tasks: task });
    expect(json.tasks).toEqual(codes.every((code) => code === 4000) ? [] : [task]);
    expect(new Set(codesOf(await client.finished(task)))).toEqual(new Set([4000]));
    const { json: result } = await client.get('download', { task, files: '11' });
    expect(textOf(result)).toBe(said);
  });
});

describe('restart', () => {
  it('goes on with an upload whose missing slices came after the task had failed for them', async () => {
    const bytes = Buffer.concat([recording(said), Buffer.alloc(leastSlice)]);
    const draft = { name: 'late.raw', size: bytes.length, sliceSize: leastSlice };
    const { fileId } = (await client.post('prepare_upload', draft)).json;
    await client.slice(fileId, 0, bytes.subarray(0, leastSlice));
    const task = await client.submit({ files: [`upload://${fileId}`] });
    expect((await client.finished(task)).files[0]).toMatchObject({ code: 4102 });
    expect((await client.slice(fileId, 1, bytes.subarray(leastSlice))).status).toBe(200);
    expect((await client.get('restart', { tasks: task })).json).toMatchObject({ code: 10200, tasks: [task] });
    expect((await client.finished(task)).files[0]).toMatchObject({ code: 4000, progress: 100 });
    expect(textOf((await client.get('download', { task, files: '0' })).json)).toBe(said);
  });

  it('names no task in which nothing failed', async () => {
    const task = await client.submitRecordings([recording(said)]);
    await client.finished(task);
    expect((await client.get('restart', { tasks: task })).json.tasks).toEqual([]);
    expect((await client.get('restart')).json.tasks).not.toContain(task);
  });

  it('with an empty list of tasks is that of all tasks of the property', async () => {
    const incomplete = await client.post('prepare_upload', { name: 'c.raw', size: 10 });
    const task = await client.submit({ files: [`upload://${incomplete.json.fileId}`] });
    await client.finished(task);
    expect((await client.get('restart', { tasks: '' })).json.tasks).toContain(task);
    await client.finished(task);
  });

  it.each([',', 'a,', ',a', 'a,,b'])('refuses the list of tasks %j, in which one has no id', async (tasks) => {
    const { status, json } = await client.get('restart', { tasks });
    expect([status, json.code, json.message]).toEqual([400, 10400, expect.stringMatching(/tasks: must be ids with/)]);
  });

  it('touches no task where one of them is not there', async () => {
    const incomplete = await client.post('prepare_upload', { name: 'c.raw', size: 10 });
    const task = await client.submit({ files: [`upload://${incomplete.json.fileId}`] });
    const before = await client.finished(task);
    const reply = await client.get('restart', { tasks: `${task},none` });
    expect(reply.json).toMatchObject({ code: 10404 });
    const { files } = (await client.get('query', { task })).json;
    expect(files).toEqual(before.files);
    expect(files.every(({ code }: { code: number }) => isFinished(code as 4102))).toBe(true);
  });
});
