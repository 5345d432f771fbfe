// The routes of the skills of robots.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, UpdatedName, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { ofRobot, robotId } from '../robot-route.js';
import type { RobotSkills } from './robot-skills.js';
import { RobotSkillDraft, RobotSkillView, robotSkillFields, SkillOrder } from './schemas.js';

const settingsPatch = patchBody(
  'NluRobotSkillPatch',
  'the settings of a skill of a robot',
  robotSkillFields,
  RobotSkillView.shape,
);
const skillId = idParam('The skill.');
const ofSkill = { ...ofRobot, skillId: '{robotSkill}' };

export function robotSkillRoutes(skills: RobotSkills): Route[] {
  return [
    nluRoute({
      id: 'nlu.robots.skills.list',
      method: 'GET',
      path: '/robots/:robotId/skills',
      summary: 'List the skills of a robot, the one that is asked first in front',
      params: { robotId },
      reply: z.strictObject({ skills: z.array(RobotSkillView).describe('The skills.') }),
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot },
      invalid: { params: { robotId: 'first' }, status: 404 },
      handle: ({ tenantId, params }) => ({ skills: skills.all(tenantId, params.robotId) }),
    }),
    nluRoute({
      id: 'nlu.robots.skills.add',
      method: 'POST',
      path: '/robots/:robotId/skills',
      summary: 'Give a robot a skill, behind those that it has',
      params: { robotId },
      body: nluBody(RobotSkillDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['ROBOT_NOT_FOUND', 'CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofRobot, body: { skillId: '{skill}', threshold: 0.6 } },
      invalid: { params: ofRobot, body: { skillId: 999_999_999 } },
      handle: ({ tenantId, params, body }) => {
        skills.add(tenantId, params.robotId, body);
        return created({ id: body.skillId });
      },
    }),
    nluRoute({
      id: 'nlu.robots.skills.view',
      method: 'GET',
      path: '/robots/:robotId/skills/:skillId',
      summary: 'View the settings of a skill of a robot',
      params: { robotId, skillId },
      reply: RobotSkillView,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofSkill },
      invalid: { params: { ...ofRobot, skillId: 'first' } },
      handle: ({ tenantId, params }) => skills.view(tenantId, params.robotId, params.skillId),
    }),
    nluRoute({
      id: 'nlu.robots.skills.change',
      method: 'PATCH',
      path: '/robots/:robotId/skills/:skillId',
      summary: 'Change the settings of a skill of a robot',
      params: { robotId, skillId },
      body: settingsPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofSkill, body: { topN: 5, checkOtherSkill: false } },
      invalid: { params: ofSkill, body: { topN: 0 } },
      handle: ({ tenantId, params, body }) => {
        skills.change(tenantId, params.robotId, params.skillId, body);
        return updated(params.skillId);
      },
    }),
    nluRoute({
      id: 'nlu.robots.skills.remove',
      method: 'DELETE',
      path: '/robots/:robotId/skills/:skillId',
      summary: 'Take a skill from a robot',
      params: { robotId, skillId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofSkill },
      invalid: { params: { ...ofRobot, skillId: '0' } },
      handle: ({ tenantId, params }) => {
        skills.remove(tenantId, params.robotId, params.skillId);
        return removed({ id: params.skillId });
      },
    }),
    nluRoute({
      id: 'nlu.robots.skills.order',
      method: 'PATCH',
      path: '/robots/:robotId/skill_order',
      summary: 'Set the priority of the skills of a robot',
      params: { robotId },
      body: nluBody(SkillOrder),
      storage: 'grows',
      reply: UpdatedName,
      errors: ['ROBOT_NOT_FOUND'],
      example: { params: ofRobot, body: { skills: [] } },
      invalid: { params: ofRobot, body: { skills: [999_999_999] } },
      handle: ({ tenantId, params, body }) => {
        skills.order(tenantId, params.robotId, body.skills);
        return updated(params.robotId);
      },
    }),
  ];
}
