// The routes of skills.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { IntentOrder, SkillDraft, SkillIntentDraft, SkillView, skillFields } from './schemas.js';
import type { Skills } from './service.js';

const fields = z.object(skillFields).partial().shape;
const skillPatch = patchBody('NluSkillPatch', 'a skill', fields, SkillView.shape);

const skillId = idParam('The skill.');
const intentId = idParam('The intent.');
const ofSkill = { skillId: '{skill}' };

export function skillRoutes(skills: Skills): Route[] {
  return [
    nluRoute({
      id: 'nlu.skills.list',
      method: 'GET',
      path: '/skills',
      summary: 'List the skills of the tenant',
      reply: z.strictObject({ skills: z.array(SkillView).describe('The skills.') }),
      handle: ({ tenantId }) => ({ skills: skills.all(tenantId) }),
    }),
    nluRoute({
      id: 'nlu.skills.create',
      method: 'POST',
      path: '/skills',
      summary: 'Create a skill',
      body: nluBody(SkillDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'NOT_SUPPORTED', 'TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}', type: 'INTENT', intentIds: [] } },
      invalid: { body: { name: '{unique}', type: 'KG' } },
      handle: ({ tenantId, body }) => created({ id: skills.create(tenantId, body) }),
    }),
    nluRoute({
      id: 'nlu.skills.view',
      method: 'GET',
      path: '/skills/:skillId',
      summary: 'View a skill',
      params: { skillId },
      reply: SkillView,
      example: { params: ofSkill },
      invalid: { params: { skillId: 'first' } },
      handle: ({ tenantId, params }) => skills.view(tenantId, params.skillId),
    }),
    nluRoute({
      id: 'nlu.skills.change',
      method: 'PATCH',
      path: '/skills/:skillId',
      summary: 'Change a skill',
      params: { skillId },
      body: skillPatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofSkill, body: { threshold: 0.6, topN: 5 } },
      invalid: { params: ofSkill, body: { threshold: 1.5 } },
      handle: ({ tenantId, params, body }) => {
        skills.change(tenantId, params.skillId, body);
        return updated(params.skillId);
      },
    }),
    nluRoute({
      id: 'nlu.skills.remove',
      method: 'DELETE',
      path: '/skills/:skillId',
      summary: 'Delete a skill that no robot has',
      params: { skillId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['IN_USE'],
      example: { params: ofSkill },
      invalid: { params: { skillId: '0' } },
      handle: ({ tenantId, params }) => {
        skills.remove(tenantId, params.skillId);
        return removed({ id: params.skillId });
      },
    }),
    nluRoute({
      id: 'nlu.skills.intents.add',
      method: 'POST',
      path: '/skills/:skillId/intents',
      summary: 'Add an intent to a skill, behind those that it has',
      params: { skillId },
      body: nluBody(SkillIntentDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofSkill, body: { intentId: '{intent}' } },
      invalid: { params: ofSkill, body: { intentId: 999_999_999 } },
      handle: ({ tenantId, params, body }) => {
        skills.addIntent(tenantId, params.skillId, body.intentId);
        return created({ id: body.intentId });
      },
    }),
    nluRoute({
      id: 'nlu.skills.intents.remove',
      method: 'DELETE',
      path: '/skills/:skillId/intents/:intentId',
      summary: 'Take an intent out of a skill',
      params: { skillId, intentId },
      storage: 'frees',
      reply: DeletedId,
      example: { params: { ...ofSkill, intentId: '{skillIntent}' } },
      invalid: { params: { ...ofSkill, intentId: 'first' } },
      handle: ({ tenantId, params }) => {
        skills.removeIntent(tenantId, params.skillId, params.intentId);
        return removed({ id: params.intentId });
      },
    }),
    nluRoute({
      id: 'nlu.skills.intents.order',
      method: 'PATCH',
      path: '/skills/:skillId/intent_order',
      summary: 'Set the priority of the intents of a skill',
      params: { skillId },
      body: nluBody(IntentOrder),
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofSkill, body: { intents: [] } },
      invalid: { params: ofSkill, body: { intents: [999_999_999] } },
      handle: ({ tenantId, params, body }) => {
        skills.orderIntents(tenantId, params.skillId, body.intents);
        return updated(params.skillId);
      },
    }),
  ];
}
