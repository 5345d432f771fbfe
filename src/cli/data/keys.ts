// `tonegate key`: makes and changes keys, each in a file of its own.
import { resolve } from 'node:path';
import { Command } from 'commander';
import { dataDirOf } from '../../config/config.js';
import { print } from '../print.js';

interface ChangedKey {
  /** Ids of the old and the new key. */
  readonly before: string;
  readonly now: string;
  /** The file of the old key. */
  readonly keyFile: string;
}

export interface KeyParts {
  /** Makes a key for storage.keyFile and gives its id. */
  makeData(file: string): Promise<string>;
  /**
   * Changes the key of a data directory to that of a new file, which is made if it does not exist. Throws if a gateway
   * runs.
   */
  changeData(dataDir: string, newFile: string): Promise<ChangedKey>;
  /** Makes a private key for signatures and gives its public key. */
  makeSigning(file: string): Promise<string>;
  publicOf(file: string): Promise<string>;
}

export function keyCommand(parts: KeyParts): Command {
  const key = new Command('key').description('create and inspect key files');
  const sub = (name: string, description: string) =>
    key.command(name).description(description).option('--json', 'print one line of JSON on standard output');
  const shown = (flags: { readonly json?: boolean }, publicKey: string) =>
    print(flags, { publicKey }, `${publicKey}\n`);
  sub('new <file>', 'create a key that encrypts a data directory, for storage.keyFile').action(
    async (file: string, flags: { readonly json?: boolean }) => {
      const keyId = await parts.makeData(resolve(file));
      print(
        flags,
        { keyId },
        `${file}: created the key ${keyId}; without this key nobody can read the data that it encrypts\n`,
      );
    },
  );
  sub(
    'change <new-file>',
    'change the key of an encrypted data directory; creates the new key file if it does not exist',
  )
    .option('--data <dir>', 'data directory')
    .action(async (file: string, flags: { readonly json?: boolean; readonly data?: string }) => {
      const newFile = resolve(file);
      const dataDir = dataDirOf({ dataDir: flags.data, env: process.env });
      const { before, now, keyFile } = await parts.changeData(dataDir, newFile);
      const next = `name ${newFile} in storage.keyFile, keep a copy of it away from the box, then destroy ${keyFile}`;
      print(
        flags,
        { before, now },
        `${dataDir}: now opens with the key ${now}, and no longer with the key ${before}; ${next}\n`,
      );
    });
  sub('sign <file>', 'create a private key that signs models or states, and print its public key').action(
    async (file: string, flags: { readonly json?: boolean }) => shown(flags, await parts.makeSigning(resolve(file))),
  );
  sub('public <file>', 'print the public key of a private signing key').action(
    async (file: string, flags: { readonly json?: boolean }) => shown(flags, await parts.publicOf(resolve(file))),
  );
  return key;
}
