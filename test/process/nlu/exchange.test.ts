// Robots out of one tenant and into another, over the interface.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal, reply } from '../../helpers/gateway/nlu-client.js';
import { wholeRobot } from '../../helpers/nlu/whole-robot.js';

// biome-ignore lint/suspicious/noExplicitAny: a document in any state
type Json = any;

let gateway: TestGateway;
let other: TestGateway;
let nlu: NluClient;
let there: NluClient;
let robot: string;
/** What the robot exports. */
let text: string;
beforeAll(async () => {
  [gateway, other] = await Promise.all([startTestGateway(), startTestGateway()]);
  nlu = new NluClient(gateway);
  there = new NluClient(other);
  robot = await wholeRobot(nlu);
  ({ text } = await nlu.get(`/robots/${robot}/export`));
});
afterAll(() => Promise.all([gateway.discard(), other.discard()]));

/** The exported document after a change. */
const changed = (change: (document: Json) => void): Json => {
  const document = JSON.parse(text);
  change(document);
  return document;
};
/** Everything that a tenant has, by numbers. */
const holdings = async (client: NluClient): Promise<number[]> => {
  const lists = ['/robots', '/skills', '/scenes', '/intents', '/lexicons', '/tag_groups', '/qa_domains'];
  const views = await Promise.all(lists.map((path) => client.view(path)));
  const { total } = await client.view('/task_questions');
  return [...views.map((view) => Object.values<Json[]>(view).flat().length), total];
};

/** The head of a reply; nothing of its body is read yet. */
async function paused(path: string): Promise<IncomingMessage> {
  const url = `${gateway.http}/v10/nlu/resource/cn_common${path}?appkey=${gateway.app.appkey}`;
  const asked = request(url, { headers: { 'x-svc-access-token': await gateway.keptToken(gateway.app) } }).end();
  const [head] = (await once(asked, 'response')) as [IncomingMessage];
  return head;
}

describe('an exported robot', () => {
  it('has no ids', () => {
    expect(text).not.toMatch(/"\w*[iI]ds?":/);
  });

  it('gives the same bytes after its import on another gateway, and is the same robot there', async () => {
    const { id } = await there.created('/robots/import', JSON.parse(text));
    expect((await there.get(`/robots/${id}/export`)).text).toBe(text);
    const views = await Promise.all([nlu.view(`/robots/${robot}`), there.view(`/robots/${id}`)]);
    const [here, far] = views.map(({ name, threshold, skillIds }) => ({ name, threshold, skills: skillIds.length }));
    expect(far).toEqual(here);
    const { findings } = (await there.post(`/robots/${id}/check`, {})).json;
    const codes = (list: Json[]) => list.map(({ code }) => code).sort();
    expect(codes(findings)).toEqual(codes((await nlu.post(`/robots/${robot}/check`, {})).json.findings));
  });

  it('gives the same bytes where lexicons and tag groups of the same content are there already', async () => {
    const { lexicons, tagGroups, format, robot: settings } = JSON.parse(text);
    const third = await startTestGateway();
    try {
      const client = new NluClient(third);
      await client.created('/robots/import', { format, robot: { name: settings.name }, lexicons, tagGroups });
      const { id } = await client.created('/robots/import', JSON.parse(text));
      expect((await client.get(`/robots/${id}/export`)).text).toBe(text);
      expect((await client.view('/lexicons')).lexicons).toHaveLength(lexicons.length);
    } finally {
      await third.discard();
    }
  });

  it('of a megabyte has a length, waits for a client that does not read, and is written as before', async () => {
    const pairs = Array.from({ length: 4_000 }, (_, at) => ({
      question: { text: `第${at}个问题${'很长'.repeat(40)}` },
      response: reply(`第${at}个回答`),
    }));
    const skill = { key: 'big', name: 'big', type: 'QABASE', dir: ['big'] };
    const document = {
      robot: { name: 'big', skills: [{ skill: 'big' }] },
      skills: [skill],
      dirs: [{ path: ['big'], pairs }],
    };
    const { id } = await nlu.created('/robots/import', { format: 'tonegate-robot/1', ...document });
    const slow = await paused(`/robots/${id}/export`);
    const whole = await nlu.get(`/robots/${id}/export`);
    expect(whole.json.dirs[0].pairs).toHaveLength(pairs.length);
    expect(whole.text).toBe(JSON.stringify(whole.json));
    expect(Number(slow.headers['content-length'])).toBe(Buffer.byteLength(whole.text));
    expect((await textOf(slow)) === whole.text).toBe(true);
    const cut = await paused(`/robots/${id}/export`);
    cut.destroy();
    expect((await nlu.get(`/robots/${id}/export`)).text.length).toBe(whole.text.length);
  });

  it('keeps a menu of which every question is gone', async () => {
    const dir = (await nlu.created('/qa_domains', { name: 'gone' })).id;
    const pair = await nlu.created(`/qa_dirs/${dir}/qa_pairs`, { question: { text: 'a' }, response: reply('a') });
    const { id } = await nlu.created('/robots', { name: 'gone' });
    const content = { start: 'a', menuIds: [pair.question.id], end: 'b' };
    const body = { answers: [{ type: 'RECOMMEND', content: JSON.stringify(content) }] };
    await nlu.created(`/robots/${id}/fallback_response`, body);
    await nlu.delete(`/qa_dirs/${dir}/qa_pairs/${pair.id}`);
    const exported = await nlu.get(`/robots/${id}/export`);
    expect(exported.json.robot.fallbackResponse.answers[0].content).toEqual({ start: 'a', menu: [], end: 'b' });
    const copy = await nlu.created('/robots/import', exported.json);
    expect((await nlu.get(`/robots/${copy.id}/export`)).text).toBe(exported.text);
  });

  it('is refused in a tenant that has it, and 404 where it is not', async () => {
    expect(refusal(await nlu.post('/robots/import', JSON.parse(text)))[0]).toBe(409);
    expect(refusal(await there.get(`/robots/${robot}/export`)).slice(0, 2)).toEqual([404, 29]);
  });
});

