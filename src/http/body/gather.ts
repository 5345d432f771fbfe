// Gathers the body of a request as it arrives. Bytes are booked when they are here, because a Content-Length is only a
// promise. A body must also keep up a minimum rate, so that a slow client cannot hold a place for long.
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Booking } from '../../shares/share.js';
import { tooLarge } from './body.js';
import { GatheredBytes } from './gathered-bytes.js';
import { turnOfLarge } from './large-bodies.js';

export interface GatherRules {
  readonly maxBytes: number;
  /** Length that the client has announced. */
  readonly statedBytes?: number | undefined;
  /** Time limit for the whole body. */
  readonly timeoutMs: number;
  readonly booking: Booking | undefined;
  /** Puts the body into memory of `slabs`; its reader must give that memory back. */
  readonly intoSlab?: boolean;
  /** Throws if a body of so many bytes would be refused now. It is called before a large body is parsed. */
  readonly admit?: ((bodyBytes: number) => void) | undefined;
}

const { leastBytesPerS, leastRateAfterMs, freeChunks, leastChunkBytes } = limits.shares;
const checkMs = 500;

export async function gather(request: IncomingMessage, rules: GatherRules): Promise<Buffer> {
  const { maxBytes, statedBytes = maxBytes, intoSlab = false } = rules;
  const body = new GatheredBytes({ intoSlab, mostBytes: Math.min(maxBytes, statedBytes) });
  try {
    await whole(request, rules, body);
    if (body.bytes >= limits.shares.largeBodyBytes) {
      await turnOfLarge(body.bytes);
      rules.admit?.(body.bytes); // bodies before it may have used up the budget
    }
    return body.take();
  } catch (refusal) {
    body.drop();
    throw refusal;
  }
}

function whole(
  request: IncomingMessage,
  { maxBytes, timeoutMs, booking }: GatherRules,
  body: GatheredBytes,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    let pieces = 0;
    const take = (chunk: Buffer) => {
      pieces++;
      if (isChunked && pieces > freeChunks && body.bytes < pieces * leastChunkBytes) return end(tinyChunks());
      if (body.bytes + chunk.length > maxBytes) return end(tooLarge(maxBytes));
      try {
        booking?.add(chunk.length);
        body.add(chunk);
      } catch (refusal) {
        end(refusal);
      }
    };
    const done = () => end();
    const gone = () => end(new ServiceError('MALFORMED_REQUEST', 'the client left before its body was complete'));
    const watch = watchRate(() => body.bytes, end);
    const late = setTimeout(() => end(new ServiceError('REQUEST_TIMEOUT')), timeoutMs);
    request.on('data', take).on('end', done).on('error', gone).on('close', gone);
    if (request.destroyed) gone(); // the client left while the body waited to be read

    function end(refusal?: unknown): void {
      clearInterval(watch);
      clearTimeout(late);
      request.off('data', take).off('end', done).off('close', gone); // a late error still finds a listener
      if (refusal === undefined) resolve();
      else reject(refusal);
    }
  });
}

const tinyChunks = () =>
  new ServiceError(
    'MALFORMED_REQUEST',
    `the chunks of the body have fewer than ${leastChunkBytes} bytes on average; send larger ones, or a Content-Length`,
  );

/** Watches a body that its handler reads. The client is not blamed for bytes that wait here unread. */
export function watchStream(request: IncomingMessage, onSlow: (refusal: ServiceError) => void): void {
  const { socket } = request;
  const before = socket.bytesRead;
  let heldBack = 0;
  const watch = watchRate(
    () => {
      if (request.readableLength >= request.readableHighWaterMark) heldBack += (leastBytesPerS * checkMs) / 1_000;
      return heldBack + socket.bytesRead - before;
    },
    (refusal) => {
      clearInterval(watch);
      onSlow(refusal);
    },
  );
  const over = () => clearInterval(watch);
  request.once('end', over).once('close', over);
}

function watchRate(bytes: () => number, onSlow: (refusal: ServiceError) => void): NodeJS.Timeout {
  const startMs = performance.now();
  return setInterval(() => {
    const overMs = performance.now() - startMs - leastRateAfterMs;
    if (overMs <= 0 || bytes() >= (leastBytesPerS * overMs) / 1_000) return;
    const rate = `${leastBytesPerS / 1_024} KiB/s`;
    onSlow(new ServiceError('REQUEST_TIMEOUT', `the body arrives too slowly: send it at ${rate} or faster`));
  }, checkMs);
}
