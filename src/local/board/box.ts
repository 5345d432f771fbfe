// A box that runs the image: where things lie on it. On any other machine there is nothing of this.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { CommandFailure, exitCodes } from '../../cli/exit.js';

const bootStateProgram = '/usr/lib/tonegate-board/boot-state';
export const places = {
  version: '/usr/share/tonegate-board/version',
  safeMode: '/run/tonegate-board/safe-mode',
  provisioned: '/data/box/provisioned.json',
  network: '/etc/tonegate/network.json',
  networkUnits: '/run/systemd/network',
  hostname: '/data/box/hostname',
  updates: '/data/updates',
  gatewayData: '/var/lib/tonegate',
} as const;

/** Longest run of a small program of the system, ms. */
const programMs = 60_000;

/** @throws CommandFailure unless this is a box, and the caller is root. */
export function needBox(): void {
  if (!existsSync(places.version)) {
    throw new CommandFailure(
      exitCodes.usage,
      'this machine does not run the tonegate image (docs/board.md); update a Debian package with apt instead',
    );
  }
  if (process.getuid?.() !== 0) throw new CommandFailure(exitCodes.usage, 'only root may do this');
}

export const boxVersion = (): string => readFileSync(places.version, 'utf8').trim();

/** Why the box is in safe mode; undefined: it is not. */
export const safeModeReason = (): string | undefined =>
  existsSync(places.safeMode) ? readFileSync(places.safeMode, 'utf8').trim() : undefined;

/** Standard output of a program of the system. @throws CommandFailure with its last words */
export function runProgram(program: string, args: readonly string[], timeoutMs = programMs): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: timeoutMs });
  if (error === undefined && status === 0) return stdout;
  const said = error?.message ?? lastWords(stderr);
  throw new CommandFailure(exitCodes.service, `${program} ${args[0] ?? ''}: ${said}`);
}

/** The last lines that say something. */
export const lastWords = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-3)
    .join('; ')
    .slice(-600);

export const bootState = {
  /** `BOOT_PENDING` and the like (board/boot/boot.cmd). */
  get: (name: string): string => runProgram(bootStateProgram, ['get', name]).trim(),
  set: (name: string, value: string): void => {
    runProgram(bootStateProgram, ['set', name, value]);
  },
  current: (): string => runProgram(bootStateProgram, ['get-current']).trim(),
  markGood: (slot: string): void => {
    runProgram(bootStateProgram, ['set-state', slot, 'good']);
  },
};
