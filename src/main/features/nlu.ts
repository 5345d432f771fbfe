// The resources of dialog robots (specification 3, section 4): kept, checked, published.
import { randomBytes } from 'node:crypto';
import { compilerOf } from '../../local/robot-compiler.js';
import { modelDirectoryOf } from '../../local/training-root.js';
import { exchangeRoutes } from '../../nlu/exchange/routes.js';
import { nluProperty } from '../../nlu/property.js';
import { type FollowedTenants, replicatedOnlineRobots } from '../../nlu/publish/replicated.js';
import { publishRoutes } from '../../nlu/publish/routes.js';
import { startPublishing } from '../../nlu/publish/start.js';
import { robotsOnline } from '../../nlu/publish/tenant-use.js';
import { Batches } from '../../nlu/resource/batches.js';
import { Changes } from '../../nlu/resource/changes.js';
import { inGroups } from '../../nlu/resource/in-groups.js';
import { intentRoutes } from '../../nlu/resource/intent/routes.js';
import { slotRoutes } from '../../nlu/resource/intent/slot-routes.js';
import { lexiconRoutes } from '../../nlu/resource/lexicon/routes.js';
import { processorRoutes } from '../../nlu/resource/processor/routes.js';
import { dirRoutes } from '../../nlu/resource/qa/dir-routes.js';
import { pairRoutes } from '../../nlu/resource/qa/pair-routes.js';
import { questionRoutes } from '../../nlu/resource/question/routes.js';
import { responseRoutes } from '../../nlu/resource/response/routes.js';
import { storedBytes } from '../../nlu/resource/stored-bytes.js';
import { tagRoutes } from '../../nlu/resource/tag/routes.js';
import { taskQuestionRoutes } from '../../nlu/resource/task-question/routes.js';
import { resourcesOfTenant } from '../../nlu/resource/tenant-contents.js';
import { routesOfRobots } from '../../nlu/services/robots.js';
import { modelCheck, nluServices } from '../../nlu/services/services.js';
import type { Tenants } from '../../system/tenants/tenants.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
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
    routes: inGroups(parts.batches, [
      ...lexiconRoutes(parts.lexicons, parts.batches),
      ...questionRoutes(parts.questions),
      ...tagRoutes(parts.tags),
      ...responseRoutes(parts.responses),
      ...processorRoutes(parts.processors),
      ...dirRoutes(parts.dirs, parts.batches),
      ...pairRoutes(parts.pairs),
      ...taskQuestionRoutes(parts.taskQuestions),
      ...intentRoutes(parts.intents),
      ...slotRoutes(parts.slots),
      ...exchangeRoutes(parts.exchange, parts.batches),
      ...routesOfRobots(parts.robots),
      ...publishRoutes(parts.publishes),
    ]),
  }),
  start: async (context) => {
    const { config, dataKey, db, robots, log, now, elapsed, quotas } = context;
    quotas.count({ name: 'robots', bytesOf: storedBytes(db) });
    const published = await startPublishing({
      ...{ ...robots, changes: new Changes(db), log, now, elapsed, random: randomBytes },
      compile: compilerOf(config, dataKey),
      modelDirectory: modelDirectoryOf(config),
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

function startNlu({
  config,
  dataKey,
  db,
  now,
  group,
  tenants,
  removals,
  robots,
}: Pick<FeatureContext, 'config' | 'dataKey' | 'db' | 'now' | 'group' | 'tenants' | 'removals' | 'robots'>) {
  const { online, modelSwitch } = robots;
  tenants.keepWhile(robotsOnline(db));
  const isOnline = (tenantId: string, robotId: string) => online.find(tenantId, robotId) !== undefined;
  const services = nluServices({
    db,
    now,
    modelSwitch,
    isOnline,
    checkModel: modelCheck(modelDirectoryOf(config), dataKey?.area('training')),
  });
  const batches = new Batches({ db, group, changes: services.changes, clock: () => performance.now() });
  batches.removeUnfinished();
  removals.add(resourcesOfTenant(db, services.changes));
  removals.add({ stop: (tenantId) => robots.table.dropOpen(tenantId), removeSome: () => false });
  return { ...services, batches };
}
