// The resources of dialog robots (specification 3, section 4): kept, checked, published.
import type { Route } from '../../http/route.js';
import { Changes } from '../../nlu/resource/changes.js';
import { lexiconRoutes } from '../../nlu/resource/lexicon/routes.js';
import { Lexicons } from '../../nlu/resource/lexicon/service.js';
import { lexiconTable } from '../../nlu/resource/lexicon/table.js';
import { References } from '../../nlu/resource/references.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import { type RobotParts, robotFixtures, robotRoutes, startRobots } from '../nlu-robots.js';

interface NluParts {
  readonly lexicons: Lexicons;
  readonly robots: RobotParts;
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
    ...robotFixtures,
  },
  serves: ({ lexicons, robots }) => ({
    routes: [...lexiconRoutes(lexicons), ...robotRoutes(robots)] satisfies Route[],
  }),
  start: (context) => {
    const parts = startNlu(context);
    return { parts, stop: () => parts.robots.modelSwitch.stop() };
  },
});

function startNlu({ db, log }: FeatureContext): NluParts {
  const references = new References(db);
  const changes = new Changes(db);
  const shared = { references, changes };
  const lexicons = new Lexicons({ ...shared, table: lexiconTable(db) });
  const exists = (table: string) => {
    const find = db.prepare<[string, number]>(`SELECT 1 FROM ${table} WHERE tenant_id = ? AND id = ?`);
    return (tenantId: string, id: number) => find.get(tenantId, id) !== undefined;
  };
  const robots = startRobots({
    ...{ db, log, references, changes },
    hasDir: exists('nlu_dir'),
    hasIntent: exists('nlu_intent'),
  });
  return { lexicons, robots };
}
