// `tonegate batch`: recordings to a real gateway and their text back; the line between them breaks where a test says so.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { batchCommand } from '../../../src/cli/batch/batch.js';
import { exitCodes } from '../../../src/cli/exit.js';
import { type Ended, runCommand } from '../../helpers/gateway/run-command.js';
import { recording, startTransGateway, type TransGateway } from '../../helpers/transcription/trans-gateway.js';

const raw = ['--format', 'pcm_s16le_8k'];

let gateway: TransGateway;
let folder: string;
let call: string;
let proxy: Server | undefined;
beforeAll(async () => {
  gateway = await startTransGateway();
  folder = mkdtempSync(join(tmpdir(), 'tonegate-batch-'));
  call = join(folder, 'call.raw');
  writeFileSync(call, recording());
});
afterEach(() => {
  for (const name of Object.keys(process.env))
    if (/^TONEGATE_(GATEWAY|APPKEY|ACCESS)/.test(name)) delete process.env[name];
  proxy?.closeAllConnections();
  proxy?.close();
});
afterAll(async () => {
  await gateway.discard();
  rmSync(folder, { recursive: true, force: true });
});

const batch = (name: string, ...args: string[]): Promise<Ended> => runCommand(batchCommand(), [name, ...args]);
const here = (name: string, ...args: string[]) => batch(name, '--data', gateway.dataDir, ...args);
const jsonOf = ({ stdout }: Ended) => JSON.parse(stdout.toString('utf8'));
const taskOf = async (...args: string[]): Promise<string> =>
  jsonOf(await here('submit', call, ...raw, '--json', ...args)).taskId;

type Mischief = 'overloaded' | 'answerLost' | 'underWay';

