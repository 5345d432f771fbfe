// Engines that die of a model: after the third death its predecessor serves, and it is not activated again by itself. Spares that
// take over. Real processes; a small program around the engine dies where a poisoned model would.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { startEngines } from '../../../src/engine/client/client.js';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { type SpeechEngines, startSpeechEngines } from '../../../src/main/engines.js';
import { ModelStore } from '../../../src/models/store.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { bytesOf, cadences, tone } from '../../helpers/audio/tones.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { tinyCaches, tinyRecompute } from '../../helpers/models/tiny-models.js';
import { timeFactor } from '../../helpers/time-factor.js';

const real = join(process.cwd(), 'dist/main/engine.js');
const clip = { kind: 'ring', property: 'cn_8k_common', format: 'pcm_s16le_8k', maxMs: 120_000 } as const;
const busy = bytesOf(tone(cadences.busy, 2_000));
const waits = { timeout: 80_000 * timeFactor, interval: 20 };

let folder: string;
let shipped: string;
let store: ModelStore;
let running: Pick<SpeechEngines, 'stop'> | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-quarantine-'));
  shipped = join(folder, 'shipped');
  writeModel(shipped, { ...tinyRecompute.draft, id: 'ships', serves: ['cn_8k_*'] }, tinyRecompute.files);
  store = new ModelStore({ disk: realDisk, directory: join(folder, 'models'), shipped, holder: processHolder() });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const install = async (id: string, version: string) => {
  const draft = { ...tinyCaches.draft, id, version, serves: ['cn_8k_common'] };
  await store.install(writeModel(folder, draft, tinyCaches.files), probeModel);
  return store.activate(`${id}@${version}`, probeModel);
};
const servingOf = (of: SpeechEngines) =>
  of
    .status()
    .flatMap(({ role, state, models }) =>
      role === 'serving' && state === 'ready' ? models.serving.map(({ name }) => name) : [],
    );

/** An engine that dies a moment after it has loaded the model, or while it loads it. */
function poisonedEntry(model: string, when: 'loaded' | 'loading'): string {
  const [id, version] = model.split('@');
  const active = join(folder, 'models', 'active.json');
  const entry = join(folder, 'engine.mjs');
  const dies =
    when === 'loading'
      ? "process.kill(process.pid, 'SIGKILL');"
      : "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);";
  writeFileSync(
    entry,
    `import { readFileSync } from 'node:fs';
    const { slots } = JSON.parse(readFileSync(${JSON.stringify(active)}, 'utf8'));
    const isPoisoned = Object.values(slots).some(({ id, version }) => id === '${id}' && version === '${version}');
    ${when === 'loading' ? `if (isPoisoned) { ${dies} }` : ''}
    await import(${JSON.stringify(real)});
    ${when === 'loaded' ? `if (isPoisoned) { ${dies} }` : ''}`,
  );
  return entry;
}

function start(entry: string): { engines: SpeechEngines; log: () => string } {
  let text = '';
  const log = pino({ level: 'info' }, { write: (line: string) => (text += line) });
  const { config } = loadConfig({ dataDir: folder, env: {}, flags: { shippedModels: shipped, spareEngine: 'off' } });
  const engines = startSpeechEngines({ config, log, entry, now: Date.now, onRefused: () => {} });
  running = engines;
  return { engines, log: () => text };
}

describe('a model that engines die of', () => {
  it.each(['loaded', 'loading'] as const)(
    'gives its place to its predecessor after three deaths (%s), and stays out',
    async (when) => {
      await install('ours', '1.0.0');
      const { engines, log } = start(poisonedEntry('ours@2.0.0', when));
      await vi.waitFor(() => expect(servingOf(engines)).toContain('ours@1.0.0'), waits);
      await install('ours', '2.0.0');
      await vi.waitFor(() => expect(store.history().quarantined).toHaveLength(1), waits);
      expect(store.active().slots).toEqual({ 'asr cn_8k_common': { id: 'ours', version: '1.0.0' } });
      expect(engines.degraded()).toEqual([expect.stringMatching(/^model ours@2\.0\.0 has been in quarantine since/)]);
      await vi.waitFor(() => expect(servingOf(engines)).toContain('ours@1.0.0'), waits);
      expect((await engines.hear(clip, busy)).verdict.resultId).toBe(10);
      expect(log()).toContain('"signal":"SIGKILL"');
      await store.activate('ours@2.0.0', probeModel); // an operator may try it again
      expect(store.history().quarantined).toEqual([]);
    },
    240_000 * timeFactor,
  );
});

describe('a spare engine', () => {
  it(
    'takes over at once with the models of now, another is started, and none is left after a stop',
    async () => {
      const log = { info: () => {}, warn: () => {} };
      const engines = startEngines({
        ...{ tables: defaultTables, log, count: 1, spare: 'on', limits: { spareDelayMs: 50 } },
        models: { store: join(folder, 'models'), shipped },
      });
      running = engines;
      await engines.ready();
      const byRole = (role: string) => engines.status().find((each) => each.role === role);
      const spareIsReady = () => vi.waitFor(() => expect(byRole('spare')?.state).toBe('ready'), waits);
      await spareIsReady();
      const [first, spare] = [byRole('serving')?.pid ?? 0, byRole('spare')?.pid];
      process.kill(first, 'SIGKILL');
      await vi.waitFor(() => expect(byRole('serving')?.pid).toBe(spare), waits);
      expect(byRole('serving')?.state).toBe('ready');
      expect((await engines.hear(clip, busy)).verdict.resultId).toBe(10);
      await spareIsReady();
      await install('ours', '1.0.0');
      await engines.replace();
      expect(byRole('spare')).toBeUndefined(); // it had the old models
      await spareIsReady();
      process.kill(byRole('serving')?.pid ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(engines.restarts).toBe(2), waits);
      expect(byRole('serving')?.models.serving.map(({ name }) => name)).toContain('ours@1.0.0');
      await engines.stop();
      expect(engines.status().every(({ state }) => state === 'gone')).toBe(true);
    },
    240_000 * timeFactor,
  );
});
