// `tonegate backup` and `tonegate restore`: save and restore everything that a gateway stores, as one file.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { dataDirOf } from '../../config/config.js';
import { restoreSignal } from '../../ops/data-dir.js';
import { makingFault } from '../../protocol/file-fault.js';
import { limits } from '../../protocol/limits.js';
import { awaitedDisk } from '../../storage/awaited-disk.js';
import { gatewayForRestore, gatewayHealth, runningStream } from '../admin-call.js';
import { CommandFailure, exitCodes } from '../exit.js';

export interface BackupParts {
  /** The archive of a data directory on which no gateway runs; 'inUse' if another process has its database open. */
  readonly archiveOf: (dataDir: string) => Promise<ClosableArchive | 'inUse'>;
  /** Reads the whole archive and throws if anything in it is wrong. */
  readonly check: (file: string) => Promise<ArchiveFacts>;
  /** 'inUse': a gateway runs on the data directory. */
  readonly restore: (file: string, dataDir: string, replaces: boolean) => Promise<ArchiveFacts | 'inUse'>;
  /**
   * Unpacks and checks an archive for the gateway that runs on the data directory. `use` waits until the gateway has taken the
   * content, whose id it gets; content that was not taken is removed afterwards.
   */
  readonly stage: (file: string, dataDir: string, use: (id: string) => Promise<void>) => Promise<ArchiveFacts>;
  /** True until the gateway has taken it. */
  readonly isStaged: (dataDir: string, id: string) => boolean;
}

export interface ClosableArchive {
  readonly archive: Readable;
  close(): Promise<void>;
}

export interface ArchiveFacts {
  readonly madeAtMs: number;
  readonly files: readonly { readonly bytes: number }[];
}

interface RestoreFlags {
  readonly data?: string;
  readonly replace?: true;
}

interface BackupFlags {
  readonly data?: string;
  readonly force?: true;
}

export const backupCommand = (parts: BackupParts): Command =>
  new Command('backup')
    .description('write all data of a gateway into one file, whether the gateway is running or not')
    .argument('<file>', 'the archive (tar); it holds secrets')
    .option('--data <dir>', 'data directory')
    .option('--force', 'replace the file if it exists')
    .action((file: string, flags: BackupFlags) => backup(resolve(file), flags, parts));

export const restoreCommand = (parts: BackupParts): Command =>
  new Command('restore')
    .description(
      'put a backup into an empty data directory, or with --replace into any, even while a gateway serves it',
    )
    .argument('<file>', 'an archive from `tonegate backup`')
    .option('--data <dir>', 'data directory')
    .option('--replace', 'remove the present contents of the data directory; a gateway that serves them restarts')
    .action((file: string, flags: RestoreFlags) => restore(resolve(file), flags, parts));

async function restore(file: string, flags: RestoreFlags, parts: BackupParts): Promise<void> {
  const dataDir = dataDirOf({ dataDir: flags.data, env: process.env });
  const restored = await parts.restore(file, dataDir, flags.replace === true);
  if (restored !== 'inUse') {
    process.stdout.write(`${dataDir}: restored ${shown(restored)}\n`);
    return;
  }
  if (gatewayForRestore(dataDir) === undefined) {
    const advice = 'stop the gateway, restore, and start it again; or restore into another directory (--data)';
    throw new CommandFailure(exitCodes.service, `${dataDir}: a gateway runs on this data directory; ${advice}`);
  }
  if (flags.replace !== true) {
    const advice = 'give --replace, which removes its present contents and restarts it, or another directory (--data)';
    throw new CommandFailure(exitCodes.badInput, `${dataDir}: a gateway serves this data directory; ${advice}`);
  }
  const facts = await parts.stage(file, dataDir, (id) => handOver(dataDir, id, parts));
  process.stdout.write(`${dataDir}: restored ${shown(facts)}; the gateway serves it\n`);
}

const { restartMs, restartLookMs, settleMs } = limits.backup;

/** Tells the gateway about the content, and waits until it serves it. */
async function handOver(dataDir: string, id: string, { isStaged }: BackupParts): Promise<void> {
  const failed = (why: string, cause?: unknown) =>
    new CommandFailure(exitCodes.service, `${dataDir}: ${why}`, { cause });
  const gateway = gatewayForRestore(dataDir);
  const isThere = gateway !== undefined && (await gatewayHealth(dataDir)) !== undefined;
  if (!isThere) throw failed('the gateway ended while the backup was unpacked; nothing was changed: restore again');
  try {
    process.kill(gateway.pid, restoreSignal);
  } catch (fault) {
    throw failed(`the gateway cannot be told (process ${gateway.pid}); nothing was changed`, fault);
  }
  process.stderr.write('the backup is good; the gateway ends its calls and restarts with it\n');
  let goneMs: number | undefined;
  for (const endMs = performance.now() + restartMs; performance.now() < endMs; await sleep(restartLookMs)) {
    const now = gatewayForRestore(dataDir);
    if (now?.restore?.id === id && now.restore.fault === undefined) return;
    if (now?.restore?.id === id) throw new CommandFailure(exitCodes.badInput, `${dataDir}: ${now.restore.fault}`);
    if (now === undefined || isStaged(dataDir, id)) continue;
    goneMs ??= performance.now(); // it may be about to report that it has taken the content
    if (performance.now() - goneMs > settleMs)
      throw failed('the gateway ended before it took the backup, and another one serves what was there: restore again');
  }
  throw failed(
    isStaged(dataDir, id)
      ? `the gateway has not ended its calls after ${restartMs / 1_000} s; nothing was changed: restore again`
      : `the backup is in place, but no gateway has served it after ${restartMs / 1_000} s; its log says why`,
  );
}

async function backup(file: string, flags: BackupFlags, parts: BackupParts): Promise<void> {
  if (existsSync(file) && flags.force !== true) {
    throw new CommandFailure(exitCodes.badInput, `${file}: already exists; name another file, or give --force`);
  }
  needPlace(file);
  const dataDir = dataDirOf({ dataDir: flags.data, env: process.env });
  const running = await runningStream(dataDir, '/admin/backup');
  const local = running === undefined ? await parts.archiveOf(dataDir) : undefined;
  if (local === 'inUse') {
    const why = 'another process has the database open, but no gateway answers for it; try again';
    throw new CommandFailure(exitCodes.service, `${dataDir}: ${why}`);
  }
  const part = `${file}.part`;
  try {
    await write(part, (running ?? local?.archive) as AsyncIterable<Uint8Array>);
    const facts = await parts.check(part);
    await awaitedDisk.rename(part, file);
    await awaitedDisk.syncDirectory(dirname(file));
    process.stdout.write(`${file}: ${shown(facts)}\n`);
  } catch (fault) {
    await awaitedDisk.remove(part);
    throw fault;
  } finally {
    await local?.close();
  }
}

/** Refuses a place that cannot take the file, before the gateway copies anything. */
function needPlace(file: string): void {
  const unfit = (reason: string, cause?: unknown) =>
    new CommandFailure(exitCodes.badInput, `${file}: cannot be written: ${reason}`, { cause });
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw unfit('it is a directory');
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (fault) {
    throw unfit(makingFault(fault), fault);
  }
}

async function write(part: string, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const out = await awaitedDisk.create(part);
  try {
    for await (const piece of archive) await out.append(piece);
    await out.sync();
  } finally {
    await out.close();
  }
}

function shown({ files, madeAtMs }: ArchiveFacts): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return `${files.length} files, ${megabytes.toFixed(1)} MB, as they were at ${new Date(madeAtMs).toISOString()}`;
}
