// Chooses the core that a measured process runs on. Without taskset, or on one core, nothing is pinned.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

export const canPin = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;

/** The command prefix that starts a program on that core. @param {number} core */
export const onCore = (core) => (canPin ? ['taskset', '-c', String(core)] : []);

/** All threads of a process that runs. @param {number} pid @param {number} core */
export function pin(pid, core) {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}
