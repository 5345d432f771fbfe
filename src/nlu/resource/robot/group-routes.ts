// The routes of the groups of sensitive words of robots.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { created, removed, removedSchema, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { detailQuery } from '../page.js';
import { patchBody } from '../patch.js';
import { exampleReply, ofRobot, robotId } from '../robot-route.js';
import { GroupDraft, GroupIds, GroupView, groupFields } from './schemas.js';
import type { SensitiveGroups } from './sensitive-groups.js';

const groupPatch = patchBody(
  'NluSensitiveGroupPatch',
  'a group of sensitive words; its reply has routes of its own',
  z.object(groupFields).partial().shape,
  GroupView.shape,
);
const detail = detailQuery('ids of replies only');
const groupId = idParam('The group.');
const ofGroup = { ...ofRobot, groupId: '{sensitiveGroup}' };

export function groupRoutes(groups: SensitiveGroups): Route[] {
  return [
    nluRoute({
      id: 'nlu.sensitiveGroups.list',
      method: 'GET',
      path: '/robots/:robotId/sensitive_groups',
      summary: 'List the groups of sensitive words of a robot',
      params: { robotId },
      query: z.object({ detail }),
      reply: z.strictObject({ sensitiveGroups: z.array(GroupView).describe('The groups.') }),
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot },
      invalid: { params: { robotId: 'first' }, status: 404 },
      handle: ({ tenantId, params, query }) => ({
        sensitiveGroups: groups.all(tenantId, params.robotId, query.detail),
      }),
    }),
    nluRoute({
      id: 'nlu.sensitiveGroups.create',
      method: 'POST',
      path: '/robots/:robotId/sensitive_groups',
      summary: 'Create a group of sensitive words',
      params: { robotId },
      body: nluBody(GroupDraft),
      storage: 'grows',
      reply: z.strictObject({ created: GroupIds.describe('The ids of what was made.') }),
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT', 'TOO_MANY_RESOURCES'],
      example: {
        params: ofRobot,
        body: { name: '{unique}', lexicon: '{sensitiveLexicon}', response: exampleReply('请文明用语。') },
      },
      invalid: {
        params: ofRobot,
        body: { name: '{unique}', lexicon: 'SYS.city', response: exampleReply('请文明用语。') },
      },
      handle: ({ tenantId, params, body }) => created(groups.create(tenantId, params.robotId, body)),
    }),
    nluRoute({
      id: 'nlu.sensitiveGroups.view',
      method: 'GET',
      path: '/robots/:robotId/sensitive_groups/:groupId',
      summary: 'View a group of sensitive words',
      params: { robotId, groupId },
      query: z.object({ detail }),
      reply: GroupView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofGroup },
      invalid: { params: { ...ofRobot, groupId: 'first' } },
      handle: ({ tenantId, params, query }) => groups.view(tenantId, params.robotId, params.groupId, query.detail),
    }),
    nluRoute({
      id: 'nlu.sensitiveGroups.change',
      method: 'PATCH',
      path: '/robots/:robotId/sensitive_groups/:groupId',
      summary: 'Change a group of sensitive words',
      params: { robotId, groupId },
      body: groupPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT'],
      example: { params: ofGroup, body: { name: '{unique}' } },
      invalid: { params: ofGroup, body: { lexicon: 'SYS.any_1_2' } },
      handle: ({ tenantId, params, body }) => {
        groups.change(tenantId, params.robotId, params.groupId, body);
        return updated(params.groupId);
      },
    }),
    nluRoute({
      id: 'nlu.sensitiveGroups.remove',
      method: 'DELETE',
      path: '/robots/:robotId/sensitive_groups/:groupId',
      summary: 'Delete a group of sensitive words',
      params: { robotId, groupId },
      storage: 'frees',
      reply: removedSchema(GroupIds),
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofGroup },
      invalid: { params: { ...ofRobot, groupId: '0' } },
      handle: ({ tenantId, params }) => removed(groups.remove(tenantId, params.robotId, params.groupId)),
    }),
  ];
}
