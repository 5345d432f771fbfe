// The routes that export a robot from a tenant and import it into another one, here or on another gateway.
import { z } from 'zod';
import { JsonPieces, lenientBody, type Route } from '../../http/route.js';
import { limits } from '../../protocol/limits.js';
import type { Batches } from '../resource/batches.js';
import { CreatedName, created } from '../resource/envelopes.js';
import { nluRoute } from '../resource/nlu-route.js';
import { exampleReply, ofRobot, robotId } from '../resource/robot-route.js';
import { documentFormat, RobotDocument, weightOf } from './document.js';
import type { Exchange } from './service.js';

const Exported = z
  .looseObject({ format: z.literal(documentFormat).describe('The form of the document.') })
  .meta({ id: 'NluExportedRobot', description: 'The robot as POST /robots/import takes it (NluRobotDocument).' });

export const exchangeRoutes = (exchange: Exchange, batches: Pick<Batches, 'make'>): Route[] => [
  nluRoute({
    id: 'nlu.robots.export',
    method: 'GET',
    path: '/robots/:robotId/export',
    summary: 'Write a robot and all that it reaches as one document, without ids',
    params: { robotId },
    reply: Exported,
    errors: ['ROBOT_NOT_FOUND'],
    example: { params: ofRobot },
    invalid: { params: { robotId: 'first' }, status: 404 },
    handle: async ({ tenantId, params, signal }) =>
      new JsonPieces(await exchange.export(tenantId, params.robotId, signal)),
  }),
  nluRoute({
    id: 'nlu.robots.import',
    method: 'POST',
    path: '/robots/import',
    summary: 'Make a robot with all that it reaches of a document',
    body: lenientBody(RobotDocument, limits.nlu.importBytes),
    storage: 'grows',
    writesInPieces: true,
    reply: CreatedName,
    errors: ['CONFLICT', 'TOO_MANY_RESOURCES', 'NOT_SUPPORTED'],
    example: {
      body: {
        format: documentFormat,
        robot: { name: '{unique}', fallbackResponse: exampleReply('我没听懂。'), skills: [{ skill: 'booking' }] },
        skills: [{ key: 'booking', name: 'booking', type: 'INTENT', intents: ['{unique}'] }],
        intents: [{ name: '{unique}', question: { text: '我要订票' }, response: exampleReply('订好了。') }],
      },
    },
    invalid: { body: { format: documentFormat, robot: { name: '' } } },
    handle: async ({ tenantId, body, signal }) =>
      created({ id: await batches.make(tenantId, weightOf(body), exchange.importing(tenantId, body, signal)) }),
  }),
];
