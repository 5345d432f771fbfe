// One engine process as the gateway sees it: its sessions and calls, and who must hear when it is gone.
import type { SliceMessage } from '../../child/frames.js';
import { LastingProcess } from '../../child/lasting.js';
import { unreachable } from '../../protocol/unreachable.js';
import type { Capability, ClipResults, FromEngine, ModelsReport, Refusal, ToEngine } from '../channel/messages.js';

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

/**
 * An engine's garbage is short-lived arrays of scores. With the usual young generation of 16 MiB they pile up to some
 * 50 MiB before they are looked at (40 recognition streams: 243 MiB resident, 165 with 2 MiB; a tenth more CPU).
 */
export const engineFlags = ['--max-semi-space-size=2'];

type EngineMessage = Exclude<FromEngine, { type: 'pong' }>;

export class EngineProcess extends LastingProcess<ToEngine, EngineMessage> {
  readonly sessions = new Map<number, SessionListener>();
  readonly calls = new Map<number, CallListener>();
  models: ModelsReport = { serving: [], refused: [] };

  get load(): number {
    return this.sessions.size + this.calls.size;
  }

  protected take(message: EngineMessage | SliceMessage): void {
    switch (message.type) {
      case 'ready':
        this.models = message.models;
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

  protected lost(): void {
    const listeners = [...this.sessions.values(), ...this.calls.values()];
    this.sessions.clear();
    this.calls.clear();
    for (const listener of listeners) listener.lost();
  }
}
