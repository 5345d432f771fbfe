// Specification 2, 4.4, "Submit body fields": what a task is made of, and what is refused, over a real gateway.
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../../src/main/features.js';
import { optionsOf, SubmitBody } from '../../../src/protocol/wire/transcription-messages.js';
import { toneModels } from '../../helpers/gateway/asr-gateway.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { type TransClient, transClient } from '../../helpers/transcription/trans-gateway.js';

const defaultNotifyUrl = 'http://callback.example.org/done';
const formats = [
  ...['pcm_s16le_16k', 'pcm_s16le_8k', 'alaw_16k', 'alaw_8k', 'ulaw_16k', 'ulaw_8k', 'vox_8k', 'vox_6k'],
  'auto',
];
/** Nothing answers there: the files stay in the download stage. */
const url = (name: string) => `ftp://nowhere.invalid/${name}`;

let gateway: TestGateway;
let client: TransClient;
let models: string;
beforeAll(async () => {
  models = toneModels();
  const settings = { shippedModels: models, 'trans.notifyUrl': defaultNotifyUrl };
  gateway = await startTestGateway({ features, settings });
  await gateway.whenReady();
  client = await transClient(gateway);
});
afterAll(async () => {
  await gateway.discard();
  rmSync(models, { recursive: true, force: true });
});

const submit = (body: Readonly<Record<string, unknown>>) =>
  client.post('submit', { files: [url('a.wav')], audioFormat: 'auto', ...body });

