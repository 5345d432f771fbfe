// A child process that stays, as the gateway sees it: its channel, its pings, and who must hear when it is gone. Whoever owns a
// kind of child adds its messages (engine/client, understanding/client).
import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { FrameFault, FrameReader, FrameWriter, type SliceMessage } from './frames.js';

/** `waiting` until its start delay is over, `draining` when it takes nothing new. */
export type ProcessState = 'waiting' | 'starting' | 'ready' | 'draining' | 'gone';

/** The messages that every such child understands. */
export type ToLasting =
  | { readonly type: 'ping'; readonly sequence: number }
  /** finish what is open, then exit */
  | { readonly type: 'stop' };

/** The messages of every such child. `startMs`: time from its start to this message, by its own clock. */
export type FromLasting =
  | { readonly type: 'ready'; readonly startMs: number; readonly rssBytes: number }
  | { readonly type: 'pong'; readonly sequence: number; readonly rssBytes: number };

export interface LastingOptions<To> {
  readonly entry: string;
  /** arguments of the process */
  readonly args: readonly string[];
  /** arguments of node */
  readonly nodeFlags: readonly string[];
  readonly startMs: number;
  readonly pingMs: number;
  readonly missedPings: number;
  readonly frameBytes: number;
  /** messages that every new child gets first */
  readonly greeting: () => readonly To[];
}

/** glibc gives each thread a heap of its own and keeps what was freed in each; such a child computes in one thread. */
const oneHeap = { MALLOC_ARENA_MAX: '1' };

/** File descriptor of the pipe in the child. */
export const childPipe = 3;

interface Message {
  readonly type: string;
}

export abstract class LastingProcess<To extends Message, From extends Message> {
  state: ProcessState = 'waiting';
  rssBytes = 0;
  readyAtMs = 0;
  /** Time from the start to the first message, by its own clock. */
  startMs = 0;
  #child: ChildProcess | undefined;
  #pipe: FrameWriter<To | ToLasting> | undefined;
  #backlog: (To | ToLasting)[] = [];
  /** first for the start, then for the pings */
  #watch: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #broken = false;
  #sequence = 0;
  readonly #onReady: Array<() => void> = [];
  readonly #onGone: Array<() => void> = [];
  readonly #delay: NodeJS.Timeout;

  constructor(
    readonly options: LastingOptions<To>,
    readonly startDelayMs: number,
  ) {
    this.#delay = setTimeout(() => this.#start(), startDelayMs);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How much it has to do. */
  abstract get load(): number;

  /** A message besides pongs. */
  protected abstract take(message: From | SliceMessage): void;

  /** It is gone: whoever waits for it must hear. */
  protected abstract lost(): void;

  /** Sends a message; before the process runs, messages are kept and sent then. */
  send(message: To | ToLasting): void {
    if (this.state === 'gone') return;
    if (this.#pipe === undefined) this.#backlog.push(message);
    else this.#pipe.send(message);
  }

  onReady(listener: () => void): void {
    this.#onReady.push(listener);
  }

  onGone(listener: () => void): void {
    this.#onGone.push(listener);
  }

  /** Nothing new; what is open may finish, then the process exits. After `graceMs` it is killed. */
  retire(graceMs: number): void {
    if (this.state === 'gone') return;
    if (this.#child === undefined) {
      this.#gone();
      return;
    }
    this.state = 'draining';
    this.send({ type: 'stop' });
    const grace = setTimeout(() => this.kill(), graceMs);
    this.onGone(() => clearTimeout(grace));
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  #start(): void {
    this.state = 'starting';
    const { nodeFlags, entry, args, frameBytes, greeting, startMs } = this.options;
    const child = spawn(process.execPath, [...nodeFlags, entry, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      env: { ...process.env, ...oneHeap },
    });
    this.#child = child;
    child.on('error', () => this.#gone()); // could not be started
    child.on('close', () => this.#gone()); // after the last frame was read
    const pipe = child.stdio[childPipe] as Duplex;
    const reader = new FrameReader<From | FromLasting>((message) => this.#take(message), frameBytes);
    pipe.on('data', (chunk: Buffer) => {
      if (!this.#broken) this.#read(reader, chunk);
    });
    pipe.on('error', () => {}); // shows as the exit that caused it
    this.#pipe = new FrameWriter(pipe);
    for (const message of greeting()) this.send(message);
    for (const message of this.#backlog) this.send(message);
    this.#backlog = [];
    this.#watch = setTimeout(() => this.kill(), startMs);
  }

  /** A child that talks rubbish is as good as dead; what it says after that is not read. */
  #read(reader: FrameReader<From | FromLasting>, chunk: Buffer): void {
    try {
      reader.push(chunk);
    } catch (fault) {
      if (!(fault instanceof FrameFault)) throw fault;
      this.#broken = true;
      this.kill();
    }
  }

  #ping(): void {
    if (this.#unanswered >= this.options.missedPings) {
      this.kill();
      return;
    }
    this.#unanswered++;
    this.send({ type: 'ping', sequence: ++this.#sequence });
  }

  #take(message: From | FromLasting | SliceMessage): void {
    if (isPong(message)) {
      this.#unanswered = 0;
      this.rssBytes = message.rssBytes;
      return;
    }
    if (!isReady(message)) {
      this.take(message as From | SliceMessage);
      return;
    }
    if (this.state === 'starting') this.state = 'ready';
    this.readyAtMs = performance.now();
    this.startMs = message.startMs;
    this.rssBytes = message.rssBytes;
    this.take(message as unknown as From); // it may say more at its start
    clearTimeout(this.#watch);
    this.#watch = setInterval(() => this.#ping(), this.options.pingMs);
    for (const listener of this.#onReady.splice(0)) listener();
  }

  #gone(): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    clearTimeout(this.#delay);
    clearInterval(this.#watch);
    for (const listener of this.#onGone.splice(0)) listener(); // a successor first, so that what is lost can go there
    this.lost();
  }
}

type Pong = Extract<FromLasting, { type: 'pong' }>;
type Ready = Extract<FromLasting, { type: 'ready' }>;

const isPong = (message: Message): message is Pong => message.type === 'pong';
const isReady = (message: Message): message is Ready => message.type === 'ready';
