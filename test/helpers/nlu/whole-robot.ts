// A robot with every kind of part, made through the interface.
import { type NluClient, reply } from '../gateway/nlu-client.js';

const recommend = (menuIds: readonly number[]) => ({
  answers: [{ type: 'RECOMMEND', content: JSON.stringify({ start: '您想问', menuIds, end: '吗？' }) }],
});

/** Makes the robot and returns its id. */
export async function wholeRobot(nlu: NluClient): Promise<string> {
  const ok = async (method: string, path: string, body?: unknown) => {
    const outcome = await nlu.outcome(method, path, body);
    if (outcome !== '200') throw new Error(`${path}: ${outcome}`);
  };
  // The shared parts, not in alphabetical order.
  const words = (await nlu.created('/lexicons', { name: 'words', description: 'Bad words.', type: 'SIMPLE' })).id;
  await nlu.created(`/lexicons/${words}/words`, { content: '笨蛋' });
  const cities = (await nlu.created('/lexicons', { name: 'cities', representWord: '城市' })).id;
  for (const content of ['苏州\t姑苏\tSoochow', '上海']) await nlu.created(`/lexicons/${cities}/words`, { content });
  const branches = (await nlu.created('/lexicons', { name: 'branches', type: 'DYNAMIC', matchVar: 'user.city' })).id;
  for (const [name, matchValue] of [
    ['default', ''],
    ['Suzhou', '苏州'],
  ]) {
    const { id } = await nlu.created(`/lexicons/${branches}/dynamic_classes`, { name, matchValue, description: 'x' });
    await nlu.created(`/lexicons/${branches}/words`, { content: `${name}网点\t网点`, dynamicClassId: id });
  }
  for (const [name, exclusive] of [
    ['mood', false],
    ['channel', true],
  ] as const) {
    const group = await nlu.created('/tag_groups', { name, exclusive, description: 'tags' });
    for (const tag of ['b', 'a']) await nlu.created(`/tag_groups/${group.id}/tags`, { name: tag });
  }
  const tagged = {
    returnType: 'RANDOM',
    answers: [
      { type: 'TEXT', content: '您好 {{ user.name }}', cmd: 'wave', tags: ['mood:b', 'channel:a'] },
      { type: 'HTML', content: '<b>好</b>\n第二行' },
    ],
  };

  // A bound directory with one below it, and another one with a pair that a menu names.
  const domain = (await nlu.created('/qa_domains', { name: '银行', description: 'All.' })).id;
  const bound = (await nlu.created(`/qa_dirs/${domain}/qa_dirs`, { name: '开户/销户' })).id;
  const below = (await nlu.created(`/qa_dirs/${bound}/qa_dirs`, { name: '网点', description: 'Where.' })).id;
  const elsewhere = (await nlu.created('/qa_domains', { name: '其他', description: 'Others.' })).id;
  const pair = (dir: number, text: string, more: object = {}) =>
    nlu.created(`/qa_dirs/${dir}/qa_pairs`, { question: { text }, response: reply('答'), ...more });
  await pair(elsewhere, '不在菜单里');
  const offered = await pair(elsewhere, '在菜单里');
  await pair(bound, '怎么开户', {
    question: { text: '怎么开户', extQuestions: [{ text: '我要在{city@cities}开户' }, { text: 'RE:开.{0,3}户' }] },
    response: tagged,
    ...{ effectTime: '2026-01-01T08:00:00+08:00', invalidTime: '2027-01-01T00:00:00Z' },
  });
  await pair(below, '{苏州网点:where@branches}在哪里', { enabled: false });
  await pair(below, '同一个问题');
  const second = await pair(below, '同一个问题');

  const intent = await nlu.created('/intents', {
    ...{ name: '订票', description: 'Books.', retryMaxTimes: 1, checkOtherSkill: false, repeatWhenRetry: true },
    question: { text: '我要去{city}', extQuestions: [{ text: '订票' }] },
    slots: [
      { name: 'city', description: '', lexicon: 'cities', elicitResponse: tagged, confirmResponse: reply('对吗？') },
      {
        ...{ name: 'day', description: 'When.', required: false, lexicon: 'SYS.date' },
        elicitResponse: reply('哪一天？'),
      },
    ],
    ...{ response: reply('订好了。'), confirmResponse: reply('确认？'), retryResponse: reply('再说一遍。') },
    failedResponse: reply('再见。'),
    processor: {
      type: 'WEBAPI',
      content: { url: 'http://127.0.0.1:9/{{ city }}', headers: ['X-A: 1'], result: 'booked' },
    },
  });
  const yes = await nlu.created('/task_questions', {
    label: 'yes',
    question: { text: '是的', extQuestions: [{ text: '对' }] },
  });
  const other = await nlu.created('/task_questions', { label: 'yes', question: { text: '好啊' } });
  const lone = await nlu.created('/task_questions', { label: 'lone', question: { text: '只在菜单里' } });
  const menuIds = [second.question.id, intent.question.id, lone.question.id, offered.question.id];
  await pair(bound, '还有什么', { response: recommend(menuIds) });

  // Two scenes with the same name that lead to each other.
  const scenes: number[] = [];
  for (const name of ['回访', '回访']) scenes.push((await nlu.created('/scenes', { name, retryMaxTimes: 2 })).id);
  for (const [index, scene] of scenes.entries()) {
    await nlu.created(`/scenes/${scene}/nodes`, { type: 'ENTRY', name: 'start' });
    await ok('POST', `/scenes/${scene}/retry_response`, reply(`没听清${index}`));
  }
  for (const [index, scene] of scenes.entries()) {
    const [{ id: entry }] = (await nlu.view(`/scenes/${scene}/nodes`)).nodes;
    await ok('POST', `/scenes/${scene}/graph`, {
      nodes: [
        { id: entry, type: 'ENTRY', name: 'start', next: 'ask' },
        { key: 'by', type: 'ENTRY', name: 'start', conditional: true, taskQuestionIds: [other.id], next: 'ask' },
        { key: 'ask', type: 'UNDERSTAND', name: 'ask', taskQuestionIds: [yes.id, other.id], next: 'which' },
        {
          ...{ key: 'which', type: 'DISPATCH', name: 'which' },
          branches: [
            { name: 'a', condition: 'user.level > 2', next: 'set' },
            { condition: '', nextSceneId: scenes[1 - index] },
          ],
        },
        {
          ...{ key: 'set', type: 'PROCESS', name: 'set', next: 'say' },
          processor: { content: { ops: [{ condition: '', evals: ['global.done = true'] }] } },
        },
        { key: 'say', type: 'RESPONSE', name: 'say', response: recommend([yes.question.id]) },
      ],
    });
  }

  const { id } = await nlu.created('/robots', {
    ...{ name: '客服', description: 'Serves.', forgetTurns: 5, returnType: 'RANDOM', threshold: 0.6, topN: 4 },
  });
  const qa = { name: 'same', description: 'QA', type: 'QABASE', dirId: bound, recommendStart: '猜您想问' };
  const skills = [
    (await nlu.created('/skills', { name: 'same', type: 'SCENE', sceneId: scenes[0], autoRecover: false })).id,
    (await nlu.created('/skills', qa)).id,
    (await nlu.created('/skills', { name: 'tasks', type: 'INTENT', intentIds: [intent.id], threshold: 0.5 })).id,
  ];
  for (const skillId of skills) {
    await ok('POST', `/robots/${id}/skills`, {
      skillId,
      ...(skillId === skills[1] && { topN: 3, autoRecover: false }),
    });
  }
  await ok('POST', `/robots/${id}/opening`, { type: 'SCENE', sceneId: scenes[1] });
  await ok('POST', `/robots/${id}/fallback_response`, recommend([offered.question.id, yes.question.id]));
  await ok('POST', `/robots/${id}/sensitive_groups`, { name: 'rude', lexicon: 'words', response: tagged });
  for (const name of ['b', 'a']) {
    const cases = [
      { text: '开个户', expected: '怎么开户' },
      { text: '天气', expected: '' },
    ];
    await ok('POST', `/robots/${id}/test_sets`, { name, description: 'x', cases });
  }
  return id;
}
