// Connects a session on an engine to a connection: passes slices on, and ends the session at END with or without its
// remaining results.

import type { ServiceError } from '../protocol/errors.js';
import { unreachable } from '../protocol/unreachable.js';
import { validateUnset } from '../protocol/wire/check/nulls.js';
import { StreamEnd } from '../protocol/wire/speech-messages.js';
import type { EndReason, SessionOut, StreamSession } from './protocol.js';

interface EngineEnd {
  push(slice: Uint8Array): boolean;
  end(cancel: boolean): void;
  close(): void;
}

/** The events that an engine sends for every session, besides those of the capability. */
type SessionNews<Cause extends string> =
  | { readonly type: 'room' }
  | { readonly type: 'ended'; readonly cause: Cause }
  | { readonly type: 'failed'; readonly error: ServiceError };

export class AudioSession implements StreamSession {
  /** True after END with cancel true: remaining results are not wanted. */
  isCancelled = false;

  constructor(
    readonly engine: EngineEnd,
    /** commands besides END: what each does, and the session goes on */
    readonly others: Readonly<Record<string, () => void>> = {},
  ) {}

  command(name: string, message: Readonly<Record<string, unknown>>): 'ending' | 'going-on' {
    const other = this.others[name];
    if (other !== undefined) {
      other();
      return 'going-on';
    }
    this.isCancelled = validateUnset(StreamEnd, message).cancel;
    this.engine.end(this.isCancelled);
    return 'ending';
  }

  push(slice: Uint8Array): boolean {
    return this.engine.push(slice);
  }

  close(): void {
    this.engine.close();
  }

  /** `reasons` gives the reason of END for each cause. */
  tell<Cause extends string>(
    news: SessionNews<Cause>,
    out: SessionOut,
    reasons: Readonly<Record<Cause, EndReason>>,
  ): void {
    switch (news.type) {
      case 'room':
        out.room();
        return;
      case 'ended':
        out.ended(this.isCancelled ? 'CANCEL' : reasons[news.cause]);
        return;
      case 'failed':
        out.failed(news.error);
        return;
      default:
        unreachable(news);
    }
  }
}