/** Between command and gateway; what befalls the slices, one after the other. Its answers: what the command got to hear. */
async function lineWith(...mischiefs: Mischief[]): Promise<number[]> {
  const heard: number[] = [];
  proxy = createServer();
  const pass =
    (isAsked: boolean) => async (from: import('node:http').IncomingMessage, to: import('node:http').ServerResponse) => {
      const mischief = from.url?.includes('/upload?') ? mischiefs.shift() : undefined;
      if (mischief === 'overloaded') {
        heard.push(503);
        to.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
        to.end(JSON.stringify({ code: 10503, message: 'busy for the moment' }));
        return;
      }
      const { expect: _, host: __, ...headers } = from.headers;
      if (mischief === 'underWay') {
        const other = request(gateway.http + from.url, {
          method: 'POST',
          headers: { ...headers, expect: '100-continue' },
        });
        other.on('error', () => {}); // it is broken off below
        other.flushHeaders();
        await once(other, 'continue');
        to.once('finish', () => other.destroy());
      }
      const onward = request(gateway.http + from.url, { method: from.method, headers }, (reply) => {
        if (mischief === 'answerLost') {
          reply.resume();
          reply.once('end', () => from.socket.destroy());
          return;
        }
        if (isAsked) heard.push(reply.statusCode ?? 0);
        to.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(to);
      });
      if (isAsked) to.writeContinue();
      from.pipe(onward);
    };
  proxy.on('request', pass(false)).on('checkContinue', pass(true)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  process.env.TONEGATE_GATEWAY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env.TONEGATE_APPKEY = gateway.app.appkey;
  process.env.TONEGATE_ACCESS_TOKEN = gateway.accessToken;
  return heard;
}

describe('tonegate batch', () => {
  it('uploads files, waits, and writes each result by the name of its recording', async () => {
    const [second, out] = [join(folder, 'call.pcm'), join(folder, 'results')];
    writeFileSync(second, recording('四五'));
    const ended = await here('submit', call, second, ...raw, '--result', 'TXT', '-o', out);
    expect([ended.code, ended.stderr.includes('fault')]).toEqual([exitCodes.fine, false]);
    expect(readdirSync(out).sort()).toEqual(['call.txt', 'call~1.txt']);
    expect(readFileSync(join(out, 'call.txt'), 'utf8')).toContain('一二三');
    expect(readFileSync(join(out, 'call~1.txt'), 'utf8')).toContain('四五');
    const text = ended.stdout.toString('utf8');
    expect(text).toContain('finished  2 of 2 files\n');
    for (const row of [/^0 {2}4000 /gm, /^1 {2}4000 /gm]) expect(`${text}${ended.stderr}`.match(row)).toHaveLength(1);
  });

  it('says in lines of JSON what it did, and finds a task without being told its property', async () => {
    const submitted = jsonOf(await here('submit', call, ...raw, '--priority', '7', '--json'));
    expect(submitted).toMatchObject({ property: 'cn_8k_common', priority: 7, files: 1 });
    const { taskId } = submitted;
    const watched = await here('status', taskId, '--watch', '--json');
    const lines = watched.stdout.toString('utf8').trim().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '');
    expect(last).toMatchObject({ taskId, finished: true, files: [{ code: 4000 }] });
    const { tasks } = jsonOf(await here('status', '--json'));
    expect(tasks).toContainEqual(expect.objectContaining({ taskId, priority: 7, finished: true }));
    const got = jsonOf(await here('get', taskId, '-o', join(folder, 'got'), '--json'));
    expect(got.results).toEqual([expect.objectContaining({ index: 0, file: join(folder, 'got', 'call.json') })]);
    expect(JSON.parse(readFileSync(got.results[0].file, 'utf8'))).toBeTypeOf('object');
  });

  it('prints a line for each state of a file where no terminal is', async () => {
    const taskId = await taskOf();
    const { code, stdout } = await here('status', taskId, '--watch');
    expect(code).toBe(exitCodes.fine);
    expect(stdout.toString('utf8').match(/^0 {2}4000 .*call\.raw$/gm)).toHaveLength(1);
    expect(stdout.toString('utf8')).not.toContain('\r');
  });

  it('takes a failed file for bad input, and names what failed', async () => {
    const { code, stdout } = await here('submit', 'file:///no/such/place/a.wav', '--wait');
    const text = stdout.toString('utf8');
    expect([code, /1 of 1 files, 1 failed/.test(text)], text).toEqual([exitCodes.badInput, true]);
  });

  it('cancels a task', async () => {
    const taskId = await taskOf();
    const ended = await here('cancel', taskId, '--json');
    expect(ended.code).toBe(exitCodes.fine);
    expect(jsonOf(ended)).toMatchObject({ taskId });
    expect(jsonOf(await here('status', taskId, '--json')).finished).toBe(true);
  });

  it('sends a slice again after 10503 and a broken connection, and takes 10409 for sent', async () => {
    const heard = await lineWith('overloaded', 'answerLost');
    const { code, stdout, stderr } = await batch('submit', call, ...raw, '--wait', '--json');
    expect([code, heard]).toEqual([exitCodes.fine, [503, 409]]);
    expect(JSON.parse(stdout.toString('utf8'))).toMatchObject({ finished: true, files: [{ code: 4000 }] });
    expect(stderr).toMatch(
      /busy for the moment; next try in \d+ s\n.*the gateway at http:\S+ does not answer \(\w+: [^)]+\); next try in/,
    );
  });

  it('sends a slice again that another request was uploading', async () => {
    const heard = await lineWith('underWay');
    const { code } = await batch('submit', call, ...raw, '--wait', '--json');
    expect([code, heard[0], heard.at(-1)]).toEqual([exitCodes.fine, 409, 200]);
  });

  it('keeps its token for the next command, and gets another when it does not hold', async () => {
    const file = join(gateway.dataDir, 'batch-token.json');
    await here('status');
    const first = JSON.parse(readFileSync(file, 'utf8'));
    await here('status');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first);
    writeFileSync(file, JSON.stringify({ ...first, token: 'no-such-token' }));
    expect((await here('status')).code).toBe(exitCodes.fine);
    expect(JSON.parse(readFileSync(file, 'utf8')).token).not.toBe('no-such-token');
  });

  it.each([
    [
      'a file that is not there',
      ['submit', '/no/such/file.wav'],
      exitCodes.badInput,
      /cannot be uploaded: it does not exist/,
    ],
    ['a directory', ['submit', '/tmp'], exitCodes.badInput, /\/tmp: the file cannot be uploaded: it is a directory/],
    [
      'a --config that is not JSON',
      ['submit', 'http://h/a', '--config', '{"a":1,}'],
      exitCodes.usage,
      /--config: malformed JSON at position 7/,
    ],
    ['a format that nobody knows', ['submit', 'http://h/a', '--format', 'mp9'], exitCodes.usage, /audioFormat.*auto/],
    [
      'a priority that is no number',
      ['submit', 'http://h/a', '--priority', 'x'],
      exitCodes.usage,
      /is not a number such as -1/,
    ],
    [
      'a property that is not served',
      ['submit', 'http://h/a', '--property', 'xx_8k_no'],
      exitCodes.badInput,
      /xx_8k_no/,
    ],
    ['a task that is not there', ['get', 'none'], exitCodes.badInput, /no task none; see tonegate batch status/],
  ] as const)('refuses %s', async (_what, [name, ...args], code, message) => {
    const ended = await here(name, ...args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(message);
  });

  it('refuses a hotword list that is not UTF-8 before anything is sent', async () => {
    const json = ({ stdout }: Ended) => stdout.toString('utf8');
    const before = json(await here('status', '--json'));
    const list = join(gateway.dataDir, 'gbk.txt');
    writeFileSync(list, Buffer.from([0xb0, 0xb2, 0xb4, 0xef, 0x0a])); // 安达 as Windows saves it
    const { code, stderr } = await here('submit', 'http://h/a', '--hotwords', list);
    expect([code, stderr]).toEqual([exitCodes.badInput, `tonegate: ${list}: is not UTF-8; save the text as UTF-8\n`]);
    expect(json(await here('status', '--json'))).toEqual(before);
  });

  it('refuses a token that does not hold, and a gateway elsewhere without one', async () => {
    await lineWith();
    process.env.TONEGATE_ACCESS_TOKEN = 'wrong';
    const wrong = await batch('status');
    expect([wrong.code, wrong.stderr]).toEqual([
      exitCodes.badInput,
      expect.stringContaining('is invalid or has expired'),
    ]);
    delete process.env.TONEGATE_ACCESS_TOKEN;
    const none = await batch('status');
    expect([none.code, none.stderr]).toEqual([exitCodes.usage, expect.stringContaining('TONEGATE_ACCESS_TOKEN')]);
  });
});
