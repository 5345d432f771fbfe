// Keys of a data directory, and keys in files of their own.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KeyParts } from '../cli/data/keys.js';
import { loadConfig } from '../config/config.js';
import { databaseFile, needAccess, signingKeyFile } from '../ops/data-dir.js';
import { changeKey, makeDataKey } from '../trust/data-key.js';
import { KeyFault } from '../trust/key-file.js';
import { keptSigningKey, makeSigningKey, readSigningKey } from '../trust/signing-key.js';
import { lockUnused } from './store.js';

export const localKeys = {
  makeData: async (file) => makeDataKey(file).id,
  changeData: async (dataDir, newFile) => {
    if (!existsSync(dataDir)) throw new KeyFault(`${dataDir}: there is no such data directory (--data)`);
    const { keyFile } = loadConfig({ dataDir, env: process.env }).config.storage;
    const lock = lockUnused(dataDir);
    try {
      return { ...changeKey(dataDir, keyFile, newFile), keyFile: resolve(keyFile) };
    } finally {
      lock.release();
    }
  },
  makeSigning: async (file) => makeSigningKey(file).publicKey,
  publicOf: async (file) => readSigningKey(file).publicKey,
  /** The public half of the key that signs states; a first key is made only where a gateway has run. */
  publicKeyOf: async (dataDir: string) => {
    needAccess(dataDir);
    if (!existsSync(databaseFile(dataDir))) {
      throw new KeyFault(`${dataDir}: no gateway has run on this data directory (--data)`);
    }
    return keptSigningKey(signingKeyFile(dataDir)).publicKey;
  },
} satisfies KeyParts & { publicKeyOf(dataDir: string): Promise<string> };
