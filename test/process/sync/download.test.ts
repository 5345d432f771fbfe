// A large model over a bad line, from a real upstream: whole in the end, for little more than its size; never active
// when its bytes are wrong.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelStore } from '../../../src/models/store.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { itemsOf, patient, type SyncPair, startPair } from '../../helpers/sync/sync-pair.js';
import { timeFactor } from '../../helpers/time-factor.js';

const breaks = 10;
const megabytes = timeFactor > 1 ? 6 : 30; // an emulator would take minutes for the larger one
const timeoutMs = 60_000 * timeFactor;
const content = /\/v10\/sync\/content\//;

let pair: SyncPair;
let scratch: string;
beforeAll(async () => {
  pair = await startPair({ 'sync.outbox': false });
  scratch = mkdtempSync(join(tmpdir(), 'tonegate-model-'));
});
afterAll(async () => {
  await pair.discard();
  rmSync(scratch, { recursive: true, force: true });
});

const storeOf = (dataDir: string) =>
  new ModelStore({ disk: realDisk, directory: join(dataDir, 'models'), shipped: '', holder: processHolder() });

/** Installs a model of the built-in family, which needs no graph: its other file may be anything. */
async function installUpstream(version: string, bytes: Buffer): Promise<string> {
  const folder = join(scratch, version);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  mkdirSync(folder);
  writeFileSync(join(folder, 'weights.bin'), bytes);
  const manifest = {
    ...{ format: 1, id: 'ours', version, task: 'vad', family: 'native', kind: 'vad-1', language: '*' },
    ...{ sampleRateHz: 8_000, serves: ['cn_8k_common'], precision: 'int8', licence: 'Apache-2.0' },
    files: [{ name: 'weights.bin', bytes: bytes.length, sha256 }],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const store = storeOf(pair.upstream.dataDir);
  await store.install(folder, async () => {});
  await store.activate(`ours@${version}`, async () => {});
  return sha256;
}

const activeVersion = () => storeOf(pair.box.dataDir).active().slots['vad cn_8k_common']?.version;

describe('a model', () => {
  it(`of ${megabytes} MB over a line that breaks ${breaks} times arrives whole`, { timeout: timeoutMs }, async () => {
    const bytes = randomBytes(megabytes * 1_000_000);
    const sha256 = await installUpstream('1.0.0', bytes);
    pair.proxy.meddle((request) =>
      request.path.endsWith(sha256) && request.nth < breaks
        ? { do: 'cut', afterBytes: (megabytes / 15) * 1_000_000 }
        : undefined,
    );
    const agent = pair.startAgent();
    await pair.until(({ redo, applied }) => applied !== null && redo === 0 && activeVersion() === '1.0.0');
    const ours = storeOf(pair.box.dataDir).find('ours@1.0.0');
    storeOf(pair.box.dataDir).verifyFiles(ours);
    const requests = pair.proxy.seen.filter(({ path }) => path.endsWith(sha256));
    expect(requests.length).toBeGreaterThan(breaks);
    expect(pair.proxy.sentBytes(content)).toBeLessThanOrEqual(1.2 * bytes.length);
    await agent.stop();
  });

  it('with a wrong hash never becomes active; after three times the agent stops', { timeout: timeoutMs }, async () => {
    const sha256 = await installUpstream('2.0.0', randomBytes(50_000));
    const before = JSON.stringify(await itemsOf(pair.box));
    pair.proxy.meddle((request) => (request.path.endsWith(sha256) ? { do: 'flip', atByte: 40_000 } : undefined));
    const agent = pair.startAgent();
    const { report } = await pair.until(({ report }) => report?.state === 'stopped');
    expect(report?.lastFault).toMatch(
      /^content [0-9a-f]{64} does not match its hash after the download; it was discarded$/,
    );
    expect(report?.failuresInARow).toBe(3);
    expect(activeVersion()).toBe('1.0.0');
    expect(JSON.stringify(await itemsOf(pair.box))).toBe(before);
    await agent.stop();
    pair.proxy.meddle(() => undefined);
    const honest = pair.startAgent({ time: patient });
    await pair.pollNow();
    await pair.until(({ redo }) => redo === 0 && activeVersion() === '2.0.0');
    await honest.stop();
  });
});
