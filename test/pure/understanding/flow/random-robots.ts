// Robots of random parts for tests of the flow: scenes with loops, scripts that are missing, skills that fight for the same words.
import fc from 'fast-check';
import type {
  BranchRecord,
  IntentRecord,
  NodeRecord,
  PackageRecord,
  SkillRecord,
} from '../../../../src/understanding/package/records.js';

/** Questions and inputs are made of the same few texts, so that they meet. */
const texts = ['查余额', '订票', '几点开门', '我要去{city}', '{city}的天气', '退票', 'RE:^转(人工|接)', '是的', '不要'];
export const inputs = fc.oneof(
  fc.constantFrom(
    '查余额',
    '订票',
    '几点开门',
    '我要去北京',
    '上海的天气',
    '退票',
    '转人工',
    '是的',
    '不要',
    '北京',
    '上海',
    '笨蛋',
  ),
  fc.constantFrom('', '嗯', '不知道', '北京到上海', '明天', '查余额和订票'),
  fc.string({ maxLength: 12 }),
);

const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const maybe = <T>(from: fc.Arbitrary<T>) => fc.option(from, { nil: null });
const responseId = fc.integer({ min: 1, max: 12 });
const threshold = maybe(fc.constantFrom(0, 0.3, 0.55, 0.9));
const thresholds = {
  threshold,
  directThreshold: threshold,
  recommendThreshold: threshold,
  topN: maybe(fc.integer({ min: 1, max: 5 })),
};
const condition = fc.constantFrom(
  ...[
    '',
    'is_valid(hitQuestion)',
    '!is_valid(hitQuestion)',
    'is_valid(slots.city)',
    'x == 1',
    'global.y > 2',
    'web.status == 200',
  ],
);

const counts = { scenes: 3, intents: 4, nodes: 8, pairs: 6, taskQuestions: 6 };
/** Task questions first, then pairs, then intents. */
const questionOfPair = (id: number) => counts.taskQuestions + id;
const questionOfIntent = (id: number) => counts.taskQuestions + counts.pairs + id;

const intent = (id: number): fc.Arbitrary<IntentRecord> =>
  fc.record({
    ...{ id: fc.constant(id), name: fc.constant(`intent ${id}`), description: fc.constant('') },
    ...{ questionId: fc.constant(questionOfIntent(id)), responseId, confirmResponseId: maybe(responseId) },
    ...{ retryResponseId: maybe(responseId), failedResponseId: maybe(responseId) },
    ...{ processorId: maybe(fc.constantFrom(1, 2)), retryMaxTimes: fc.integer({ min: 0, max: 2 }) },
    ...{ checkOtherSkill: fc.boolean(), autoRecover: fc.boolean(), repeatWhenRecover: fc.boolean() },
    repeatWhenRetry: fc.boolean(),
    slots: fc.subarray(['city', 'day', 'note']).chain((names) =>
      fc.tuple(
        ...names.map((name, at) =>
          fc.record({
            ...{ id: fc.constant(id * 10 + at), name: fc.constant(name), description: fc.constant('') },
            required: fc.boolean(),
            lexicon: fc.constant({ city: 'cities', day: 'SYS.date', note: 'SYS.any_1_20' }[name] as string),
            ...{ elicitResponseId: responseId, confirmResponseId: maybe(responseId) },
          }),
        ),
      ),
    ),
  });

const nodeId = fc.integer({ min: 1, max: counts.nodes * counts.scenes });
const node = (id: number, sceneId: number): fc.Arbitrary<NodeRecord> => {
  const isFirst = (id - 1) % counts.nodes === 0;
  const type = isFirst
    ? fc.constant('ENTRY' as const)
    : fc.constantFrom(
        'ENTRY' as const,
        'UNDERSTAND' as const,
        'DISPATCH' as const,
        'PROCESS' as const,
        'RESPONSE' as const,
      );
  const branch: fc.Arbitrary<BranchRecord> = fc.record({
    ...{ id: fc.integer({ min: 1, max: 999 }), name: fc.constant(''), condition, nextId: maybe(nodeId) },
    nextSceneId: fc.option(fc.integer({ min: 1, max: counts.scenes }), { nil: null, freq: 3 }),
  });
  return fc.record({
    ...{ id: fc.constant(id), sceneId: fc.constant(sceneId), name: fc.constant(`node ${id}`), type },
    ...{ conditional: fc.constant(!isFirst), nextId: maybe(nodeId), processorId: maybe(fc.constantFrom(1, 2)) },
    ...{ responseId: maybe(responseId), branches: fc.array(branch, { maxLength: 3 }) },
    taskQuestionIds: fc.uniqueArray(fc.integer({ min: 1, max: counts.taskQuestions }), { maxLength: 3 }),
  });
};

