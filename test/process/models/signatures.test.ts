// models.signKeys: an installed model serves only with the signature of a pinned key, however it came.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engines, startEngines } from '../../../src/engine/client/client.js';
import { enginesFeature } from '../../../src/main/features/engines.js';
import { follow, installedModels } from '../../../src/models/follow.js';
import { ModelStore } from '../../../src/models/store.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { makeSigningKey, type SigningKey } from '../../../src/trust/signing-key.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { tinyCaches, tinyRecompute } from '../../helpers/models/tiny-models.js';

let folder: string;
let shipped: string;
let key: SigningKey;
let engines: Engines | undefined;
const check = async () => {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-signed-'));
  shipped = join(folder, 'shipped');
  writeModel(shipped, { ...tinyRecompute.draft, id: 'ships', serves: ['cn_8k_*'] }, tinyRecompute.files);
  key = makeSigningKey(join(folder, 'models.key'));
});
afterEach(async () => {
  await engines?.stop();
  engines = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const storeIn = (name: string, signKeys?: readonly string[]) =>
  new ModelStore({ disk: realDisk, directory: join(folder, name), shipped, holder: processHolder(), signKeys });
const free = () => storeIn('models');
const pinned = () => storeIn('models', [key.publicKey]);
const bring = (id: string) => writeModel(join(folder, 'brought'), { ...tinyCaches.draft, id }, tinyCaches.files);
function bringSigned(id: string): string {
  const directory = bring(id);
  free().sign(directory, (manifest) => key.sign('model manifest', manifest));
  return directory;
}

describe('an installed model', () => {
  it('keeps its manifest and its signature as they came', async () => {
    const directory = bringSigned('ours');
    await pinned().install(directory, check);
    expect(pinned().installedManifest({ id: 'ours', version: '1.0.0' })).toEqual(
      readFileSync(join(directory, 'manifest.json')),
    );
    expect(pinned().installedSignature({ id: 'ours', version: '1.0.0' })).toBe(
      readFileSync(join(directory, 'manifest.sig'), 'utf8').trim(),
    );
    await pinned().activate('ours', check);
    expect(pinned().candidates('asr', 'cn_8k_common')[0]?.manifest.id).toBe('ours');
  });

  it('that came before keys were pinned serves no more, and says how it would', async () => {
    await free().install(bring('ours'), check);
    await free().activate('ours', check);
    expect(pinned().candidates('asr', 'cn_8k_common')[0]?.manifest.id).toBe('ships');
    const refusal = /^ours@1\.0\.0: the model is not signed, and models\.signKeys asks for it; install it again/;
    expect(() => pinned().find('ours')).toThrow(refusal);
    await expect(pinned().activate('ours', check)).rejects.toThrow(refusal);
    expect((await pinned().install(bringSigned('ours'), check)).isNew).toBe(true);
    expect(pinned().candidates('asr', 'cn_8k_common')[0]?.manifest.id).toBe('ours');
  });

  it('whose manifest was altered on the disk serves no more', async () => {
    await pinned().install(bringSigned('ours'), check);
    const file = join(folder, 'models/installed/ours/1.0.0.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"cn_8k_common"', '"cn_16k_common"'));
    expect(
      pinned()
        .list()
        .models.map(({ manifest }) => manifest.id),
    ).toEqual(['ships']);
    expect(pinned().list().damaged).toEqual([expect.objectContaining({ file, unsigned: expect.anything() })]);
  });

  it('without the signature that it needs can be removed, and takes its signature with it', async () => {
    await free().install(bring('ours'), check);
    expect(await pinned().remove('ours')).toEqual({ id: 'ours', version: '1.0.0' });
    await pinned().install(bringSigned('theirs'), check);
    expect(readdirSync(join(folder, 'models/signatures'))).toHaveLength(1);
    await pinned().remove('theirs');
    expect(readdirSync(join(folder, 'models/signatures'))).toEqual([]);
  });

  it('that ships needs no signature', () => {
    expect(pinned().find('ships').source).toBe('shipped');
  });

  it('that engines must not load is named with its reason, and what ships serves instead', async () => {
    await free().install(bring('ours'), check);
    await free().activate('ours', check);
    const log = { info: () => {}, warn: () => {} };
    const models = { store: join(folder, 'models'), shipped, signKeys: [key.publicKey] };
    engines = startEngines({ tables: defaultTables, log, count: 1, models });
    await engines.ready();
    const report = engines.status()[0]?.models;
    expect(report?.serving.map(({ name }) => name)).toEqual(['ships@1.0.0']);
    expect(report?.refused).toEqual([
      { name: 'ours@1.0.0', reason: expect.stringContaining('the model is not signed, and models.signKeys asks') },
    ]);
  });
});

describe('the health of a gateway', () => {
  it('names a model that serves no more for want of a signature, and the way out', async () => {
    const dataDir = join(folder, 'data');
    const models = join(dataDir, 'models');
    const store = new ModelStore({ disk: realDisk, directory: models, shipped, holder: processHolder() });
    await store.install(bring('ours'), check);
    await store.activate('ours', check);
    const gateway = await startTestGateway({
      dataDir,
      features: [enginesFeature],
      settings: { 'models.signKeys': [key.publicKey] },
    });
    try {
      await gateway.whenReady();
      const degraded = [
        expect.stringMatching(/^model ours@1\.0\.0 is not in service: the model is not signed, and models\./),
      ];
      for (const path of ['/readyz', '/healthz']) expect((await gateway.inside(path)).json).toMatchObject({ degraded });
    } finally {
      await gateway.stop();
    }
  });
});

describe('a model of an upstream', () => {
  it('brings its signature along, and is refused without one', async () => {
    await free().install(bringSigned('ours'), check);
    const [model] = installedModels(free());
    const content = join(folder, 'content');
    for (const { sha256, path } of model?.files ?? []) place(content, sha256, readFileSync(path));
    const manifest = model?.manifest ?? Buffer.of();
    const sha256 = createHash('sha256').update(manifest).digest('hex');
    place(content, sha256, manifest);
    const box = () => storeIn('box', [key.publicKey]);
    const followed = (signature: string | undefined) =>
      follow(
        { store: box(), disk: realDisk, directory: content, check },
        {
          models: [{ id: 'ours', version: '1.0.0', sha256, slots: ['asr cn_8k_common'], signature }],
          goneModels: [],
          goneSlots: [],
        },
      );
    await expect(followed(undefined)).rejects.toThrow(/ours@1\.0\.0: the model is not signed; sign it at the upstream/);
    expect(existsSync(join(folder, 'box/installed'))).toBe(false);
    await followed(model?.signature);
    expect(box().candidates('asr', 'cn_8k_common')[0]?.manifest.id).toBe('ours');
  });
});

function place(directory: string, name: string, bytes: Uint8Array): void {
  realDisk.makeDirectory(directory);
  writeFileSync(join(directory, name), bytes);
}
