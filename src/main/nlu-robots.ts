// Robots and what they are put together from: models, skills and scenes. `nlu.ts` of the features makes the rest.
import type { Logger } from 'pino';
import type { Route } from '../http/route.js';
import type { Changes } from '../nlu/resource/changes.js';
import { modelRoutes } from '../nlu/resource/model/routes.js';
import { Models } from '../nlu/resource/model/service.js';
import { ModelSwitch } from '../nlu/resource/model/switch.js';
import { modelTable } from '../nlu/resource/model/table.js';
import type { References } from '../nlu/resource/references.js';
import { skillRoutes } from '../nlu/resource/skill/routes.js';
import { Skills } from '../nlu/resource/skill/service.js';
import { skillTable } from '../nlu/resource/skill/table.js';
import type { Store } from '../store/open.js';
import type { Fixtures } from './feature.js';

export interface RobotParts {
  readonly modelSwitch: ModelSwitch;
  readonly models: Models;
  readonly skills: Skills;
}

type Exists = (tenantId: string, id: number) => boolean;

export interface RobotNeeds {
  readonly db: Store;
  readonly log: Logger;
  readonly references: References;
  readonly changes: Changes;
  readonly hasDir: Exists;
  readonly hasIntent: Exists;
}

export function startRobots(needs: RobotNeeds): RobotParts {
  const { db, log, references, changes, hasDir, hasIntent } = needs;
  const modelSwitch = new ModelSwitch(log);
  const models = new Models({ table: modelTable(db), changes, modelSwitch });
  const skills = new Skills({ table: skillTable(db), references, changes, hasDir, hasIntent, hasScene: () => false });
  return { modelSwitch, models, skills };
}

export const robotRoutes = ({ models, skills }: RobotParts): Route[] => [
  ...modelRoutes(models),
  ...skillRoutes(skills),
];

export const robotFixtures: Fixtures = {
  model: { route: 'nlu.models.create', name: { field: 'created.id' } },
  skill: { route: 'nlu.skills.create', name: { field: 'created.id' } },
  intentSkill: {
    route: 'nlu.skills.create',
    example: { params: { property: 'cn_common' }, body: { name: '{unique}', type: 'INTENT', intentIds: ['{intent}'] } },
    name: { field: 'created.id' },
  },
};