type Refused = readonly [title: string, change: (document: Json) => void, message: string];
const invalid: readonly Refused[] = [
  ['another format', (d) => (d.format = 'x'), '400 format: must be'],
  ['an unknown key', (d) => (d.scenes[0].x = 1), '400 unknown key scenes[0].x'],
  ['no robot', (d) => delete d.robot, '400 robot: required'],
  [
    'a question with bad notation',
    (d) => (d.dirs[1].pairs[0].question.text = 'a {b'),
    '400 dirs[1].pairs[0].question.text: character',
  ],
  [
    'an unknown lexicon',
    (d) => (d.intents[0].slots[0].lexicon = 'nowhere'),
    '400 intents[0].slots[0].lexicon: there is no lexicon',
  ],
  [
    'a slot of no intent',
    (d) => (d.taskQuestions[0].question.text = '{x}'),
    '400 taskQuestions[0].question.text: character 1',
  ],
  [
    'an unknown tag',
    (d) => (d.robot.sensitiveGroups[0].response.answers[0].tags = ['x:y']),
    '400 robot.sensitiveGroups[0].response.answers[0].tags[0]: "x:y"',
  ],
  [
    'a bad condition',
    (d) => (d.scenes[0].nodes[3].branches[0].condition = 'a >'),
    '400 scenes[0].nodes[3].branches[0].condition: character',
  ],
  ['an unknown node', (d) => (d.scenes[0].nodes[0].next = 'x'), '400 scenes[0].nodes[0].next: there is no node "x"'],
  ['a link into an entry', (d) => (d.scenes[0].nodes[4].next = 'start'), '400 scenes[0].nodes[4].next: node'],
  [
    'an unknown scene',
    (d) => (d.scenes[0].nodes[3].branches[1].nextScene = 'x'),
    '400 scenes[0].nodes[3].branches[1].nextScene: there is no scene "x"',
  ],
  ['an opening without an entry', (d) => d.scenes.at(0).nodes.splice(0, 1), '400 robot.opening.scene: scene'],
  [
    'an unknown task question',
    (d) => (d.scenes[0].nodes[1].taskQuestions = ['x']),
    '400 scenes[0].nodes[1].taskQuestions[0]: there is no task question',
  ],
  ['an unknown skill', (d) => (d.robot.skills[0].skill = 'x'), '400 robot.skills[0].skill: there is no skill "x"'],
  ['an unknown directory', (d) => (d.skills[1].dir = ['x']), '400 skills[1].dir: there is no directory ["x"]'],
  ['an unknown intent', (d) => (d.skills[2].intents = ['x']), '400 skills[2].intents[0]: there is no intent "x"'],
  [
    'a scene for intents',
    (d) => (d.skills[2].scene = 'x'),
    '400 skills[2].scene: is only for type SCENE; this one is INTENT',
  ],
  [
    'an unknown question in a menu',
    (d) => (d.robot.fallbackResponse.answers[0].content.menu = [{ intent: 'x' }]),
    '400 robot.fallbackResponse.answers[0].content.menu[0]: there is no such question',
  ],
  [
    'a menu of ids',
    (d) => (d.robot.fallbackResponse.answers[0].content = { menuIds: [1] }),
    '400 robot.fallbackResponse.answers[0].content.menu: required',
  ],
  ['a word twice', (d) => d.lexicons[1].entries.push('上海'), '409 lexicons[1].entries[2].content: word 1, "上海"'],
  ['a key twice', (d) => (d.skills[1].key = 'same'), '409 skills[1].key: "same" is already defined at skills[0]'],
  [
    'a path twice',
    (d) => (d.dirs[1].path = d.dirs[0].path),
    '409 dirs[1].path: ["其他"] is already defined at dirs[0]',
  ],
  [
    'a name twice',
    (d) => (d.intents[1] = d.intents[0]),
    '409 intents[1].name: "订票" is already defined at intents[0]',
  ],
  [
    'a case without a text',
    (d) => (d.testSets[1].cases[0].text = ''),
    '400 testSets[1].cases[0].text: must not be empty',
  ],
  [
    'a bad processor',
    (d) => (d.intents[0].processor.content.url = 'ftp://x'),
    '400 intents[0].processor.content.url: must be an http',
  ],
  [
    'an FAAS processor',
    (d) => (d.intents[0].processor.type = 'FAAS'),
    '400 intents[0].processor.type: FAAS is not supported',
  ],
  [
    'a KG skill',
    (d) => Object.assign(d.skills[2], { type: 'KG', intents: undefined }),
    '400 skills[2].type: KG skills are not supported',
  ],
  ['a bad time', (d) => (d.dirs[1].pairs[0].invalidTime = '2020-01-01T00:00:00Z'), '400 dirs[1].pairs[0].invalidTime:'],
];

