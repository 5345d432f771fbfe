// `tonegate key change`: another key file opens an encrypted data directory, and the one before does no more.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupCommand, restoreCommand } from '../../../src/cli/data/backup.js';
import { keyCommand } from '../../../src/cli/data/keys.js';
import { wipeCommand } from '../../../src/cli/data/wipe.js';
import { localBackups } from '../../../src/local/backup/backup.js';
import { localKeys } from '../../../src/local/keys.js';
import { localWipe } from '../../../src/local/wipe.js';
import { dataKeyFor, keyIdOf, makeDataKey, readDataKey } from '../../../src/trust/data-key.js';
import { KeyFault } from '../../../src/trust/key-file.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

let folder: string;
let dataDir: string;
let app: { appkey: string; secret: string };
const key = (name: string): string => join(folder, `${name}.key`);
const word = 'planted-change-of-the-key';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-key-change-'));
  dataDir = join(folder, 'data');
  makeDataKey(key('first'));
  const gateway = await startTestGateway({ dataDir, settings: { 'storage.keyFile': key('first') } });
  app = gateway.app;
  await new ResourceClient(gateway, 'user/asr/userword').created(word, '砂轮\n');
  await gateway.stop(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With the setting of the environment, as an operator has it. */
async function under<T>(keyFile: string, work: () => Promise<T>): Promise<T> {
  process.env.TONEGATE_STORAGE_KEY_FILE = keyFile;
  try {
    return await work();
  } finally {
    delete process.env.TONEGATE_STORAGE_KEY_FILE;
  }
}

const change = (from: string, to: string, its = dataDir) =>
  under(key(from), () => runCommand(keyCommand(localKeys), ['change', key(to), '--data', its, '--json']));

async function served(keyFile: string, its = dataDir): Promise<string> {
  const gateway = await startTestGateway({ dataDir: its, settings: { 'storage.keyFile': keyFile } });
  try {
    return (await new ResourceClient({ ...gateway, app }, 'user/asr/userword').ask('GET', '')).text;
  } finally {
    await gateway.stop(0);
  }
}

describe('a change of the key', () => {
  it('has the new key open what was stored, and the one before no more, again and again', async () => {
    const id = keyIdOf(dataDir);
    const { code, stdout } = await change('first', 'second');
    expect(code).toBe(0);
    const [before, now] = ['first', 'second'].map((name) => readDataKey(key(name)).id);
    expect(JSON.parse(String(stdout))).toEqual({ before, now });
    expect([before, now]).not.toContain(id); // the first start made a data key that no file holds in the open
    expect(await served(key('second'))).toContain(word);
    expect(keyIdOf(dataDir)).toBe(id); // the files are those of the same data key
    const refused = /is the key [0-9a-f]{16}, another key; the key [0-9a-f]{16} opens .*key\.wrapped/;
    await expect(served(key('first'))).rejects.toThrow(refused);
    expect((await change('second', 'third')).code).toBe(0);
    expect(await served(key('third'))).toContain(word);
    for (const revoked of ['first', 'second']) await expect(served(key(revoked))).rejects.toBeInstanceOf(KeyFault);
    await expect(served(key('second'))).rejects.toThrow(/another key; .* name its file in storage\.keyFile/);
  });

  it('changes a key that an earlier version wrote data with: it goes on serving, and stays the data key', async () => {
    const its = join(folder, 'earlier');
    mkdirSync(its);
    const { id } = makeDataKey(key('earlier'));
    writeFileSync(join(its, 'key.id'), `${id}\n`); // as it was made before there was key.wrapped
    const gateway = await startTestGateway({ dataDir: its, settings: { 'storage.keyFile': key('earlier') } });
    await gateway.stop(0);
    expect(existsSync(join(its, 'key.wrapped'))).toBe(false);
    expect((await change('earlier', 'later', its)).code).toBe(0);
    expect(dataKeyFor(its, key('later'))?.id).toBe(id);
    expect(() => dataKeyFor(its, key('earlier'))).toThrow(/the first key, which has been replaced/);
  });

  it('finds an encrypted database whose directory lost its key.id under the key that wrote it', async () => {
    const its = join(folder, 'without-id');
    mkdirSync(its);
    const { id } = makeDataKey(key('without-id'));
    writeFileSync(join(its, 'key.id'), `${id}\n`);
    const settings = { 'storage.keyFile': key('without-id') };
    await (await startTestGateway({ dataDir: its, settings })).stop(0);
    rmSync(join(its, 'key.id'));
    await (await startTestGateway({ dataDir: its, settings })).stop(0);
    expect(keyIdOf(its)).toBe(id);
  });

  it('takes a key that was made elsewhere, and may be said again after a cut', async () => {
    makeDataKey(key('elsewhere'));
    expect((await change('third', 'elsewhere')).code).toBe(0);
    expect(dataKeyFor(dataDir, key('elsewhere'))?.id).toBe(keyIdOf(dataDir));
    expect((await change('elsewhere', 'third')).code).toBe(0);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['to the key that is in use', () => change('third', 'third'), /holds the key that is already in use/],
    ['with a key that does not open it', () => change('second', 'fourth'), /is the key .*, another key/],
    ['without a key', () => under('', () => change('', 'fourth')), /cannot be read|names no file/],
    ['where nothing is encrypted', () => change('third', 'fourth', folder), /is not encrypted, so there is no key/],
    ['of no data directory', () => change('third', 'fourth', join(folder, 'none')), /there is no such data directory/],
  ])('is refused %s, and makes no key', async (_what, work, words) => {
    const before = readFileSync(join(dataDir, 'key.wrapped'));
    await expect(work()).rejects.toThrow(words);
    expect(readFileSync(join(dataDir, 'key.wrapped')).equals(before)).toBe(true);
    expect(existsSync(key('fourth'))).toBe(false);
  });

  it('is not written below a directory that does not exist, such as a stick that is not mounted', async () => {
    const file = join(folder, 'no stick', 'a.key');
    for (const kind of ['new', 'sign']) {
      await expect(runCommand(keyCommand(localKeys), [kind, file])).rejects.toThrow(
        `${file}: there is no directory ${join(folder, 'no stick')}; make or mount it first`,
      );
    }
    expect(existsSync(join(folder, 'no stick'))).toBe(false);
  });

  it('is neither written over a directory nor read from one', async () => {
    for (const [kind, words] of [
      ['new', /already exists; a key is never overwritten/],
      ['public', /is not a file; name the file of the key/],
    ] as const) {
      await expect(runCommand(keyCommand(localKeys), [kind, folder])).rejects.toThrow(words);
    }
  });

  it('is refused while a gateway runs', async () => {
    const gateway = await startTestGateway({ dataDir, settings: { 'storage.keyFile': key('third') } });
    expect(await change('third', 'fourth')).toMatchObject({ code: 4, stderr: expect.stringMatching(/stop it first/) });
    await gateway.stop(0);
    expect(await served(key('third'))).toContain(word);
  });

  it('travels with a backup, which opens with the key of its time', async () => {
    const [archive, box, keyless] = ['backup.tar', 'box', 'keyless'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const backup = () => runCommand(backupCommand(localBackups), [archive, '--data', dataDir]);
    expect((await under(key('third'), backup)).code).toBe(0);
    const restore = (its: string) => () => runCommand(restoreCommand(localBackups), [archive, '--data', its]);
    await expect(under(key('second'), restore(keyless))).rejects.toThrow(/another key/);
    expect((await under(key('third'), restore(box))).code).toBe(0);
    expect(await served(key('third'), box)).toContain(word);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is cut short', (bytes) => bytes.subarray(0, 50)],
    ['is empty', () => Buffer.alloc(0)],
    ['was altered in its key', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
    ['names another data key', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 17 ? byte ^ 1 : byte)))],
    ['is another file', (bytes) => Buffer.from(bytes.map(() => 7))],
  ])('is told as damaged where its file %s', (_what, spoilt) => {
    const its = mkdtempSync(join(folder, 'spoilt-'));
    for (const name of ['key.id', 'key.wrapped']) copyFileSync(join(dataDir, name), join(its, name));
    writeFileSync(join(its, 'key.wrapped'), spoilt(readFileSync(join(its, 'key.wrapped'))));
    expect(() => dataKeyFor(its, key('third'))).toThrow(/key\.wrapped: is damaged, .*restore it from a backup/);
  });

  it('leaves a wipe that destroys the new key and what it opened, and no other key', async () => {
    const { code } = await under(key('third'), () => runCommand(wipeCommand(localWipe), ['--data', dataDir, '--yes']));
    expect(code).toBe(0);
    expect(readdirSync(dataDir)).toEqual([]);
    expect([key('first'), key('second'), key('third')].map((file) => existsSync(file))).toEqual([true, true, false]);
  });
});
