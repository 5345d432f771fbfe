// A child process that stays, as the gateway sees it: its channel, its pings, and who must hear when it is gone. Whoever owns a
// kind of child adds its messages (engine/client, understanding/client).
import { cagedEnvironment, cagedNode } from './cage.js';
import { FrameFault, FrameReader, FrameWriter, type SliceMessage } from './frames.js';
import { Pulse, vitalsOf } from './pulse.js';
import { type Child, spawnChild } from './spawn.js';

/** `waiting` until its start delay is over, `loading` while it does part of its work already, `draining` when it takes nothing new. */
export type ProcessState = 'waiting' | 'starting' | 'loading' | 'ready' | 'draining' | 'gone';

/** The message that every such child understands: finish what is open, then exit. */
export type ToLasting = { readonly type: 'stop' };

/** The first message of such a child, unless it was `listening`. `startMs`: time from its start, by its own clock. */
export interface FromLasting {
  readonly type: 'ready';
  readonly startMs: number;
  readonly rssBytes: number;
}

/** The gateway's question whether the child lives, sent at a steady rate; `parent` answers it. */
export interface Ping {
  readonly type: 'ping';
  readonly sequence: number;
}

export interface Pong {
  readonly type: 'pong';
  readonly sequence: number;
  readonly rssBytes: number;
  /** time in which its event loop was busy, or waited for a CPU, since its start */
  readonly activeMs: number;
}

/** Sent, before it is ready, by a child that can already serve what needs no loading. */
export interface Listening {
  readonly type: 'listening';
  readonly startMs: number;
  readonly rssBytes: number;
}

export interface LastingOptions<To> {
  readonly entry: string;
  /** arguments of the process */
  readonly args: readonly string[];
  /** arguments of node */
  readonly nodeFlags: readonly string[];
  /** Files and directories that it reads, besides the program itself. */
  readonly reads: readonly string[];
  /** its niceness above that of the gateway */
  readonly niceness?: number;
  readonly startMs: number;
  readonly pingMs: number;
  /** see PulseLimits */
  readonly missedPings: number;
  readonly busyPings: number;
  readonly frameBytes: number;
  /** messages that every new child gets first */
  readonly greeting: () => readonly To[];
}

