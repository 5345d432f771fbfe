// Our own requests other than INVITE. They are sent again until a final response comes or the time is up (RFC 3261,
// section 17.1.2).
import { limits } from '../../protocol/limits.js';
import type { SipResponse } from './message.js';
import type { Line } from './transport.js';

const { t1Ms, t2Ms, transactionMs } = limits.sip;

/** Calls `send` now and again after pauses that double; the returned function ends it. */
export function repeated(line: Line, bytes: Buffer, mostMs: number = t2Ms): () => void {
  line.send(bytes);
  if (line.isReliable) return () => {};
  let pauseMs: number = t1Ms;
  let timer: NodeJS.Timeout;
  const again = () => {
    line.send(bytes);
    pauseMs = Math.min(2 * pauseMs, mostMs);
    timer = setTimeout(again, pauseMs);
  };
  timer = setTimeout(again, pauseMs);
  return () => clearTimeout(timer);
}

export class Requests {
  readonly #open = new Map<string, { readonly over: (response: SipResponse | undefined) => void }>();

  get size(): number {
    return this.#open.size;
  }

  /** Calls `then` with the final response, or without one if none came. */
  send(line: Line, key: string, bytes: Buffer, then: (response: SipResponse | undefined) => void = () => {}): void {
    const stop = repeated(line, bytes);
    const timer = setTimeout(() => over(undefined), transactionMs);
    const over = (response: SipResponse | undefined) => {
      stop();
      clearTimeout(timer);
      this.#open.delete(key);
      then(response);
    };
    this.#open.set(key, { over });
  }

  receive(key: string, response: SipResponse): void {
    if (response.status >= 200) this.#open.get(key)?.over(response);
  }

  /** Stops sending a request; its `then` gets no response. */
  end(key: string): void {
    this.#open.get(key)?.over(undefined);
  }

  stop(): void {
    for (const { over } of [...this.#open.values()]) over(undefined);
  }
}
