// The services of all kinds of resources of dialog robots over one database.
import { Exchange } from '../nlu/exchange/service.js';
import { checkModelIn } from '../nlu/publish/check-model.js';
import { snapshotQueries } from '../nlu/publish/snapshot-queries.js';
import { Changes } from '../nlu/resource/changes.js';
import { Intents } from '../nlu/resource/intent/service.js';
import { Slots } from '../nlu/resource/intent/slots.js';
import { intentTable } from '../nlu/resource/intent/table.js';
import { Lexicons } from '../nlu/resource/lexicon/service.js';
import { lexiconTable } from '../nlu/resource/lexicon/table.js';
import type { CheckModel } from '../nlu/resource/model/service.js';
import type { ModelSwitch } from '../nlu/resource/model/switch.js';
import { Processors } from '../nlu/resource/processor/service.js';
import { processorTable } from '../nlu/resource/processor/table.js';
import { Dirs } from '../nlu/resource/qa/dirs.js';
import { pagesAsJson } from '../nlu/resource/qa/page-json.js';
import { Pairs } from '../nlu/resource/qa/pairs.js';
import { qaTable } from '../nlu/resource/qa/table.js';
import { Questions } from '../nlu/resource/question/service.js';
import { questionTable } from '../nlu/resource/question/table.js';
import { References } from '../nlu/resource/references.js';
import { Responses } from '../nlu/resource/response/service.js';
import { responseTable } from '../nlu/resource/response/table.js';
import { Tags } from '../nlu/resource/tag/service.js';
import { tagTable } from '../nlu/resource/tag/table.js';
import { TaskQuestions } from '../nlu/resource/task-question/service.js';
import { taskQuestionTable } from '../nlu/resource/task-question/table.js';
import type { Store } from '../store/open.js';
import type { AreaKey } from '../trust/area-key.js';
import { startRobots } from './nlu-robots.js';

export interface NluServiceNeeds {
  readonly db: Store;
  /** ms UTC */
  readonly now: () => number;
  readonly modelSwitch: ModelSwitch;
  readonly isOnline: (tenantId: string, robotId: string) => boolean;
  readonly checkModel: CheckModel;
}

/** Opens the model and reads every byte of it. `key`: that of training. */
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
  return { ...parts, exchange };
}
