// The scratch database of the self-test.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseCheck } from '../../../src/local/selftest/database.js';
import { processHolder } from '../../../src/storage/lock.js';
import { closeStore, openStore } from '../../../src/store/open.js';
import { makeDataKey, takeDataKey } from '../../../src/trust/data-key.js';

let data: string;
let keys: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tonegate-selftest-'));
  keys = mkdtempSync(join(tmpdir(), 'tonegate-selftest-keys-'));
});
afterEach(() => {
  rmSync(data, { recursive: true, force: true });
  rmSync(keys, { recursive: true, force: true });
});

/** A new key file. */
function keyIn(directory: string, name = 'key'): string {
  const file = join(directory, name);
  makeDataKey(file);
  return file;
}

describe('the database of the self-test', () => {
  it.each([false, true])('is written, synced, read and gone again (encrypted: %s)', async (isEncrypted) => {
    const finding = await databaseCheck(data, isEncrypted ? keyIn(keys) : '').run();
    expect(finding).toEqual({ outcome: 'passed', sentence: expect.stringContaining('written, synced and read again') });
    expect(finding.sentence.startsWith('an encrypted')).toBe(isEncrypted);
    expect(readdirSync(data)).toEqual([]);
  });

  it('is none of the gateway, whose own may be open and stays as it is', async () => {
    const { db } = openStore(join(data, 'tonegate.db'));
    const before = db.prepare('SELECT total_changes()').pluck().get();
    expect((await databaseCheck(data, '').run()).outcome).toBe('passed');
    expect(db.prepare('SELECT total_changes()').pluck().get()).toBe(before);
    closeStore(db);
    expect(readdirSync(data)).toEqual(['tonegate.db']);
  });

  it('of a self-test that was cut is removed by the next one; that of one under way, and other files, are not', async () => {
    const boot = processHolder().name.split(' ')[1];
    const gone = ['selftest-1.another-boot.part', `selftest-4194304.${boot}.part`];
    const kept = [`selftest-${process.ppid}.${boot}.part`, 'selftest.part'];
    for (const name of [...gone, ...kept]) {
      mkdirSync(join(data, name));
      writeFileSync(join(data, name, 'tonegate.db'), '');
    }
    expect((await databaseCheck(data, '').run()).outcome).toBe('passed');
    expect(readdirSync(data).sort()).toEqual(kept.sort());
  });

  it('fails where the key file of the settings does not open the data directory', async () => {
    const [right, other, open] = [keyIn(keys), keyIn(keys, 'other'), keyIn(keys, 'open')];
    chmodSync(open, 0o644);
    takeDataKey(data, right, () => false);
    for (const [keyFile, words] of [
      [join(keys, 'none'), /^storage\.keyFile: .* it does not exist \(ENOENT\); put that file back/],
      [other, /is the key [0-9a-f]{16}, another key/],
      [open, /other users may read this key; close it to them with chmod 600$/],
      ['', /is encrypted with the key [0-9a-f]{16}, but storage\.keyFile names no file/],
    ] as const) {
      const { outcome, sentence } = await databaseCheck(data, keyFile).run();
      expect([outcome, sentence]).toEqual(['FAILED', expect.stringMatching(words)]);
    }
    expect((await databaseCheck(data, right).run()).outcome).toBe('passed');
  });

  it('fails where nothing can be written, where there is no directory, and where there is a file', async () => {
    const file = join(data, 'file');
    writeFileSync(file, '');
    for (const place of ['/proc', join(data, 'none'), file]) {
      const { outcome, sentence } = await databaseCheck(place, '').run();
      expect([outcome, sentence]).toEqual(['FAILED', expect.stringContaining(place)]);
    }
    expect(readdirSync(data)).toEqual(['file']);
  });
});
