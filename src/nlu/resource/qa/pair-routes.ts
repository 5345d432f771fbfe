// The routes of question-answer pairs (specification 3, section 4.9).
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { removed, removedSchema, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { detailQuery, pageQuery, pageReply } from '../page.js';
import { patchBody } from '../patch.js';
import type { Pairs } from './pairs.js';
import { PairDraft, PairIds, PairView, pairChanges } from './schemas.js';

const dirId = idParam('The directory or domain.');
const pairId = idParam('The pair.');
const detail = detailQuery('ids of questions and answers only');
const pairPatch = patchBody('NluPairPatch', 'a pair: when it is answered', pairChanges, PairView.shape);

const ofDir = { dirId: '{qaDir}' };
const ofPair = { dirId: '{qaDir}', pairId: '{qaPair}' };
const all = { path: '/qa_dirs/:dirId/qa_pairs', params: { dirId } };
const one = { path: '/qa_dirs/:dirId/qa_pairs/:pairId', params: { dirId, pairId } };

const listQuery = z.object({
  ...pageQuery,
  detail,
  enabled: z
    .enum(['all', 'enabled', 'disabled'])
    .default('all')
    .describe('List only pairs that are enabled, or only those that are not.'),
  effective: z
    .enum(['all', 'effective', 'invalid'])
    .default('all')
    .describe('List only those that are answered at this time, or only the others.'),
});

export function pairRoutes(pairs: Pairs): Route[] {
  return [
    nluRoute({
      ...all,
      id: 'nlu.qaPairs.list',
      method: 'GET',
      summary: 'List the pairs of one directory, without those of the directories in it',
      query: listQuery,
      reply: z.strictObject({ ...pageReply, qaPairs: z.array(PairView).describe('The pairs of this page.') }),
      example: { params: ofDir, query: { enabled: 'enabled' } },
      invalid: { params: ofDir, query: { effective: 'now' } },
      handle: ({ tenantId, params, query }) => pairs.list(tenantId, params.dirId, query),
    }),
    nluRoute({
      ...all,
      id: 'nlu.qaPairs.create',
      method: 'POST',
      summary: 'Create a pair with its question and its answers',
      body: nluBody(PairDraft),
      storage: 'grows',
      reply: z.strictObject({ created: PairIds }),
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: {
        params: ofDir,
        body: {
          question: { text: '几点开门', extQuestions: [{ text: '什么时候营业' }] },
          response: { answers: [{ type: 'TEXT', content: '九点开门。' }] },
        },
      },
      invalid: {
        params: ofDir,
        body: {
          question: { text: '几点开门' },
          response: { answers: [{ type: 'TEXT', content: '九点开门。' }] },
          effectTime: '2026-02-01T00:00:00Z',
          invalidTime: '2026-01-01T00:00:00Z',
        },
      },
      handle: ({ tenantId, params, body }) => ({ created: pairs.create(tenantId, params.dirId, body) }),
    }),
    nluRoute({
      ...one,
      id: 'nlu.qaPairs.view',
      method: 'GET',
      summary: 'View a pair',
      query: z.object({ detail }),
      reply: PairView,
      example: { params: ofPair },
      invalid: { params: ofPair, query: { detail: 'some' } },
      handle: ({ tenantId, params, query }) => pairs.view(tenantId, params.dirId, params.pairId, query.detail),
    }),
    nluRoute({
      ...one,
      id: 'nlu.qaPairs.change',
      method: 'PATCH',
      summary: 'Change when a pair is answered',
      body: pairPatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofPair, body: { enabled: false } },
      invalid: { params: ofPair, body: { effectTime: 'tomorrow' } },
      handle: ({ tenantId, params, body }) => {
        pairs.change(tenantId, params.dirId, params.pairId, body);
        return updated(params.pairId);
      },
    }),
    nluRoute({
      ...one,
      id: 'nlu.qaPairs.remove',
      method: 'DELETE',
      summary: 'Delete a pair with its question and its answers',
      storage: 'frees',
      reply: removedSchema(PairIds),
      example: { params: ofPair },
      invalid: { params: { ...ofDir, pairId: 'first' } },
      handle: ({ tenantId, params }) => removed(pairs.remove(tenantId, params.dirId, params.pairId)),
    }),
  ];
}
