// Robots and what they are put together from: models, skills and scenes. `nlu.ts` of the features makes the rest.
import type { Logger } from 'pino';
import type { Route } from '../http/route.js';
import type { Changes } from '../nlu/resource/changes.js';
import { modelRoutes } from '../nlu/resource/model/routes.js';
import { Models } from '../nlu/resource/model/service.js';
import { ModelSwitch } from '../nlu/resource/model/switch.js';
import { modelTable } from '../nlu/resource/model/table.js';
import type { Processors } from '../nlu/resource/processor/service.js';
import type { References } from '../nlu/resource/references.js';
import type { Responses } from '../nlu/resource/response/service.js';
import { sceneRoutes } from '../nlu/resource/scene/routes.js';
import { Scenes } from '../nlu/resource/scene/service.js';
import { sceneTable } from '../nlu/resource/scene/table.js';
import { skillRoutes } from '../nlu/resource/skill/routes.js';
import { Skills } from '../nlu/resource/skill/service.js';
import { skillTable } from '../nlu/resource/skill/table.js';
import type { Store } from '../store/open.js';

export interface RobotParts {
  readonly modelSwitch: ModelSwitch;
  readonly models: Models;
  readonly scenes: Scenes;
  readonly skills: Skills;
}

type Exists = (tenantId: string, id: number) => boolean;

export interface RobotNeeds {
  readonly db: Store;
  readonly log: Logger;
  readonly references: References;
  readonly changes: Changes;
  readonly responses: Responses;
  readonly processors: Processors;
  readonly hasDir: Exists;
  readonly hasIntent: Exists;
  readonly hasTaskQuestion: Exists;
}

export function startRobots(needs: RobotNeeds): RobotParts {
  const { db, log, references, changes, responses, processors, hasDir, hasIntent, hasTaskQuestion } = needs;
  const shared = { references, changes };
  const modelSwitch = new ModelSwitch(log);
  const models = new Models({ table: modelTable(db), changes, modelSwitch });
  const scenes = new Scenes({ ...shared, table: sceneTable(db), responses, processors, hasTaskQuestion });
  const hasScene: Exists = (tenantId, id) => scenes.exists(tenantId, id);
  const skills = new Skills({ ...shared, table: skillTable(db), hasDir, hasIntent, hasScene });
  return { modelSwitch, models, scenes, skills };
}

export const robotRoutes = ({ models, scenes, skills }: RobotParts): Route[] => [
  ...modelRoutes(models),
  ...sceneRoutes(scenes),
  ...skillRoutes(skills),
];
