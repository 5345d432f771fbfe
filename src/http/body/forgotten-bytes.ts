// The rest of a body that was refused while its client still sends it. It is read, since the reply would be lost otherwise, and forgotten;
// but each address has a rate for that, whatever it sends at once. What is read is garbage of the same size: without the rate a client
// that sends large bodies all the time would make the collector of garbage mark the whole heap again and again, which holds up every call.
import type { IncomingMessage } from 'node:http';
import { limits } from '../../protocol/limits.js';
import { addressOf } from '../../shares/client.js';

const { forgottenBytesPerMs, forgottenAheadMs } = limits.shares;
/** The time until which each address has used up its rate; there is none for who has not. */
const usedUntilMs = new Map<string, number>();

/** Reads what is left of the body. */
export function forgetBody(request: IncomingMessage): void {
  const address = addressOf(request.socket.remoteAddress);
  let wait: NodeJS.Timeout | undefined;
  request.on('data', (chunk: Buffer) => {
    const nowMs = performance.now();
    const untilMs = Math.max(nowMs, usedUntilMs.get(address) ?? 0) + chunk.length / forgottenBytesPerMs;
    usedUntilMs.delete(address); // and it goes to the end
    dropPast(nowMs);
    usedUntilMs.set(address, untilMs);
    if (untilMs - nowMs <= forgottenAheadMs || wait !== undefined) return;
    request.pause();
    wait = setTimeout(() => {
      wait = undefined;
      request.resume();
    }, untilMs - nowMs);
  });
  request.once('close', () => clearTimeout(wait));
}

/** The oldest that are over; entries are in the order of their last use, so that what is left is bounded by the connections. */
function dropPast(nowMs: number): void {
  for (const [address, untilMs] of usedUntilMs) {
    if (untilMs > nowMs) return;
    usedUntilMs.delete(address);
  }
}
