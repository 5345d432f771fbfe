// The requests by which the generated tests make the robots, skills, scenes and models that examples name.
import type { Fixtures } from '../feature.js';

const created = { field: 'created.id' };
const params = { property: 'cn_common' };
const reply = { answers: [{ type: 'TEXT', content: '请再说一遍。' }] };

export const robotFixtures: Fixtures = {
  model: { route: 'nlu.models.create', name: created },
  scene: { route: 'nlu.scenes.create', name: created },
  bareScene: { route: 'nlu.scenes.create', example: { params, body: { name: '{unique}' } }, name: created },
  retryScene: {
    route: 'nlu.scenes.create',
    example: { params, body: { name: '{unique}', retryResponse: reply } },
    name: created,
  },
  failedScene: {
    route: 'nlu.scenes.create',
    example: { params, body: { name: '{unique}', failedResponse: reply } },
    name: created,
  },
  node: { route: 'nlu.nodes.create', name: created },
  dispatch: {
    route: 'nlu.nodes.create',
    example: { params: { ...params, sceneId: '{scene}' }, body: { type: 'DISPATCH', name: '{unique}' } },
    name: created,
  },
  branch: { route: 'nlu.branches.create', name: created },
  skill: { route: 'nlu.skills.create', name: created },
  skillIntent: { route: 'nlu.skills.intents.add', name: created },
  robot: { route: 'nlu.robots.create', name: created },
  opening: { route: 'nlu.robots.opening.create', name: { field: 'created.type' } },
  openedRobot: {
    route: 'nlu.robots.view',
    example: { params: { ...params, robotId: '{robot}', having: '{opening}' } },
    name: { field: 'id' },
  },
  fallback: { route: 'nlu.robots.fallback.create', name: created },
  fallbackRobot: {
    route: 'nlu.robots.view',
    example: { params: { ...params, robotId: '{robot}', having: '{fallback}' } },
    name: { field: 'id' },
  },
  robotSkill: { route: 'nlu.robots.skills.add', name: created },
  sensitiveLexicon: { route: 'nlu.lexicons.view', name: { field: 'name' } },
  sensitiveGroup: { route: 'nlu.sensitiveGroups.create', name: created },
  testSet: { route: 'nlu.testSets.create', name: created },
};
