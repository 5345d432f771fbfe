// The route that runs a test set.
import type { Route } from '../../http/route.js';
import { idParam, nluRoute, optionalNluBody } from '../resource/nlu-route.js';
import { ofRobot, robotId } from '../resource/robot-route.js';
import type { TestRuns } from './runs.js';
import { TestRunBody, TestRunReply } from './schemas.js';

const testSetId = idParam('The test set.');

export const testRunRoutes = (runs: TestRuns): Route[] => [
  nluRoute({
    id: 'nlu.testSets.run',
    method: 'POST',
    path: '/robots/:robotId/test_sets/:testSetId/run',
    summary: 'Run a test set against a robot as it is now, or against a version of it',
    params: { robotId, testSetId },
    body: optionalNluBody(TestRunBody),
    reply: TestRunReply,
    errors: [
      ...(['ROBOT_NOT_FOUND', 'CONFLICT', 'OVERLOADED', 'MAINTENANCE', 'DIALOG_UNAVAILABLE'] as const),
      ...(['RESOURCE_TOO_LARGE', 'STORAGE_FULL'] as const),
    ],
    example: { params: { ...ofRobot, testSetId: '{testSet}' }, body: { limit: 100 } },
    invalid: { params: { ...ofRobot, testSetId: '{testSet}' }, body: { limit: 0 } },
    handle: ({ tenantId, identity: { appkey }, params, body, signal }) =>
      runs.run({ tenantId, appkey, signal, ...params }, body),
  }),
];
