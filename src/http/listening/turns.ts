// Keeps the answers of a connection in the order of its requests (RFC 9112, 9.3.2). Node orders its own responses. A
// refusal or an upgrade that is written onto the bare socket waits here until the answers before it have gone.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Waiting {
  readonly go: () => void;
  readonly own: ServerResponse | undefined;
  readonly stop: () => void;
}

export class Turns {
  /** The responses that have not gone yet. */
  readonly #open = new Map<Duplex, Set<ServerResponse>>();
  readonly #waiting = new Map<Duplex, Waiting>();

  /** Records the response of a new request. */
  begin(socket: Duplex, response: ServerResponse): void {
    const open = this.#open.get(socket) ?? new Set();
    this.#open.set(socket, open.add(response));
  }

  /** Records that a response has gone and returns the number of those left. What waited may begin now. */
  end(socket: Duplex, response: ServerResponse): number {
    const open = this.#open.get(socket);
    open?.delete(response);
    if (open?.size === 0) this.#open.delete(socket);
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined && !this.#isBehind(socket, waiting.own)) {
      this.#forget(socket, waiting);
      waiting.go();
    }
    return open?.size ?? 0;
  }

  forget(socket: Duplex): void {
    this.#open.delete(socket);
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined) this.#forget(socket, waiting);
  }

  isBusy(socket: Duplex): boolean {
    return this.#open.has(socket);
  }

  isAwaited(socket: Duplex): boolean {
    return this.#waiting.has(socket);
  }

  /** The response to the request that has not arrived completely. */
  unread(socket: Duplex): ServerResponse | undefined {
    return [...(this.#open.get(socket) ?? [])].find(({ req }) => !req.complete);
  }

  /** Calls `go` once all responses except `own` have gone. It is never called if the socket closes before. */
  after(socket: Duplex, go: () => void, own?: ServerResponse): void {
    if (this.#waiting.has(socket)) return;
    if (!this.#isBehind(socket, own)) {
      go();
      return;
    }
    // Node has released a socket that is upgraded, and no longer tells the response in progress when there is room
    // again.
    const drained = () => {
      for (const response of this.#open.get(socket) ?? []) if (response.writableNeedDrain) response.emit('drain');
    };
    socket.on('drain', drained);
    this.#waiting.set(socket, { go, own, stop: () => socket.off('drain', drained) });
  }

  #isBehind(socket: Duplex, own: ServerResponse | undefined): boolean {
    return [...(this.#open.get(socket) ?? [])].some((response) => response !== own);
  }

  #forget(socket: Duplex, waiting: Waiting): void {
    waiting.stop();
    this.#waiting.delete(socket);
  }
}
