// A data directory with a key: nothing of what callers said is on its disk, and without the key nothing starts there.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupCommand, restoreCommand } from '../../../src/cli/data/backup.js';
import { wipeCommand } from '../../../src/cli/data/wipe.js';
import { localBackups } from '../../../src/local/backup/backup.js';
import { localWipe } from '../../../src/local/wipe.js';
import { makeDataKey } from '../../../src/trust/data-key.js';
import { KeyFault } from '../../../src/trust/key-file.js';
import { DialogClient } from '../../helpers/gateway/dialog-client.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { goOnline, qaRobot } from '../../helpers/nlu/talking-robots.js';
import { filesBelow, Planted } from '../../helpers/planted.js';
import { timeFactor } from '../../helpers/time-factor.js';
import { recording, startTransGateway, type TransGateway } from '../../helpers/transcription/trans-gateway.js';

let folder: string;
let keyFile: string;
let gateway: TransGateway;
let task: string;
/** A copy of the disk while the gateway runs, as after the plug was pulled. */
let disk: string;
const searched = new Planted();
const planted = searched.texts;
const plant = (what: string): string => searched.plant(what);
const foundIn = (directory: string): string[] => searched.foundIn(directory);
const said = '一二三四';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-stolen-'));
  keyFile = join(folder, 'elsewhere', 'data.key');
  mkdirSync(dirname(keyFile), { recursive: true });
  makeDataKey(keyFile);
  gateway = await startTransGateway({
    settings: { 'storage.keyFile': keyFile, 'trans.loopback': true, 'trans.fileRoots': [join(folder, 'sources')] },
  });
  await plantAll();
  disk = join(folder, 'disk');
  cpSync(gateway.dataDir, disk, { recursive: true });
});
afterAll(async () => {
  await gateway?.discard();
  rmSync(folder, { recursive: true, force: true });
});

async function plantAll(): Promise<void> {
  const { client } = gateway;
  const app = gateway.apps.add(plant('name of an application'), plant('name of a developer'));
  planted.set('secret of an application', app.secret);
  const lists = new ResourceClient(gateway, 'user/asr/userword');
  for (const nth of [1, 2]) {
    await lists.created(
      plant(`name of word list ${nth}`),
      `${plant(`word of list ${nth}`)}\n`,
      `&userId=${plant(`user ${nth}`)}`,
    );
  }
  const removed = await lists.created(plant('name of a removed list'), `${plant('word of a removed list')}\n`);
  await lists.ask('DELETE', `/${removed}`);
  const sensitive = new ResourceClient(gateway, 'user/asr/sensword');
  await sensitive.created(plant('name of a sensitive list'), `${plant('sensitive word')}\n`);
  const nlu = new NluClient(gateway);
  const robot = (await qaRobot(nlu, { 几点开门: '九点。' })).id;
  await goOnline(nlu, robot);
  const dialog = new DialogClient(gateway);
  const session = await dialog.started(robot);
  await dialog.said(session, plant('turn of a dialog'));
  await dialog.said(session, `我的电话是${plant('telephone number')}`);
  const [user, password] = [plant('user of a source'), plant('password of a source')];
  const path = `${plant('name of a file')}?token=${plant('token of a source')}`;
  await client.submit({ files: [`http://${user}:${password}@127.0.0.1:9/${path}`] });
  const upload = await client.upload(recording(said), `${plant('name of an upload')}.raw`);
  const notifyUrl = `http://${plant('user of a callback')}:x@127.0.0.1:9/${plant('path of a callback')}`;
  task = await client.submit({ files: [`upload://${upload}`], notifyUrl });
  expect((await client.finished(task)).files[0].code).toBe(4000);
  planted.set('text of a transcript', said);
  await plantRecordings();
}

/** Recordings that wait, that cannot be heard, and one that is being heard when the plug is pulled. */
async function plantRecordings(): Promise<void> {
  const { client, dataDir } = gateway;
  const noise = (what: string) => Buffer.from(`${plant(what)} `.repeat(4_000));
  await client.upload(noise('recording that waits for a task'));
  const garbled = await client.upload(noise('upload that is no recording'));
  const path = join(folder, 'sources', 'call.mp3');
  mkdirSync(dirname(path));
  writeFileSync(path, noise('source that is no recording'));
  const failed = await client.submit({ files: [`upload://${garbled}`, `file://${path}`], audioFormat: 'auto' });
  const codes = (await client.finished(failed)).files.map(({ code }: { code: number }) => code);
  expect(codes).toEqual([4200, 4200]);
  const held = `${noise('recording that is being heard')}`.slice(0, 100_000);
  const long = Buffer.concat([...Array<Buffer>(60).fill(recording(said)), Buffer.from(held)]);
  const upload = await client.upload(long);
  const its = await client.submit({ files: [`upload://${upload}`] });
  const samples = join(dataDir, 'trans', 'tasks', its, '0.pcm');
  for (const endMs = performance.now() + 60_000 * timeFactor; !existsSync(samples); ) {
    if (performance.now() > endMs) throw new Error('the recording was not converted');
    await new Promise((next) => setTimeout(next, 5));
  }
}