describe('submit', () => {
  it.each([
    ['neither files nor folder', { files: null }, /files, folder: give exactly one/],
    ['both files and folder', { folder: { paths: ['file:///a'], exts: ['.wav'] } }, /files, folder: give exactly one/],
    ['no files', { files: [] }, /files: must have at least 1 entry/],
    ['files that are one text', { files: url('a.wav') }, /files: must be an array/],
    ['a file that is no text', { files: [1] }, /files\[0\]: must be a string/],
    ['a file without a scheme', { files: ['/etc/passwd'] }, /files\[0\]: must be a URL that begins with ftp/],
    ['a file with one slash', { files: ['file:/a'] }, /files\[0\]: must be a URL that begins with .*file:\/\//],
    [
      'a relative place of results',
      { saveTo: { path: 'results', style: 'index' } },
      /saveTo.path: must be like ftp:\/\/…, sftp:\/\/…, file:\/\/… or \/directory$/,
    ],
    ['a scheme that is not served', { files: [url('a'), 'gopher://a/b'] }, /files\[1\]: must be a URL/],
    ['a file without a host', { files: [url('a'), 'http:///x'] }, /files\[1\]: http:\/\/ names no host/],
    ['a file of nothing but a scheme', { files: ['https://'] }, /files\[0\]: https:\/\/ names no host/],
    ['the same of ftp', { files: ['ftp://'] }, /files\[0\]: ftp:\/\/ names no host/],
    ['the same of sftp', { files: ['sftp:///a.wav'] }, /files\[0\]: sftp:\/\/ names no host/],
    ['half an IPv6 address', { files: ['http://[::1'] }, /files\[0\]: an IPv6 address must be in brackets/],
    ['a port beyond all ports', { files: ['http://host:99999/'] }, /files\[0\]: the port must be 1 to 65535/],
    ['port 0', { files: ['http://host:0/'] }, /files\[0\]: port 0: must be 1 to 65535/],
    ['a file of another machine', { files: ['file://host/a'] }, /files\[0\]: file:\/\/ must not name a host/],
    [
      'credentials that are no text',
      { files: ['ftp://u:%ff@h/a'] },
      /files\[0\]: the password of the URL must be percent-encoded UTF-8/,
    ],
    [
      'a folder without a host',
      { files: null, folder: { paths: ['sftp:///a'], exts: ['.wav'] } },
      /folder.paths\[0\]: sftp/,
    ],
    ['folder without paths', { files: null, folder: { exts: ['.wav'] } }, /folder.paths: required/],
    [
      'folder with no path',
      { files: null, folder: { paths: [], exts: ['.wav'] } },
      /folder.paths: must have at least 1/,
    ],
    ['folder with no extension', { files: null, folder: { paths: ['ftp://a/b'], exts: [] } }, /folder.exts: must have/],
    [
      'a folder over http',
      { files: null, folder: { paths: ['http://a/b'], exts: ['.wav'] } },
      /folder.paths\[0\]: must begin/,
    ],
    [
      'a folder outside of what may be read',
      { files: null, folder: { paths: ['file:///'], exts: ['.wav'] } },
      /folder.paths\[0\]: /,
    ],
    ['no audioFormat', { audioFormat: undefined }, /audioFormat: required/],
    ['an audioFormat of streams', { audioFormat: 'svc_opus' }, /audioFormat: must be one of pcm_s16le_16k, .*, auto/],
    ['a channelCount of 3', { audioFormat: 'alaw_8k', channelCount: 3 }, /channelCount: must be one of 1, 2/],
    ['a channelCount of 2 with auto', { channelCount: 2 }, /channelCount: with audioFormat auto it must be 1/],
    ['a priority that is no number', { priority: 'high' }, /priority: must be a/],
    ['a puncWeight over 100', { tpp: { puncWeight: 100.5 } }, /tpp.puncWeight: must be in \[-100,100\]/],
    ['a puncWeight below -100', { tpp: { puncWeight: -101 } }, /tpp.puncWeight: must be in/],
    ['another resultType', { resultType: 'DOC' }, /resultType: must be one of JSON, SRT, TXT/],
    ['another words.type', { words: { type: 'LINE' } }, /words.type: must be one of WORD, CHAR/],
    ['another channelRole', { sa: { channelRole: 'LEFT' } }, /sa.channelRole: must be one of LEFT_AGENT, RIGHT_AGENT/],
    ['a flag that is text', { outputPinyin: 'true' }, /outputPinyin: must be a boolean/],
    ['saveTo without style', { saveTo: { path: 'ftp://a/b' } }, /saveTo.style: /],
    ['saveTo over http', { saveTo: { path: 'http://a/b', style: 'index' } }, /saveTo.path: .*must be ftp, sftp, file/],
    [
      'saveTo outside of what may be written',
      { saveTo: { path: '/etc', style: 'index' } },
      /saveTo.path: must lie in a/,
    ],
    ['a notifyUrl that is no URL', { notifyUrl: 'callback' }, /notifyUrl: must be like http/],
    ['a notifyUrl without a host', { notifyUrl: 'http:///done' }, /notifyUrl: http:\/\/ names no host/],
    ['a notifyUrl with no such port', { notifyUrl: 'http://a:99999/' }, /notifyUrl: the port must be/],
    ['saveTo without a host', { saveTo: { path: 'ftp:///r', style: 'index' } }, /saveTo.path: ftp:\/\/ names no host/],
    ['a notifyUrl over ftp', { notifyUrl: 'ftp://a/b' }, /notifyUrl: must be like http/],
  ])('refuses %s and says what would be right', async (_, body, message) => {
    const { status, json } = await submit(body);
    expect(status, json.message).toBe(400);
    expect(json).toMatchObject({ code: 10400, message: expect.stringMatching(message) });
  });

  it('takes every format, in any case', async () => {
    for (const audioFormat of [...formats, 'AUTO']) expect((await submit({ audioFormat })).json.code).toBe(10200);
  });

  it('ignores fields that it does not know, and takes null for unset and {} for all defaults', async () => {
    const nulls = { vocab: null, priority: null, channelCount: null, notifyUrl: null, saveTo: null, folder: null };
    const more = { resultType: null, outputPinyin: null, words: null, sa: null, tpp: null, colour: 'red' };
    expect((await submit({ ...nulls, ...more })).json.code).toBe(10200);
    expect((await submit({ words: {}, sa: {}, tpp: {} })).json.code).toBe(10200);
  });

  it('names each file once, in the order of the request', async () => {
    const names = ['b', 'a', 'b', 'c', 'a'];
    const { json } = await submit({ files: names.map(url) });
    expect(json.files.map(({ index, path }: { index: number; path: string }) => [index, path])).toEqual([
      [0, url('b')],
      [1, url('a')],
      [2, url('c')],
    ]);
  });

  it('shows no password of a URL, neither in its reply nor in query nor in the log', async () => {
    const { json } = await submit({ files: ['ftp://user:geheim@nowhere.invalid/a.wav'] });
    expect(json.files[0].path).toBe('ftp://nowhere.invalid/a.wav');
    const { text } = await client.get('query', { task: json.taskId });
    expect(text).not.toContain('geheim');
    expect(gateway.logText()).not.toContain('geheim');
  });

  it.each([0, -3.25, 1e12])('takes the priority %d', async (priority) => {
    const { json } = await submit({ priority });
    expect(json.priority).toBe(priority);
    expect((await client.get('query', { task: json.taskId })).json.priority).toBe(priority);
  });

  it('is 404 with an upload that is not there, is another developer’s, or has gone into a task', async () => {
    const fileId = await client.upload(Buffer.alloc(100));
    const anotherDeveloper = await transClient(gateway, gateway.apps.add('other-app', 'another developer'));
    const of = (each: TransClient, id: string) =>
      each.post('submit', { files: [`upload://${id}`], audioFormat: 'auto' });
    expect((await of(anotherDeveloper, fileId)).json.code).toBe(10404);
    expect((await of(client, '0'.repeat(32))).json).toMatchObject({
      code: 10404,
      message: expect.stringMatching(/^files\[0\]: fileId: there is no such upload/),
    });
    expect((await of(client, fileId)).json.code).toBe(10200);
    expect((await of(client, fileId)).json.code).toBe(10404);
  });

  it('takes an upload by the path that replies show, and knows it for the same', async () => {
    const fileId = await client.upload(Buffer.alloc(100), 'x.wav');
    const { json } = await submit({ files: [`upload://${fileId}/x.wav`, `upload://${fileId}`] });
    expect(json.files.map(({ path }: { path: string }) => path)).toEqual([`upload://${fileId}/x.wav`]);
  });

  it('is 404 for a property that is not served, 400 for one that is none', async () => {
    const body = { files: [url('a')], audioFormat: 'auto' };
    expect((await client.post('submit', body, 'de_8k_common')).json).toMatchObject({ code: 10404 });
    expect((await client.post('submit', body, 'deutsch')).json).toMatchObject({ code: 10400 });
  });

  it('knows only tasks of the path’s property', async () => {
    const { json } = await submit({});
    for (const operation of ['query', 'cancel', 'download']) {
      const reply = await client.get(operation, { task: json.taskId }, 'cn_16k_common');
      expect(reply.status).toBe(404);
      expect(reply.json.code).toBe(10404);
    }
    expect((await client.get('restart', { tasks: json.taskId }, 'cn_16k_common')).json.code).toBe(10404);
    expect((await client.get('status', {}, 'cn_16k_common')).json.tasks).toEqual([]);
    const ids = (await client.get('status')).json.tasks.map(({ taskId }: { taskId: string }) => taskId);
    expect(ids).toContain(json.taskId);
  });

  it('does not show a task to another developer, but to every application of its own', async () => {
    const { json } = await submit({});
    const anotherDeveloper = await transClient(gateway, gateway.apps.add('other', 'yet another developer'));
    const colleague = await transClient(gateway, gateway.apps.add('colleague', 'default'));
    expect((await anotherDeveloper.get('query', { task: json.taskId })).json.code).toBe(10404);
    expect((await anotherDeveloper.get('status')).json.tasks).toEqual([]);
    expect((await anotherDeveloper.get('restart')).json.tasks).toEqual([]);
    expect((await colleague.get('query', { task: json.taskId })).json.code).toBe(10200);
  });
});

describe('a malformed vocab', () => {
  const vocab = '张三\n飞桥 (肥 桥)\n';

  it('does not block the submission; the whole task fails, without files, and says which line is wrong', async () => {
    const { status, json } = await submit({ vocab });
    expect(status).toBe(200);
    expect(json.files).toHaveLength(1);
    const query = (await client.get('query', { task: json.taskId })).json;
    expect(query).toMatchObject({ finished: true, failure: expect.stringMatching(/^vocab: line 2: /) });
    expect(query).not.toHaveProperty('files');
    const listed = (await client.get('status', { type: 'finished' })).json.tasks;
    expect(listed).toContainEqual({ taskId: json.taskId, priority: 0, finished: true, invalidVocab: true });
  });

  it('is malformed when it is longer than a list may be', async () => {
    const { json } = await submit({ vocab: '张三\n'.repeat(20_000) });
    expect((await client.get('query', { task: json.taskId })).json.failure).toMatch(/^vocab: 140000 bytes; at most/);
  });
});

describe('notifyUrl', () => {
  it('may be `default`, where one is configured', async () => {
    expect((await submit({ notifyUrl: 'default' })).json.code).toBe(10200);
  });
});

describe('the options of a task', () => {
  const options = (body: object) => optionsOf(SubmitBody.parse({ files: [url('a')], audioFormat: 'auto', ...body }));
  const noText = { addPunc: false, textSmooth: false, digitNorm: false, wordFilter: false, makeParagraph: false };

  it('are JSON and nothing else unless asked for', () => {
    expect(options({})).toEqual({
      ...{ resultType: 'JSON', outputPinyin: false, words: undefined, analysis: undefined },
      text: { ...noText, puncWeight: 0 },
    });
  });

  it('have the defaults of section 4.4', () => {
    expect(options({ words: {}, sa: {}, tpp: {} })).toEqual({
      ...{ resultType: 'JSON', outputPinyin: false, words: { type: 'WORD', tpp: false } },
      analysis: {
        ...{ diarization: false, checkRole: false, channelRole: 'LEFT_AGENT', checkEmotion: false },
        ...{ outputSpeed: false, outputVolume: false, outputSilence: false },
      },
      text: { ...noText, puncWeight: 0 },
    });
  });

  it('are what was asked for', () => {
    const sa = { diarization: true, checkRole: true, channelRole: 'RIGHT_AGENT', checkEmotion: true };
    const more = { outputSpeed: true, outputVolume: true, outputSilence: true };
    const tpp = { addPunc: true, textSmooth: true, digitNorm: true, wordFilter: true, makeParagraph: true };
    const asked = { resultType: 'TXT', outputPinyin: true, words: { type: 'CHAR', tpp: true } };
    expect(options({ ...asked, sa: { ...sa, ...more }, tpp: { ...tpp, puncWeight: -100 } })).toEqual({
      ...{ ...asked, analysis: { ...sa, ...more } },
      text: { ...tpp, puncWeight: -100 },
    });
  });
});

describe('refusals', () => {
  it('wait for no body that a client holds back until 100-continue, and take one that comes after it', async () => {
    const token = { 'x-svc-access-token': await gateway.token(), 'content-type': 'application/json' };
    const body = JSON.stringify({ files: [url('a.wav')], audioFormat: 'auto' });
    const path = `${gateway.http}/v10/asr/trans/cn_8k_common/submit?appkey=${gateway.app.appkey}`;
    const held = (headers: Readonly<Record<string, string>>) =>
      new Promise<[status: number, continued: boolean]>((resolve, reject) => {
        let continued = false;
        const expecting = { ...headers, 'content-length': body.length, expect: '100-continue' };
        const sent = request(path, { method: 'POST', headers: expecting, agent: false });
        sent.on('error', reject);
        sent.on('continue', () => {
          continued = true;
          sent.end(body);
        });
        sent.on('response', (response) => {
          response.resume();
          resolve([response.statusCode ?? 0, continued]);
          sent.destroy();
        });
        sent.flushHeaders();
      });
    expect(await held(token)).toEqual([200, true]);
    expect(await held({ ...token, 'x-svc-access-token': 'none' })).toEqual([401, false]);
    expect(await held({ ...token, 'content-type': 'text/plain' })).toEqual([400, false]);
  });

  it('of unknown tasks are 404', async () => {
    for (const operation of ['query', 'cancel', 'download']) {
      const { status, json } = await client.get(operation, { task: 'none' });
      expect(status).toBe(404);
      expect(json).toMatchObject({ code: 10404, message: 'there is no such task' });
      for (const query of [{}, { task: '' }]) {
        const { json } = await client.get(operation, query);
        expect(json).toMatchObject({ code: 10400, message: expect.stringContaining('query.task: required') });
      }
    }
  });
});

describe('list_properties', () => {
  it('names what the engines can hear with', async () => {
    const path = `/v10/asr/trans/list_properties?appkey=${gateway.app.appkey}`;
    const { json } = await gateway.plain(path, { headers: { 'x-svc-access-token': await gateway.token() } });
    expect(json).toMatchObject({ code: 10200, properties: expect.arrayContaining(['cn_8k_common', 'cn_16k_common']) });
  });
});
