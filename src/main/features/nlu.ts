// The resources of dialog robots (specification 3, section 4): kept, checked, published.
import { randomBytes } from 'node:crypto';
import { exchangeRoutes } from '../../nlu/exchange/routes.js';
import { Exchange } from '../../nlu/exchange/service.js';
import { nluProperty } from '../../nlu/property.js';
import { type FollowedTenants, replicatedOnlineRobots } from '../../nlu/publish/replicated.js';
import { publishRoutes } from '../../nlu/publish/routes.js';
import { snapshotQueries } from '../../nlu/publish/snapshot-queries.js';
import { startPublishing } from '../../nlu/publish/start.js';
import { robotsOnline } from '../../nlu/publish/tenant-use.js';
import { Changes } from '../../nlu/resource/changes.js';
import { inGroups } from '../../nlu/resource/in-groups.js';
import { intentRoutes } from '../../nlu/resource/intent/routes.js';
import { Intents } from '../../nlu/resource/intent/service.js';
import { slotRoutes } from '../../nlu/resource/intent/slot-routes.js';
import { Slots } from '../../nlu/resource/intent/slots.js';
import { intentTable } from '../../nlu/resource/intent/table.js';
import { lexiconRoutes } from '../../nlu/resource/lexicon/routes.js';
import { Lexicons } from '../../nlu/resource/lexicon/service.js';
import { lexiconTable } from '../../nlu/resource/lexicon/table.js';
import { processorRoutes } from '../../nlu/resource/processor/routes.js';
import { Processors } from '../../nlu/resource/processor/service.js';
import { processorTable } from '../../nlu/resource/processor/table.js';
import { dirRoutes } from '../../nlu/resource/qa/dir-routes.js';
import { Dirs } from '../../nlu/resource/qa/dirs.js';
import { pagesAsJson } from '../../nlu/resource/qa/page-json.js';
import { pairRoutes } from '../../nlu/resource/qa/pair-routes.js';
import { Pairs } from '../../nlu/resource/qa/pairs.js';
import { qaTable } from '../../nlu/resource/qa/table.js';
import { questionRoutes } from '../../nlu/resource/question/routes.js';
import { Questions } from '../../nlu/resource/question/service.js';
import { questionTable } from '../../nlu/resource/question/table.js';
import { References } from '../../nlu/resource/references.js';
import { responseRoutes } from '../../nlu/resource/response/routes.js';
import { Responses } from '../../nlu/resource/response/service.js';
import { responseTable } from '../../nlu/resource/response/table.js';
import { tagRoutes } from '../../nlu/resource/tag/routes.js';
import { Tags } from '../../nlu/resource/tag/service.js';
import { tagTable } from '../../nlu/resource/tag/table.js';
import { taskQuestionRoutes } from '../../nlu/resource/task-question/routes.js';
import { TaskQuestions } from '../../nlu/resource/task-question/service.js';
import { taskQuestionTable } from '../../nlu/resource/task-question/table.js';
import type { Tenants } from '../../system/tenants/tenants.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import { routesOfRobots, startRobots } from '../nlu-robots.js';
import { nluFixtures } from './nlu-fixtures.js';
import { nluLimits } from './nlu-limits.js';

type NluParts = ReturnType<typeof startNlu> & Pick<Awaited<ReturnType<typeof startPublishing>>, 'publishes'>;

export const nluFeature = feature<NluParts>({
  name: 'nlu',
  capability: { name: 'nlu.resource', oneShotFormats: [], streamFormats: [] },
  limits: () => nluLimits,
  fixtures: nluFixtures,
  replicates: ({ robots, tenants, developerId }) => [
    replicatedOnlineRobots({ ...robots, tenants: followedTenants(tenants, developerId) }),
  ],
  serves: (parts) => ({
    routes: inGroups(parts.group, [
      ...lexiconRoutes(parts.lexicons),
      ...questionRoutes(parts.questions),
      ...tagRoutes(parts.tags),
      ...responseRoutes(parts.responses),
      ...processorRoutes(parts.processors),
      ...dirRoutes(parts.dirs),
      ...pairRoutes(parts.pairs),
      ...taskQuestionRoutes(parts.taskQuestions),
      ...intentRoutes(parts.intents),
      ...slotRoutes(parts.slots),
      ...exchangeRoutes(parts.exchange),
      ...routesOfRobots(parts.robots),
      ...publishRoutes(parts.publishes),
    ]),
  }),
  start: async (context) => {
    const { db, robots, log, now } = context;
    const published = await startPublishing({
      ...{ ...robots, changes: new Changes(db), log, now, random: randomBytes },
    });
    const parts = { ...startNlu(context), publishes: published.publishes };
    const stop = async () => {
      await parts.robots.modelSwitch.stop();
      await published.stop();
    };
    return { parts, properties: () => [nluProperty], stop };
  },
});

const followedTenants = (tenants: Tenants, developerId: (name: string) => number): FollowedTenants => ({
  developerOf: (id) => tenants.developerOf(id),
  localOf: ({ developer, tenantId: id, isDefault, tenantName: name }) =>
    tenants.localOf({ id, isDefault, name, developerId: developerId(developer) }),
});

function startNlu(context: Pick<FeatureContext, 'db' | 'now' | 'tenants' | 'robots' | 'group'>) {
  const { db, now, tenants, group } = context;
  const { online, modelSwitch } = context.robots;
  tenants.keepWhile(robotsOnline(db));
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
    isOnline: (tenantId, robotId) => online.find(tenantId, robotId) !== undefined,
  });
  const parts = {
    ...{ group, lexicons, questions, tags, responses, processors, dirs, slots, taskQuestions, robots },
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
