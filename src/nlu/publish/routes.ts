// The routes of publishes and of the online mark, which the specification requires but does not show (sections 2.3 and
// 3.4, rule 11).
import { z } from 'zod';
import type { Route } from '../../http/route.js';
import { limits } from '../../protocol/limits.js';
import { CreatedName, created, DeletedName, removed, UpdatedName, updated } from '../resource/envelopes.js';
import { descriptionText } from '../resource/fields.js';
import { nluBody, nluRoute, optionalNluBody } from '../resource/nlu-route.js';
import { ofRobot, robotId } from '../resource/robot-route.js';
import type { Publishes } from './service.js';
import { OnlineView, PublishView } from './views.js';

const publishId = z.string().max(limits.nlu.publish.publishIdBytes).describe('The publish.');

const PublishDraft = z
  .strictObject({ description: descriptionText.default('').describe('A description.') })
  .meta({ id: 'NluPublishDraft', description: 'A version that is about to be made.' });
const OnlineChange = z
  .strictObject({
    publishId: publishId.describe('The version to use: a new one, an older one (rollback), or empty (offline).'),
  })
  .meta({ id: 'NluOnlineChange', description: 'The version that the dialog service is to serve.' });

const ofPublish = { robotId: '{robot}', publishId: '{publish}' };
const malformed = { property: 'cn_16k_common' };

export function publishRoutes(publishes: Publishes): Route[] {
  return [
    nluRoute({
      id: 'nlu.publishes.list',
      method: 'GET',
      path: '/robots/:robotId/publishes',
      summary: 'List the versions of a robot, the latest first',
      params: { robotId },
      reply: z.strictObject({ publishes: z.array(PublishView).describe('The versions.') }),
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot },
      invalid: { params: { ...ofRobot, ...malformed } },
      handle: ({ tenantId, params }) => ({ publishes: publishes.all(tenantId, params.robotId) }),
    }),
    nluRoute({
      id: 'nlu.publishes.create',
      method: 'POST',
      path: '/robots/:robotId/publishes',
      summary: 'Make a version of a robot in the background, from its resources as they are',
      params: { robotId },
      body: optionalNluBody(PublishDraft),
      storage: 'grows',
      reply: CreatedName,
      errors: ['ROBOT_NOT_FOUND', 'TOO_MANY_RESOURCES'],
      example: { params: ofRobot, body: { description: 'Autumn wording.' } },
      invalid: { params: ofRobot, body: { description: 1 } },
      handle: ({ tenantId, params, body }) =>
        created({ id: publishes.create(tenantId, params.robotId, body.description) }),
    }),
    nluRoute({
      id: 'nlu.publishes.view',
      method: 'GET',
      path: '/robots/:robotId/publishes/:publishId',
      summary: 'View a version of a robot',
      params: { robotId, publishId },
      reply: PublishView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofPublish },
      invalid: { params: { ...ofPublish, ...malformed } },
      handle: ({ tenantId, params }) => publishes.view(tenantId, params.robotId, params.publishId),
    }),
    nluRoute({
      id: 'nlu.publishes.remove',
      method: 'DELETE',
      path: '/robots/:robotId/publishes/:publishId',
      summary: 'Delete a version that is not online, or end one that is being made',
      params: { robotId, publishId },
      storage: 'frees',
      reply: DeletedName,
      errors: ['ROBOT_NOT_FOUND', 'IN_USE'],
      example: { params: ofPublish },
      invalid: { params: { ...ofPublish, ...malformed } },
      handle: ({ tenantId, params }) => {
        publishes.remove(tenantId, params.robotId, params.publishId);
        return removed({ id: params.publishId });
      },
    }),
    nluRoute({
      id: 'nlu.online.view',
      method: 'GET',
      path: '/robots/:robotId/online',
      summary: 'View which version of a robot is in use',
      params: { robotId },
      reply: OnlineView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot },
      invalid: { params: { ...ofRobot, ...malformed } },
      handle: ({ tenantId, params }) => publishes.online(tenantId, params.robotId),
    }),
    nluRoute({
      id: 'nlu.online.change',
      method: 'PATCH',
      path: '/robots/:robotId/online',
      summary: 'Put a version of a robot online, go back to an older one, or take the robot offline',
      params: { robotId },
      body: nluBody(OnlineChange),
      storage: 'frees', // a row of a few bytes: an author must be able to go back even on a full disk
      reply: UpdatedName,
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT'],
      example: { params: ofRobot, body: { publishId: '' } },
      invalid: { params: ofRobot, body: { publishId: 1 } },
      handle: ({ tenantId, params, body }) => {
        publishes.setOnline(tenantId, params.robotId, body.publishId);
        return updated(params.robotId);
      },
    }),
  ];
}
