// Children begin with less than the gateway has: native/launch takes away files, network, other processes, privileges, memory
// and time, and then becomes the program (docs/hardening.md, "Cages").
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The one place that knows where the launcher lies. */
export const launcherPath = (): string => path.join(root, 'native/build/Release/tonegate-launch');

export interface Cage {
  /** Files, and directories with everything below them, that it may read. One that is not there yet stays out of reach. */
  readonly reads?: readonly string[];
  /** Directories below which it may also write. */
  readonly writes?: readonly string[];
  /** Descriptors that stay open besides 0, 1 and 2. */
  readonly keeps?: readonly number[];
  /** A descriptor that stays open, and whose file it may open again as /proc/self/fd/N. */
  readonly input?: number;
  /** Bytes of address space, and of memory that can be written to. */
  readonly memoryBytes?: number;
  readonly dataBytes?: number;
  readonly cpuS?: number;
  /** Most bytes of a file that it writes. */
  readonly fileBytes?: number;
  /** Descriptors that it may have open. */
  readonly descriptors?: number;
  /** Its niceness above that of the gateway. */
  readonly niceness?: number | undefined;
  /** It makes machine code while it runs. */
  readonly makesCode?: boolean;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** Shared libraries, and facts that the C library asks for. */
const libraries = [
  ...['/usr', '/lib', '/lib64', '/lib32', '/etc/ld.so.cache', '/etc/ld.so.preload', '/etc/localtime'],
  ...['/dev/null', '/dev/urandom', '/dev/random', '/sys/devices/system/cpu', '/sys/devices/system/node'],
];

/** The command that runs `program` (an absolute path) in a cage. */
export function caged(program: string, args: readonly string[], cage: Cage): Command {
  const { reads = [], writes = [], keeps = [], input } = cage;
  const each = (option: string, values: readonly (string | number)[]) =>
    values.flatMap((value) => [option, `${value}`]);
  const one = (option: string, value: number | undefined) => (value === undefined ? [] : [option, `${value}`]);
  return {
    file: launcherPath(),
    args: [
      ...each('--read', [...libraries, ...reads]),
      ...each('--write', writes),
      ...each('--keep', keeps),
      ...one('--input', input),
      ...one('--memory', cage.memoryBytes),
      ...one('--data', cage.dataBytes),
      ...one('--cpu', cage.cpuS),
      ...one('--file-bytes', cage.fileBytes),
      ...one('--files', cage.descriptors),
      ...one('--nice', cage.niceness),
      ...(cage.makesCode === true ? ['--makes-code'] : []),
      '--',
      program,
      ...args,
    ],
  };
}

/** The parts of the installation that our own programs are made of; the data directory may lie beside them. */
const installation = ['dist', 'node_modules', 'native/build/Release', 'package.json'].map((part) =>
  path.join(root, part),
);

/**
 * Node asks how much memory and how many processors there are, and onnxruntime looks for graphics cards. /proc shows no memory
 * and no environment of others.
 */
const machine = ['/proc', '/sys/fs/cgroup', '/sys/devices', '/sys/bus/pci', '/sys/class/drm', '/etc/ssl/openssl.cnf'];

/** The command that runs a program of ours in Node in a cage. `args`: those of Node, the file, and its own. */
export function cagedNode(file: string, nodeFlags: readonly string[], args: readonly string[], cage: Cage): Command {
  const { reads = [], writes = [] } = cage;
  const { NODE_V8_COVERAGE: coverage, LD_PRELOAD: preloaded = '' } = process.env;
  const watchers = preloaded.split(/[: ]/).filter((each) => path.isAbsolute(each));
  return caged(process.execPath, [...nodeFlags, file, ...args], {
    descriptors: 1024,
    ...cage,
    makesCode: true,
    reads: [...installation, ...machine, ...watchers, path.dirname(file), ...reads],
    writes: coverage === undefined ? writes : [...writes, coverage],
  });
}

/** The variables of the gateway's environment that our own programs need; a memory checker that watches it watches them too. */
const passedOn = [
  'LD_PRELOAD',
  'ASAN_OPTIONS',
  'UBSAN_OPTIONS',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'LD_LIBRARY_PATH',
  'ORT_DISABLE_TELEMETRY',
  'NODE_V8_COVERAGE',
];

/** The environment of a program in a cage: what is on the list, and `own`. */
export function cagedEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const passed = passedOn.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(passed as (readonly [string, string])[]), ...own };
}

/** The absolute path of a program that is named by its path, or found on the PATH; undefined: it is not there. */
export function programFile(name: string): string | undefined {
  const places = path.isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? '').split(path.delimiter).map((each) => path.join(each, name));
  for (const place of places) {
    try {
      accessSync(place, constants.X_OK);
      return place;
    } catch {
      // the next one
    }
  }
  return undefined;
}

interface Means {
  /** Version of Landlock; 0: there is none. */
  readonly landlock: number;
  readonly seccomp: boolean;
}

let known: readonly string[] | undefined;

/** The means of cages that this kernel lacks, in words. It is asked once: a kernel stays what it is. */
export function cageGaps(): readonly string[] {
  known ??= gapsOf(meansOfKernel());
  return known;
}

function meansOfKernel(): Means {
  const asked = spawnSync(launcherPath(), ['--report'], { encoding: 'utf8', timeout: 10_000 });
  if (asked.status !== 0) throw new Error(`${launcherPath()} does not run: ${asked.error?.message ?? asked.stderr}`);
  return JSON.parse(asked.stdout) as Means;
}

/** The versions of Landlock from which on it also refuses TCP, and signals to other processes. */
const landlockTcp = 4;

export function gapsOf({ landlock, seccomp }: Means): readonly string[] {
  return [
    ...(landlock === 0 ? ['landlock: children can read the files that the gateway can read'] : []),
    ...(seccomp ? [] : ['seccomp: children can make every system call']),
    ...(!seccomp && landlock < landlockTcp ? ['landlock 4: children can use the network'] : []),
  ];
}
