// A disk that is full in the process that follows models: its gateway knows it as it knows its own full disk.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FaultLayer } from '../../../scripts/measure/power/fault-layer.mjs';
import { followedModels } from '../../../src/main/followed-models.js';
import { asServiceError, isDiskFull } from '../../../src/protocol/errors.js';
import { reserveFile } from '../../../src/storage/room.js';
import { isEmulated, noFaultLayer } from '../../helpers/emulated.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';
import { administer } from '../../helpers/gateway/resource-client.js';
import { timeFactor } from '../../helpers/time-factor.js';

const timeout = 120_000 * timeFactor;
const hash = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const files = [{ name: 'weights.bin', bytes: 7, sha256: hash('weights') }];
const manifest = JSON.stringify({
  ...{ format: 1, id: 'ours', version: '1.0.0', task: 'vad', family: 'native', kind: 'vad-1', language: '*' },
  ...{ sampleRateHz: 8_000, serves: ['cn_8k_common'], precision: 'int8', licence: 'Apache-2.0', files },
});
const model = { id: 'ours', version: '1.0.0', slots: ['vad cn_8k_common'], sha256: hash(manifest) };

let folder: string;
beforeEach((context) => {
  if (isEmulated) context.skip(noFaultLayer);
  folder = mkdtempSync(join(tmpdir(), 'tonegate-full-models-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The model's content where the sync process brings it, and the fault layer for the processes that are started from now on. */
function bring(content: string, store: string): FaultLayer {
  mkdirSync(content, { recursive: true });
  writeFileSync(join(content, hash('weights')), 'weights');
  writeFileSync(join(content, hash(manifest)), manifest);
  mkdirSync(store, { recursive: true });
  const layer = new FaultLayer(folder, store, join(store, 'control'));
  for (const [name, value] of Object.entries(layer.env)) vi.stubEnv(name, value);
  return layer;
}

it('at whichever write a model finds the disk full, it is STORAGE_FULL, and the model comes when there is room', {
  timeout,
}, async () => {
  const [content, store, shipped] = [join(folder, 'content'), join(folder, 'models'), join(folder, 'shipped')];
  mkdirSync(shipped);
  const layer = bring(content, store);
  const models = followedModels({ content, store, shipped });
  const wanted = { models: [model], goneModels: [], goneSlots: [] };
  const installed = () => existsSync(store) && models.list().some(({ id }) => id === 'ours');
  let number = 1;
  for (; !installed(); number++) {
    layer.fullFrom(number);
    const fault = await models.carryOut(wanted).catch((error: unknown) => error);
    if (layer.counts().refused === 0) {
      expect(fault).toBeUndefined();
      break;
    }
    expect(isDiskFull(fault), String(fault)).toBe(true);
    expect(asServiceError(fault).code).toBe('STORAGE_FULL');
  }
  layer.fullFrom(0);
  await models.carryOut(wanted);
  expect(models.list()).toMatchObject([{ id: 'ours', slots: model.slots }]);
  expect(number).toBeGreaterThan(3);
});

it('a gateway gives up its reserve for it, keeps what it has applied, and goes on when there is room', {
  timeout,
}, async () => {
  const gateway = await startTestGateway({ settings: { upstream: 'https://upstream.invalid' } });
  try {
    const layer = bring(join(gateway.dataDir, 'sync', 'content'), join(gateway.dataDir, 'models'));
    const reserve = () => statSync(reserveFile(gateway.dataDir), { bigint: true, throwIfNoEntry: false })?.ctimeNs;
    const before = reserve();
    expect(before).toBeDefined();
    const { sha256, ...facts } = model;
    const item = { kind: 'model', ...facts, sha256, bytes: manifest.length };
    const items = [{ ...item, files: files.map((file) => ({ sha256: file.sha256, bytes: file.bytes })) }];
    const state = { state: { format: 1, origin: 'elsewhere', revision: 10, items }, scope: { sys: false } };
    layer.fullFrom(1);
    const refused = await administer(gateway, 'POST', '/v10/admin/sync/apply', state);
    expect([refused.status, refused.json.redo], refused.text).toEqual([200, 1]);
    expect(gateway.logText()).toContain('ENOSPC');
    expect(reserve()).not.toBe(before); // given up; laid by again, if there was room at the next look
    layer.fullFrom(0);
    // 503 STORAGE_FULL until the reserve is laid by again
    await vi.waitFor(async () => {
      const { status, json, text } = await administer(gateway, 'POST', '/v10/admin/sync/apply', state);
      expect([status, json.redo, json.applied], text).toMatchObject([200, 0, { revision: 10 }]);
    }, timeout);
    const active = JSON.parse(readFileSync(join(gateway.dataDir, 'models', 'active.json'), 'utf8'));
    expect(active.slots).toEqual({ 'vad cn_8k_common': { id: 'ours', version: '1.0.0' } });
  } finally {
    await gateway.discard();
  }
});
