// One engine process as the gateway sees it: its sessions and calls, and the listeners that must know when it is gone.
import type { SliceMessage } from '../../child/frames.js';
import { type LastingOptions, LastingProcess, type Pong } from '../../child/lasting.js';
import { unreachable } from '../../protocol/unreachable.js';
import type { Capability, ClipResults, FromEngine, ModelsReport, Refusal, ToEngine } from '../channel/messages.js';
import type { EngineLoad } from './admission.js';
import { LoadMeter } from './load-meter.js';
import type { LiveKind, WorkCosts } from './work-costs.js';

export type SessionMessage = Extract<FromEngine, { type: 'event' | 'slice' | 'failed' }>;

export type WorkKind = Extract<ToEngine, { type: 'open' | 'clip' }>['params']['kind'];

/** Handlers of a session or a call for messages of its engine. */
export interface SessionListener {
  readonly kind: WorkKind;
  heard(message: SessionMessage): void;
  acknowledged(slices: number): void;
  /** Time since its oldest slice was due from a client that sends in real time; 0 if none waits. */
  lateMs(nowMs: number): number;
  lost(): void;
}
export interface CallListener {
  readonly kind: WorkKind;
  done(result: ClipResults[Capability]): void;
  failed(refusal: Refusal): void;
  lost(): void;
}

/**
 * An engine's garbage is short-lived arrays of scores. With the usual young generation of 16 MiB they pile up to some
 * 50 MiB before they are collected (40 recognition streams: 243 MiB resident, 165 with 2 MiB; a tenth more CPU).
 *
 * The live part of the old generation has 27 MiB. Without the second option, every 3 MiB of garbage made V8 mark all of
 * it, in steps of up to 30 ms: with 200 calls on one core the slowest hundredth of slices was handled after 59 ms, and
 * with the option after 17.
 */
export const engineFlags = ['--max-semi-space-size=2', '--initial-old-space-size=48'];

type EngineMessage = Exclude<FromEngine, { type: 'listening' }>;

/** The work of an engine, for the log of its death and for the search for the cause. */
export interface EngineWork {
  /** Sessions and whole clips, by kind. */
  readonly sessions: Readonly<Record<string, number>>;
  readonly clips: Readonly<Record<string, number>>;
  /** The model that the engine was loading, as id@version. */
  readonly loading?: string;
}

let lastNumber = 0;

export class EngineProcess extends LastingProcess<ToEngine, EngineMessage> {
  readonly sessions = new Map<number, SessionListener>();
  readonly calls = new Map<number, CallListener>();
  /** One-shots that the engine has, by kind. */
  readonly clips: Record<Capability, number> = { ring: 0, asr: 0 };
  models: ModelsReport = { serving: [], refused: [] };
  /** A number that no other engine of this gateway has, before or after. */
  readonly number = ++lastNumber;
  /** Memory of the process before any work. */
  loadedBytes = 0;
  #loading: string | undefined;
  /** Messages that are kept until the models are loaded. */
  #held: ToEngine[] = [];

  readonly meter: LoadMeter;

  constructor(options: LastingOptions<ToEngine>, startDelayMs: number, costs: WorkCosts) {
    super(options, startDelayMs);
    this.meter = new LoadMeter(costs);
  }

  get load(): number {
    return this.sessions.size + this.calls.size;
  }

  get liveLoad(): EngineLoad {
    const sessions: Record<LiveKind, number> = { ring: 0, asr: 0, tts: 0 };
    for (const { kind } of this.sessions.values()) if (kind !== 'trans') sessions[kind]++;
    return { sessions, lateMs: this.meter.lateMs, liveShare: this.meter.liveShare };
  }

  get work(): EngineWork {
    return {
      sessions: countsOf(this.sessions.values()),
      clips: countsOf(this.calls.values()),
      ...(this.#loading !== undefined && { loading: this.#loading }),
    };
  }

  /**
   * Sends a message about work of this kind: tones are screened before the models are loaded, everything else waits.
   */
  sendFor(kind: WorkKind, message: ToEngine): void {
    if (kind === 'ring' || this.readyAtMs > 0) this.send(message);
    else if (this.state !== 'gone') this.#held.push(message);
  }

  protected take(message: EngineMessage | SliceMessage): void {
    switch (message.type) {
      case 'loading':
        this.#loading = message.model;
        return;
      case 'ready':
        this.models = message.models;
        this.loadedBytes = message.rssBytes;
        this.#loading = undefined;
        for (const held of this.#held.splice(0)) this.send(held);
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
        this.meter.mixed();
        if (message.type === 'clip-done') listener?.done(message.result);
        else listener?.failed(message.refusal);
        return;
      }
      default:
        unreachable(message);
    }
  }

  protected override beat(): void {
    if (this.readyAtMs === 0) return; // loading models blocks the engine
    const nowMs = performance.now();
    let lateMs = this.unansweredMs(nowMs);
    for (const session of this.sessions.values()) lateMs = Math.max(lateMs, session.lateMs(nowMs));
    this.meter.beat(lateMs);
  }

  protected override answered({ activeMs }: Pong): void {
    const hasOther = this.calls.size > 0 || [...this.sessions.values()].some(({ kind }) => kind === 'trans');
    if (hasOther || this.readyAtMs === 0) this.meter.mixed();
    this.meter.answered(activeMs, performance.now());
    if (hasOther) this.meter.mixed();
  }

  protected lost(): void {
    const listeners = [...this.sessions.values(), ...this.calls.values()];
    this.sessions.clear();
    this.calls.clear();
    this.#held = [];
    for (const listener of listeners) listener.lost();
  }
}

function countsOf(listeners: Iterable<{ readonly kind: WorkKind }>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of listeners) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
