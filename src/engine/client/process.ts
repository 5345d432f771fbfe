// One engine process as the gateway sees it: its channel, its pings, and who must hear when it is gone.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { unreachable } from '../../protocol/unreachable.js';
import { FrameFault, FrameReader, FrameWriter } from '../channel/frames.js';
import type { Capability, ClipResults, FromEngine, ModelsReport, Refusal, ToEngine } from '../channel/messages.js';

/** `waiting` until its start delay is over, `draining` when it takes nothing new. */
export type ProcessState = 'waiting' | 'starting' | 'ready' | 'draining' | 'gone';

export type SessionMessage = Extract<FromEngine, { type: 'event' | 'slice' | 'failed' }>;

/** A session's or a call's handlers for messages of its engine. */
export interface SessionListener {
  heard(message: SessionMessage): void;
  acknowledged(slices: number): void;
  lost(): void;
}
export interface CallListener {
  done(result: ClipResults[Capability]): void;
  failed(refusal: Refusal): void;
  lost(): void;
}

export interface ProcessOptions {
  readonly entry: string;
  /** arguments of the process */
  readonly args: readonly string[];
  readonly startMs: number;
  readonly pingMs: number;
  readonly missedPings: number;
  /** messages that every new engine gets first */
  readonly greeting: () => readonly ToEngine[];
}

/**
 * An engine's garbage is short-lived arrays of scores. With the usual young generation of 16 MiB they pile up to some
 * 50 MiB before they are looked at (40 recognition streams: 243 MiB resident, 165 with 2 MiB; a tenth more CPU).
 */
const nodeFlags = ['--max-semi-space-size=2'];
/** glibc gives each thread a heap of its own and keeps what was freed in each; the engine computes in one thread. */
const oneHeap = { MALLOC_ARENA_MAX: '1' };

/** File descriptor of the pipe in the engine. */
const enginePipe = 3;

export class EngineProcess {
  readonly sessions = new Map<number, SessionListener>();
  readonly calls = new Map<number, CallListener>();
  state: ProcessState = 'waiting';
  rssBytes = 0;
  readyAtMs = 0;
  /** Time from the start to the first message, by its own clock. */
  startMs = 0;
  models: ModelsReport = { serving: [], refused: [] };
  #child: ChildProcess | undefined;
  #pipe: FrameWriter<ToEngine> | undefined;
  #backlog: ToEngine[] = [];
  /** first for the start, then for the pings */
  #watch: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #broken = false;
  #sequence = 0;
  readonly #onReady: Array<() => void> = [];
  readonly #onGone: Array<() => void> = [];
  readonly #delay: NodeJS.Timeout;

  constructor(
    readonly options: ProcessOptions,
    readonly startDelayMs: number,
  ) {
    this.#delay = setTimeout(() => this.#start(), startDelayMs);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get load(): number {
    return this.sessions.size + this.calls.size;
  }

  /** Sends a message; before the process runs, messages are kept and sent then. */
  send(message: ToEngine): void {
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
    const child = spawn(process.execPath, [...nodeFlags, this.options.entry, ...this.options.args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      env: { ...process.env, ...oneHeap },
    });
    this.#child = child;
    child.on('error', () => this.#gone()); // could not be started
    child.on('close', () => this.#gone()); // after the last frame was read
    const pipe = child.stdio[enginePipe] as Duplex;
    const reader = new FrameReader<FromEngine>((message) => this.#take(message));
    pipe.on('data', (chunk: Buffer) => {
      if (!this.#broken) this.#read(reader, chunk);
    });
    pipe.on('error', () => {}); // shows as the exit that caused it
    this.#pipe = new FrameWriter(pipe);
    for (const message of this.options.greeting()) this.send(message);
    for (const message of this.#backlog) this.send(message);
    this.#backlog = [];
    this.#watch = setTimeout(() => this.kill(), this.options.startMs);
  }

  /** An engine that talks rubbish is as good as dead; what it says after that is not read. */
  #read(reader: FrameReader<FromEngine>, chunk: Buffer): void {
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

  #take(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        if (this.state === 'starting') this.state = 'ready';
        this.readyAtMs = performance.now();
        this.startMs = message.startMs;
        this.rssBytes = message.rssBytes;
        this.models = message.models;
        clearTimeout(this.#watch);
        this.#watch = setInterval(() => this.#ping(), this.options.pingMs);
        for (const listener of this.#onReady.splice(0)) listener();
        return;
      case 'pong':
        this.#unanswered = 0;
        this.rssBytes = message.rssBytes;
        return;
      case 'taken':
        for (let at = 0; at < message.counts.length; at += 2) {
          this.sessions.get(message.counts[at] ?? 0)?.acknowledged(message.counts[at + 1] ?? 0);
        }
        return;
      case 'event':
      case 'slice':
      case 'failed': {
        const listener = this.sessions.get(message.session);
        const isLast = message.type === 'failed' || (message.type === 'event' && message.event.type === 'ended');
        if (isLast) this.sessions.delete(message.session);
        listener?.heard(message);
        return;
      }
      case 'clip-done':
      case 'clip-failed': {
        const listener = this.calls.get(message.call);
        this.calls.delete(message.call);
        if (message.type === 'clip-done') listener?.done(message.result);
        else listener?.failed(message.refusal);
        return;
      }
      default:
        unreachable(message);
    }
  }

  #gone(): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    clearTimeout(this.#delay);
    clearInterval(this.#watch);
    const listeners = [...this.sessions.values(), ...this.calls.values()];
    this.sessions.clear();
    this.calls.clear();
    for (const listener of this.#onGone.splice(0)) listener(); // a successor first, so that what is lost can go there
    for (const listener of listeners) listener.lost();
  }
}
