// Specification 2, 4.4, "Callback" and saveTo, over a real gateway, with somebody who answers.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { callbackUrl } from '../../../src/trans/deliver.js';
import { type CallbackServer, startCallbackServer } from '../../helpers/transcription/callback-server.js';
import {
  recording,
  startTransGateway,
  type TransClient,
  type TransGateway,
} from '../../helpers/transcription/trans-gateway.js';

const said = '一二三';
const { afterTries, retryMaxMs } = limits.trans;

let gateway: TransGateway;
let client: TransClient;
let listener: CallbackServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-results-'));
  const reach = { 'trans.loopback': true, 'trans.saveRoots': [folder], 'trans.fileRoots': [folder] };
  gateway = await startTransGateway({ settings: reach });
  client = gateway.client;
  listener = await startCallbackServer();
});
afterEach(() => {
  listener.answers = [];
});
afterAll(async () => {
  await gateway.discard();
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Its file, or its lack of one, makes it end at once. */
const endedTask = async (body: Readonly<Record<string, unknown>>) => {
  const { json } = await client.post('prepare_upload', { name: 'c.raw', size: 10 });
  const task = await client.submit({ files: [`upload://${json.fileId}`], ...body });
  await client.finished(task);
  return task;
};
const notifyUrl = (path = '/done') => `${listener.url}${path}`;
const callsOf = (task: string) => listener.calls.filter((call) => call.includes(task));
const logOf = (task: string, message: string) =>
  gateway
    .logText()
    .split('\n')
    .filter((line) => line.includes(task) && line.includes(message)).length;

/** Lets what waits for another try become due. */
async function later(): Promise<void> {
  gateway.advance(2 * retryMaxMs);
  await endedTask({});
}

describe('the address of a callback', () => {
  it.each([
    ['http://a/done', null, 'http://a/done?task=t1'],
    ['http://a:81/done?x=1&y=%20', null, 'http://a:81/done?x=1&y=%20&task=t1'],
    ['http://a', 1, 'http://a/?task=t1&save_status=1'],
    ['http://a/?x=1#part', 0, 'http://a/?x=1&task=t1&save_status=0#part'],
  ])('%s keeps what it has, and the task goes behind it', (url, saveStatus, wanted) => {
    expect(callbackUrl(url, 't1', saveStatus)).toBe(wanted);
  });
});

describe('a callback', () => {
  it('is one GET with the task appended, when its last file is finished', async () => {
    const task = await client.submitRecordings([recording(said), recording(said)], { notifyUrl: notifyUrl('/x?y=1') });
    await client.finished(task);
    await vi.waitFor(() => expect(callsOf(task)).toEqual([`GET /x?y=1&task=${task}`]));
  });

  it.each([503, 0])('that is answered %i is made again later, with the same words', async (answer) => {
    listener.answers = [answer, answer];
    const task = await endedTask({ notifyUrl: notifyUrl() });
    for (const tries of [1, 2]) {
      await vi.waitFor(() => expect(logOf(task, 'a step failed and will be retried')).toBe(tries));
      expect(callsOf(task)).toHaveLength(tries);
      await later();
    }
    await vi.waitFor(() => expect(callsOf(task)).toHaveLength(3));
    expect(new Set(callsOf(task)).size).toBe(1);
  });

  it('that is answered 5xx for ever is given up in the end', async () => {
    listener.answers = Array.from({ length: afterTries }, () => 500);
    const task = await endedTask({ notifyUrl: notifyUrl() });
    for (let tries = 1; tries < afterTries; tries++) {
      await vi.waitFor(() => expect(logOf(task, 'a step failed and will be retried')).toBe(tries));
      await later();
    }
    await vi.waitFor(() => expect(logOf(task, 'no more tries')).toBe(1));
    expect(callsOf(task)).toHaveLength(afterTries);
  });

  it.each([302, 400, 404])('that is answered %i is not made again', async (answer) => {
    listener.answers = [answer];
    const task = await endedTask({ notifyUrl: notifyUrl() });
    await vi.waitFor(() => expect(logOf(task, 'the callback was refused')).toBe(1));
    expect(logOf(task, 'a step failed and will be retried')).toBe(0);
    expect(callsOf(task)).toHaveLength(1);
  });

  it('to an address that may not be called is not made', async () => {
    const task = await endedTask({ notifyUrl: 'http://169.254.169.254/latest/meta-data' });
    await vi.waitFor(() => expect(logOf(task, 'the callback was refused')).toBe(1));
  });

  it('is made for a task whose vocab is malformed too', async () => {
    const task = await client.submit({
      ...{ files: ['ftp://nowhere.invalid/a'], vocab: '飞桥 (肥 桥)', notifyUrl: notifyUrl() },
    });
    await vi.waitFor(() => expect(callsOf(task)).toHaveLength(1));
  });

  it('has no save_status without saveTo', async () => {
    const task = await endedTask({ notifyUrl: notifyUrl() });
    await vi.waitFor(() => expect(callsOf(task)).toEqual([`GET /done?task=${task}`]));
  });
});

describe('saveTo', () => {
  it('puts results and manifest.json into a directory named by the task, then the callback says 1', async () => {
    const wav = join(folder, 'a call.raw');
    writeFileSync(wav, recording(said));
    const task = await client.submit({
      ...{ files: [`file://${folder}/a%20call.raw`, `file://${folder}/missing.raw`], resultType: 'TXT' },
      ...{ saveTo: { path: folder, style: 'name' }, notifyUrl: notifyUrl() },
    });
    await client.finished(task);
    await vi.waitFor(() => expect(callsOf(task)).toEqual([`GET /done?task=${task}&save_status=1`]));
    const results = join(folder, task);
    expect(readdirSync(results).sort()).toEqual(['a call.raw.txt', 'manifest.json']);
    expect(readFileSync(join(results, 'a call.raw.txt'), 'utf8').trim()).toBe(said);
    const { traceToken: _, ...query } = (await client.get('query', { task })).json;
    expect(JSON.parse(readFileSync(join(results, 'manifest.json'), 'utf8'))).toEqual(query);
    expect(query.files.map(({ code }: { code: number }) => code)).toEqual([4000, 4100]);
  });

  it('that does not work leads to the callback with 0, and the results can be downloaded', async () => {
    writeFileSync(join(folder, 'a file'), 'no directory');
    const task = await client.submitRecordings([recording(said)], {
      ...{ saveTo: { path: join(folder, 'a file', 'below'), style: 'index' }, notifyUrl: notifyUrl() },
    });
    await client.finished(task);
    await vi.waitFor(() => expect(callsOf(task)).toEqual([`GET /done?task=${task}&save_status=0`]));
    expect((await client.get('download', { task, files: '0' })).status).toBe(200);
  });
});
