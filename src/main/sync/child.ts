// Runs the sync process as a child of `tonegate serve`: it is restarted when it dies, and ends with its parent. Calls
// never wait for it.
import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import { builtProgram } from '../../child/program.js';
import type { Config } from '../../config/config.js';
import { backoffMs } from '../../jobs/backoff.js';
import { limits } from '../../protocol/limits.js';

const entry = builtProgram('./start.js', import.meta.url);

export interface SyncChild {
  stop(): Promise<void>;
}

export function startSyncChild(config: Config, log: Logger): SyncChild {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let deaths = 0;
  let stopping = false;
  let onGone = () => {};

  const start = () => {
    const startedAtMs = performance.now();
    const env = { ...process.env, TONEGATE_DATA: config.dataDir, TONEGATE_LOG_LEVEL: config.logLevel };
    child = fork(entry, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('error', (err) => log.error({ err }, 'the sync process could not be started'));
    child.once('close', (code, signal) => {
      child = undefined;
      onGone();
      if (stopping) return;
      deaths = performance.now() - startedAtMs > limits.engine.stableMs ? 0 : deaths + 1;
      const { restartMinMs, restartMaxMs } = limits.engine;
      const waitMs = backoffMs(deaths, { minMs: restartMinMs, maxMs: restartMaxMs, spread: 0 });
      log.error({ code, signal, waitMs }, 'the sync process ended and will be restarted');
      restart = setTimeout(start, waitMs);
    });
  };
  start();

  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (child === undefined) return;
      const gone = new Promise<void>((resolve) => {
        onGone = resolve;
      });
      child.kill('SIGTERM');
      const kill = setTimeout(() => child?.kill('SIGKILL'), limits.sync.stopMs);
      await gone;
      clearTimeout(kill);
    },
  };
}
