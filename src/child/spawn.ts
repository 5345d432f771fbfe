// Starts children without copying this process (native/core/process/spawn.h): Node's own spawn() forks, which stops the event loop
// for some 10 ms in a gateway of 150 MB, and longer on a board. A child here has the interface of Node's as far as it is used.
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { processAddon } from '../native/process.js';

/** `inherit`: the same descriptor of this process. `pipe`: a socket in `stdio`. A number: that descriptor of this process. */
export type ChildDescriptor = 'ignore' | 'inherit' | 'pipe' | number;

export interface SpawnOptions {
  readonly stdio: readonly ChildDescriptor[];
  /** Its whole environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Its working directory; that of this process unless given. */
  readonly cwd?: string;
}

interface ChildEvents {
  /** It could not be started, and no other event follows; or it could not be ended. */
  error: [fault: NodeJS.ErrnoException];
  /** It has ended, and its pipes have been read to their end. */
  close: [exitCode: number | null, signal: NodeJS.Signals | null];
}

const [nothing, socketPair] = [-1, -2];
/** The first name of each number: SIGIOT is another name of SIGABRT. */
const signalNames = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name as NodeJS.Signals]),
);

export class Child extends EventEmitter<ChildEvents> {
  /** Its process id; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** This process's end of each pipe; null for other descriptors, and if the child could not be started. */
  readonly stdio: readonly (Socket | null)[];
  #hasEnded = false;

  constructor(file: string, args: readonly string[], { stdio, env, cwd = '' }: SpawnOptions) {
    super();
    if (!isMainThread)
      throw new Error('children are started by the main thread only: they end with the thread that did');
    const environment = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    );
    const descriptors = Int32Array.from(stdio, descriptorOf);
    // An exception of a listener would be lost in a callback of an addon.
    const onEnd = (exitCode: number, signal: number) => {
      this.#hasEnded = true;
      process.nextTick(() => this.#ended(exitCode, signal));
    };
    const { error, pid, ends } = processAddon.spawn(file, [file, ...args], environment, cwd, descriptors, onEnd);
    this.stdio = stdio.map((_, at) => {
      const fd = ends[at] ?? -1;
      return fd < 0 ? null : new Socket({ fd, readable: at > 0, writable: true });
    });
    this.pid = error === 0 ? pid : undefined;
    if (error !== 0) process.nextTick(() => this.emit('error', spawnFault(error, file)));
  }

  get stdin(): Socket | null {
    return this.stdio[0] ?? null;
  }

  get stdout(): Socket | null {
    return this.stdio[1] ?? null;
  }

  get stderr(): Socket | null {
    return this.stdio[2] ?? null;
  }

  /** Does nothing if it has ended. A child that this process may not end gives an `error`. */
  kill(signal: NodeJS.Signals): void {
    if (this.pid === undefined || this.#hasEnded) return;
    try {
      process.kill(this.pid, signal);
    } catch (fault) {
      this.emit('error', fault as NodeJS.ErrnoException);
    }
  }

  #ended(exitCode: number, signal: number): void {
    this.stdin?.destroy(); // nobody reads it
    const open = this.stdio.filter((pipe) => pipe?.closed === false);
    let left = open.length;
    const close = () => {
      if (signal === 0) this.emit('close', exitCode, null);
      else this.emit('close', null, signalNames.get(signal) ?? null);
    };
    if (left === 0) {
      close();
      return;
    }
    for (const pipe of open) {
      pipe?.once('close', () => {
        if (--left === 0) close();
      });
      pipe?.resume(); // a pipe that nobody reads would never end
    }
  }
}

/** Starts a child. It must be followed: without a listener, `error` is thrown. */
export const spawnChild = (file: string, args: readonly string[], options: SpawnOptions): Child =>
  new Child(file, args, options);

function descriptorOf(kind: ChildDescriptor, at: number): number {
  if (kind === 'ignore') return nothing;
  if (kind === 'pipe') return socketPair;
  return kind === 'inherit' ? at : kind;
}

function spawnFault(error: number, file: string): NodeJS.ErrnoException {
  const [code = otherCode(error), words = 'the system refused it'] = getSystemErrorMap().get(-error) ?? [];
  const syscall = `spawn ${file}`;
  return Object.assign(new Error(`${syscall} ${code}: ${words}`), { code, errno: -error, syscall, path: file });
}

/** The name of a code that Node has no words for, such as ENOEXEC for a script without `#!`. */
function otherCode(error: number): string {
  const [name = `errno ${error}`] = Object.entries(constants.errno).find(([, number]) => number === error) ?? [];
  return name;
}
