// Messages to systemd (sd_notify): the gateway is ready, its state, that it is stopping, and that it is alive. Without
// NOTIFY_SOCKET nothing is sent.

import { processAddon } from '../../native/process.js';

export interface ServiceManager {
  /** Interval at which signs of life are due; undefined if none are wanted. */
  readonly watchdogMs: number | undefined;
  /** False if nobody received it. */
  tell(notice: Notice): boolean;
}

export type Notice =
  | { readonly is: 'ready' | 'stopping' | 'alive' }
  /** One line for `systemctl status`. */
  | { readonly status: string };

const lines = { ready: 'READY=1', stopping: 'STOPPING=1', alive: 'WATCHDOG=1' } as const;

export function serviceManager(env: NodeJS.ProcessEnv = process.env): ServiceManager {
  const address = env.NOTIFY_SOCKET;
  if (address === undefined || address === '') return { watchdogMs: undefined, tell: () => false };
  const isMine = env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === process.pid;
  const us = isMine ? Number(env.WATCHDOG_USEC ?? 0) : 0;
  return {
    watchdogMs: us > 0 ? us / 1_000 : undefined,
    tell: (notice) => {
      const line = 'is' in notice ? lines[notice.is] : `STATUS=${notice.status.replaceAll('\n', ' ')}`;
      return processAddon.notify(address, line) === 0;
    },
  };
}
