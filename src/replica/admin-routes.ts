// Routes for the gateway's own sync process (`forSync`), and for whoever asks how it goes: on the admin listener, and the
// former on the socket of that process too (sync.socket).
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import { Nothing } from '../protocol/wire/nothing.js';
import { queryNumber } from '../protocol/wire/query-number.js';
import {
  OutboxPage,
  SyncApplied,
  SyncApply,
  SyncConflict,
  SyncReport,
  SyncSettle,
  SyncState,
  SyncStatus,
  SyncWanted,
} from '../protocol/wire/sync-messages.js';
import type { Replica } from './replica.js';
import { type SettledStore, stateAnswer } from './routes.js';

const seq = queryNumber(0, Number.MAX_SAFE_INTEGER, 0);
const emptyState = { format: 1, origin: 'elsewhere', revision: 1, items: [] };

export function syncAdminRoutes(replica: Replica, store: SettledStore): Route[] {
  return [
    route({
      id: 'admin.sync.state',
      method: 'GET',
      path: '/v10/admin/sync/state',
      summary: 'Read the state of this gateway, so that nothing is fetched twice',
      auth: 'admin',
      forSync: true,
      reply: SyncState,
      errors: ['TOO_MANY_RESOURCES'],
      handle: async () => {
        const state = replica.stateText({ users: 'all', firmware: false });
        await store.settled();
        return stateAnswer(state);
      },
    }),
    route({
      id: 'admin.sync.apply',
      method: 'POST',
      path: '/v10/admin/sync/apply',
      summary: 'Make a state current, all of it or nothing; its content lies where the sync process leaves it',
      auth: 'admin',
      forSync: true,
      body: jsonBody(SyncApply, limits.sync.stateBytes),
      storage: 'grows',
      reply: SyncApplied,
      errors: ['CONFLICT'],
      example: { body: { state: emptyState, scope: { sys: false, models: false } } },
      invalid: { body: { state: { ...emptyState, format: 2 } } },
      handle: ({ body }) => replica.apply(body),
    }),
    route({
      id: 'admin.sync.outbox',
      method: 'GET',
      path: '/v10/admin/sync/outbox',
      summary: 'List the changes that wait to go upstream, the oldest first',
      auth: 'admin',
      forSync: true,
      query: z.object({
        limit: queryNumber(1, limits.sync.outboxPage, limits.sync.outboxPage).describe('How many entries at most.'),
      }),
      reply: OutboxPage,
      example: { query: { limit: '10' } },
      invalid: { query: { limit: '-1' } },
      handle: async ({ query }) => {
        const page = replica.outboxPage(query.limit);
        await store.settled();
        return page;
      },
    }),
    route({
      id: 'admin.sync.settle',
      method: 'POST',
      path: '/v10/admin/sync/outbox/settle',
      summary: 'Report the upstream’s answers to these changes, which then wait no longer',
      auth: 'admin',
      forSync: true,
      body: jsonBody(SyncSettle),
      reply: z.strictObject({ settled: z.int().describe('The number of entries that were settled.') }),
      example: { body: { verdicts: [{ idempotencyKey: 'none', verdict: 'kept' }] } },
      invalid: { body: { verdicts: [{ idempotencyKey: 'none', verdict: 'unknown' }] } },
      handle: ({ body }) => ({ settled: replica.settle(body.verdicts) }),
    }),
    route({
      id: 'admin.sync.conflicts',
      method: 'GET',
      path: '/v10/admin/sync/conflicts',
      summary: 'List the versions that lost a conflict, the latest first',
      auth: 'admin',
      query: z.object({ limit: queryNumber(1, limits.sync.conflicts, 100).describe('How many versions at most.') }),
      reply: z.strictObject({ conflicts: z.array(SyncConflict).describe('The versions that lost.') }),
      example: { query: { limit: '10' } },
      invalid: { query: { limit: 'all' } },
      handle: ({ query }) => ({ conflicts: replica.conflicts(query.limit) }),
    }),
    route({
      id: 'admin.sync.report',
      method: 'PUT',
      path: '/v10/admin/sync/report',
      summary: 'Report the status of the sync process; it is kept until the gateway stops',
      auth: 'admin',
      forSync: true,
      body: jsonBody(SyncReport),
      reply: Nothing,
      example: {
        body: {
          ...{ upstream: 'https://upstream.example', state: 'waiting', lastSuccessAtMs: null, nextPollAtMs: null },
          ...{ failuresInARow: 0, lastFault: null, fetching: null },
        },
      },
      invalid: { body: { state: 'asleep' } },
      handle: ({ body }) => {
        replica.report(body);
        return {};
      },
    }),
    route({
      id: 'admin.sync.status',
      method: 'GET',
      path: '/v10/admin/sync/status',
      summary: 'Read what was applied last, what waits, and the last report of the sync process',
      auth: 'admin',
      reply: SyncStatus,
      handle: () => replica.status(),
    }),
    route({
      id: 'admin.sync.now',
      method: 'POST',
      path: '/v10/admin/sync/now',
      summary: 'Tell the sync process to poll at once',
      auth: 'admin',
      reply: SyncWanted,
      handle: () => replica.wanted.pollNow(),
    }),
    route({
      id: 'admin.sync.wanted',
      method: 'GET',
      path: '/v10/admin/sync/wanted',
      summary: 'Wait until a poll is wanted or a new change waits to go upstream (long poll)',
      auth: 'admin',
      forSync: true,
      query: z.object({
        after: seq.describe('The number of the last poll that was wanted, as the caller knows it.'),
        outboxAfter: seq.describe('The number of the newest outbox entry that the caller knows.'),
        holdMs: queryNumber(0, limits.sync.holdMs, 0).describe('How long the reply may be held back, in ms.'),
      }),
      reply: SyncWanted,
      example: { query: { after: '0' } },
      invalid: { query: { holdMs: '1000000' } },
      handle: ({ query, signal }) =>
        replica.wanted.beyond({ now: query.after, outboxSeq: query.outboxAfter }, query.holdMs, signal),
    }),
  ];
}
