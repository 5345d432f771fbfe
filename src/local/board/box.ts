// A box that runs the image: where things lie on it, and the programs of its system. On any other machine there is nothing of this.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import { type Disk, realDisk } from '../../storage/disk.js';

/** Longest run of a small program of the system, ms. */
const programMs = 60_000;

export type Say = (sentence: string) => void;

export interface BoxOptions {
  /** Stands before every path; '' on a box. */
  readonly root?: string;
  /** The environment of programs, such as their PATH. */
  readonly env?: NodeJS.ProcessEnv;
  readonly disk?: Disk;
}

export class Box {
  readonly disk: Disk;
  readonly places: Readonly<Record<keyof typeof places, string>>;
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ root = '', env = process.env, disk = realDisk }: BoxOptions = {}) {
    this.#root = root;
    this.#env = env;
    this.disk = disk;
    this.places = Object.fromEntries(
      Object.entries(places).map(([name, path]) => [name, root + path]),
    ) as typeof this.places;
  }

  /** @throws CommandFailure unless this is a box, and the caller is root. */
  need(): void {
    if (!existsSync(this.places.version)) {
      throw new CommandFailure(
        exitCodes.usage,
        'this machine does not run the tonegate image (docs/board.md); update a Debian package with apt instead',
      );
    }
    if (this.#root === '' && process.getuid?.() !== 0)
      throw new CommandFailure(exitCodes.usage, 'only root may do this');
  }

  get version(): string {
    return readFileSync(this.places.version, 'utf8').trim();
  }

  /** The reason why the box is in safe mode; undefined if it is not. */
  get safeMode(): string | undefined {
    return existsSync(this.places.safeMode) ? readFileSync(this.places.safeMode, 'utf8').trim() : undefined;
  }

  /** Standard output of a program of the system. @throws CommandFailure with its last words */
  run(program: string, args: readonly string[], timeoutMs = programMs): string {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...{ encoding: 'utf8', timeout: timeoutMs, env: this.#env, maxBuffer: mostOutputBytes },
    });
    if (error === undefined && status === 0) return stdout;
    const isLate = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
    const said = isLate ? `took longer than ${timeoutMs / 1_000} s` : (error?.message ?? lastWords(stderr));
    throw new CommandFailure(exitCodes.service, `${program} ${args[0] ?? ''}: ${said}`);
  }

  /** The boot state (board/boot/boot.cmd): `BOOT_PENDING` and the like. */
  bootState(...args: readonly string[]): string {
    return this.run(this.places.bootState, args).trim();
  }

  restart(): void {
    this.run('systemctl', ['reboot']);
  }

  /** True for a unit that runs or is starting. */
  isRunning(unit: string): boolean {
    try {
      const state = this.run('systemctl', ['show', '--property=ActiveState', '--value', unit]).trim();
      return ['active', 'activating', 'reloading'].includes(state);
    } catch {
      return false;
    }
  }

  /** Gives a file to a user of the system. */
  readonly give = (file: string, user: string): void => {
    const entry = readFileSync(`${this.#root}/etc/passwd`, 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${user}:`));
    if (entry === undefined) throw new CommandFailure(exitCodes.service, `this box has no user ${user}`);
    const [, , uid, gid] = entry.split(':');
    chownSync(file, Number(uid), Number(gid));
  };

  /** A sentence that the person in front of the box sees, too. */
  onConsole(say: Say): Say {
    return (sentence) => {
      say(sentence);
      try {
        writeFileSync(join(`${this.#root}/`, 'dev/console'), `tonegate: ${sentence}\n`);
      } catch {
        // There is no console.
      }
    };
  }
}

/** `rauc info` prints a few KiB. */
const mostOutputBytes = 1024 * 1024;

const places = {
  version: '/usr/share/tonegate-board/version',
  bootState: '/usr/lib/tonegate-board/boot-state',
  safeMode: '/run/tonegate-board/safe-mode',
  /** The status file for programs that do not run as root. */
  status: '/run/tonegate-board/status.json',
  /** The file with the reason why board/update/check-bundle refused the last bundle. */
  refusal: '/run/tonegate-board/refusal',
  /** The file with the outcome of the last order. */
  outcome: '/run/tonegate-board/outcome',
  /** The directory in which the sync process leaves bundles and orders. */
  content: '/var/lib/tonegate-content',
  provisioned: '/data/box/provisioned.json',
  provisioning: '/data/box/provisioning.json',
  triedBundles: '/data/box/tried-bundles.json',
  hostname: '/data/box/hostname',
  settings: '/etc/tonegate',
  networkUnits: '/run/systemd/network',
  updates: '/data/updates',
  gatewayData: '/var/lib/tonegate',
  syncData: '/var/lib/tonegate-sync',
} as const;

/** The last lines that say something. Lines like `rauc-Message: …` tell of progress alone. */
export const lastWords = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[a-z]+-(Message|DEBUG): /.test(line))
    .slice(-3)
    .join('; ')
    .slice(-600);
