// The routes of intents and of their sub-resources (specification 3, section 4.11).
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { detailQuery } from '../page.js';
import { patchBody } from '../patch.js';
import { ProcessorDraft } from '../processor/schemas.js';
import { CreatedResponse, DeletedResponse, ResponseDraft } from '../response/schemas.js';
import { IntentDraft, IntentIds, IntentView, intentFields } from './schemas.js';
import type { Intents, Script } from './service.js';

const intentId = idParam('The intent.');
const detail = detailQuery('ids of questions, replies and processors only');
const ofIntent = { intentId: '{intent}' };
const reply = (content: string) => ({ answers: [{ type: 'TEXT', content }] });

const intentPatch = patchBody(
  'NluIntentPatch',
  'an intent; its question, slots, replies and processor have routes of their own',
  Object.fromEntries(Object.entries(intentFields).map(([key, field]) => [key, field.optional()])) as {
    [K in keyof typeof intentFields]: z.ZodOptional<(typeof intentFields)[K]>;
  },
  IntentView.shape,
);

export function intentRoutes(intents: Intents): Route[] {
  return [
    nluRoute({
      id: 'nlu.intents.list',
      method: 'GET',
      path: '/intents',
      summary: 'List the intents of the tenant',
      query: z.object({ detail }),
      reply: z.strictObject({ intents: z.array(IntentView).describe('The intents.') }),
      example: { query: { detail: 'false' } },
      invalid: { query: { detail: 'some' } },
      handle: ({ tenantId, query }) => ({ intents: intents.list(tenantId, query.detail) }),
    }),
    nluRoute({
      id: 'nlu.intents.create',
      method: 'POST',
      path: '/intents',
      summary: 'Create an intent',
      body: nluBody(IntentDraft),
      storage: 'grows',
      reply: z.strictObject({ created: IntentIds }),
      errors: ['CONFLICT', 'NOT_SUPPORTED', 'TOO_MANY_RESOURCES'],
      example: {
        body: {
          name: '{unique}',
          question: { text: '我要订{明天:date}的票' },
          slots: [
            { name: 'date', description: 'The day.', lexicon: 'SYS.date', elicitResponse: reply('哪一天？') },
            { name: 'city', description: 'The destination.', lexicon: 'SYS.city', elicitResponse: reply('去哪里？') },
          ],
          response: reply('{{ slots.date.value }}的票订好了。'),
        },
      },
      invalid: { body: { name: '{unique}', question: { text: '我要订{明天:date}的票' }, response: reply('好的。') } },
      handle: ({ tenantId, body }) => ({ created: intents.create(tenantId, body) }),
    }),
    nluRoute({
      id: 'nlu.intents.view',
      method: 'GET',
      path: '/intents/:intentId',
      summary: 'View an intent',
      params: { intentId },
      query: z.object({ detail }),
      reply: IntentView,
      example: { params: ofIntent },
      invalid: { params: { intentId: 'first' } },
      handle: ({ tenantId, params, query }) => intents.view(tenantId, params.intentId, query.detail),
    }),
    nluRoute({
      id: 'nlu.intents.change',
      method: 'PATCH',
      path: '/intents/:intentId',
      summary: 'Change an intent',
      params: { intentId },
      body: intentPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofIntent, body: { retryMaxTimes: 2 } },
      invalid: { params: ofIntent, body: { retryMaxTimes: 6 } },
      handle: ({ tenantId, params, body }) => {
        intents.change(tenantId, params.intentId, body);
        return updated(params.intentId);
      },
    }),
    nluRoute({
      id: 'nlu.intents.remove',
      method: 'DELETE',
      path: '/intents/:intentId',
      summary: 'Delete an intent that belongs to no skill, with its slots',
      params: { intentId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['IN_USE'],
      example: { params: ofIntent },
      invalid: { params: { intentId: '0' } },
      handle: ({ tenantId, params }) => {
        intents.remove(tenantId, params.intentId);
        return removed({ id: params.intentId });
      },
    }),
    ...scriptRoutes(intents, 'confirm_response', 'confirmResponse', 'question that confirms the intent'),
    ...scriptRoutes(intents, 'retry_response', 'retryResponse', 'reply to what was not understood'),
    ...scriptRoutes(intents, 'failed_response', 'failedResponse', 'reply after too many retries'),
    ...processorRoutes(intents),
  ];
}

function scriptRoutes(intents: Intents, part: string, script: Script, what: string): Route[] {
  const place = { path: `/intents/:intentId/${part}`, params: { intentId } };
  return [
    nluRoute({
      ...place,
      id: `nlu.intents.${script}.create`,
      method: 'POST',
      summary: `Give an intent the ${what}`,
      body: nluBody(ResponseDraft),
      storage: 'grows',
      reply: CreatedResponse,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofIntent, body: reply('对吗？') },
      invalid: { params: ofIntent, body: { answers: [] } },
      handle: ({ tenantId, params, body }) => ({
        created: intents.addScript(tenantId, params.intentId, script, body),
      }),
    }),
    nluRoute({
      ...place,
      id: `nlu.intents.${script}.remove`,
      method: 'DELETE',
      summary: `Delete the ${what}`,
      storage: 'frees',
      reply: DeletedResponse,
      example: { params: { intentId: '{completeIntent}' } },
      invalid: { params: ofIntent, status: 404 },
      handle: ({ tenantId, params }) => removed(intents.removeScript(tenantId, params.intentId, script)),
    }),
  ];
}

function processorRoutes(intents: Intents): Route[] {
  const place = { path: '/intents/:intentId/processor', params: { intentId } };
  return [
    nluRoute({
      ...place,
      id: 'nlu.intents.processor.create',
      method: 'POST',
      summary: 'Give an intent a processor',
      body: nluBody(ProcessorDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'NOT_SUPPORTED'],
      example: { params: ofIntent, body: { content: { ops: [{ condition: '', evals: ['global.done = true'] }] } } },
      invalid: { params: ofIntent, body: { type: 'FAAS', content: { code: 'return 1' } } },
      handle: ({ tenantId, params, body }) => created({ id: intents.addProcessor(tenantId, params.intentId, body) }),
    }),
    nluRoute({
      ...place,
      id: 'nlu.intents.processor.remove',
      method: 'DELETE',
      summary: 'Delete the processor of an intent',
      storage: 'frees',
      reply: DeletedId,
      example: { params: { intentId: '{completeIntent}' } },
      invalid: { params: ofIntent, status: 404 },
      handle: ({ tenantId, params }) => removed({ id: intents.removeProcessor(tenantId, params.intentId) }),
    }),
  ];
}
