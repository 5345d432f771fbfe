// Wipes a data directory on which no gateway runs.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WipeParts } from '../cli/data/wipe.js';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { ConfigError, loadConfig } from '../config/config.js';
import { databaseFile, needAccess } from '../ops/data-dir.js';
import { realDisk } from '../storage/disk.js';
import { openingIdOf, readDataKey } from '../trust/data-key.js';
import { destroyFile } from '../trust/destroy.js';
import { KeyFault } from '../trust/key-file.js';
import { lockUnused } from './store.js';

/** Keys that lie in the data directory itself, after the one that encrypts or opens what encrypts. */
const ownKeys = ['key.wrapped', 'key.id', 'admin.key', 'sync/sign.key', 'tls/key.pem'];

export const localWipe: WipeParts = {
  begin: (dataDir) => {
    needAccess(dataDir);
    const isUsed = [databaseFile(dataDir), join(dataDir, 'admin.key'), join(dataDir, 'key.id')].some((file) =>
      existsSync(file),
    );
    if (!isUsed) {
      throw new CommandFailure(exitCodes.badInput, `${dataDir}: no gateway has run on this data directory (--data)`);
    }
    const lock = lockUnused(dataDir);
    const { keyFile, keyFault } = keyOf(dataDir);
    return {
      keyFile,
      leave: () => lock.release(),
      carryOut() {
        let fault = keyFault;
        try {
          if (keyFile !== '') destroyFile(resolve(keyFile));
        } catch (reason) {
          fault = (reason as NodeJS.ErrnoException).code ?? (reason as Error).message;
        }
        for (const name of ownKeys) destroyFile(join(dataDir, name));
        for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
        realDisk.syncDirectory(dataDir);
        lock.release();
        return fault;
      },
    };
  },
};

/** The key of this directory and of no other one. What cannot be read of it is no reason to keep the data. */
function keyOf(dataDir: string): { readonly keyFile: string; readonly keyFault: string | undefined } {
  let id: string | undefined;
  try {
    id = openingIdOf(dataDir);
  } catch (fault) {
    if (!(fault instanceof KeyFault)) throw fault;
    return { keyFile: '', keyFault: fault.message };
  }
  if (id === undefined) return { keyFile: '', keyFault: undefined };
  const keyFile = keyFileOf(dataDir);
  if (keyFile === '') return { keyFile, keyFault: `storage.keyFile does not name the key ${id}` };
  try {
    const key = readDataKey(keyFile);
    return key.id === id
      ? { keyFile, keyFault: undefined }
      : { keyFile: '', keyFault: `${keyFile} is the key ${key.id}, not the key ${id}, and was left alone` };
  } catch (fault) {
    if (!(fault instanceof KeyFault)) throw fault;
    return { keyFile: '', keyFault: fault.message };
  }
}

function keyFileOf(dataDir: string): string {
  try {
    return loadConfig({ dataDir, env: process.env }).config.storage.keyFile;
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    process.stderr.write(`tonegate: ${fault.message}\n`);
    return '';
  }
}
