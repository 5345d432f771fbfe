// The services for all kinds of resources of dialog robots, over one database.

import type { Store } from '../../store/open.js';
import type { AreaKey } from '../../trust/area-key.js';
import { Exchange } from '../exchange/service.js';
import { checkModelIn } from '../publish/check-model.js';
import { snapshotQueries } from '../publish/snapshot-queries.js';
import { Changes } from '../resource/changes.js';
import { Intents } from '../resource/intent/service.js';
import { Slots } from '../resource/intent/slots.js';
import { intentTable } from '../resource/intent/table.js';
import { Lexicons } from '../resource/lexicon/service.js';
import { lexiconTable } from '../resource/lexicon/table.js';
import type { CheckModel } from '../resource/model/service.js';
import type { ModelSwitch } from '../resource/model/switch.js';
import { Processors } from '../resource/processor/service.js';
import { processorTable } from '../resource/processor/table.js';
import { Dirs } from '../resource/qa/dirs.js';
import { pagesAsJson } from '../resource/qa/page-json.js';
import { Pairs } from '../resource/qa/pairs.js';
import { qaTable } from '../resource/qa/table.js';
import { Questions } from '../resource/question/service.js';
import { questionTable } from '../resource/question/table.js';
import { References } from '../resource/references.js';
import { Responses } from '../resource/response/service.js';
import { responseTable } from '../resource/response/table.js';
import { Tags } from '../resource/tag/service.js';
import { tagTable } from '../resource/tag/table.js';
import { TaskQuestions } from '../resource/task-question/service.js';
import { taskQuestionTable } from '../resource/task-question/table.js';
import { startRobots } from './robots.js';

export interface NluServiceNeeds {
  readonly db: Store;
  /** ms UTC */
  readonly now: () => number;
  readonly modelSwitch: ModelSwitch;
  readonly isOnline: (tenantId: string, robotId: string) => boolean;
  readonly checkModel: CheckModel;
}

/** Opens the model and reads every byte of it. `key`: the key of training. */
export const modelCheck =
  (modelDirectory: (tenantId: string, path: string) => string, key: AreaKey | undefined): CheckModel =>
  (tenantId, path) =>
    checkModelIn(modelDirectory(tenantId, path), key);

export function nluServices({ db, now, modelSwitch, isOnline, checkModel }: NluServiceNeeds) {
  const shared = { references: new References(db), changes: new Changes(db) };
  const lexicons = new Lexicons({ ...shared, table: lexiconTable(db) });
  const intents = intentTable(db);
  const slotsOf = (questionId: number) => intents.slotNamesOf(questionId);
  const questions = new Questions({ ...shared, table: questionTable(db), lexicons, slotsOf });
  const tags = new Tags({ ...shared, table: tagTable(db) });
  const hasQuestion = (tenantId: string, id: number) => questions.exists(tenantId, id);
  const responses = new Responses({ ...shared, table: responseTable(db), tags, hasQuestion });
  const processors = new Processors({ ...shared, table: processorTable(db) });
  const pairs = qaTable(db);
  const dirs = new Dirs({ ...shared, table: pairs });
  const slotParts = { ...shared, table: intents, lexicons, questions, responses };
  const slots = new Slots(slotParts);
  const taskQuestions = new TaskQuestions({ ...shared, table: taskQuestionTable(db), questions });
  const intentService = new Intents({ ...slotParts, slots, processors });
  const robots = startRobots({
    ...{ ...shared, db, modelSwitch, now, responses, processors, lexicons, taskQuestions },
    hasDir: (tenantId, id) => dirs.exists(tenantId, id),
    hasIntent: (tenantId, id) => intentService.exists(tenantId, id),
    ...{ isOnline, checkModel },
  });
  const parts = {
    ...{ lexicons, questions, tags, responses, processors, dirs, slots, taskQuestions, robots },
    pairs: new Pairs({ ...shared, table: pairs, pageAsJson: pagesAsJson(db), dirs, questions, responses, now }),
    intents: intentService,
  };
  const { scenes, skills, robotSkills, sensitiveGroups, testSets } = robots;
  const exchange = new Exchange({
    ...{ ...shared, ...parts, scenes, skills, robots: robots.robots, robotSkills, sensitiveGroups, testSets },
    ...{ queries: snapshotQueries(db), clock: () => performance.now() },
  });
  return { ...parts, exchange, changes: shared.changes };
}
