// The routes of processors (specification 3, section 4.8). Their owners create and delete them.
import type { Route } from '../../../http/route.js';
import { UpdatedId, updated } from '../envelopes.js';
import { idParam, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { ProcessorView, processorContent, processorType } from './schemas.js';
import type { Processors } from './service.js';

const processorPatch = patchBody(
  'NluProcessorPatch',
  'a processor; its content is replaced as a whole',
  { type: processorType.optional(), content: processorContent.optional() },
  ProcessorView.shape,
);
const procId = idParam('The processor.');
const ofProcessor = { procId: '{processor}' };

export function processorRoutes(processors: Processors): Route[] {
  return [
    nluRoute({
      id: 'nlu.processors.view',
      method: 'GET',
      path: '/processors/:procId',
      summary: 'View a processor',
      params: { procId },
      reply: ProcessorView,
      example: { params: ofProcessor },
      invalid: { params: { procId: 'first' } },
      handle: ({ tenantId, params }) => processors.view(tenantId, params.procId),
    }),
    nluRoute({
      id: 'nlu.processors.change',
      method: 'PATCH',
      path: '/processors/:procId',
      summary: 'Change the content of a processor, and its type',
      params: { procId },
      body: processorPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['NOT_SUPPORTED'],
      example: { params: ofProcessor, body: { content: { ops: [{ condition: '', evals: ['level = 1'] }] } } },
      invalid: { params: ofProcessor, body: { content: { ops: [{ condition: 'a ==', evals: [] }] } } },
      handle: ({ tenantId, params, body }) => {
        processors.change(tenantId, params.procId, body);
        return updated(params.procId);
      },
    }),
  ];
}
