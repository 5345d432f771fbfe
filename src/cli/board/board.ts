// `tonegate board` and `tonegate update` look after a box that runs the image (docs/board.md). They work only on such a
// box, and only for root.
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';

export interface BoardStatus {
  /** The kind of box, as bundles name it. */
  readonly product: string;
  readonly version: string;
  readonly slot: string;
  /** The slot of an update that is being tried; empty if there is none. */
  readonly pending: string;
  readonly order: string;
  readonly triesLeft: { readonly A: number; readonly B: number };
  readonly safeMode?: string;
}

export interface UpdateOrder {
  /** A file name or an http(s) address. */
  readonly source: string;
  readonly allowDowngrade: boolean;
  readonly restart: boolean;
}

/**
 * The work of the commands. Every function but `meetDatabase` throws CommandFailure if this machine is not a box or the
 * caller is not root.
 */
export interface Board {
  status(): BoardStatus;
  /**
   * Installs an update. `say` gets each step in plain words. Resolves when the bundle is installed or the box is about
   * to restart.
   */
  update(order: UpdateOrder, say: (sentence: string) => void): Promise<void>;
  /** Installs the newest bundle of a mounted stick. */
  updateFromStick(folder: string, say: (sentence: string) => void): Promise<void>;
  /** Carries out the order of the sync process: an installation from its content, or a restart. */
  carryOutOrder(say: (sentence: string) => void): void;
  /** Takes over the settings of a mounted stick. */
  provision(folder: string, say: (sentence: string) => void): void;
  /** Runs before the services start: writes the network units, and settles the database after a rollback. */
  prepare(say: (sentence: string) => void): void;
  /** Settles the database after a rollback, and returns what was done. The caller need not be root. */
  meetDatabase(dataDir: string): string | undefined;
  leaveSafeMode(say: (sentence: string) => void): void;
  factoryReset(say: (sentence: string) => void): void;
}

export type OpenBoard = () => Promise<Board>;

const say = (sentence: string): void => {
  process.stderr.write(`tonegate: ${sentence}\n`);
};

export function boardCommand(open: OpenBoard): Command {
  const command = new Command('board').description('manage a box that runs the tonegate image');
  command
    .command('status')
    .description('print the version, the slots and their remaining boot attempts')
    .option('--json', 'print one line of JSON')
    .action(async (flags: { json?: boolean }) => {
      const status = (await open()).status();
      print(flags, status, statusText(status));
    });
  command
    .command('provision <dir>')
    .description('apply config.json and network.json from this directory; if one is invalid, nothing changes')
    .action(async (folder: string) => (await open()).provision(folder, say));
  command
    .command('update-from-stick <dir>')
    .description('install the newest bundle in this directory')
    .action(async (folder: string) => (await open()).updateFromStick(folder, say));
  command
    .command('carry-out-order')
    .description('run by the system when the sync process requests an update or a restart')
    .action(async () => (await open()).carryOutOrder(say));
  command
    .command('prepare')
    .description('run by the system on every boot: set up the network, and restore the database after a rollback')
    .action(async () => (await open()).prepare(say));
  command
    .command('meet-database <dir>')
    .description('run by `prepare` as the owner of the database: restore it after a rollback')
    .action(async (dataDir: string) => {
      const done = (await open()).meetDatabase(dataDir);
      if (done !== undefined) process.stdout.write(`${done}\n`);
    });
  command
    .command('leave-safe-mode')
    .description('mark the running slot as good, and restart with the engines on')
    .action(async () => (await open()).leaveSafeMode(say));
  command
    .command('factory-reset')
    .description('destroy all data on this box and restart with new keys')
    .option('--yes', 'do not ask')
    .action(async (flags: { yes?: boolean }) => {
      const board = await open();
      board.status(); // fails first if this machine is not a box
      if (flags.yes !== true) await confirm();
      board.factoryReset(say);
    });
  return command;
}

export function updateCommand(open: OpenBoard): Command {
  return new Command('update')
    .description('install an update bundle (.raucb) from a file or a URL, and restart into it')
    .argument('<source>', 'file or http(s) URL')
    .option('--allow-downgrade', 'install even an older version or the version that is running')
    .option('--no-restart', 'do not restart after the installation')
    .action(async (source: string, flags: { allowDowngrade?: boolean; restart: boolean }) => {
      const order = { source, allowDowngrade: flags.allowDowngrade === true, restart: flags.restart };
      await (await open()).update(order, say);
    });
}

function statusText({ version, slot, pending, order, triesLeft, safeMode }: BoardStatus): string {
  const lines = [
    `version ${version}, slot ${slot}`,
    `boot order ${order}; boot attempts left: A ${triesLeft.A}, B ${triesLeft.B}`,
    pending === '' ? 'no update is being tried' : `the update in slot ${pending} is being tried`,
  ];
  if (safeMode !== undefined) lines.push(`safe mode: ${safeMode}`);
  return `${lines.join('\n')}\n`;
}

async function confirm(): Promise<void> {
  if (process.stdin.isTTY !== true) {
    throw new CommandFailure(
      exitCodes.badInput,
      'this destroys all data on the box; give --yes to confirm without a terminal',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('This destroys all data on the box. Type "reset" to continue: ');
  terminal.close();
  if (answer.trim() !== 'reset') throw new CommandFailure(exitCodes.badInput, 'nothing was changed');
}
