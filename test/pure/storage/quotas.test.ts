// Bytes that a developer may store, over all kinds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { DirectoryUse } from '../../../src/storage/directory-use.js';
import { Quotas } from '../../../src/storage/quotas.js';

function world(quotaBytes: number) {
  let nowMs = 0;
  const stored = { lists: 0, files: 0 };
  let looks = 0;
  const quotas = new Quotas(quotaBytes, () => nowMs);
  const listsOf = (id: number) => {
    looks++;
    return id === 1 ? stored.lists : 0;
  };
  quotas.count({ name: 'lists', bytesOf: listsOf });
  quotas.count({ name: 'files', bytesOf: (id) => (id === 1 ? stored.files : 0) });
  const refusal = (bytes = 0, developerId = 1) => {
    try {
      quotas.need(developerId, bytes);
      return undefined;
    } catch (fault) {
      return `${(fault as ServiceError).code}: ${(fault as ServiceError).message}`;
    }
  };
  return {
    ...{ stored, refusal, looks: () => looks },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a quota', () => {
  it('refuses by a sentence that names the quota and what is used, by kind', () => {
    const { stored, refusal } = world(3_000_000);
    Object.assign(stored, { lists: 1_000_000, files: 2_000_000 });
    expect(refusal()).toBe(
      'STORAGE_FULL: the developer has stored 3.0 MB (lists 1.0 MB, files 2.0 MB); the quota is 3.0 MB ' +
        '(storage.developerMib): delete something first',
    );
    expect(refusal(0, 2)).toBeUndefined();
  });

  it('takes up to its end what is announced, and no byte more', () => {
    const { stored, refusal } = world(1_000);
    stored.lists = 900;
    expect(refusal(100)).toBeUndefined();
    expect(refusal(101)).toMatch(/and wants to store 0.0 MB more/);
  });

  it('lets a developer go on soon after something was deleted, and does not count again for each request', () => {
    const { stored, refusal, pass, looks } = world(1_000);
    stored.lists = 1_000;
    expect(refusal()).toBeDefined();
    const counted = looks();
    for (let times = 0; times < 100; times++) refusal();
    expect(looks()).toBe(counted);
    stored.lists = 0;
    pass(limits.storage.overUseFreshMs);
    expect(refusal()).toBeUndefined();
    stored.lists = 1_000;
    expect(refusal()).toBeUndefined();
    pass(limits.storage.useFreshMs);
    expect(refusal()).toBeDefined();
  });
});

it('the use of directories is counted in the background, with all that lies below them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-use-'));
  try {
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(join(folder, 'a', 'one'), Buffer.alloc(10));
    writeFileSync(join(folder, 'a', 'b', 'two'), Buffer.alloc(20));
    const use = new DirectoryUse((name: string) => [join(folder, name), join(folder, 'not there')]);
    expect(use.bytesOf('a')).toBe(0);
    for (let waited = 0; use.bytesOf('a') === 0 && waited < 1_000; waited++)
      await new Promise((next) => setTimeout(next, 5));
    expect(use.bytesOf('a')).toBe(30);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
