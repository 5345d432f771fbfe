// Starts children without copying this process (native/core/process/spawn.h): Node's own spawn() forks, which stops the event loop
// for some 10 ms in a gateway of 150 MB, and longer on a board. A child here has the interface of Node's as far as it is used.
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { processAddon } from '../native/process.js';

/** `inherit`: the same descriptor of this process. `pipe`: a socket in `stdio`. A number: that descriptor of this process. */
export type ChildDescriptor = 'ignore' | 'inherit' | 'pipe' | number;

export interface SpawnOptions {
  readonly stdio: readonly ChildDescriptor[];
  /** All of its environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Default: the working directory of this process. */
  readonly cwd?: string;
}

interface ChildEvents {
  /** It could not be started; no other event follows. */
  error: [fault: NodeJS.ErrnoException];
  /** It has ended, and its pipes have been read to their end. */
  close: [exitCode: number | null, signal: NodeJS.Signals | null];
}

const [nothing, socketPair] = [-1, -2];
const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

export class Child extends EventEmitter<ChildEvents> {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** This process's end of each pipe; null for other descriptors, and if the child could not be started. */
  readonly stdio: readonly (Socket | null)[];
  #hasEnded = false;

  constructor(file: string, args: readonly string[], { stdio, env, cwd = '' }: SpawnOptions) {
    super();
    const environment = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    );
    const descriptors = Int32Array.from(stdio, descriptorOf);
    const onEnd = (exitCode: number, signal: number) => this.#ended(exitCode, signal);
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

  /** Does nothing if it has ended. */
  kill(signal: NodeJS.Signals): void {
    if (this.pid !== undefined && !this.#hasEnded) process.kill(this.pid, signal);
  }

  #ended(exitCode: number, signal: number): void {
    this.#hasEnded = true;
    this.stdin?.destroy(); // nobody reads it
    const open = this.stdio.filter((pipe) => pipe?.closed === false);
    let left = open.length;
    const close = () => {
      if (signal === 0) this.emit('close', exitCode, null);
      else this.emit('close', null, (signalNames.get(signal) ?? null) as NodeJS.Signals | null);
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
  const [code = `errno ${error}`, words = 'unknown error'] = getSystemErrorMap().get(-error) ?? [];
  const syscall = `spawn ${file}`;
  return Object.assign(new Error(`${syscall} ${code}: ${words}`), { code, errno: -error, syscall, path: file });
}
