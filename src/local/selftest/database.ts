// The line of the self-test about storage: a database of its own, made, written, synced and read as the gateway's is, and a whole
// file beside it, in a scratch directory below the data directory. The gateway's own database stays as it is, open or not.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, type Finding, failed, passed } from '../../cli/selftest/check.js';
import { realDisk } from '../../storage/disk.js';
import { type LockHolder, processHolder } from '../../storage/lock.js';
import { writeWhole } from '../../storage/whole-file.js';
import { closeStore, openStore } from '../../store/open.js';
import { dataKeyFor } from '../../trust/data-key.js';
import { KeyFault } from '../../trust/key-file.js';

const contentBytes = 64 * 1_024;
const keyBytes = 32;

/** Backups leave out what ends in .part. */
const scratch = /^selftest-(\d+)\.(.+)\.part$/;
const scratchOf = (holder: LockHolder): string => `selftest-${holder.name.replace(' ', '.')}.part`;

/**
 * `keyFile`: the one of the settings, which must open the data directory. If there is one, the gateway encrypts its
 * database, so this one is encrypted too, with a key of its own.
 */
export const databaseCheck = (dataDir: string, keyFile: string): Check => ({
  name: 'database',
  run: () => {
    const holder = processHolder();
    const directory = join(dataDir, scratchOf(holder));
    try {
      if (realDisk.list(dataDir).length === 0 && realDisk.modifiedAtMs(dataDir) === undefined) {
        return failed(`there is no data directory ${dataDir}; a gateway makes it when it first starts`);
      }
      dataKeyFor(dataDir, keyFile);
      removeLeftovers(dataDir, holder);
      mkdirSync(directory, { mode: 0o700 }); // not with its parents: below a folder such as /proc that would never return
      try {
        return tryIn(directory, keyFile === '' ? undefined : randomBytes(keyBytes));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    } catch (fault) {
      if (fault instanceof KeyFault) return failed(fault.message);
      return failed(`nothing can be stored in ${dataDir}: ${(fault as Error).message}`);
    }
  },
});

function tryIn(directory: string, key: Uint8Array | undefined): Finding {
  const content = randomBytes(contentBytes);
  const file = join(directory, 'tonegate.db');
  const written = openStore(file, undefined, false, key).db;
  try {
    written.exec('CREATE TABLE selftest (content BLOB NOT NULL)');
    written.prepare('INSERT INTO selftest VALUES (?)').run(content);
  } finally {
    closeStore(written);
  }
  const { db } = openStore(file, undefined, true, key);
  try {
    const read = db.prepare<[], Buffer>('SELECT content FROM selftest').pluck().get();
    if (read === undefined || !content.equals(read))
      return failed('the bytes read from the database differ from those written');
  } finally {
    closeStore(db);
  }
  const plain = join(directory, 'file');
  writeWhole(realDisk, plain, [content]);
  const pieces = [...realDisk.read(plain)].map((piece) => Buffer.from(piece));
  if (!content.equals(Buffer.concat(pieces))) return failed('the bytes read from a file differ from those written');
  const kind = key === undefined ? 'a database' : 'an encrypted database';
  return passed(`${kind} and a file were written, synced and read again`);
}

/** Removes what self-tests that were killed left behind. */
function removeLeftovers(dataDir: string, holder: LockHolder): void {
  for (const name of realDisk.list(dataDir)) {
    const [, pid, boot] = scratch.exec(name) ?? [];
    if (pid === undefined || !holder.hasGone(`${pid} ${boot}`)) continue;
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
