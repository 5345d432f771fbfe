// The face that this gateway shows to those below it (*extension*; docs/sync.md). For applications with the sync right.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { isMatched, partOf } from '../http/conditional.js';
import { Answer, JsonText, jsonBody, notModified, type Route, route } from '../http/route.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { OutboxPost, OutboxReply, SyncState } from '../protocol/wire/sync-messages.js';
import type { GroupCommit } from '../store/group-commit.js';
import { piecesOf } from '../trust/plain-bytes.js';
import { signatureHeader } from '../trust/signature.js';
import type { ContentSource } from './kind/kind.js';
import type { Replica } from './replica.js';
import type { StateText } from './state.js';

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .describe('The SHA-256 of the content.');

/** The store that a reply waits for, so that nothing is told which a power cut could still take back. */
export type SettledStore = Pick<GroupCommit, 'settled'>;

export function syncRoutes(replica: Replica, store: SettledStore): Route[] {
  return [
    route({
      id: 'sync.state',
      method: 'GET',
      path: '/v10/sync/state',
      summary: 'Read the state that downstream gateways follow; content is named by its SHA-256',
      auth: 'basic',
      right: 'sync',
      query: z.object({
        users: z.enum(['all', 'none']).default('all').describe('none leaves out the resources of users.'),
        firmware: z
          .enum(['true', 'false'])
          .default('false')
          .describe('true: the state lists firmware; only for those who know it.'),
      }),
      headers: { 'If-None-Match': 'The ETag of an earlier reply: 304 while nothing has changed.' },
      bareReplies: { 304: 'Nothing has changed.' },
      reply: SyncState,
      errors: ['TOO_MANY_RESOURCES'],
      example: { query: { users: 'none' } },
      invalid: { query: { users: 'some' } },
      handle: async ({ query, headers }) => {
        const extent = { users: query.users, firmware: query.firmware === 'true' };
        const etag = replica.etag(extent);
        if (isMatched(headers['if-none-match'], etag)) return notModified({ etag });
        const state = replica.stateText(extent);
        await store.settled();
        return stateAnswer(state, { [signatureHeader]: state.signature() });
      },
    }),
    route({
      id: 'sync.content',
      method: 'GET',
      path: '/v10/sync/content/:hash',
      summary: 'Read content that the current state names',
      auth: 'basic',
      right: 'sync',
      params: z.object({ hash: sha256 }),
      headers: {
        Range: 'One range of bytes: 206 with that part.',
        'If-Range': 'The ETag of an earlier part; with another one the whole content comes.',
        'If-None-Match': 'The ETag of an earlier reply: 304.',
      },
      bareReplies: {
        206: 'The part that Range names.',
        304: 'The content is the one that If-None-Match names.',
        416: 'Range lies beyond the end of the content.',
      },
      reply: z.string().describe('The bytes.'),
      replyType: 'application/octet-stream',
      errors: ['RESOURCE_NOT_FOUND'],
      example: { params: { hash: '{content}' } },
      invalid: { params: { hash: 'none' } },
      handle: ({ params, headers }) => contentAnswer(replica.content(params.hash), params.hash, headers),
    }),
    route({
      id: 'sync.outbox',
      method: 'POST',
      path: '/v10/sync/outbox',
      summary: 'Accept user resources that were made on a downstream gateway; each key counts once',
      auth: 'basic',
      right: 'sync',
      body: jsonBody(OutboxPost, limits.sync.outboxBodyBytes),
      storage: 'grows',
      reply: OutboxReply,
      example: { body: { entries: [] } },
      invalid: { body: { entries: [{ seq: 1 }] } },
      handle: ({ body, identity }) => ({ verdicts: replica.receive(identity.appkey, body.entries) }),
    }),
  ];
}

/** The text is kept for the next one who asks. */
export const stateAnswer = ({ etag, text }: StateText, headers: Record<string, string> = {}): Answer<SyncState> =>
  new Answer(new JsonText(text) as unknown as SyncState, 200, { etag, ...headers });

interface ContentHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/** Files are read as they are sent: a model does not fit in memory many times over. */
function contentAnswer(source: ContentSource | undefined, hash: string, headers: ContentHeaders): Answer<string> {
  if (source === undefined) throw new ServiceError('RESOURCE_NOT_FOUND', 'the current state names no such content');
  const etag = `"${hash}"`;
  if (isMatched(headers['if-none-match'], etag)) return notModified({ etag });
  const bytes = Buffer.isBuffer(source) ? source.length : source.bytes;
  const ifRange = headers['if-range'] as string | undefined;
  const part = partOf({ range: headers.range, 'if-range': ifRange }, etag, bytes);
  if (part === 'unsatisfiable') {
    return new Answer(undefined as never, 416, { etag, 'content-range': `bytes */${bytes}` });
  }
  const whole = { from: 0, to: bytes - 1 };
  const { from, to } = part === 'whole' ? whole : part;
  const shown = { etag, 'accept-ranges': 'bytes', 'content-length': String(to - from + 1) };
  const body = bodyOf(source, from, to) as unknown as string;
  if (part === 'whole') return new Answer(body, 200, shown);
  return new Answer(body, 206, { ...shown, 'content-range': `bytes ${from}-${to}/${bytes}` });
}

function bodyOf(source: ContentSource, from: number, to: number): Buffer | Readable {
  if (Buffer.isBuffer(source)) return source.subarray(from, to + 1);
  if (to < from) return Readable.from([]);
  if (source.key !== undefined) return Readable.from(piecesOf(source.path, source.key, from, to));
  return createReadStream(source.path, { start: from, end: to });
}