const skill = (id: number): fc.Arbitrary<SkillRecord> =>
  fc.record({
    ...{ id: fc.constant(id), name: fc.constant(`skill ${id}`), ...thresholds },
    type: fc.constant((['QABASE', 'INTENT', 'SCENE'] as const)[id % 3] as 'QABASE'),
    dirId: fc.constant(id % 3 === 0 ? 1 : null),
    sceneId: id % 3 === 2 ? fc.integer({ min: 1, max: counts.scenes }) : fc.constant(null),
    intentIds: id % 3 === 1 ? fc.subarray(ids(counts.intents)) : fc.constant([]),
    ...{ checkOtherSkill: fc.boolean(), autoRecover: fc.boolean() },
    ...{ recommendStart: fc.constant('您想问'), recommendEnd: fc.constant('吗') },
  }) as fc.Arbitrary<SkillRecord>;

const section = <S extends PackageRecord['section']>(name: S, records: readonly unknown[]): PackageRecord[] =>
  records.map((record) => ({ section: name, record }) as unknown as PackageRecord);

const fixed: readonly PackageRecord[] = [
  ...section('dirs', [{ id: 1, parentId: null, name: 'all' }]),
  ...section(
    'pairs',
    ids(counts.pairs).map((id) => ({
      id,
      dirId: 1,
      questionId: questionOfPair(id),
      responseId: id,
      effectAt: null,
      invalidAt: null,
    })),
  ),
  ...section(
    'taskQuestions',
    ids(counts.taskQuestions).map((id) => ({ id, label: `label ${id}`, questionId: id })),
  ),
  ...section('processors', [
    {
      id: 1,
      type: 'SIMPLE',
      content: { ops: [{ condition: '', evals: ['x = 1', 'global.y = 3', 'slots.city = "北京"'] }] },
    },
    {
      id: 2,
      type: 'WEBAPI',
      content: { method: 'GET', url: 'http://127.0.0.1/{{ slots.city.value }}', headers: [], body: '', result: 'web' },
    },
  ]),
  ...section('lexicons', [
    { id: 1, name: 'cities', type: 'STANDARD', representWord: '城市', matchVar: '', classes: [] },
    { id: 2, name: 'rude', type: 'SIMPLE', representWord: '', matchVar: '', classes: [] },
  ]),
  ...section('entries', [
    { lexiconId: 1, classId: null, content: '北京市\t北京' },
    { lexiconId: 1, classId: null, content: '上海市\t上海' },
    { lexiconId: 2, classId: null, content: '笨蛋' },
  ]),
];

const responses = fc.tuple(
  ...ids(12).map((id) =>
    fc.record({
      id: fc.constant(id),
      returnType: fc.constantFrom('FIRST' as const, 'RANDOM' as const),
      answers: fc.array(fc.subarray(['channel:a', 'channel:b']), { minLength: 1, maxLength: 3 }).map((tags) =>
        tags.map((each, at) => ({
          id: id * 10 + at,
          type: 'TEXT' as const,
          content: `${id} {{ slots.city.value }}`,
          cmd: '',
          tags: each,
        })),
      ),
    }),
  ),
);

const questions = fc.tuple(
  ...ids(questionOfIntent(counts.intents)).map((id) =>
    fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 }).map(([text = '', ...ext]) => {
      // Only the questions of intents may name a slot without its lexicon.
      const named = (each: string) => (id > questionOfIntent(0) ? each : each.replace('{city}', '{city@cities}'));
      return {
        id,
        text: named(text),
        plain: text,
        ext: ext.map((each, at) => ({ id: id * 100 + at, text: named(each) })),
      };
    }),
  ),
);

export const robots: fc.Arbitrary<readonly PackageRecord[]> = fc
  .record({
    robot: fc.record({
      ...{ id: fc.constant('r-1'), name: fc.constant('random'), description: fc.constant(''), ...thresholds },
      ...{ forgetTurns: fc.integer({ min: 0, max: 3 }), sessionTimeoutS: fc.constant(1_200) },
      ...{ returnType: fc.constant('FIRST' as const), severalQuestions: fc.boolean() },
      ...{ openingResponseId: maybe(responseId), openingSceneId: maybe(fc.integer({ min: 1, max: counts.scenes })) },
      fallbackResponseId: maybe(responseId),
    }),
    skills: fc.tuple(...ids(6).map(skill)),
    intents: fc.tuple(...ids(counts.intents).map(intent)),
    scenes: fc.tuple(
      ...ids(counts.scenes).map((id) =>
        fc.record({
          ...{ id: fc.constant(id), name: fc.constant(`scene ${id}`), description: fc.constant('') },
          ...{ retryMaxTimes: fc.integer({ min: 0, max: 2 }), retryResponseId: maybe(responseId) },
          ...{ failedResponseId: maybe(responseId), repeatWhenRetry: fc.boolean() },
        }),
      ),
    ),
    nodes: fc.tuple(...ids(counts.scenes * counts.nodes).map((id) => node(id, Math.ceil(id / counts.nodes)))),
    groups: fc.boolean(),
    ...{ responses, questions },
  })
  .map((made) => [
    ...section('robot', [made.robot]),
    ...section('sensitiveGroups', made.groups ? [{ id: 1, name: 'rude words', lexicon: 'rude', responseId: 3 }] : []),
    ...section('skills', made.skills),
    ...section('intents', made.intents),
    ...section('scenes', made.scenes),
    ...section('nodes', made.nodes),
    ...section('responses', made.responses),
    ...section('questions', made.questions),
    ...fixed,
  ]);
