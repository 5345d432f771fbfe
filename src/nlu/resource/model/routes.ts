// The routes of semantic models.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { Nothing } from '../../../protocol/wire/nothing.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute, optionalNluBody } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { ModelDraft, ModelStateView, ModelView, modelFields, SystemModelView } from './schemas.js';
import type { Models } from './service.js';
import { systemModels } from './system-models.js';

const modelPatch = patchBody(
  'NluModelPatch',
  'a model',
  { name: modelFields.name.optional(), description: modelFields.description.optional() },
  ModelView.shape,
);
const modelId = idParam('The model.');
const ofModel = { modelId: '{model}' };

export function modelRoutes(models: Models): Route[] {
  return [
    nluRoute({
      id: 'nlu.sysModels.list',
      method: 'GET',
      path: '/sys_models',
      summary: 'List the system models',
      reply: z.strictObject({ sysModels: z.array(SystemModelView).describe('The system models.') }),
      handle: () => ({ sysModels: [...systemModels] }),
    }),
    nluRoute({
      id: 'nlu.models.state',
      method: 'GET',
      path: '/model_state',
      summary: 'View the model in use, and whether the robots are being rebuilt for it',
      reply: ModelStateView,
      handle: ({ tenantId }) => models.state(tenantId),
    }),
    nluRoute({
      id: 'nlu.models.list',
      method: 'GET',
      path: '/models',
      summary: 'List the models of the tenant',
      reply: z.strictObject({ models: z.array(ModelView).describe('The models.') }),
      handle: ({ tenantId }) => ({ models: models.all(tenantId) }),
    }),
    nluRoute({
      id: 'nlu.models.create',
      method: 'POST',
      path: '/models',
      summary: 'Add a model: a system model, or the product of training',
      body: nluBody(ModelDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}', type: 'BASE', sysModel: 'cn_common' } },
      invalid: { body: { name: '{unique}', type: 'BASE', sysModel: 'cn_unknown' } },
      handle: async ({ tenantId, body }) => created({ id: await models.create(tenantId, body) }),
    }),
    nluRoute({
      id: 'nlu.models.view',
      method: 'GET',
      path: '/models/:modelId',
      summary: 'View a model',
      params: { modelId },
      reply: ModelView,
      example: { params: ofModel },
      invalid: { params: { modelId: 'first' } },
      handle: ({ tenantId, params }) => models.view(tenantId, params.modelId),
    }),
    nluRoute({
      id: 'nlu.models.change',
      method: 'PATCH',
      path: '/models/:modelId',
      summary: 'Change the name and the description of a model',
      params: { modelId },
      body: modelPatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofModel, body: { description: 'The model of the shop.' } },
      invalid: { params: ofModel, body: { sysModel: 'cn_unknown' } },
      handle: ({ tenantId, params, body }) => {
        models.change(tenantId, params.modelId, body);
        return updated(params.modelId);
      },
    }),
    nluRoute({
      id: 'nlu.models.remove',
      method: 'DELETE',
      path: '/models/:modelId',
      summary: 'Delete a model that is not enabled',
      params: { modelId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['IN_USE'],
      example: { params: ofModel },
      invalid: { params: { modelId: '0' } },
      handle: ({ tenantId, params }) => {
        models.remove(tenantId, params.modelId);
        return removed({ id: params.modelId });
      },
    }),
    nluRoute({
      id: 'nlu.models.enable',
      method: 'POST',
      path: '/models/:modelId/enable',
      summary: 'Make a model the one that the robots of the tenant use',
      params: { modelId },
      body: optionalNluBody(Nothing),
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofModel },
      invalid: { params: { modelId: 'first' } },
      handle: async ({ tenantId, params }) => {
        await models.enable(tenantId, params.modelId);
        return updated(params.modelId);
      },
    }),
  ];
}
