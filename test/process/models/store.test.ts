// The model store on a real disk. What a power cut leaves: test/slow/power/model-store.test.ts.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { ModelStore, type StoredModel } from '../../../src/models/store.js';
import { realDisk } from '../../../src/storage/disk.js';
import { type LockHolder, processHolder } from '../../../src/storage/lock.js';
import { corruptGraph, hasForeignModels, otherGraph, whyNoForeignModels } from '../../helpers/models/foreign-models.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { tinyCaches, tinyRecompute } from '../../helpers/models/tiny-models.js';

let folder: string;
let store: ModelStore;
const open = (holder: LockHolder = processHolder()) =>
  new ModelStore({ disk: realDisk, directory: join(folder, 'models'), shipped: join(folder, 'shipped'), holder });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-store-'));
  store = open();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bring = (id: string, version: string, more: object = {}) =>
  writeModel(join(folder, `brought-${version}`), { ...tinyCaches.draft, id, version, ...more }, tinyCaches.files);
const ship = (id: string, more: object = {}) =>
  writeModel(join(folder, 'shipped'), { ...tinyRecompute.draft, id, ...more }, tinyRecompute.files);
const names = () => store.list().models.map(({ manifest, source }) => `${manifest.id}@${manifest.version} ${source}`);
const ids = (models: readonly StoredModel[]) => models.map(({ manifest }) => `${manifest.id}@${manifest.version}`);
const blobs = () => readdirSync(join(folder, 'models/blobs'));

describe('the model store', () => {
  it('has nothing at first, and makes no files to say so', () => {
    expect(store.list()).toEqual({ models: [], damaged: [] });
    expect(store.candidates('asr', 'cn_8k_common')).toEqual([]);
    expect(existsSync(join(folder, 'models'))).toBe(false);
  });

  it('installs, lists, activates and removes', async () => {
    expect((await store.install(bring('ours', '1.0.0'), probeModel)).isNew).toBe(true);
    expect((await store.install(bring('ours', '1.1.0'), probeModel)).isNew).toBe(true);
    expect(names()).toEqual(['ours@1.1.0 installed', 'ours@1.0.0 installed']);
    expect(store.candidates('asr', 'cn_8k_common')).toEqual([]); // installed is not active
    const { slots } = await store.activate('ours', probeModel);
    expect(slots).toEqual(['asr cn_8k_common']);
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['ours@1.1.0']);
    await store.activate('ours@1.0.0', probeModel);
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['ours@1.0.0']);
    await store.remove('ours@1.1.0');
    expect(names()).toEqual(['ours@1.0.0 installed']);
    expect(blobs()).toHaveLength(2);
  });

  it('keeps files that two models share once, and until the last of them is removed', async () => {
    await store.install(bring('ours', '1.0.0'), probeModel);
    await store.install(bring('theirs', '1.0.0'), probeModel);
    expect(blobs()).toHaveLength(2);
    await store.remove('ours');
    expect(blobs()).toHaveLength(2);
    await store.remove('theirs');
    expect(blobs()).toEqual([]);
  });

  it('is readable by its owner only', async () => {
    const { model } = await store.install(bring('ours', '1.0.0'), probeModel);
    expect(statSync(model.path('model.onnx')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'models')).mode & 0o077).toBe(0);
  });

  it('installing once more changes nothing; another content under the same version is refused', async () => {
    await store.install(bring('ours', '1.0.0'), probeModel);
    expect((await store.install(bring('ours', '1.0.0'), probeModel)).isNew).toBe(false);
    await expect(store.install(bring('ours', '1.0.0', { licence: 'MIT' }), probeModel)).rejects.toThrow(
      'ours@1.0.0 is already installed with different content; give the new one a higher version',
    );
  });

  it('refuses to remove what is active, what ships and what is not there', async () => {
    ship('shipped');
    await store.install(bring('ours', '1.0.0'), probeModel);
    await store.activate('ours', probeModel);
    await expect(store.remove('ours')).rejects.toThrow('ours@1.0.0 is active');
    await expect(store.remove('shipped')).rejects.toThrow('shipped@1.0.0 ships with the program and cannot be removed');
    await expect(store.remove('nobody')).rejects.toThrow('no model nobody here');
    expect(names()).toEqual(['ours@1.0.0 installed', 'shipped@1.0.0 shipped']);
  });

  it('serves with what ships until something is activated, and falls back on it', async () => {
    ship('narrow', { serves: ['cn_8k_*'] });
    ship('wide', { serves: ['cn_8k_common', 'cn_16k_common'] });
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['wide@1.0.0', 'narrow@1.0.0']);
    expect(ids(store.candidates('asr', 'cn_8k_zhijian'))).toEqual(['narrow@1.0.0']);
    expect(store.candidates('vad', 'cn_8k_common')).toEqual([]);
    await store.install(bring('ours', '1.0.0'), probeModel);
    await store.activate('ours', probeModel);
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['ours@1.0.0', 'wide@1.0.0', 'narrow@1.0.0']);
    await store.activate('wide', probeModel);
    await store.remove('ours');
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['wide@1.0.0', 'narrow@1.0.0']);
  });
});

