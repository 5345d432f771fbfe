// Models change while calls go on: a fresh engine takes over with what is active now, the old one ends its calls. Real
// processes, real stores, small recognisers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Engines, type SessionEvent, startEngines } from '../../../src/engine/client/client.js';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { ModelStore } from '../../../src/models/store.js';
import { rawCoding } from '../../../src/protocol/engine/audio.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { bytesOf, cadences, sliced, tone } from '../../helpers/audio/tones.js';
import { startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { tinyCaches, tinyRecompute } from '../../helpers/models/tiny-models.js';
import { timeFactor } from '../../helpers/time-factor.js';

const params = {
  kind: 'ring',
  property: 'cn_8k_common',
  coding: rawCoding('pcm_s16le_8k'),
  audioMaxMs: 90_000,
  endOnRingback: false,
} as const;
const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 100);

let folder: string;
let shipped: string;
let store: ModelStore;
let engines: Engines | undefined;
const warnings: object[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-swap-'));
  shipped = join(folder, 'shipped');
  writeModel(shipped, { ...tinyRecompute.draft, id: 'ships', serves: ['cn_8k_*'] }, tinyRecompute.files);
  store = new ModelStore({ disk: realDisk, directory: join(folder, 'models'), shipped, holder: processHolder() });
  warnings.length = 0;
});
afterEach(async () => {
  await engines?.stop();
  engines = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function started(): Promise<Engines> {
  const log = { info: () => {}, warn: (facts: object) => warnings.push(facts) };
  engines = startEngines({ tables: defaultTables, log, count: 1, models: { store: join(folder, 'models'), shipped } });
  await engines.ready();
  return engines;
}

const install = async (id: string, more: object = {}) => {
  await store.install(writeModel(folder, { ...tinyCaches.draft, id, ...more }, tinyCaches.files), probeModel);
  return store.activate(id, probeModel);
};
const servingOf = (of: Engines) => of.status()[0]?.models.serving.map(({ name }) => name);

function open(of: Engines) {
  const events: SessionEvent<'ring'>[] = [];
  const session = of.openSession(params, (event) => events.push(event));
  const verdicts = () => events.filter((event) => event.type === 'result').map(({ verdict }) => verdict.resultId);
  return { session, events, verdicts };
}

describe('another model goes active', () => {
  it('and takes the calls from then on; those under way keep their engine, and none is lost', async () => {
    const running = await started();
    expect(servingOf(running)).toEqual(['ships@1.0.0']);
    const underWay = Array.from({ length: 8 }, () => open(running));
    for (const { session } of underWay) for (const slice of busy.slice(0, 3)) session.push(slice);
    await install('ours', { serves: ['cn_8k_common'] });
    await running.replace();
    expect(servingOf(running)).toEqual(['ours@1.0.0', 'ships@1.0.0']);
    const fresh = Array.from({ length: 8 }, () => open(running));
    expect(running.status().map(({ state, sessions }) => [state, sessions])).toEqual([
      ['ready', 8],
      ['draining', 8],
    ]);
    for (const { session } of underWay) for (const slice of busy.slice(3)) session.push(slice);
    for (const { session } of fresh) for (const slice of busy) session.push(slice);
    const all = [...underWay, ...fresh];
    await vi.waitFor(() => expect(all.every(({ events }) => events.at(-1)?.type === 'ended')).toBe(true), {
      timeout: 15_000,
    });
    expect(all.map(({ verdicts }) => verdicts())).toEqual(all.map(() => [10]));
    await vi.waitFor(() => expect(running.status()).toHaveLength(1), { timeout: 15_000 });
  });

  it('but one that is damaged is refused: the running engine stays with its models, and the reason is told', async () => {
    await install('ours');
    const running = await started();
    const before = running.status()[0];
    const { model } = await install('rotten');
    writeFileSync(model.path('model.onnx'), 'rotten');
    await expect(running.replace()).rejects.toThrow(/model rotten@1\.0\.0 is refused: .*damaged.*the old engine stays/);
    expect(running.status()[0]).toMatchObject({ pid: before?.pid, state: 'ready', models: before?.models });
    const { session, verdicts } = open(running);
    for (const slice of busy) session.push(slice);
    await vi.waitFor(() => expect(verdicts()).toEqual([10]), { timeout: 15_000 });
  });
});

describe('an engine whose models do not load', () => {
  it('screens all the same, serves with what ships, and the log says which were refused and why', async () => {
    const { model } = await install('rotten', { serves: ['cn_8k_common'] });
    writeFileSync(model.path('model.onnx'), 'rotten');
    const running = await started();
    expect(servingOf(running)).toEqual(['ships@1.0.0']);
    expect(warnings).toEqual([{ engine: 0, model: 'rotten@1.0.0', reason: expect.stringMatching(/damaged/) }]);
    const { session, verdicts } = open(running);
    for (const slice of busy) session.push(slice);
    await vi.waitFor(() => expect(verdicts()).toEqual([10]), { timeout: 15_000 });
  });

  it('starts without models when it dies of them', async () => {
    const entry = join(folder, 'engine.mjs');
    const real = join(process.cwd(), 'dist/main/engine.js');
    writeFileSync(entry, `if (process.argv.length > 2) process.exit(1);\nawait import(${JSON.stringify(real)});\n`);
    engines = startEngines({
      tables: defaultTables,
      log: { info: () => {}, warn: (_facts: object, message: string) => warnings.push({ message }) },
      count: 1,
      entry,
      limits: { restartMinMs: 20, restartMaxMs: 40 },
      models: { store: join(folder, 'models'), shipped },
    });
    const { session, verdicts } = open(engines);
    for (const slice of busy) session.push(slice);
    await vi.waitFor(() => expect(engines?.status()[0]?.state).toBe('ready'), { timeout: 15_000 });
    expect(warnings.at(-1)).toEqual({ message: expect.stringContaining('engine started without models') });
    expect(verdicts()).toEqual([]); // its engine died
    const next = open(engines);
    for (const slice of busy) next.session.push(slice);
    await vi.waitFor(() => expect(next.verdicts()).toEqual([10]), { timeout: 15_000 });
  });

  it('starts without any store', async () => {
    engines = startEngines({
      tables: defaultTables,
      log: { info: () => {}, warn: () => {} },
      count: 1,
      models: { store: join(folder, 'nowhere'), shipped: join(folder, 'nothing') },
    });
    await engines.ready();
    expect(engines.status()[0]?.models).toEqual({ serving: [], refused: [] });
  });
});

describe('a gateway', () => {
  it(
    'notices `models activate`, swaps, and shows in its metrics which models serve',
    async () => {
      const dataDir = join(folder, 'data');
      const gateway = await startRingGateway({ dataDir, settings: { shippedModels: shipped } });
      try {
        await gateway.whenReady();
        const metrics = async () => (await gateway.inside('/metrics')).text;
        expect(await metrics()).toContain('tonegate_model{task="asr",property="cn_8k_common",model="ships@1.0.0"} 1');
        const theirs = new ModelStore({
          ...{ disk: realDisk, directory: join(dataDir, 'models'), shipped, holder: processHolder() },
        });
        const ours = writeModel(folder, { ...tinyCaches.draft, id: 'ours' }, tinyCaches.files);
        await theirs.install(ours, probeModel);
        await theirs.activate('ours', probeModel);
        const swapped = 'tonegate_model{task="asr",property="cn_8k_common",model="ours@1.0.0"} 1';
        await vi.waitFor(async () => expect(await metrics()).toContain(swapped), { timeout: 15_000, interval: 100 });
        expect(gateway.logText()).toContain('engine replaced');
      } finally {
        await gateway.discard();
      }
    },
    40_000 * timeFactor,
  );
});
