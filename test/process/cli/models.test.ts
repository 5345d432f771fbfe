// `tonegate models` as a user runs it: the built program, its output and its exit codes.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeModel } from '../../helpers/models/model-folder.js';
import { onnxFile } from '../../helpers/models/onnx-writer.js';
import { near } from '../../helpers/models/seeing-graphs.js';
import { spellingModel } from '../../helpers/models/spelling-model.js';
import { tinyCaches, tinyRecompute } from '../../helpers/models/tiny-models.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const exit = { fine: 0, usage: 2, badInput: 3, service: 4 };

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-models-'));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const models = (...args: string[]) => run('models', ...args, '--data', data);
const run = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await models(...args, '--json');
  expect([code, stderr]).toEqual([exit.fine, '']);
  return JSON.parse(stdout);
};
const bring = (id: string) => writeModel(join(folder, 'brought'), { ...tinyCaches.draft, id }, tinyCaches.files);
const listed = async (id: string) => (await json('list')).models.find((model: { id: string }) => model.id === id);

describe('tonegate models', () => {
  it('installs, activates, lists, verifies and removes', async () => {
    expect(await json('install', bring('ours'))).toEqual({ installed: 'ours@1.0.0', isNew: true, active: [] });
    expect(await listed('ours')).toMatchObject({ version: '1.0.0', family: 'ctc', source: 'installed', active: false });
    expect(await json('activate', 'ours')).toEqual({ activated: 'ours@1.0.0', active: ['asr cn_8k_common'] });
    expect(await listed('ours')).toMatchObject({ active: true });
    expect(await json('verify', 'ours')).toEqual([{ model: 'ours', fault: null }]);
    const refused = await models('remove', 'ours@1.0.0');
    expect([refused.code, refused.stdout]).toEqual([exit.badInput, '']);
    expect(refused.stderr).toMatch(/^tonegate: ours@1\.0\.0 is active; .*\n$/);
    expect(await json('install', bring('theirs'), '--activate')).toMatchObject({ active: ['asr cn_8k_common'] });
    expect(await json('remove', 'ours')).toEqual({ removed: 'ours@1.0.0' });
    expect(await listed('ours')).toBeUndefined();
  });

  it('describes a directory, writes its manifest once, and takes what it wrote', async () => {
    const directory = join(folder, 'Downloaded Model');
    mkdirSync(directory);
    writeFileSync(join(directory, 'model.onnx'), onnxFile(near()));
    const missing = await models('describe', directory);
    expect([missing.code, missing.stdout]).toEqual([exit.badInput, '']);
    expect(missing.stderr).toContain('has no tokens.txt');
    writeFileSync(join(directory, 'tokens.txt'), ['<blk>', '▁a', 'b', '▁c', 'd', 'e'].join('\n'));
    const { stdout, stderr } = await models('describe', directory, '--write');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')));
    expect(stderr).toContain(
      'check streaming: found by experiment: an output depends on 3 rows to the left and 1 to the right',
    );
    expect((await models('verify', directory)).stdout).toBe(`ok  ${directory}\n`);
    expect(await json('install', directory)).toMatchObject({ installed: 'downloaded-model@1.0.0' });
    const again = await models('describe', directory, '--write');
    expect([again.code, again.stderr]).toEqual([exit.badInput, expect.stringContaining('already exists')]);
  });

  it('refuses characters that ask for words of which they lack the sounds, when verified and when installed', async () => {
    const few = spellingModel('few', 'characters', ['<blk>', ...'空号']);
    const draft = { ...few.draft, search: { joining: 'readings' } };
    const directory = writeModel(join(folder, 'brought'), draft, few.files);
    for (const verb of ['verify', 'install']) {
      const { code, stderr } = await models(verb, directory);
      expect(code).toBe(exit.badInput);
      expect(stderr).toContain('does not fit few@1.0.0');
      expect(stderr).toContain('have sounds that no character of the model can produce');
    }
    expect(await listed('few')).toBeUndefined();
  });

  it('takes only models that a pinned key has signed, where keys are pinned', async () => {
    const keys = ['ours', 'strange'].map((name) => join(folder, `${name}.key`)) as [string, string];
    const publicKeys: string[] = [];
    for (const key of keys) publicKeys.push((await run('key', 'sign', key)).stdout.trim());
    expect((await run('key', 'public', keys[0])).stdout.trim()).toBe(publicKeys[0]);
    mkdirSync(data);
    writeFileSync(join(data, 'config.json'), JSON.stringify({ models: { signKeys: [publicKeys[0]] } }));
    const brought = bring('ours');
    const refusal = async () => {
      const { code, stderr } = await models('install', brought);
      expect(code).toBe(exit.badInput);
      expect(await listed('ours')).toBeUndefined();
      return stderr;
    };
    expect(await refusal()).toMatch(/the model is not signed; sign it with `tonegate models sign DIR --key FILE`/);
    await json('sign', brought, '--key', keys[1]);
    expect(await refusal()).toMatch(/which is not pinned here/);
    expect(await json('sign', brought, '--key', keys[0])).toMatchObject({ publicKey: publicKeys[0] });
    const manifest = readFileSync(join(brought, 'manifest.json'));
    writeFileSync(join(brought, 'manifest.json'), `${manifest} `);
    expect(await refusal()).toMatch(/altered on its way/);
    writeFileSync(join(brought, 'manifest.json'), manifest);
    expect(await json('install', brought)).toMatchObject({ installed: 'ours@1.0.0', isNew: true });
    expect((await models('verify', 'ours')).stdout).toBe('ok  ours\n');
    writeFileSync(join(data, 'config.json'), JSON.stringify({ models: { signKeys: [publicKeys[1]] } }));
    const verified = await models('verify', 'ours');
    expect([verified.code, verified.stderr]).toEqual([
      exit.badInput,
      expect.stringContaining('which is not pinned here'),
    ]);
    expect((await models('verify', brought)).stderr).toContain('which is not pinned here');
  });

  it('knows the models of the configured directory as those that ship, as the gateway does', async () => {
    writeModel(join(folder, 'shipped'), tinyCaches.draft, tinyCaches.files);
    mkdirSync(data);
    writeFileSync(join(data, 'config.json'), JSON.stringify({ shippedModels: join(folder, 'shipped') }));
    const { models: found } = await json('list');
    expect(found.map(({ id, source }: { id: string; source: string }) => [id, source])).toEqual([
      [tinyCaches.draft.id, 'shipped'],
    ]);
    writeFileSync(join(data, 'config.json'), '{"shipedModels": ""}');
    const { code, stderr } = await models('list');
    expect([code, stderr]).toEqual([exit.badInput, expect.stringMatching(/^tonegate: .*did you mean shippedModels/)]);
  });

  it('prints for people without --json', async () => {
    const installed = await models('install', bring('ours'), '--activate');
    expect(installed.stdout).toBe('installed ours@1.0.0\n  serves asr cn_8k_common\n');
    expect((await models('list')).stdout).toMatch(/^\* ours@1\.0\.0 {2}asr ctc zh 8000 {2}0\.0 MB {2}installed$/m);
    expect((await models('verify', 'ours')).stdout).toBe('ok  ours\n');
  });

  it('verifies a directory as it was brought, without a trace in the data directory', async () => {
    const directory = bring('ours');
    expect(await json('verify', directory)).toEqual([{ model: directory, fault: null }]);
    expect(existsSync(data)).toBe(false);
    writeFileSync(join(directory, 'model.onnx'), 'something else');
    const { code, stdout, stderr } = await models('verify', directory);
    expect([code, stdout]).toEqual([exit.badInput, '']);
    expect(stderr).toMatch(
      /^tonegate: .*model\.onnx is damaged or is not the file that the manifest names: 14 bytes, but the manifest says \d+\n$/,
    );
  });

  it('verifies every model that ships with the program', async () => {
    for (const { model, fault } of await json('verify')) expect([model, fault]).toEqual([model, null]);
  });

  it('refuses a graph that is not what the manifest says, shows both lists: exit 3, no stack', async () => {
    const { draft } = tinyCaches;
    const directory = writeModel(
      folder,
      { ...draft, id: 'mixed-up' },
      {
        ...tinyCaches.files,
        'model.onnx': tinyRecompute.files['model.onnx'] as Uint8Array,
      },
    );
    const { code, stdout, stderr } = await models('install', directory);
    expect([code, stdout]).toEqual([exit.badInput, '']);
    expect(stderr).toMatch(/^tonegate: mixed-up@1\.0\.0: the manifest and the graph differ\n {2}manifest inputs:\n/);
    expect(stderr).toContain('    memory float32[batch, 4, 8]\n');
    expect(stderr).toContain('  graph inputs:\n    x float32[n, t, 8]\n');
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
    expect(readdirSync(join(data, 'models'))).not.toContain('installed');
  });

  it.each([
    ['a directory that is not there', ['install', '/nowhere/at/all'], exit.badInput, 'the file does not exist'],
    ['a model that is not there', ['activate', 'nobody@9.9.9'], exit.badInput, 'no model nobody@9.9.9 here'],
    ['a missing name', ['remove'], exit.usage, 'missing required argument'],
    ['an unknown verb', ['fetch'], exit.usage, 'unknown command'],
  ])('answers %s with its exit code and no stack', async (_, args, expected, message) => {
    const { code, stdout, stderr } = await models(...args);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('says that another command is at work: exit 4', async () => {
    await models('install', bring('ours'));
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    writeFileSync(join(data, 'models/lock'), `${process.pid} ${id}`);
    const { code, stderr } = await models('activate', 'ours');
    expect([code, stderr]).toEqual([
      exit.service,
      `tonegate: another models command (process ${process.pid}) is running; try again\n`,
    ]);
  });
});