describe('an import', () => {
  let empty: TestGateway;
  let client: NluClient;
  beforeAll(async () => {
    empty = await startTestGateway();
    client = new NluClient(empty);
  });
  afterAll(() => empty.discard());
  const nothing = [0, 0, 0, 0, 0, 0, 0, 0];

  it.each(invalid)('refuses %s, names the place, and saves nothing', async (_, change, message) => {
    const outcome = await client.outcome('POST', '/robots/import', changed(change));
    expect(outcome.slice(0, message.length)).toBe(message);
    expect(await holdings(client)).toEqual(nothing);
  });

  const taken: readonly Refused[] = [
    [
      'a lexicon of other content',
      (d) => (d.lexicons[1].entries = []),
      '409 lexicons[1].name: there is already a lexicon "cities" with different content',
    ],
    [
      'a tag group of other content',
      (d) => d.tagGroups[0].tags.pop(),
      '409 tagGroups[0].name: there is already a tag group "channel" with different content',
    ],
    ['a directory that is there', () => {}, '409 dirs[0].path: there is already a directory "其他" among the domains'],
    [
      'an intent that is there',
      (d) => Object.assign(d, { dirs: [], skills: [], robot: { name: 'a' } }),
      '409 intents[0].name: there is already an intent "订票"',
    ],
  ];
  it.each(taken)('refuses %s with 409, names it, and saves nothing', async (_, change, message) => {
    const before = await holdings(nlu);
    const outcome = await nlu.outcome('POST', '/robots/import', changed(change));
    expect(outcome.slice(0, message.length)).toBe(message);
    expect(await holdings(nlu)).toEqual(before);
  });

  it('takes null for what may be left out, and directories above that are there', async () => {
    const document = {
      ...{ format: 'tonegate-robot/1', robot: { name: 'a', opening: null } },
      dirs: [{ path: ['top', 'one'], pairs: [{ question: { text: 'q' }, response: reply('a') }] }],
      skills: [{ key: 'a', name: 'a', type: 'QABASE', dir: ['top', 'one'] }],
    };
    await client.created('/robots/import', document);
    document.dirs[0] = { ...(document.dirs[0] as Json), path: ['top', 'two'] };
    document.skills = [{ key: 'a', name: 'a', type: 'QABASE', dir: ['top', 'two'] }];
    await client.created('/robots/import', document);
    const { qaDomains = [], ...rest } = await client.view('/qa_domains');
    const [top, ...others] = [...qaDomains, ...Object.values<Json[]>(rest).flat()];
    expect([top.name, top.children.map((each: Json) => each.name), others]).toEqual(['top', ['one', 'two'], []]);
  });

  it('refuses a body that is larger than the limit', async () => {
    const large = { text: ' '.repeat(33 * 1024 * 1024) };
    expect((await client.ask('POST', '/robots/import', large)).status).toBe(413);
  });
});
