// The resources of dialog robots (specification 3, section 4): kept, checked, published.
import type { Route } from '../../http/route.js';
import { Changes } from '../../nlu/resource/changes.js';
import { lexiconRoutes } from '../../nlu/resource/lexicon/routes.js';
import { Lexicons } from '../../nlu/resource/lexicon/service.js';
import { lexiconTable } from '../../nlu/resource/lexicon/table.js';
import { nluProperty } from '../../nlu/resource/nlu-route.js';
import { References } from '../../nlu/resource/references.js';
import { robotsOnline } from '../../nlu/tenant-use.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';
import { nluLimits } from './nlu-limits.js';

interface NluParts {
  readonly lexicons: Lexicons;
}

export const nluFeature = feature<NluParts>({
  name: 'nlu',
  capability: { name: 'nlu.resource', oneShotFormats: [], streamFormats: [] },
  limits: () => nluLimits,
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
  },
  serves: ({ lexicons }) => ({ routes: [...lexiconRoutes(lexicons)] satisfies Route[] }),
  start: (context) => ({ parts: startNlu(context), properties: () => [nluProperty] }),
});

function startNlu({ db, tenants }: FeatureContext): NluParts {
  tenants.keepWhile(robotsOnline(db));
  const references = new References(db);
  const changes = new Changes(db);
  const shared = { references, changes };
  const lexicons = new Lexicons({ ...shared, table: lexiconTable(db) });
  return { lexicons };
}
