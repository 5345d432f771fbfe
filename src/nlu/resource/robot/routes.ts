// The routes of robots, their openings and their fallback responses.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedName, created, DeletedName, removed, removedSchema, UpdatedName, updated } from '../envelopes.js';
import { nluBody, nluRoute } from '../nlu-route.js';
import { detailQuery } from '../page.js';
import { patchBody } from '../patch.js';
import { CreatedResponse, DeletedResponse, ResponseDraft, ResponseView } from '../response/schemas.js';
import { exampleReply, ofRobot, robotId } from '../robot-route.js';
import { OpeningDraft, OpeningIds, OpeningView, RobotDraft, RobotView, robotFields } from './schemas.js';
import type { Robots } from './service.js';

const robotPatch = patchBody(
  'NluRobotPatch',
  'a robot; its opening, fallback response and skills have routes of their own',
  z.object(robotFields).partial().shape,
  RobotView.shape,
);
const detail = detailQuery('ids of replies only');

export function robotRoutes(robots: Robots): Route[] {
  return [
    nluRoute({
      id: 'nlu.robots.list',
      method: 'GET',
      path: '/robots',
      summary: 'List the robots of the tenant',
      query: z.object({ detail }),
      reply: z.strictObject({ robots: z.array(RobotView).describe('The robots.') }),
      example: { query: { detail: 'false' } },
      invalid: { query: { detail: 'some' } },
      handle: ({ tenantId, query }) => ({ robots: robots.all(tenantId, query.detail) }),
    }),
    nluRoute({
      id: 'nlu.robots.create',
      method: 'POST',
      path: '/robots',
      summary: 'Create a robot',
      body: nluBody(RobotDraft),
      storage: 'grows',
      reply: CreatedName,
      errors: ['TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}' } },
      invalid: { body: { name: '{unique}', forgetTurns: -1 } },
      handle: ({ tenantId, body }) => created({ id: robots.create(tenantId, body) }),
    }),
    nluRoute({
      id: 'nlu.robots.view',
      method: 'GET',
      path: '/robots/:robotId',
      summary: 'View a robot',
      params: { robotId },
      query: z.object({ detail }),
      reply: RobotView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot },
      invalid: { params: { robotId: 'first' }, status: 404 },
      handle: ({ tenantId, params, query }) => robots.view(tenantId, params.robotId, query.detail),
    }),
    nluRoute({
      id: 'nlu.robots.change',
      method: 'PATCH',
      path: '/robots/:robotId',
      summary: 'Change a robot',
      params: { robotId },
      body: robotPatch,
      storage: 'grows',
      reply: UpdatedName,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot, body: { forgetTurns: 5, threshold: 0.6 } },
      invalid: { params: ofRobot, body: { sessionTimeout: 0 } },
      handle: ({ tenantId, params, body }) => {
        robots.change(tenantId, params.robotId, body);
        return updated(params.robotId);
      },
    }),
    nluRoute({
      id: 'nlu.robots.remove',
      method: 'DELETE',
      path: '/robots/:robotId',
      summary: 'Delete a robot that is not online, with its published versions',
      params: { robotId },
      storage: 'frees',
      reply: DeletedName,
      errors: ['ROBOT_NOT_FOUND', 'IN_USE'],
      example: { params: ofRobot },
      invalid: { params: { robotId: 'first' }, status: 404 },
      handle: ({ tenantId, params }) => {
        robots.remove(tenantId, params.robotId);
        return removed({ id: params.robotId });
      },
    }),
    ...openingRoutes(robots),
    ...fallbackRoutes(robots),
  ];
}

function openingRoutes(robots: Robots): Route[] {
  return [
    nluRoute({
      id: 'nlu.robots.opening.view',
      method: 'GET',
      path: '/robots/:robotId/opening',
      summary: 'View the opening of a robot',
      params: { robotId },
      query: z.object({ detail }),
      reply: OpeningView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: { robotId: '{openedRobot}' } },
      invalid: { params: ofRobot, status: 404 },
      handle: ({ tenantId, params, query }) => robots.opening(tenantId, params.robotId, query.detail),
    }),
    nluRoute({
      id: 'nlu.robots.opening.create',
      method: 'POST',
      path: '/robots/:robotId/opening',
      summary: 'Give a robot an opening: a reply or a scene',
      params: { robotId },
      body: nluBody(OpeningDraft),
      storage: 'grows',
      reply: z.strictObject({ created: OpeningIds.describe('The ids of what was made.') }),
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT'],
      example: { params: ofRobot, body: { type: 'RESPONSE', response: exampleReply('您好！') } },
      invalid: { params: ofRobot, body: { type: 'SCENE' } },
      handle: ({ tenantId, params, body }) => created(robots.setOpening(tenantId, params.robotId, body)),
    }),
    nluRoute({
      id: 'nlu.robots.opening.remove',
      method: 'DELETE',
      path: '/robots/:robotId/opening',
      summary: 'Take the opening from a robot',
      params: { robotId },
      storage: 'frees',
      reply: removedSchema(OpeningIds),
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: { robotId: '{openedRobot}' } },
      invalid: { params: ofRobot, status: 404 },
      handle: ({ tenantId, params }) => removed(robots.removeOpening(tenantId, params.robotId)),
    }),
  ];
}

function fallbackRoutes(robots: Robots): Route[] {
  return [
    nluRoute({
      id: 'nlu.robots.fallback.view',
      method: 'GET',
      path: '/robots/:robotId/fallback_response',
      summary: 'View the reply that a robot gives where it has no other',
      params: { robotId },
      reply: ResponseView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: { robotId: '{fallbackRobot}' } },
      invalid: { params: ofRobot, status: 404 },
      handle: ({ tenantId, params }) => robots.fallback(tenantId, params.robotId),
    }),
    nluRoute({
      id: 'nlu.robots.fallback.create',
      method: 'POST',
      path: '/robots/:robotId/fallback_response',
      summary: 'Give a robot a reply for where it has no other',
      params: { robotId },
      body: nluBody(ResponseDraft),
      storage: 'grows',
      reply: CreatedResponse,
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT'],
      example: { params: ofRobot, body: exampleReply('我没听懂。') },
      invalid: { params: ofRobot, body: { answers: [] } },
      handle: ({ tenantId, params, body }) => created(robots.setFallback(tenantId, params.robotId, body)),
    }),
    nluRoute({
      id: 'nlu.robots.fallback.remove',
      method: 'DELETE',
      path: '/robots/:robotId/fallback_response',
      summary: 'Take the fallback response from a robot',
      params: { robotId },
      storage: 'frees',
      reply: DeletedResponse,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: { robotId: '{fallbackRobot}' } },
      invalid: { params: ofRobot, status: 404 },
      handle: ({ tenantId, params }) => removed(robots.removeFallback(tenantId, params.robotId)),
    }),
  ];
}
