// Specification 2, 3.3: recordings that are none, each with its code, beside good ones that are transcribed all the same.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultTools, missingTools } from '../../../src/trans/decode/tools.js';
import { timeFactor } from '../../helpers/time-factor.js';
import { type Served, serveBytes, serveHttp } from '../../helpers/transcription/source-servers.js';
import {
  recording,
  startTransGateway,
  type TransClient,
  type TransGateway,
  transClient,
} from '../../helpers/transcription/trans-gateway.js';

const said = '一二三';
const retryMs = 1_200_000;
const stallMs = 250 * timeFactor; // six times, until the source that stalls is given up
const hasTools = missingTools(defaultTools).length === 0;

let folder: string;
let sources: string;
let gateway: TransGateway;
let client: TransClient;
let web: Served;
let liar: Served;
let mute: Served;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-bad-'));
  sources = join(folder, 'sources');
  mkdirSync(sources);
  writeFileSync(join(folder, 'secret.raw'), recording(said));
  writeFileSync(at('good.raw'), recording(said));
  writeFileSync(at('empty.raw'), '');
  mkdirSync(at('directory'));
  symlinkSync('../secret.raw', at('link.raw'));
  web = await serveHttp((request, response) => {
    if (request.url === '/good.raw') response.end(recording(said));
    else if (request.url === '/private.raw') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (request.url === '/forbidden.raw') response.writeHead(403).end();
    else if (request.url === '/stalls.raw') response.writeHead(200, { 'content-length': 1_000_000 }).write('a little');
    else if (request.url === '/broken.raw') response.writeHead(500).end();
    else response.writeHead(404).end();
  });
  liar = await serveBytes((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort'));
  mute = await serveBytes(() => {});
  const reach = {
    'trans.loopback': true,
    'trans.fileRoots': [sources],
    'trans.stallMs': stallMs,
    'trans.conversions': 4,
    'trans.maxMs': 60_000,
  };
  gateway = await startTransGateway({ settings: reach });
  client = gateway.client;
});
afterAll(async () => {
  await gateway.discard();
  await web.stop();
  await liar.stop();
  await mute.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(sources, name);
const local = (path: string) => `file://${sources}/${path}`;

/** The task's files, whatever waits for another try being due at once. */
async function ended(task: string) {
  await vi.waitFor(
    async () => {
      gateway.advance(retryMs);
      client = await transClient(gateway); // a token may have expired by then
      await client.submit({ files: [local('good.raw')] }); // wakes the queue
      expect((await client.get('query', { task })).json.finished).toBe(true);
    },
    { timeout: 30_000, interval: 100 },
  );
  return (await client.get('query', { task })).json.files;
}

describe('a task of bad recordings and good ones', () => {
  it('ends each with its code, and the good ones with their text', async () => {
    const cases: readonly (readonly [string, number, RegExp])[] = [
      [local('good.raw'), 4000, /succeeded/],
      [local('missing.raw'), 4100, /no such file/],
      [local('directory'), 4101, /a directory/],
      [local('empty.raw'), 4200, /empty/],
      [local('link.raw'), 4101, /not below/],
      [local('%2e%2e/secret.raw'), 4101, /./],
      ['file:///etc/passwd', 4101, /not below/],
      [`${web.url}/missing.raw`, 4100, /404/],
      [`${web.url}/forbidden.raw`, 4101, /403/],
      [`${web.url}/private.raw`, 4101, /169\.254\.169\.254/],
      ['http://169.254.169.254/latest', 4101, /169\.254\.169\.254/],
      [`${web.url}/broken.raw`, 4101, /500/],
      [`${web.url}/stalls.raw`, 4101, /stalled/],
      [`${liar.url}/a.raw`, 4101, /before all of the stated 1000 bytes had come/],
      [`${mute.url}/a.raw`, 4101, /the address cannot be reached, or its answer cannot be used/],
      [`${web.url}/good.raw`, 4000, /succeeded/],
    ];
    const task = await client.submit({ files: cases.map(([url]) => url) });
    const files = await ended(task);
    expect(files.map(({ path, code }: { path: string; code: number }) => [path, code])).toEqual(
      cases.map(([url, code]) => [url, code]),
    );
    for (const [index, [, , info]] of cases.entries()) expect(files[index].info).toMatch(info);
    for (const index of [0, cases.length - 1]) {
      const { json } = await client.get('download', { task, files: String(index) });
      expect(json.sentences.map(({ text }: { text: string }) => text).join('')).toBe(said);
    }
  });

  it('ends one that is too long with 4300', async () => {
    const task = await client.submitRecordings([Buffer.alloc(61 * 16_000)]);
    expect((await client.finished(task)).files[0]).toMatchObject({ code: 4300, info: expect.stringContaining('60 s') });
  });

  // ffmpeg makes these recordings, and reads them: without it there is nothing to test but the message.
  it.skipIf(!hasTools)('ends sound files that are none with the code that says why', async () => {
    const raw = ['-f', 's16le', '-ar', '8000', '-ac', '1', '-i', at('good.raw')];
    const picture = ['-f', 'lavfi', '-i', 'color=size=32x32:rate=5:duration=1'];
    const twice = ['-map', '0', '-map', '1', '-map', '1', at('two.mkv')];
    const outputs = [...twice, '-map', '1', '-ac', '6', at('six.wav'), '-map', '1', at('good.mp3')];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...picture, ...raw, ...outputs]);
    writeFileSync(at('text.mp3'), 'this is no music\n'.repeat(100));
    const wanted = { 'text.mp3': 4200, 'empty.raw': 4200, 'two.mkv': 4202, 'six.wav': 4203, 'good.mp3': 4000 };
    const names = Object.keys(wanted);
    const task = await client.submit({ files: names.map(local), audioFormat: 'auto' });
    const { files } = await client.finished(task);
    const codes = Object.fromEntries(names.map((name, index) => [name, files[index].code]));
    expect(codes).toEqual(wanted);
  });

  it.skipIf(hasTools)('says that ffmpeg is missing where it is', async () => {
    const task = await client.submit({ files: [local('good.raw')], audioFormat: 'auto' });
    expect((await client.finished(task)).files[0]).toMatchObject({
      code: 4204,
      info: expect.stringMatching(/ffprobe|ffmpeg/),
    });
  });
});