describe('a stolen disk', () => {
  it('shows none of more than 20 planted strings, in the database, its log, free pages and all other files', () => {
    expect(planted.size).toBeGreaterThanOrEqual(20);
    expect(statSync(join(disk, 'tonegate.db')).size).toBeGreaterThan(0);
    for (const ending of ['.result', '.source', '.pcm']) {
      expect(
        filesBelow(disk).some((path) => path.endsWith(ending)),
        ending,
      ).toBe(true);
    }
    expect(readdirSync(join(disk, 'trans', 'uploads')).length).toBeGreaterThan(0);
    expect(foundIn(disk)).toEqual([]);
  });

  it('would show them if nothing were encrypted', async () => {
    const plain = await startTestGateway();
    const lists = new ResourceClient(plain, 'user/asr/userword');
    await lists.created(planted.get('name of word list 1') as string, `${planted.get('word of list 1')}\n`);
    expect(foundIn(plain.dataDir).length).toBeGreaterThanOrEqual(2);
    await plain.discard();
  });

  it('gives the result to whoever may download it from the gateway', async () => {
    const { json, headers } = await gateway.client.get('download', { task, files: '0' });
    expect(json.sentences.map(({ text }: { text: string }) => text).join('')).toBe(said);
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(JSON.stringify(json)));
  });

  it.each<[string, () => string, RegExp]>([
    [
      'without a key',
      () => '',
      /is encrypted with the key [0-9a-f]{16}, but storage\.keyFile names no file; put that file back/,
    ],
    ['with another key', otherKey, /is the key [0-9a-f]{16}, another key; the key [0-9a-f]{16} opens .*key\.wrapped/],
    ['with a key file that is not there', () => join(folder, 'gone'), /cannot be read: it does not exist \(ENOENT\)/],
    ['with a key of another size', shortKey, /must hold 32 bytes/],
    ['with a key that others may read', openKey, /close it to them with chmod 600$/],
  ])('lets no gateway start %s, and stays as it was', async (_name, its, words) => {
    const before = readFileSync(join(disk, 'tonegate.db'));
    const settings = { 'storage.keyFile': its() };
    const start = startTestGateway({ dataDir: disk, settings });
    await expect(start).rejects.toThrow(words);
    await expect(start).rejects.toBeInstanceOf(KeyFault);
    expect(readFileSync(join(disk, 'tonegate.db')).equals(before)).toBe(true);
  });

  function otherKey(): string {
    const file = join(folder, 'other.key');
    rmSync(file, { force: true });
    makeDataKey(file);
    return file;
  }
  function shortKey(): string {
    const file = join(folder, 'short.key');
    writeFileSync(file, 'short', { mode: 0o600 });
    return file;
  }
  function openKey(): string {
    const file = otherKey();
    chmodSync(file, 0o644);
    return file;
  }
});