/** The end of a child process. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** why it was killed from here */
  readonly killed?: string;
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
  /** The end of the child; undefined while it lives, and if it could not be started. */
  ending: Ending | undefined;
  #child: Child | undefined;
  #pipe: FrameWriter<To | ToLasting | Ping> | undefined;
  #backlog: (To | ToLasting | Ping)[] = [];
  #startWatch: NodeJS.Timeout | undefined;
  #pings: NodeJS.Timeout | undefined;
  readonly #pulse: Pulse;
  #killed: string | undefined;
  #broken = false;
  #sequence = 0;
  /** The times of the pings that are not answered yet, oldest first. */
  readonly #pingedAtMs: number[] = [];
  readonly #onReady: Array<() => void> = [];
  readonly #onGone: Array<() => void> = [];
  readonly #delay: NodeJS.Timeout;

  constructor(
    readonly options: LastingOptions<To>,
    readonly startDelayMs: number,
  ) {
    this.#pulse = new Pulse(options, () => vitalsOf(this.pid));
    this.#delay = setTimeout(() => this.#start(), startDelayMs);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The amount of work that it has. */
  abstract get load(): number;

  /** A message besides pongs. */
  protected abstract take(message: From | SliceMessage): void;

  /** It is gone: whoever waits for it must hear. */
  protected abstract lost(): void;

  /** A ping is about to be sent. */
  protected beat(): void {}

  /** A ping was answered. */
  protected answered(_pong: Pong): void {}

  /** The time for which the oldest ping has waited for its answer, ms. A message sent now would wait as long. */
  protected unansweredMs(nowMs: number): number {
    return nowMs - (this.#pingedAtMs[0] ?? nowMs);
  }

  /** Sends a message; before the process runs, messages are kept and sent then. */
  send(message: To | ToLasting | Ping): void {
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

  /** Gives the process no new work. It may finish open work and then exits; after `graceMs` it is killed. */
  retire(graceMs: number): void {
    if (this.state === 'gone') return;
    if (this.#child === undefined) {
      this.#gone();
      return;
    }
    this.state = 'draining';
    this.#pipe?.sendLast({ type: 'stop' });
    const grace = setTimeout(() => this.kill('it did not stop in time'), graceMs);
    this.onGone(() => clearTimeout(grace));
  }

  /** `why`: a clause for the log. */
  kill(why: string): void {
    this.#killed ??= why;
    this.#child?.kill('SIGKILL');
  }

  #start(): void {
    this.state = 'starting';
    const { nodeFlags, entry, args, reads, niceness, frameBytes, greeting, startMs } = this.options;
    const command = cagedNode(entry, nodeFlags, args, { reads, niceness, keeps: [childPipe] });
    const child = spawnChild(command.file, command.args, {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      env: cagedEnvironment(oneHeap),
    });
    this.#child = child;
    child.on('error', () => this.#gone()); // could not be started
    child.on('close', (exitCode, signal) => {
      this.ending = { exitCode, signal, ...(this.#killed !== undefined && { killed: this.#killed }) };
      this.#gone(); // after the last frame was read
    });
    const pipe = child.stdio[childPipe];
    if (pipe === null || pipe === undefined) return; // it could not be started, and its error follows
    const reader = new FrameReader<From | FromLasting | Pong | Listening>((message) => this.#take(message), frameBytes);
    pipe.on('data', (chunk: Buffer) => {
      if (!this.#broken) this.#read(reader, chunk);
    });
    pipe.on('error', () => {}); // shows as the exit that caused it
    this.#pipe = new FrameWriter(pipe);
    for (const message of greeting()) this.send(message);
    for (const message of this.#backlog) this.send(message);
    this.#backlog = [];
    this.#startWatch = setTimeout(() => this.kill('it did not start in time'), startMs);
  }

  /** A child that sends invalid data counts as dead; what it sends after that is not read. */
  #read(reader: FrameReader<From | FromLasting | Pong | Listening>, chunk: Buffer): void {
    try {
      reader.push(chunk);
    } catch (fault) {
      if (!(fault instanceof FrameFault)) throw fault;
      this.#broken = true;
      this.kill(`it sent an invalid message: ${fault.message}`);
    }
  }

  #ping(): void {
    const why = this.#pulse.beat(this.readyAtMs === 0);
    if (why !== undefined) {
      this.kill(why);
      return;
    }
    this.beat();
    this.#pingedAtMs.push(performance.now());
    this.send({ type: 'ping', sequence: ++this.#sequence });
  }

  #take(message: From | FromLasting | Pong | Listening | SliceMessage): void {
    if (isPong(message)) {
      this.#pulse.answered();
      this.#pingedAtMs.shift();
      this.rssBytes = message.rssBytes;
      this.answered(message);
      return;
    }
    if (isListening(message)) {
      this.#heard(message, 'loading');
      return;
    }
    if (!isReady(message)) {
      this.take(message as From | SliceMessage);
      return;
    }
    this.readyAtMs = performance.now();
    clearTimeout(this.#startWatch);
    this.#heard(message, 'ready');
    this.take(message as unknown as From); // it may say more at its start
    for (const listener of this.#onReady.splice(0)) listener();
  }

  #heard({ startMs, rssBytes }: FromLasting | Listening, state: 'loading' | 'ready'): void {
    if (this.state === 'starting' || this.state === 'loading') this.state = state;
    this.startMs ||= startMs;
    this.rssBytes = rssBytes;
    this.#pings ??= setInterval(() => this.#ping(), this.options.pingMs);
  }

  #gone(): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    clearTimeout(this.#delay);
    clearTimeout(this.#startWatch);
    clearInterval(this.#pings);
    for (const listener of this.#onGone.splice(0)) listener(); // a successor first, so that what is lost can go there
    this.lost();
  }
}

const isPong = (message: Message): message is Pong => message.type === 'pong';
const isListening = (message: Message): message is Listening => message.type === 'listening';
const isReady = (message: Message): message is FromLasting => message.type === 'ready';
