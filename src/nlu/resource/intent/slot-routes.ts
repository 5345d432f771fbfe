// The routes of the slots of intents (specification 3, section 4.11, which gives POST as the method that views a slot,
// and two spellings of the path that orders them).
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { Nothing } from '../../../protocol/wire/nothing.js';
import { DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idField, idParam, nluBody, nluRoute, optionalNluBody } from '../nlu-route.js';
import { detailQuery } from '../page.js';
import { patchBody } from '../patch.js';
import { CreatedResponse, DeletedResponse, ResponseDraft } from '../response/schemas.js';
import { SlotDraft, SlotIds, SlotView, slotFields } from './schemas.js';
import type { Slots } from './slots.js';

const intentId = idParam('The intent.');
const slotId = idParam('The slot.');
const detail = detailQuery('ids of the replies only');
const slotPatch = patchBody(
  'NluSlotPatch',
  'a slot; its replies have routes of their own',
  {
    name: slotFields.name.optional(),
    description: slotFields.description.optional(),
    required: slotFields.required.optional(),
    lexicon: slotFields.lexicon.optional(),
  },
  SlotView.shape,
);
const SlotOrder = z
  .strictObject({ slots: z.array(idField('A slot.')).describe('All slots of the intent, the most urgent first.') })
  .meta({ id: 'NluSlotOrder', description: 'The order in which the robot asks for slots.' });

const ofIntent = { intentId: '{intent}' };
const ofSlot = { intentId: '{intent}', slotId: '{slot}' };
const one = { path: '/intents/:intentId/slots/:slotId', params: { intentId, slotId } };

export function slotRoutes(slots: Slots): Route[] {
  const view = {
    ...one,
    query: z.object({ detail }),
    reply: SlotView,
    example: { params: ofSlot, query: { detail: 'false' } },
    invalid: { params: { ...ofIntent, slotId: 'first' } },
  };
  return [
    nluRoute({
      id: 'nlu.slots.list',
      method: 'GET',
      path: '/intents/:intentId/slots',
      summary: 'List the slots of an intent',
      params: { intentId },
      query: z.object({ detail }),
      reply: z.strictObject({ slots: z.array(SlotView).describe('The slots, the most urgent first.') }),
      example: { params: ofIntent },
      invalid: { params: { intentId: 'first' } },
      handle: ({ tenantId, params, query }) => ({ slots: slots.list(tenantId, params.intentId, query.detail) }),
    }),
    nluRoute({
      id: 'nlu.slots.create',
      method: 'POST',
      path: '/intents/:intentId/slots',
      summary: 'Create a slot of an intent',
      params: { intentId },
      body: nluBody(SlotDraft),
      storage: 'grows',
      reply: z.strictObject({ created: SlotIds }),
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofIntent, body: slotExample('time') },
      invalid: { params: ofIntent, body: slotExample('1st') },
      handle: ({ tenantId, params, body }) => ({ created: slots.create(tenantId, params.intentId, body) }),
    }),
    nluRoute({
      ...view,
      id: 'nlu.slots.view',
      method: 'GET',
      summary: 'View a slot',
      handle: ({ tenantId, params, query }) => slots.view(tenantId, params.intentId, params.slotId, query.detail),
    }),
    nluRoute({
      ...view,
      id: 'nlu.slots.viewByPost',
      method: 'POST',
      summary: 'View a slot',
      body: optionalNluBody(Nothing),
      handle: ({ tenantId, params, query }) => slots.view(tenantId, params.intentId, params.slotId, query.detail),
    }),
    nluRoute({
      ...one,
      id: 'nlu.slots.change',
      method: 'PATCH',
      summary: 'Change a slot',
      body: slotPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT', 'IN_USE'],
      example: { params: ofSlot, body: { required: false } },
      invalid: { params: ofSlot, body: { lexicon: 'SYS.nothing' } },
      handle: ({ tenantId, params, body }) => {
        slots.change(tenantId, params.intentId, params.slotId, body);
        return updated(params.slotId);
      },
    }),
    nluRoute({
      ...one,
      id: 'nlu.slots.remove',
      method: 'DELETE',
      summary: 'Delete a slot that no question of its intent names',
      storage: 'frees',
      reply: DeletedId,
      errors: ['IN_USE'],
      example: { params: ofSlot },
      invalid: { params: { ...ofIntent, slotId: 'first' } },
      handle: ({ tenantId, params }) => {
        slots.remove(tenantId, params.intentId, params.slotId);
        return removed({ id: params.slotId });
      },
    }),
    nluRoute({
      id: 'nlu.slots.reorder',
      method: 'PATCH',
      path: '/intents/:intentId/slot_order',
      aliases: ['/intents/:intentId/slots_order'],
      summary: 'Order the slots of an intent',
      params: { intentId },
      body: nluBody(SlotOrder),
      storage: 'grows',
      reply: UpdatedId,
      example: { params: { intentId: '{plainIntent}' }, body: { slots: [] } },
      invalid: { params: ofIntent, body: { slots: [1, 1] } },
      handle: ({ tenantId, params, body }) => {
        slots.reorder(tenantId, params.intentId, body.slots);
        return updated(params.intentId);
      },
    }),
    ...confirmationRoutes(slots),
  ];
}

function slotExample(name: string) {
  const elicitResponse = { answers: [{ type: 'TEXT', content: '几点？' }] };
  return { name, description: 'The time of day.', lexicon: 'SYS.time', elicitResponse };
}

function confirmationRoutes(slots: Slots): Route[] {
  const place = { path: '/intents/:intentId/slots/:slotId/confirm_response', params: { intentId, slotId } };
  return [
    nluRoute({
      ...place,
      id: 'nlu.slots.confirmResponse.create',
      method: 'POST',
      summary: 'Give a slot the question that confirms it',
      body: nluBody(ResponseDraft),
      storage: 'grows',
      reply: CreatedResponse,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofSlot, body: { answers: [{ type: 'TEXT', content: '是{{ slots.time.value }}吗？' }] } },
      invalid: { params: ofSlot, body: { answers: [] } },
      handle: ({ tenantId, params, body }) => ({
        created: slots.addConfirmation(tenantId, params.intentId, params.slotId, body),
      }),
    }),
    nluRoute({
      ...place,
      id: 'nlu.slots.confirmResponse.remove',
      method: 'DELETE',
      summary: 'Delete the question that confirms a slot',
      storage: 'frees',
      reply: DeletedResponse,
      example: { params: { intentId: '{intent}', slotId: '{slotWithConfirmation}' } },
      invalid: { params: ofSlot, status: 404 },
      handle: ({ tenantId, params }) => removed(slots.removeConfirmation(tenantId, params.intentId, params.slotId)),
    }),
  ];
}
