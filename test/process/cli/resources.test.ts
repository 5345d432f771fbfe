// `tonegate resources` and `tonegate profiles` as a user runs them: the built program, against a running gateway.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import { limits } from '../../../src/protocol/limits.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const timeoutMs = 60_000 * timeFactor; // each command is a process

let gateway: TestGateway;
let directory: string;
let list: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  directory = mkdtempSync(join(tmpdir(), 'tonegate-resources-'));
  list = join(directory, 'words.txt');
  writeFileSync(list, '张三 3\n');
});
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function tonegate(...args: string[]): Promise<Outcome> {
  return runIn(gateway.dataDir, args);
}

function runIn(dataDir: string, args: string[]): Promise<Outcome> {
  const env = { ...process.env, TONEGATE_DATA: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

describe('tonegate resources', () => {
  it('lists all there are, in the order of their making, or says how many more', { timeout: timeoutMs }, async () => {
    const client = new ResourceClient(gateway, 'user/asr/userword');
    const made: string[] = [];
    for (let at = 0; at < limits.resource.pageDefault + 5; at++) made.push(await client.created(`many ${at}`));
    const ids = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ', 1)[0]);
    const all = await tonegate('resources', 'list');
    expect([ids(all.stdout), all.stderr]).toEqual([made, '']);
    const some = await tonegate('resources', 'list', '--offset', '1', '--limit', '2');
    expect(ids(some.stdout)).toEqual(made.slice(1, 3));
    expect(some.stderr).toBe(`tonegate: there are ${made.length - 3} more resources; continue with --offset 3\n`);
    for (const id of made) await client.ask('DELETE', `/${id}`);
  });

  it('puts, lists, gets, changes and removes a sys resource', { timeout: timeoutMs }, async () => {
    const put = await tonegate('resources', 'put', 'asr', 'userword', list, '--name', 'names', '--json');
    expect(put.stderr).toBe('');
    const { id } = JSON.parse(put.stdout);
    expect((await tonegate('resources', 'list')).stdout).toBe(`${id}  v1  asr/userword  sys  names\n`);
    expect((await tonegate('resources', 'get', id)).stdout).toBe('张三 3\n');
    const changed = await tonegate('resources', 'put', 'asr', 'userword', list, '--id', id);
    expect(changed.stdout).toBe(`${id}  v2\n`);
    const theirs = await new ResourceClient(gateway, 'user/asr/userword').created('theirs', '', '&userId=u');
    const all = await tonegate('resources', 'list', '--offset', '1');
    expect(all.stdout).toBe(`${theirs}  v1  asr/userword  default/u  theirs\n`);
    expect((await tonegate('resources', 'rm', id)).stdout).toBe(`removed ${id}\n`);
    const gone = await tonegate('resources', 'rm', id);
    expect([gone.code, gone.stderr]).toEqual([exitCodes.badInput, expect.stringContaining('no resource has this id')]);
  });

  it('checks a list without a gateway, and names the lines', { timeout: timeoutMs }, async () => {
    const nowhere = join(directory, 'nothing here');
    expect(await runIn(nowhere, ['resources', 'check', list])).toEqual({ code: 0, stdout: '', stderr: '' });
    const bad = join(directory, 'bad.txt');
    writeFileSync(bad, '张三 3\n李四 9\n');
    const { code, stdout } = await runIn(nowhere, ['resources', 'check', bad]);
    expect([code, stdout]).toEqual([exitCodes.badInput, expect.stringMatching(/bad\.txt:2: fault: .*expected/)]);
    expect((await runIn(nowhere, ['resources', 'check', bad, '--type', 'sensword'])).code).toBe(0);
  });

  it('says when no gateway runs, and when a file cannot be read', { timeout: timeoutMs }, async () => {
    const alone = await runIn(join(directory, 'nothing here'), ['resources', 'list']);
    expect([alone.code, alone.stderr]).toEqual([exitCodes.service, expect.stringContaining('no gateway is running')]);
    const unknown = await tonegate('resources', 'put', 'asr', 'userwords', list, '--name', 'x');
    expect(unknown.stderr).toContain('there is no such kind of resource; the kinds are asr/userword, asr/sensword,');
    const absent = await tonegate('resources', 'put', 'asr', 'userword', join(directory, 'absent'), '--name', 'x');
    expect([absent.code, absent.stderr]).toEqual([exitCodes.badInput, expect.stringContaining('cannot be read')]);
  });
});

describe('tonegate profiles', () => {
  it('puts, lists, gets and removes a profile', { timeout: timeoutMs }, async () => {
    const file = join(directory, 'profile.json');
    writeFileSync(file, '{"values":{"addPunc":true}}');
    expect((await tonegate('profiles', 'put', 'outbound', file)).stdout).toBe('stored outbound\n');
    const whole = { values: { addPunc: true }, system: { whenUserBrings: 'merge' } };
    expect((await tonegate('profiles', 'list')).stdout).toBe(`outbound  ${JSON.stringify(whole)}\n`);
    expect(JSON.parse((await tonegate('profiles', 'get', 'outbound')).stdout)).toEqual(whole);
    writeFileSync(file, '{"values":{"vadTail":1}}');
    const refused = await tonegate('profiles', 'put', 'outbound', file);
    expect([refused.code, refused.stderr]).toEqual([exitCodes.badInput, expect.stringContaining('values.vadTail')]);
    writeFileSync(file, '\ufeff{"values":{"addPunc":true}}\r\n'); // as Windows saves it
    expect((await tonegate('profiles', 'put', 'outbound', file)).stdout).toBe('stored outbound\n');
    writeFileSync(file, '{"values":\n{"addPunc":true,}}');
    const malformed = await tonegate('profiles', 'put', 'outbound', file);
    expect([malformed.code, malformed.stderr]).toEqual([
      exitCodes.badInput,
      expect.stringMatching(/profile\.json: malformed JSON at position \d+ \(line 2, column 17\)/),
    ]);
    expect((await tonegate('profiles', 'rm', 'outbound')).stdout).toBe('removed outbound\n');
    expect((await tonegate('profiles', 'get', 'outbound')).code).toBe(exitCodes.badInput);
  });
});