describe('a backup of an encrypted gateway', () => {
  const backup = () => join(folder, 'backup.tar');
  const restore = (dataDir: string) => runCommand(restoreCommand(localBackups), [backup(), '--data', dataDir]);

  it('holds none of the strings, and needs the key to be restored', async () => {
    const made = await runCommand(backupCommand(localBackups), [backup(), '--data', gateway.dataDir]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const archive = readFileSync(backup());
    expect([...planted.values()].filter((text) => archive.includes(text))).toEqual([]);
    await expect(restore(join(folder, 'keyless'))).rejects.toThrow(/storage\.keyFile names no file/);
    expect(readdirSync(join(folder, 'keyless')).filter((name) => name !== 'gateway.lock')).toEqual([]);
  });

  it('restored into an empty box with the same key serves what was stored', async () => {
    const dataDir = join(folder, 'box');
    process.env.TONEGATE_STORAGE_KEY_FILE = keyFile;
    try {
      expect((await restore(dataDir)).stdout.toString()).toMatch(/restored \d+ files/);
    } finally {
      delete process.env.TONEGATE_STORAGE_KEY_FILE;
    }
    expect(foundIn(dataDir)).toEqual([]);
    const box = await startTestGateway({ dataDir, settings: { 'storage.keyFile': keyFile } });
    const lists = new ResourceClient({ ...box, app: gateway.app }, 'user/asr/userword');
    const { text } = await lists.ask('GET', '', { query: `&userId=${planted.get('user 1')}` });
    expect(text).toContain(planted.get('name of word list 1'));
    await box.stop(0);
  });
});

describe('a data directory that was plain', () => {
  it('is encrypted at its next start with a key, results and all', async () => {
    const dataDir = join(folder, 'plain');
    const first = await startTransGateway({ dataDir });
    const { client } = first;
    const upload = await client.upload(recording(said));
    const its = await client.submit({ files: [`upload://${upload}`] });
    await client.finished(its);
    const half = Buffer.from('planted in the first of two slices '.repeat(30_000)).subarray(0, 1024 * 1024);
    const { fileId } = (
      await client.post('prepare_upload', { name: 'a', size: 2 * half.length, sliceSize: half.length })
    ).json;
    expect((await client.slice(fileId, 0, half)).status).toBe(200);
    planted.set('half of an upload', 'planted in the first of two slices');
    const garbled = await client.upload(half.subarray(0, 1_000));
    await client.finished(await client.submit({ files: [`upload://${garbled}`], audioFormat: 'auto' }));
    await first.stop(0);
    expect(foundIn(dataDir)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^text of a transcript in .*\.result$/),
        expect.stringMatching(/^half of an upload in trans\/uploads/),
        expect.stringMatching(/^half of an upload in .*\.source$/),
      ]),
    );
    const second = await startTransGateway({ dataDir, settings: { 'storage.keyFile': keyFile } });
    expect(foundIn(dataDir)).toEqual([]);
    const { app } = first;
    const { transClient } = await import('../../helpers/transcription/trans-gateway.js');
    const again = await transClient(second, app);
    const { json } = await again.get('download', { task: its, files: '0' });
    expect(json.sentences.map(({ text }: { text: string }) => text).join('')).toBe(said);
    expect((await again.slice(fileId, 1, half)).status).toBe(200);
    const resumed = await again.submit({ files: [`upload://${fileId}`], audioFormat: 'pcm_s16le_8k' });
    expect((await again.finished(resumed)).files[0].code).toBe(4000);
    expect(foundIn(dataDir)).toEqual([]);
    await second.stop(0);
  });
});

describe('tonegate wipe', () => {
  const wipe = (dataDir: string, ...more: string[]) => runCommand(wipeCommand(localWipe), ['--data', dataDir, ...more]);

  it('refuses while a gateway runs, where none ever ran, and where nobody can be asked', async () => {
    expect(await wipe(gateway.dataDir, '--yes')).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/stop it first/),
    });
    expect(await wipe(folder, '--yes')).toMatchObject({ code: 3, stderr: expect.stringMatching(/no gateway has run/) });
    expect(await wipe(disk)).toMatchObject({ code: 3, stderr: expect.stringMatching(/give --yes/) });
    expect(existsSync(keyFile)).toBe(true);
    expect(existsSync(join(disk, 'tonegate.db'))).toBe(true);
  });

  it.each<[string, (own: string) => object, RegExp]>([
    ['no setting names its key', () => ({}), /storage\.keyFile does not name the key [0-9a-f]{16}/],
    ['the setting names the key of another one', () => ({ storage: { keyFile } }), /and was left alone/],
    ['its key is not there', () => ({ storage: { keyFile: join(folder, 'gone') } }), /cannot be read/],
  ])('empties a data directory where %s, leaves other keys, and says so', async (what, config, words) => {
    const own = join(folder, `${what}.key`);
    makeDataKey(own);
    const victim = join(folder, what);
    const box = await startTestGateway({ dataDir: victim, settings: { 'storage.keyFile': own } });
    await box.stop(0);
    writeFileSync(join(victim, 'config.json'), JSON.stringify(config(own)));
    const { code, stderr } = await wipe(victim, '--yes');
    expect([code, stderr]).toEqual([4, expect.stringMatching(words)]);
    expect(stderr).toMatch(/destroy the key by hand/);
    expect(readdirSync(victim)).toEqual([]);
    expect(existsSync(own) && existsSync(keyFile)).toBe(true);
  });

  it('destroys the key first, and then everything in the data directory', async () => {
    const own = join(folder, 'own.key');
    makeDataKey(own);
    const victim = join(folder, 'victim');
    const box = await startTestGateway({ dataDir: victim, settings: { 'storage.keyFile': own } });
    await box.stop(0);
    writeFileSync(join(victim, 'config.json'), JSON.stringify({ storage: { keyFile: own } }));
    expect(await wipe(victim, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(own)).toBe(false);
    expect(readdirSync(victim)).toEqual([]);
  });
});
