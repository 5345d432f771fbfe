// The resources of dialog robots (specification 3, section 4): kept, checked, published.
import { randomBytes } from 'node:crypto';
import type { Route } from '../../http/route.js';
import { replicatedOnlineRobots } from '../../nlu/publish/replicated.js';
import { publishRoutes } from '../../nlu/publish/routes.js';
import type { Publishes } from '../../nlu/publish/service.js';
import { startPublishing } from '../../nlu/publish/start.js';
import { Changes } from '../../nlu/resource/changes.js';
import { lexiconRoutes } from '../../nlu/resource/lexicon/routes.js';
import { Lexicons } from '../../nlu/resource/lexicon/service.js';
import { lexiconTable } from '../../nlu/resource/lexicon/table.js';
import { References } from '../../nlu/resource/references.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

interface NluParts {
  readonly lexicons: Lexicons;
  readonly publishes: Publishes;
}

export const nluFeature = feature<NluParts>({
  name: 'nlu',
  fixtures: {
    lexicon: { route: 'nlu.lexicons.create', name: { field: 'created.id' } },
    dynamicLexicon: {
      route: 'nlu.lexicons.create',
      example: {
        params: { property: 'cn_common' },
        body: { name: '{unique}', type: 'DYNAMIC', matchVar: 'user.city' },
      },
      name: { field: 'created.id' },
    },
    dynamicClass: { route: 'nlu.dynamicClasses.create', name: { field: 'created.id' } },
    word: { route: 'nlu.words.create', name: { field: 'created.id' } },
    publish: { route: 'nlu.publishes.create', name: { field: 'created.id' } },
  },
  replicates: ({ robots, developerId }) => [replicatedOnlineRobots({ ...robots, developerId })],
  serves: ({ lexicons, publishes }) => ({
    routes: [...lexiconRoutes(lexicons), ...publishRoutes(publishes)] satisfies Route[],
  }),
  start: startNlu,
});

async function startNlu({ db, robots, log, now }: FeatureContext): Promise<{ parts: NluParts; stop(): Promise<void> }> {
  const references = new References(db);
  const changes = new Changes(db);
  const shared = { references, changes };
  const lexicons = new Lexicons({ ...shared, table: lexiconTable(db) });
  const publishing = await startPublishing({ ...robots, changes, log, now, random: randomBytes });
  return { parts: { lexicons, publishes: publishing.publishes }, stop: () => publishing.stop() };
}
