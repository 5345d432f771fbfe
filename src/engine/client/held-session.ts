// A session as the gateway holds it, whatever its capability: it runs on one engine and is over with `ended`, with
// `failed`, when the engine is lost, or when nobody wants it any more.

import { ServiceError } from '../../protocol/errors.js';
import { unreachable } from '../../protocol/unreachable.js';
import type { ToEngine } from '../channel/messages.js';
import type { EngineProcess, SessionListener, SessionMessage, WorkKind } from './process.js';

type EngineEvent = Extract<SessionMessage, { type: 'event' }>['event'];
type OpenParams = Extract<ToEngine, { type: 'open' }>['params'];

export abstract class HeldSession<S extends EngineEvent> implements SessionListener {
  /** The message for a lost engine; undefined for a general one. */
  protected readonly lossMessage: string | undefined;
  readonly kind: WorkKind;
  #isOver = false;

  constructor(
    readonly number: number,
    readonly process: EngineProcess,
    params: OpenParams,
  ) {
    this.kind = params.kind;
    process.sessions.set(number, this);
    this.send({ type: 'open', session: number, params });
  }

  /** True once the session sends nothing more, and nothing more is sent to it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends the session; no event follows. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.process.sessions.delete(this.number);
    this.send({ type: 'close', session: this.number });
  }

  protected send(message: ToEngine): void {
    this.process.sendFor(this.kind, message);
  }

  /** Counts sent slices as processed. A session that sends none has none queued. */
  acknowledged(_slices: number): void {}

  /** Delay of the session. One that hears nothing is never late. */
  lateMs(_nowMs: number): number {
    return 0;
  }

  heard(message: SessionMessage): void {
    if (this.#isOver) return;
    switch (message.type) {
      case 'event':
        this.#isOver = message.event.type === 'ended';
        this.event(message.event as S);
        return;
      case 'slice':
        this.given(message.bytes);
        return;
      case 'failed':
        this.#isOver = true;
        this.failed(new ServiceError(message.refusal.code, message.refusal.message));
        return;
      default:
        unreachable(message);
    }
  }

  lost(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.failed(new ServiceError('ENGINE_LOST', this.lossMessage));
  }

  /** Takes an event; `ended` is the last one. */
  protected abstract event(event: S): void;
  /** Takes the error that ends the session. */
  protected abstract failed(error: ServiceError): void;
  /** Takes audio; only a session that speaks receives any. */
  protected given(_bytes: Uint8Array): void {}
}
