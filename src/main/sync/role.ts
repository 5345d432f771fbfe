// The sync process from its settings to its exit status, either as a process of its own (main/sync.ts) or as a command.
import type { Logger } from 'pino';
import { type ExitCode, exitCodes } from '../../cli/exit.js';
import type { Config } from '../../config/config.js';
import { runSync, SyncBusy } from '../../sync/start.js';

/** Runs until SIGTERM or SIGINT, or until the gateway that started it has gone. */
export async function syncRole(config: Config, log: Logger): Promise<ExitCode> {
  if (config.upstream === '') {
    log.info('sync: no upstream is configured; nothing to do');
    return exitCodes.fine;
  }
  if (config.sync.plain.length > 0 && config.sync.outbox) {
    log.warn(
      'sync: a plain upstream accepts no changes; set sync.outbox to false, otherwise the changes of clients pile up here',
    );
  }
  if (config.sync.contentDirectory !== '') process.umask(0o027); // the gateway runs as another user of the same group
  const ended = new AbortController();
  const end = () => ended.abort();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, end);
  if (process.connected) process.once('disconnect', end);
  try {
    await runSync({ config, log, signal: ended.signal });
    log.info('sync ended');
    return exitCodes.fine;
  } catch (fault) {
    const { code, syscall, path } = fault as NodeJS.ErrnoException;
    const isOfDisk = code !== undefined && syscall !== undefined;
    if (!isOfDisk && !(fault instanceof SyncBusy)) throw fault;
    const ofDisk = `the disk of this box failed (${code} at ${syscall}${path === undefined ? '' : ` of ${path}`})`;
    log.error(`sync: ${isOfDisk ? ofDisk : (fault as SyncBusy).message}`);
    return exitCodes.service;
  } finally {
    for (const signal of signals) process.off(signal, end);
    if (process.connected) process.disconnect();
  }
}
