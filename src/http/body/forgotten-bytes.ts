// The rest of a body that was refused while its client still sends it. It is read, since the reply would be lost otherwise, and forgotten;
// but each address has a rate for that, whatever it sends at once. What is read is garbage of the same size: without the rate a client
// that sends large bodies all the time would make the collector of garbage mark the whole heap again and again, which holds up every call.
import type { IncomingMessage } from 'node:http';
import { limits } from '../../protocol/limits.js';
import { addressOf } from '../../shares/client.js';

const { forgottenBytesPerMs, forgottenAheadMs, pieceCostBytes } = limits.shares;
/** The time until which each address has used up its rate. Times that are over are removed with the next bytes. */
const usedUntilMs = new Map<string, number>();

/** Reads and discards the rest of the body. */
export function forgetBody(request: IncomingMessage): void {
  const address = addressOf(request.socket.remoteAddress);
  let wait: NodeJS.Timeout | undefined;
  request.on('data', (chunk: Buffer) => {
    const nowMs = performance.now();
    const untilMs =
      Math.max(nowMs, usedUntilMs.get(address) ?? 0) + (chunk.length + pieceCostBytes) / forgottenBytesPerMs;
    usedUntilMs.delete(address); // so that the new entry goes to the end
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

/**
 * Removes the oldest entries that are over. Entries are in the order of last use, so the connections bound how many are
 * left.
 */
function dropPast(nowMs: number): void {
  for (const [address, untilMs] of usedUntilMs) {
    if (untilMs > nowMs) return;
    usedUntilMs.delete(address);
  }
}
