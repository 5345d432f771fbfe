// `tonegate backup` without a running gateway, and `tonegate restore`.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { restoreLockName } from '../../backup/contents.js';
import { readArchive } from '../../backup/read-archive.js';
import { RestoreFault, restore } from '../../backup/restore.js';
import { takeSnapshot } from '../../backup/snapshot.js';
import { discardStaged, isStaged, stage } from '../../backup/staged.js';
import { ArchiveFault } from '../../backup/tar.js';
import { archiveOf } from '../../backup/write-archive.js';
import type { BackupParts } from '../../cli/data/backup.js';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import { loadConfig } from '../../config/config.js';
import { databaseFile, makeDataDir } from '../../ops/data-dir.js';
import { version } from '../../ops/version.js';
import { ServiceError } from '../../protocol/errors.js';
import { fileFault } from '../../protocol/file-fault.js';
import { lockDirectory } from '../../store/directory-lock.js';
import { StoreError } from '../../store/open.js';
import { dataKeyFor, keyIdOf } from '../../trust/data-key.js';
import { openLocalStore } from '../store.js';

export const localBackups: BackupParts = {
  archiveOf: async (dataDir) => {
    if (!existsSync(databaseFile(dataDir))) {
      throw new CommandFailure(exitCodes.badInput, `${dataDir}: no gateway has run on this data directory (--data)`);
    }
    const opened = openLocalStore(dataDir, (db) => ({ db }));
    if (opened === 'inUse') return opened;
    try {
      const { files, discard } = await inWords(() => takeSnapshot(dataDir, opened.db));
      const archive = Readable.from(archiveOf(files, { version, madeAtMs: Date.now() }), { objectMode: false });
      const close = async () => {
        archive.destroy();
        await discard();
        opened.close();
      };
      return { archive, close };
    } catch (fault) {
      opened.close();
      throw fault;
    }
  },
  check: (file) => inWords(() => readArchive(file), file),
  restore: async (file, dataDir, replaces) => {
    needArchive(file);
    makeDataDir(dataDir);
    const lock = lockOf(dataDir);
    if (lock === 'inUse') return lock;
    try {
      return await inWords(() => restore({ archive: file, dataDir, replaces, keyFor: keyFor(dataDir) }), file);
    } finally {
      lock.release();
    }
  },
  stage: async (file, dataDir, use) => {
    needArchive(file);
    needOwner(dataDir);
    const lock = lockOf(dataDir, restoreLockName);
    if (lock === 'inUse') {
      const why = 'another restore is running in this data directory; wait until it is finished';
      throw new CommandFailure(exitCodes.service, `${dataDir}: ${why}`);
    }
    try {
      const { id, manifest } = await inWords(() => stage({ archive: file, dataDir, keyFor: keyFor(dataDir) }), file);
      try {
        await use(id);
      } finally {
        if (isStaged(dataDir, id)) discardStaged(dataDir);
      }
      return manifest;
    } finally {
      lock.release();
    }
  },
  isStaged,
};

/** The gateway must be able to read and to remove what this command makes. */
function needOwner(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (uid === process.geteuid?.()) return;
  const why = `belongs to the user ${uid}, and a gateway serves it; run the command as that user`;
  throw new CommandFailure(exitCodes.badInput, `${dataDir}: ${why}`);
}

function needArchive(file: string): void {
  const refused = (reason: string, cause?: unknown) =>
    new CommandFailure(exitCodes.badInput, `${file}: cannot be read: ${reason}`, { cause });
  try {
    accessSync(file, constants.R_OK);
  } catch (fault) {
    throw refused(fileFault(fault), fault);
  }
  if (!statSync(file).isFile()) throw refused('it is not a file');
}

/** The settings come from where the backup goes, or else from the backup itself. */
const keyFor =
  (dataDir: string) =>
  (staging: string): Uint8Array | undefined => {
    if (keyIdOf(staging) === undefined) return undefined;
    const given = loadConfig({ dataDir, env: process.env }).config.storage.keyFile;
    const { keyFile } = loadConfig({ dataDir: staging, env: process.env }).config.storage;
    return dataKeyFor(staging, given === '' ? keyFile : given)?.derive('database');
  };

/** The lock of the directory, or the one of this name in it; 'inUse': another process has it. */
function lockOf(dataDir: string, name?: string): { readonly release: () => void } | 'inUse' {
  try {
    return lockDirectory(dataDir, name);
  } catch (fault) {
    if (!(fault instanceof StoreError) || fault.reason !== 'inUse') throw fault;
    return 'inUse';
  }
}

/** `file` is the archive that is read. */
async function inWords<T>(work: () => Promise<T>, file = ''): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    const isRefusal = fault instanceof ArchiveFault || fault instanceof RestoreFault || fault instanceof ServiceError;
    if (!isRefusal) throw fault;
    const place = fault instanceof ArchiveFault && file !== '' ? `${file}: ` : '';
    throw new CommandFailure(exitCodes.badInput, `${place}${fault.message}`, { cause: fault });
  }
}
