// Puts together the services of robots and of their parts: models, skills and scenes. `nlu.ts` of the features makes
// the rest.
import { randomBytes } from 'node:crypto';
import type { Route } from '../../http/route.js';
import type { Store } from '../../store/open.js';
import { checkRoutes } from '../check/routes.js';
import { RobotChecks } from '../check/service.js';
import { snapshotQueries } from '../publish/snapshot-queries.js';
import type { Changes } from '../resource/changes.js';
import type { Lexicons } from '../resource/lexicon/service.js';
import { modelRoutes } from '../resource/model/routes.js';
import { type CheckModel, Models } from '../resource/model/service.js';
import type { ModelSwitch } from '../resource/model/switch.js';
import { modelTable } from '../resource/model/table.js';
import type { Processors } from '../resource/processor/service.js';
import type { References } from '../resource/references.js';
import type { Responses } from '../resource/response/service.js';
import { groupRoutes } from '../resource/robot/group-routes.js';
import { robotSkillRoutes } from '../resource/robot/robot-skill-routes.js';
import { RobotSkills } from '../resource/robot/robot-skills.js';
import { robotRoutes } from '../resource/robot/routes.js';
import { SensitiveGroups } from '../resource/robot/sensitive-groups.js';
import { Robots } from '../resource/robot/service.js';
import { robotTable } from '../resource/robot/table.js';
import { testSetRoutes } from '../resource/robot/test-set-routes.js';
import { TestSets } from '../resource/robot/test-sets.js';
import { sceneRoutes } from '../resource/scene/routes.js';
import { Scenes } from '../resource/scene/service.js';
import { sceneTable } from '../resource/scene/table.js';
import { skillRoutes } from '../resource/skill/routes.js';
import { Skills } from '../resource/skill/service.js';
import { skillTable } from '../resource/skill/table.js';
import type { TaskQuestions } from '../resource/task-question/service.js';

export interface RobotParts {
  readonly modelSwitch: ModelSwitch;
  readonly models: Models;
  readonly scenes: Scenes;
  readonly skills: Skills;
  readonly robots: Robots;
  readonly robotSkills: RobotSkills;
  readonly sensitiveGroups: SensitiveGroups;
  readonly testSets: TestSets;
  readonly checks: RobotChecks;
}

type Exists = (tenantId: string, id: number) => boolean;

export interface RobotNeeds {
  readonly db: Store;
  readonly modelSwitch: ModelSwitch;
  readonly references: References;
  readonly changes: Changes;
  readonly responses: Responses;
  readonly processors: Processors;
  readonly lexicons: Lexicons;
  /** ms UTC */
  readonly now: () => number;
  readonly hasDir: Exists;
  readonly hasIntent: Exists;
  readonly taskQuestions: TaskQuestions;
  readonly isOnline: (tenantId: string, robotId: string) => boolean;
  readonly checkModel: CheckModel;
}

export function startRobots(needs: RobotNeeds): RobotParts {
  const { db, modelSwitch, references, changes, responses, processors, hasDir, hasIntent, taskQuestions } = needs;
  const { lexicons, now, isOnline, checkModel } = needs;
  const shared = { references, changes };
  const models = new Models({ table: modelTable(db), changes, modelSwitch, checkModel });
  const hasTaskQuestion: Exists = (tenantId, id) => taskQuestions.exists(tenantId, id);
  const scenes = new Scenes({ ...shared, table: sceneTable(db), responses, processors, hasTaskQuestion });
  const hasScene: Exists = (tenantId, id) => scenes.exists(tenantId, id);
  const skills = new Skills({ ...shared, table: skillTable(db), hasDir, hasIntent, hasScene });
  const parts = {
    ...{ ...shared, table: robotTable(db), responses, lexicons, isOnline, now },
    hasSkill: (tenantId: string, id: number) => skills.exists(tenantId, id),
    entryOf: (tenantId: string, id: number) => scenes.entryOf(tenantId, id),
    random: (bytes: number) => randomBytes(bytes),
  };
  const robots = new Robots(parts);
  return {
    ...{ modelSwitch, models, scenes, skills, robots },
    robotSkills: new RobotSkills(parts, robots),
    sensitiveGroups: new SensitiveGroups(parts, robots),
    testSets: new TestSets(parts, robots),
    checks: new RobotChecks({
      ...{ queries: snapshotQueries(db), now, clock: () => performance.now() },
      seqOf: (tenantId, robotId) => robots.row(tenantId, robotId).seq,
      unusedTaskQuestions: (tenantId, most) => taskQuestions.unused(tenantId, most),
    }),
  };
}

export const routesOfRobots = (parts: RobotParts): Route[] => [
  ...modelRoutes(parts.models),
  ...sceneRoutes(parts.scenes),
  ...skillRoutes(parts.skills),
  ...robotRoutes(parts.robots),
  ...robotSkillRoutes(parts.robotSkills),
  ...groupRoutes(parts.sensitiveGroups),
  ...testSetRoutes(parts.testSets),
  ...checkRoutes(parts.checks),
];
