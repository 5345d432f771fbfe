// `tonegate wipe`: removes everything that a gateway stores, the key first.
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { dataDirOf } from '../../config/config.js';
import { CommandFailure, exitCodes } from '../exit.js';

export interface WipeParts {
  /** Throws if a gateway runs, or if none has ever run here. */
  readonly begin: (dataDir: string) => Wiping;
}

export interface Wiping {
  /** The file of the key; empty if there is no key to destroy. */
  readonly keyFile: string;
  /** Wipes. Gives the reason if the key could not be destroyed; undefined if it was. */
  carryOut(): string | undefined;
  /** Ends without wiping anything. */
  leave(): void;
}

interface Flags {
  readonly data?: string;
  readonly yes?: true;
}

export const wipeCommand = (parts: WipeParts): Command =>
  new Command('wipe')
    .description('destroy the key and everything in the data directory, for good')
    .option('--data <dir>', 'data directory')
    .option('--yes', 'do not ask')
    .action((flags: Flags) => wipe(flags, parts));

async function wipe(flags: Flags, parts: WipeParts): Promise<void> {
  const dataDir = dataDirOf({ dataDir: flags.data, env: process.env });
  const wiping = parts.begin(dataDir);
  const what = wiping.keyFile === '' ? `everything in ${dataDir}` : `${wiping.keyFile} and everything in ${dataDir}`;
  try {
    if (flags.yes !== true) await confirm(what);
  } catch (fault) {
    wiping.leave();
    throw fault;
  }
  const fault = wiping.carryOut();
  if (fault !== undefined) {
    const rest = `${dataDir} is empty now; destroy the key by hand`;
    throw new CommandFailure(exitCodes.service, `the key was not destroyed (${fault}); ${rest}`);
  }
  process.stdout.write(`destroyed ${what}\n`);
}

async function confirm(what: string): Promise<void> {
  if (process.stdin.isTTY !== true) {
    throw new CommandFailure(exitCodes.badInput, `this destroys ${what}; give --yes to confirm without a terminal`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`This destroys ${what}. Type "wipe" to continue: `);
  terminal.close();
  if (answer.trim() !== 'wipe') throw new CommandFailure(exitCodes.badInput, 'nothing was removed');
}
