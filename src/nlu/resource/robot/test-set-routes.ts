// The routes of the test sets of robots.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { ofRobot, robotId } from '../robot-route.js';
import { TestSetDraft, TestSetListed, TestSetView, testSetFields } from './schemas.js';
import type { TestSets } from './test-sets.js';

const setPatch = patchBody(
  'NluTestSetPatch',
  'a test set; cases replace all that it had',
  z.object(testSetFields).partial().shape,
  TestSetView.shape,
);
const testSetId = idParam('The test set.');
const ofSet = { ...ofRobot, testSetId: '{testSet}' };

export function testSetRoutes(sets: TestSets): Route[] {
  return [
    nluRoute({
      id: 'nlu.testSets.list',
      method: 'GET',
      path: '/robots/:robotId/test_sets',
      summary: 'List the test sets of a robot, without their cases',
      params: { robotId },
      reply: z.strictObject({ testSets: z.array(TestSetListed).describe('The test sets.') }),
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot },
      invalid: { params: { robotId: 'first' }, status: 404 },
      handle: ({ tenantId, params }) => ({ testSets: sets.all(tenantId, params.robotId) }),
    }),
    nluRoute({
      id: 'nlu.testSets.create',
      method: 'POST',
      path: '/robots/:robotId/test_sets',
      summary: 'Create a test set',
      params: { robotId },
      body: nluBody(TestSetDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofRobot, body: { name: '{unique}', cases: [{ text: '你们几点开门', expected: '营业时间' }] } },
      invalid: { params: ofRobot, body: { name: '{unique}', cases: [{ text: '' }] } },
      handle: ({ tenantId, params, body }) => created({ id: sets.create(tenantId, params.robotId, body) }),
    }),
    nluRoute({
      id: 'nlu.testSets.view',
      method: 'GET',
      path: '/robots/:robotId/test_sets/:testSetId',
      summary: 'View a test set',
      params: { robotId, testSetId },
      reply: TestSetView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofSet },
      invalid: { params: { ...ofRobot, testSetId: 'first' } },
      handle: ({ tenantId, params }) => sets.view(tenantId, params.robotId, params.testSetId),
    }),
    nluRoute({
      id: 'nlu.testSets.change',
      method: 'PATCH',
      path: '/robots/:robotId/test_sets/:testSetId',
      summary: 'Change a test set',
      params: { robotId, testSetId },
      body: setPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT'],
      example: { params: ofSet, body: { description: 'Calls of one day.' } },
      invalid: { params: ofSet, body: { name: '' } },
      handle: ({ tenantId, params, body }) => {
        sets.change(tenantId, params.robotId, params.testSetId, body);
        return updated(params.testSetId);
      },
    }),
    nluRoute({
      id: 'nlu.testSets.remove',
      method: 'DELETE',
      path: '/robots/:robotId/test_sets/:testSetId',
      summary: 'Delete a test set',
      params: { robotId, testSetId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofSet },
      invalid: { params: { ...ofRobot, testSetId: '0' } },
      handle: ({ tenantId, params }) => {
        sets.remove(tenantId, params.robotId, params.testSetId);
        return removed({ id: params.testSetId });
      },
    }),
  ];
}
