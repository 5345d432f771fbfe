// The process that follows models ends with its gateway: a stop does not wait for hundreds of megabytes to be hashed.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followedModels } from '../../../src/main/followed-models.js';
import { ServiceError } from '../../../src/protocol/errors.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-follower-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('what follows models ends at a stop, says that the gateway stops, and follows nothing afterwards', async () => {
  const [content, store, shipped] = ['content', 'store', 'shipped'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [content, store, shipped]) mkdirSync(each);
  const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
  const weights = Buffer.alloc(64 * 1024 * 1024, 'weights');
  const files = [{ name: 'weights.bin', bytes: weights.length, sha256: hash(weights) }];
  const manifest = JSON.stringify({
    ...{ format: 1, id: 'ours', version: '1.0.0', task: 'vad', family: 'native', kind: 'vad-1', language: '*' },
    ...{ sampleRateHz: 8_000, serves: ['cn_8k_common'], precision: 'int8', licence: 'Apache-2.0', files },
  });
  writeFileSync(join(content, hash(weights)), weights);
  writeFileSync(join(content, hash(manifest)), manifest);
  const model = { id: 'ours', version: '1.0.0', slots: ['vad cn_8k_common'], sha256: hash(manifest) };
  const wanted = { models: [model], goneModels: [], goneSlots: [] };
  const models = followedModels({ content, store, shipped });
  const running = models.carryOut(wanted);
  running.catch(() => {});
  models.stop();
  await expect(running).rejects.toEqual(new ServiceError('STOPPING', 'the gateway is stopping'));
  await expect(models.check(wanted)).rejects.toMatchObject({ name: 'ServiceError' });
});
