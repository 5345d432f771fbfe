// One-shots on their way to the engines. Screening and recognition wait in lanes of their own, so that neither takes
// the room of the other. Within a lane, clients take turns, however many clips each of them has sent. Engines hold only
// a few clips at once: a waiting clip can be withdrawn, and a later clip can go first if it is that client's turn.
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { type Client, clientKey } from '../../shares/client.js';
import { type Booking, Share } from '../../shares/share.js';
import type { OnRefused } from '../../shares/shares.js';
import type { Capability, ClipParams, ClipResults } from '../channel/messages.js';
import { claimedClipMs } from './clip-length.js';
import { ClipLost } from './clip-lost.js';
import { ClipPace } from './clip-pace.js';
import type { EngineProcess } from './process.js';

export interface ClipOrigin {
  readonly client?: Client;
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal;
}

interface Clip {
  readonly params: ClipParams;
  readonly bytes: Uint8Array;
  /** The clip's claimed length. */
  readonly audioMs: number;
  /** The client, for taking turns. */
  readonly key: string;
  resolve(result: ClipResults[Capability]): void;
  reject(reason: unknown): void;
  /** True once the clip has its result or its refusal. */
  isOver: boolean;
}

export interface ClipQueueParts {
  /** The engine for one more clip, the one with the fewest of that kind; throws ENGINE_UNAVAILABLE. */
  readonly engine: (kind: Capability) => EngineProcess;
  readonly nextCall: () => number;
  /** Throws OVERLOADED if the engine cannot hear its present work in time. */
  readonly need: (process: EngineProcess) => void;
  /** Longest wait; a clip that would wait longer is refused. */
  readonly waitMs: number;
  readonly engines: number;
  /** Number of clips of each kind for each engine. */
  readonly oneShotQueue: number;
  readonly onRefused?: OnRefused | undefined;
}

const { oneShotAudioMs, ringAtOnce, asrAtOnce } = limits.shares;
const atOnce: Readonly<Record<Capability, number>> = { ring: ringAtOnce, asr: asrAtOnce };
const whats: Readonly<Record<Capability, string>> = { ring: 'ring screening', asr: 'recognition' };
const gone = 'the client disconnected before its audio was processed';

export class ClipQueue {
  readonly #parts: ClipQueueParts;
  readonly #lanes: Readonly<Record<Capability, Lane>>;

  constructor(parts: ClipQueueParts) {
    this.#parts = parts;
    this.#lanes = { ring: new Lane('ring', parts), asr: new Lane('asr', parts) };
  }

  /** Throws OVERLOADED or ENGINE_UNAVAILABLE if a clip of this client, however short, would be refused now. */
  need(kind: Capability, client: Client): void {
    this.#parts.need(this.#parts.engine(kind));
    this.#lanes[kind].need(client);
  }

  /** Queues a clip. Throws what Engines.hear rejects with. */
  add<P extends ClipParams>(params: P, bytes: Uint8Array, origin: ClipOrigin): Promise<ClipResults[P['kind']]> {
    const { client = {}, signal } = origin;
    const lane = this.#lanes[params.kind];
    this.#parts.need(this.#parts.engine(params.kind)); // throws if there is none
    const audioMs = claimedClipMs(params, bytes);
    const booking = lane.book(client, audioMs);
    return new Promise((resolve, reject) => {
      const clip: Clip = {
        ...{ params, bytes, audioMs, isOver: false, key: clientKey(client) },
        resolve: (result) => resolve(result as ClipResults[P['kind']]),
        reject,
      };
      const leave = () => {
        if (clip.isOver) return;
        clip.isOver = true;
        lane.drop(clip);
        reject(new ServiceError('REQUEST_TIMEOUT', gone));
      };
      lane.add(clip, signal, booking);
      signal?.addEventListener('abort', leave, { once: true });
      if (signal?.aborted) leave();
      this.#pump(params.kind);
    });
  }

  #pump(kind: Capability): void {
    const lane = this.#lanes[kind];
    while (lane.hasWaiting) {
      let process: EngineProcess;
      try {
        process = this.#parts.engine(kind);
      } catch (fault) {
        lane.next()?.fail(fault);
        continue;
      }
      if (process.clips[kind] >= atOnce[kind]) return;
      lane.next()?.send(process, this.#parts.nextCall(), lane, () => this.#pump(kind));
    }
  }
}

/** A waiting clip, with the bookings that it holds. */
class Waiting {
  constructor(
    readonly clip: Clip,
    readonly signal: AbortSignal | undefined,
    readonly booking: readonly Booking[],
  ) {}

  fail(fault: unknown): void {
    this.release();
    if (this.clip.isOver) return;
    this.clip.isOver = true;
    this.clip.reject(fault);
  }

  release(): void {
    for (const each of this.booking) each.release();
  }

