// The resources of dialog robots (specification 3, section 4): kept, checked, published.
import type { Route } from '../../http/route.js';
import { Changes } from '../../nlu/resource/changes.js';
import { lexiconRoutes } from '../../nlu/resource/lexicon/routes.js';
import { Lexicons } from '../../nlu/resource/lexicon/service.js';
import { lexiconTable } from '../../nlu/resource/lexicon/table.js';
import { Processors } from '../../nlu/resource/processor/service.js';
import { processorTable } from '../../nlu/resource/processor/table.js';
import { Questions } from '../../nlu/resource/question/service.js';
import { questionTable } from '../../nlu/resource/question/table.js';
import { References } from '../../nlu/resource/references.js';
import { Responses } from '../../nlu/resource/response/service.js';
import { responseTable } from '../../nlu/resource/response/table.js';
import { Tags } from '../../nlu/resource/tag/service.js';
import { tagTable } from '../../nlu/resource/tag/table.js';
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
  const tags = new Tags({ ...shared, table: tagTable(db) });
  const questions = new Questions({ ...shared, table: questionTable(db), lexicons, slotsOf: () => [] });
  const hasQuestion = (tenantId: string, id: number) => questions.exists(tenantId, id);
  const responses = new Responses({ ...shared, table: responseTable(db), tags, hasQuestion });
  const processors = new Processors({ changes, table: processorTable(db) });
  const exists = (table: string) => {
    const find = db.prepare<[string, number]>(`SELECT 1 FROM ${table} WHERE tenant_id = ? AND id = ?`);
    return (tenantId: string, id: number) => find.get(tenantId, id) !== undefined;
  };
  const robots = startRobots({
    ...{ db, log, references, changes, responses, processors },
    hasDir: exists('nlu_dir'),
    hasIntent: exists('nlu_intent'),
    hasTaskQuestion: exists('nlu_task_question'),
  });
  return { lexicons, robots };
}
