// Models as bodies send them and as views show them.
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { descriptionText, nameText, withinBytes } from '../fields.js';
import { idField } from '../nlu-route.js';

const named = (id: string, description: string) => ({ id, description });

export const SystemModelView = z
  .strictObject({
    name: z.string().describe('Its name.'),
    version: z.string().describe('Its version.'),
    description: z.string().describe('A description.'),
  })
  .meta(named('NluSystemModel', 'A semantic model that comes with the service.'));

const modelType = z.enum(['BASE', 'OPTIMIZED']).describe('BASE: a system model. OPTIMIZED: the product of training.');
export const modelFields = {
  name: nameText.describe('Its name.'),
  description: descriptionText.describe('A description.'),
};

export const ModelDraft = z
  .strictObject({
    name: modelFields.name,
    description: modelFields.description.default(''),
    type: modelType,
    sysModel: z.string().optional().describe('BASE: the name of the system model.'),
    modelPath: withinBytes(limits.nlu.modelPathBytes).optional().describe('OPTIMIZED: the folder of the model.'),
    baseModelId: idField('OPTIMIZED: the BASE model that it was trained from.').optional(),
  })
  .meta(named('NluModelDraft', 'A model that is about to be made.'));
export type ModelDraft = z.output<typeof ModelDraft>;

export const ModelView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    type: modelType,
    sysModel: z.string().optional().describe('The system model of a BASE model.'),
    modelPath: z.string().optional().describe('The folder of an OPTIMIZED model.'),
    baseModelId: z.int().optional().describe('The model that an OPTIMIZED one was trained from.'),
    enabled: z.boolean().describe('The robots of the tenant use it. One model at most is enabled.'),
  })
  .meta(named('NluModel', 'A semantic model of the tenant.'));
export type ModelView = z.output<typeof ModelView>;

export const ModelStateView = z
  .strictObject({
    state: z.enum(['READY', 'REBUILDING']).describe('REBUILDING: robots are made anew, and testing them answers 503.'),
    modelId: z.int().describe('The enabled model; 0: the system model, because none was enabled yet.'),
  })
  .meta(named('NluModelState', 'The model in use.'));