  /**
   * Sends the clip. It keeps its place until the engine has finished with it, even if nobody wants the result any more.
   */
  send(process: EngineProcess, call: number, lane: Lane, onDone: () => void): void {
    const { clip, signal } = this;
    const { kind } = clip.params;
    lane.begins(clip.audioMs);
    const cancel = () => process.sendFor(kind, { type: 'forget-clip', call });
    const over = (wasHeard: boolean) => {
      process.clips[kind]--;
      lane.ends(clip.audioMs, wasHeard);
      signal?.removeEventListener('abort', cancel);
      onDone();
    };
    process.clips[kind]++;
    process.calls.set(call, {
      kind,
      done: (result) => {
        this.release();
        const wasWanted = !clip.isOver;
        if (wasWanted) clip.resolve(result);
        clip.isOver = true;
        over(wasWanted);
      },
      failed: ({ code, message }) => {
        this.fail(new ServiceError(code, message));
        over(false);
      },
      lost: () => {
        this.fail(new ClipLost(process.number));
        over(false);
      },
    });
    signal?.addEventListener('abort', cancel, { once: true });
    process.sendFor(kind, { type: 'clip', call, params: clip.params, bytes: clip.bytes });
  }
}

class Lane {
  readonly #count: Share;
  readonly #audioMs: Share;
  /** Clients with waiting clips, the next one first; each with its clips in their order. */
  readonly #turns = new Map<string, Waiting[]>();
  readonly #pace = new ClipPace();
  readonly #waitMs: number;
  readonly #what: string;
  readonly #kind: Capability;
  readonly #onRefused: OnRefused | undefined;

  constructor(kind: Capability, { engines, oneShotQueue, onRefused, waitMs }: ClipQueueParts) {
    this.#waitMs = waitMs;
    this.#kind = kind;
    this.#what = `one-shot ${whats[kind]}`;
    this.#onRefused = onRefused;
    const what = `of one-shot ${whats[kind]} that are waiting or in progress`;
    const advice = 'send fewer requests at once, or stream long audio';
    const facts = { name: `${kind}-clips`, advice, onRefused };
    this.#count = new Share({ ...facts, what: `clips ${what}`, limit: oneShotQueue * engines });
    this.#audioMs = new Share({ ...facts, what: `ms of audio ${what}`, limit: oneShotAudioMs * engines });
  }

  get hasWaiting(): boolean {
    return this.#turns.size > 0;
  }

  need(client: Client): void {
    this.#needSoon(client);
    this.#count.need(client);
    this.#audioMs.need(client);
  }

  begins(audioMs: number): void {
    this.#pace.begins(audioMs, performance.now());
  }

  ends(audioMs: number, wasHeard: boolean): void {
    this.#pace.ends(audioMs, performance.now(), wasHeard);
  }

  book(client: Client, ms: number): readonly Booking[] {
    this.#needSoon(client);
    const place = this.#count.take(client);
    try {
      return [place, this.#audioMs.take(client, ms)];
    } catch (refusal) {
      place.release();
      throw refusal;
    }
  }

  add(clip: Clip, signal: AbortSignal | undefined, booking: readonly Booking[]): void {
    const own = this.#turns.get(clip.key);
    const waiting = new Waiting(clip, signal, booking);
    if (own === undefined) this.#turns.set(clip.key, [waiting]);
    else own.push(waiting);
  }

  /** The oldest clip of the client whose turn it is; the client then moves to the end of the queue. */
  next(): Waiting | undefined {
    const [first] = this.#turns;
    if (first === undefined) return undefined;
    const [key, own] = first;
    const waiting = own.shift();
    this.#turns.delete(key);
    if (own.length > 0) this.#turns.set(key, own);
    return waiting;
  }

  /** Removes a waiting clip. A clip that is being heard ends by its signal instead. */
  drop(clip: Clip): void {
    const own = this.#turns.get(clip.key);
    const at = own?.findIndex((each) => each.clip === clip) ?? -1;
    if (own === undefined || at < 0) return;
    for (const waiting of own.splice(at, 1)) waiting.release();
    if (own.length === 0) this.#turns.delete(clip.key);
  }

  /**
   * Throws OVERLOADED if a new clip of this client would wait too long. It waits for at most as many clips of each
   * other client as this client has.
   */
  #needSoon(client: Client): void {
    const own = this.#turns.get(clientKey(client))?.length ?? 0;
    let audioMs = 0;
    for (const waiting of this.#turns.values()) {
      for (const { clip } of waiting.slice(0, own + 1)) audioMs += clip.audioMs;
    }
    const waitMs = this.#pace.timeFor(audioMs);
    if (waitMs <= this.#waitMs) return;
    this.#onRefused?.(`${this.#kind}-clips`, 'load');
    const wait = Math.ceil(waitMs / 1_000);
    throw new ServiceError(
      'OVERLOADED',
      `the service is at capacity: ${this.#what} would wait ${wait} s; try again in a moment, or send fewer requests at once`,
    );
  }
}
