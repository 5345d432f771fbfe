import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeModel, type Refused } from '../../../src/engine/runtime/models/load.js';
import { ModelSet } from '../../../src/engine/runtime/models/model-set.js';
import { ModelStore } from '../../../src/models/store.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { logProbabilities } from '../../helpers/models/hearing-models.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { lexiconModel, phoneSpeller } from '../../helpers/models/spelling-model.js';
import { tinyCaches, tinyRecompute, width } from '../../helpers/models/tiny-models.js';

let folder: string;
let store: ModelStore;
const refusals: string[] = [];
const refused = ({ model, fault }: Refused) => refusals.push(`${model.manifest.id}: ${(fault as Error).message}`);
const narrow = ['cn_8k_common', 'cn_8k_zhijian'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-set-'));
  const parts = { disk: realDisk, directory: join(folder, 'models'), holder: processHolder() };
  store = new ModelStore({ ...parts, shipped: join(folder, 'shipped') });
  refusals.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ship = () =>
  writeModel(
    join(folder, 'shipped'),
    { ...tinyRecompute.draft, id: 'ships', serves: ['cn_8k_*'] },
    tinyRecompute.files,
  );

describe('the models of an engine', () => {
  it('are loaded once for all the properties that they serve, and say what they took', async () => {
    ship();
    const set = await ModelSet.open(store, ['asr', 'vad', 'punctuation'], [...narrow, 'en_8k_common'], refused);
    const [common, zhijian] = narrow.map((property) => set.get('asr', property));
    expect(common?.manifest.id).toBe('ships');
    expect(zhijian).toBe(common);
    expect(set.get('asr', 'en_8k_common')).toBeUndefined();
    expect(set.get('vad', 'cn_8k_common')).toBeUndefined();
    expect(set.figures).toEqual([
      {
        name: 'ships@1.0.0',
        task: 'asr',
        source: 'shipped',
        properties: narrow,
        bytes: expect.any(Number),
        loadMs: expect.any(Number),
        rssGrowthBytes: expect.any(Number),
      },
    ]);
    expect(refusals).toEqual([]);
    await set.release();
  });

  it('are the active ones where there are any; calls of an older set go on beside a newer one', async () => {
    ship();
    const before = await ModelSet.open(store, ['asr'], narrow, refused);
    const ours = writeModel(folder, { ...tinyCaches.draft, id: 'ours' }, tinyCaches.files);
    await store.install(ours, probeModel);
    await store.activate('ours', probeModel);
    const after = await ModelSet.open(store, ['asr'], narrow, refused);
    expect(narrow.map((property) => after.get('asr', property)?.manifest.id)).toEqual(['ours', 'ships']);
    const audio = Int16Array.from({ length: 30 * width }, (_, at) => at * 7);
    const older = before.get('asr', 'cn_8k_common');
    if (older === undefined) throw new Error('gone');
    expect((await logProbabilities(older, audio, width)).length).toBeGreaterThan(0);
    await before.release();
    await after.release();
  });

  it('fall back on what ships where the active one is damaged; it is told once per property', async () => {
    ship();
    const ours = writeModel(folder, { ...tinyCaches.draft, id: 'ours', serves: narrow }, tinyCaches.files);
    const { model } = await store.install(ours, probeModel);
    await store.activate('ours', probeModel);
    writeFileSync(model.path('model.onnx'), 'rotten');
    const set = await ModelSet.open(store, ['asr'], narrow, refused);
    expect(narrow.map((property) => set.get('asr', property)?.manifest.id)).toEqual(['ships', 'ships']);
    expect(refusals).toHaveLength(2);
    expect(refusals[0]).toMatch(/^ours: .*model\.onnx is damaged/);
    await set.release();
  });

  it('hear the other sample rate where a property has none of its own, and each its own where both are there', async () => {
    ship();
    const properties = ['cn_8k_common', 'cn_16k_common', 'cn_16k_huiyi'];
    const one = await ModelSet.open(store, ['asr'], properties, refused);
    expect(properties.map((property) => one.recogniser(property)?.sampleRateHz)).toEqual([8_000, 8_000, 8_000]);
    await one.release();
    const wide = { ...tinyCaches.draft, id: 'wide', sampleRateHz: 16_000, serves: ['cn_16k_common'] };
    writeModel(join(folder, 'shipped'), wide, tinyCaches.files);
    const both = await ModelSet.open(store, ['asr'], properties, refused);
    expect(properties.map((property) => both.recogniser(property)?.sampleRateHz)).toEqual([8_000, 16_000, 16_000]);
    await both.release();
  });

  it('that hear phones need a language model for the same units; without one they are refused, with the reason', async () => {
    const shipped = join(folder, 'shipped');
    writeModel(shipped, phoneSpeller.draft, phoneSpeller.files);
    const without = await ModelSet.open(store, ['lm', 'asr'], narrow, refused);
    expect(without.recogniser('cn_8k_common')).toBeUndefined();
    expect(without.report.refused).toEqual([
      { name: 'speller@1.0.0', reason: expect.stringContaining('it needs a language model (task lm)') },
    ]);
    await without.release();
    writeModel(shipped, lexiconModel.draft, lexiconModel.files);
    const set = await ModelSet.open(store, ['lm', 'asr'], narrow, refused);
    const [common, zhijian] = narrow.map((property) => set.recogniser(property));
    expect(common?.language?.name).toBe('lm@1.0.0');
    expect(zhijian).toBe(common);
    expect(set.report).toMatchObject({ refused: [], serving: [{ name: 'lm@1.0.0' }, { name: 'speller@1.0.0' }] });
    await set.release();
  });
});
