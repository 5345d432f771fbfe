// What a refused client still sends is read at a rate, for each address.
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetBody } from '../../../src/http/body/forgotten-bytes.js';
import { limits } from '../../../src/protocol/limits.js';

const { forgottenBytesPerMs } = limits.shares;
const [chunkBytes, chunksEach] = [65_536, 40];

/** A body that comes as fast as it is read. */
class Body extends EventEmitter {
  read = 0;
  #isPaused = false;

  constructor(readonly socket: { remoteAddress: string }) {
    super();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.flow();
  }

  flow(): void {
    while (!this.#isPaused && this.read < chunksEach) {
      this.read++;
      this.emit('data', Buffer.alloc(chunkBytes));
    }
  }
}

const forgotten = (remoteAddress: string): Body => {
  const body = new Body({ remoteAddress });
  forgetBody(body as unknown as IncomingMessage);
  body.flow();
  return body;
};
const readOf = (bodies: readonly Body[]): number => bodies.reduce((sum, { read }) => sum + read * chunkBytes, 0);

describe('the rest of refused bodies', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is read at one rate for all of an address, and to its end', () => {
    const bodies = Array.from({ length: 8 }, () => forgotten('10.0.0.2'));
    const overMs = 1_000;
    vi.advanceTimersByTime(overMs);
    const ahead = bodies.length * chunkBytes;
    expect(readOf(bodies)).toBeLessThanOrEqual(overMs * forgottenBytesPerMs + ahead);
    expect(readOf(bodies)).toBeGreaterThan((overMs * forgottenBytesPerMs) / 2);
    vi.advanceTimersByTime(5_000);
    expect(bodies.map(({ read }) => read)).toEqual(bodies.map(() => chunksEach));
  });

  it('of another address does not wait for it', () => {
    for (let each = 0; each < 8; each++) forgotten('10.0.0.3');
    const other = forgotten('10.0.0.4');
    vi.advanceTimersByTime((chunksEach * chunkBytes) / forgottenBytesPerMs + 20);
    expect(other.read).toBe(chunksEach);
  });

  it('is no longer waited for when its client has gone', () => {
    const body = forgotten('10.0.0.5');
    const { read } = body;
    body.emit('close');
    vi.advanceTimersByTime(1_000);
    expect(body.read).toBe(read);
  });
});