describe('a model that is not whole', () => {
  it.each<[string, (file: string) => void, RegExp]>([
    ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, 50)), /model\.onnx is damaged.*50 bytes/],
    [
      'changed in one bit',
      (file) => {
        const bytes = readFileSync(file);
        bytes[60] = (bytes[60] as number) ^ 1;
        writeFileSync(file, bytes);
      },
      /model\.onnx is damaged or is not the file that the manifest names: sha256/,
    ],
    ['gone', (file) => rmSync(file), /does not exist/],
  ])('because a file is %s is refused; nothing of it stays', async (_, damage, message) => {
    const directory = bring('ours', '1.0.0');
    damage(join(directory, 'model.onnx'));
    await expect(store.install(directory, probeModel)).rejects.toThrow(message);
    expect(names()).toEqual([]);
    expect(existsSync(join(folder, 'models/blobs')) ? blobs() : []).toEqual([]);
  });

  it('because its graph is refused stays outside, and what is active stays active', async () => {
    await store.install(bring('ours', '1.0.0'), probeModel);
    await store.activate('ours', probeModel);
    const broken = writeModel(
      folder,
      { ...tinyCaches.draft, id: 'broken' },
      {
        ...tinyCaches.files,
        'model.onnx': Buffer.from('no graph at all'),
      },
    );
    await expect(store.install(broken, probeModel)).rejects.toThrow(
      'broken@1.0.0 model.onnx: the graph cannot be loaded',
    );
    expect(names()).toEqual(['ours@1.0.0 installed']);
    expect(blobs()).toHaveLength(2);
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['ours@1.0.0']);
  });

  const real = hasForeignModels ? it : it.skip;
  const why = hasForeignModels ? '' : ` (${whyNoForeignModels})`;
  real(`a real graph that was damaged on its way is refused; the active model stays${why}`, async () => {
    await store.install(bring('ours', '1.0.0'), probeModel);
    await store.activate('ours', probeModel);
    for (const { draft, files } of [corruptGraph, otherGraph]) {
      await expect(store.install(writeModel(folder, draft, files), probeModel)).rejects.toThrow(
        /cannot be loaded|the manifest and the graph differ/,
      );
    }
    expect(names()).toEqual(['ours@1.0.0 installed']);
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['ours@1.0.0']);
  });

  it('after its installation is not activated; installing it again repairs it', async () => {
    const directory = bring('ours', '1.0.0');
    const { model } = await store.install(directory, probeModel);
    writeFileSync(model.path('model.onnx'), 'rotten');
    expect(() => store.verifyFiles(model)).toThrow('model.onnx is damaged');
    await expect(store.activate('ours', probeModel)).rejects.toThrow('model.onnx is damaged');
    expect((await store.install(directory, probeModel)).isNew).toBe(true);
    store.verifyFiles(model);
    await store.activate('ours', probeModel);
  });

  it('whose files are not read in their time is refused, and the sentence says so', async () => {
    const { model } = await store.install(bring('ours', '1.0.0'), probeModel);
    expect(() => store.verifyFiles(model, 0)).toThrow(
      'ours@1.0.0: its files were not read within 0 s; put it on a faster disk, or install a model with smaller files',
    );
  });

  it('because its manifest cannot be read is told, and the others work on', async () => {
    await store.install(bring('ours', '1.0.0'), probeModel);
    await store.install(bring('theirs', '1.0.0'), probeModel);
    writeFileSync(join(folder, 'models/installed/theirs/1.0.0.json'), '{');
    expect(names()).toEqual(['ours@1.0.0 installed']);
    expect(store.list().damaged).toHaveLength(1);
    await store.activate('ours', probeModel);
    expect(blobs()).toHaveLength(2); // those of the damaged one may still be wanted
  });

  it('an unreadable list of what is active counts as empty: what ships serves', () => {
    ship('shipped');
    writeModel(join(folder, 'x'), { ...tinyCaches.draft, id: 'y' }, tinyCaches.files);
    realDisk.makeDirectory(join(folder, 'models'));
    writeFileSync(join(folder, 'models/active.json'), '{"format":1,"slots":{"asr cn_8k_common":{"id":"../../x"}}}');
    expect(ids(store.candidates('asr', 'cn_8k_common'))).toEqual(['shipped@1.0.0']);
  });
});

describe('two commands at once', () => {
  it('the second is refused while the first is at work', async () => {
    const directory = bring('ours', '1.0.0');
    let second: Promise<unknown> = Promise.resolve();
    await store.install(directory, async () => {
      second = open().install(directory, probeModel);
      await expect(second).rejects.toThrow(/another models command \(process \d+\) is running/);
    });
    expect(names()).toEqual(['ours@1.0.0 installed']);
  });

  it('the lock of a process that died is taken over', async () => {
    realDisk.makeDirectory(join(folder, 'models'));
    writeFileSync(join(folder, 'models/lock'), '1 boot-of-last-week');
    await store.install(bring('ours', '1.0.0'), probeModel);
    expect(existsSync(join(folder, 'models/lock'))).toBe(false);
  });
});

describe('a lock on a full disk', () => {
  it('leaves nothing behind', () => {
    const draft = join(folder, `lock.${process.pid}.part`);
    symlinkSync('/dev/full', draft); // every write to it fails as on a full disk
    expect(() => realDisk.createExclusively(join(folder, 'lock'), 'text')).toThrow('ENOSPC');
    expect(realDisk.list(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
  });
});
