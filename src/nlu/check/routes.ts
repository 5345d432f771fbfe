// The route with which an author has a robot checked.
import type { Route } from '../../http/route.js';
import { Nothing } from '../../protocol/wire/nothing.js';
import { Findings, findingsOf } from '../resource/findings.js';
import { nluRoute, optionalNluBody } from '../resource/nlu-route.js';
import { ofRobot, robotId } from '../resource/robot-route.js';
import type { RobotChecks } from './service.js';

export const checkRoutes = (checks: RobotChecks): Route[] => [
  nluRoute({
    id: 'nlu.robots.check',
    method: 'POST',
    path: '/robots/:robotId/check',
    summary: 'Check a robot and everything that it consists of for probable mistakes',
    params: { robotId },
    body: optionalNluBody(Nothing),
    reply: Findings,
    errors: ['ROBOT_NOT_FOUND'],
    example: { params: ofRobot },
    invalid: { params: { robotId: 'first' }, status: 404 },
    handle: async ({ tenantId, params, signal }) => findingsOf(await checks.check(tenantId, params.robotId, signal)),
  }),
];
