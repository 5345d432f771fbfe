// States and content from another tonegate: /v10/sync.
import type { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { describeIssues } from '../protocol/wire/issues.js';
import { parseJsonBytes } from '../protocol/wire/json.js';
import { type OutboxEntry, OutboxReply, type OutboxVerdict, SyncState } from '../protocol/wire/sync-messages.js';
import { signatureHeader } from '../trust/signature.js';
import { excerpt, SyncFault } from './fault.js';
import { checkSigned } from './signed.js';
import { statusFault } from './status-fault.js';
import type { ContentName, Pieces, Polled, Transport } from './transport.js';
import { type Answered, restOf, type UpstreamHttp } from './upstream-http.js';

/** A state and its text as it was sent, for callers that pass it on. */
export interface PolledText extends Polled {
  readonly text: Buffer;
  readonly signature: string | undefined;
}

export class HttpsTransport implements Transport {
  constructor(
    readonly http: UpstreamHttp,
    readonly users: 'all' | 'none',
    /** Pinned keys; with an empty list a state needs no signature. */
    readonly signKeys: readonly string[],
    /** True if states list the firmware that the box should run. */
    readonly firmware = false,
  ) {}

  async poll(mark: string | undefined, signal: AbortSignal): Promise<PolledText | undefined> {
    const headers: Record<string, string> = mark === undefined ? {} : { 'if-none-match': mark };
    const query = { users: this.users, ...(this.firmware && { firmware: 'true' }) };
    const answered = await this.http.askWhole(
      { method: 'GET', path: '/v10/sync/state', query, headers, signal },
      limits.sync.stateBytes,
    );
    if (answered.status === 304 && mark !== undefined) return undefined;
    if (answered.status !== 200) throw statusFault(answered, answered.body, '/v10/sync/state');
    const signature = answered.headers[signatureHeader];
    checkSigned(answered.body, signature, this.signKeys);
    const state = read(SyncState, answered.body, 'its state');
    const { etag } = answered.headers;
    if (!/^(W\/)?"[^"]*"$/.test(etag ?? ''))
      throw new SyncFault('lying', 'the upstream sent its state without an ETag');
    return { state, mark: etag as string, scope: {}, text: answered.body, signature };
  }

  async content({ sha256, bytes }: ContentName, offset: number, signal: AbortSignal): Promise<Pieces> {
    const tag = `"${sha256}"`;
    const range = { range: `bytes=${offset}-`, 'if-range': tag };
    const answered = await this.http.ask({
      ...{ method: 'GET', path: `/v10/sync/content/${sha256}`, signal },
      headers: offset > 0 ? range : {},
    });
    const wrong = (words: string) => new SyncFault('lying', `the upstream answered for content ${sha256} ${words}`);
    switch (answered.status) {
      case 200:
      case 206: {
        const from = answered.status === 200 ? 0 : offset;
        const fault = unfit(answered, { tag, bytes, offset: from });
        if (fault === undefined) return { offset: from, pieces: answered.pieces };
        await leave(answered);
        throw wrong(fault);
      }
      case 416:
        await leave(answered);
        throw wrong(`that it has no byte ${offset}`);
      case 404:
        await leave(answered);
        throw new SyncFault('outdated', `the upstream no longer has content ${sha256}: its state has changed since`);
      default:
        throw statusFault(answered, await restOf(answered), `content ${sha256}`);
    }
  }

  readonly send = async (entries: readonly OutboxEntry[], signal: AbortSignal): Promise<OutboxVerdict[]> => {
    const answered = await this.http.askWhole({ method: 'POST', path: '/v10/sync/outbox', json: { entries }, signal });
    if (answered.status !== 200) throw statusFault(answered, answered.body, '/v10/sync/outbox');
    return read(OutboxReply, answered.body, 'its verdicts').verdicts;
  };

  async close(): Promise<void> {
    this.http.close();
  }
}

/** A sentence about the first header that does not fit the request; undefined if all fit. */
function unfit(answered: Answered, asked: { tag: string; bytes: number; offset: number }): string | undefined {
  const { etag, 'content-range': range, 'content-length': length } = answered.headers;
  const { tag, bytes, offset } = asked;
  if (etag !== undefined && etag !== tag) return `with another tag (${excerpt(etag)})`;
  if (length !== undefined && Number(length) !== bytes - offset)
    return `with ${length} bytes, but ${bytes - offset} are left`;
  if (answered.status === 206 && range !== `bytes ${offset}-${bytes - 1}/${bytes}`) {
    return `with another range (${excerpt(range ?? 'none')}) than bytes ${offset}-${bytes - 1}/${bytes}`;
  }
  return undefined;
}

/** Ends an answer without reading its body. */
async function leave({ pieces }: Answered): Promise<void> {
  for await (const _ of pieces) return;
}

export function read<S extends z.ZodType>(schema: S, body: Uint8Array, what: string): z.output<S> {
  let value: unknown;
  try {
    value = parseJsonBytes(body);
  } catch (cause) {
    throw new SyncFault('lying', `the upstream sent ${what} that is not JSON: ${(cause as Error).message}`, { cause });
  }
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new SyncFault(
    'lying',
    `the upstream sent ${what} in an unexpected form: ${excerpt(describeIssues(outcome.error))}`,
  );
}
