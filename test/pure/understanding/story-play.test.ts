// What a story says of a turn that went otherwise than it expects, and how it is played (docs/stories.md).
import { describe, expect, it } from 'vitest';
import type { TurnDone, TurnOutcome, TurnRequest } from '../../../src/understanding/flow/turn.js';
import { checkTurn } from '../../../src/understanding/stories/check.js';
import { parseStories } from '../../../src/understanding/stories/parse.js';
import { playStory } from '../../../src/understanding/stories/play.js';
import type { Expectation, Story } from '../../../src/understanding/stories/story.js';

const done: TurnDone = {
  ...{ kind: 'done', state: {}, trace: { steps: [], warnings: [], hits: [] } },
  responses: [
    { id: 1, answerId: 2, type: 'TEXT', content: 'hello', cmd: 'go' },
    {
      ...{ id: 0, answerId: 0, type: 'RECOMMEND', cmd: '' },
      content: JSON.stringify({ start: 'which', menu: [{ id: 4, text: 'one' }], end: '' }),
    },
  ],
  slots: [{ name: 'city', dict: '城市', value: '姑苏', normValue: '苏州' }],
  context: {
    skill: { id: 1, type: 'INTENT', name: 'booking' },
    waitSkill: { id: 1, type: 'INTENT', name: 'booking' },
    qa: { dir: { id: 5, name: 'dir' }, pairId: 6 },
    intent: { id: '1', name: 'book', state: 'ELICIT_SLOT' },
    scene: { nodeNames: ['a', 'b'] },
    vars: { global: { appKey: 'k' }, slots: { city: { value: '姑苏' }, day: null }, user: {}, score: 0.5 },
  },
};
const names = { questionOf: (pairId: number) => (pairId === 6 ? 'what' : undefined) };
const replies = ['< hello', '<RECOMMEND which | one |'];

/** What one turn with these lines expects. */
const expectations = (lines: readonly string[]): readonly Expectation[] =>
  parseStories(['robot: a.json', '# title', '> hello', ...lines].join('\n'))[0]?.turns[0]?.expectations ?? [];

/** What does not hold of a turn that was expected to have these lines. */
const wrong = (...lines: string[]): string[] =>
  checkTurn(expectations(lines), done, names).map(({ line, expected, came }) => `${line}: ${expected}; ${came}`);

describe('the check of a turn', () => {
  it('finds nothing where everything holds', () => {
    expect(
      wrong(
        ...['< hello', 'cmd: go', 'ids: own', '<RECOMMEND which | one |', 'ids: -', 'cmd:'],
        ...['skill: INTENT:booking', 'wait: booking', 'enter: -', 'slots: city=姑苏|苏州@城市', 'qa: dir / what'],
        ...['intent: book ELICIT_SLOT', 'nodes: a, b', 'vars: slots.city.value=姑苏', 'vars: slots.day=null'],
        ...['vars: slots.day=nil', 'vars: nothing=nil', 'vars: !nothing', 'vars: score>0.4', 'vars: score<=0.5'],
        ...['vars: score!=0.6', 'vars: user={}', 'vars: global.appKey=k'],
      ),
    ).toEqual([]);
    expect(wrong('< ?')).toEqual([]);
    expect(wrong('<| other | hello', '<RECOMMEND which | one |')).toEqual([]);
  });

  it.each([
    [['<'], '3: no reply; < hello <RECOMMEND which | one | '],
    [['< hello'], '4: < hello; < hello <RECOMMEND which | one | '],
    [
      ['< hello', '<RECOMMEND which | two |'],
      '5: < hello <RECOMMEND which | two | ; < hello <RECOMMEND which | one | ',
    ],
    [['<TTS hello', replies[1] as string], '4: <TTS hello'],
    [['< hello', 'cmd: stay', replies[1] as string], '4: cmd: stay; go'],
    [['< hello', 'ids: -', replies[1] as string], '4: ids that are 0; id 1, answerId 2'],
    [[...replies, 'ids: own'], '5: ids of its own; id 0, answerId 0'],
    [[...replies, 'skill: other'], '6: skill: other; INTENT:booking'],
    [[...replies, 'skill: QABASE:booking'], '6: skill: QABASE:booking; INTENT:booking'],
    [[...replies, 'wait: -'], '6: wait: -; INTENT:booking'],
    [[...replies, 'enter: booking'], '6: enter: booking; -'],
    [[...replies, 'slots: -'], '6: slots: -; city=姑苏|苏州@城市'],
    [[...replies, 'slots: city=苏州'], '6: slots: city=苏州; city=姑苏|苏州@城市'],
    [[...replies, 'slots: city=姑苏|上海'], '6: slots: city=姑苏|上海; city=姑苏|苏州@城市'],
    [[...replies, 'slots: city=姑苏@SYS.city'], '6: slots: city=姑苏@SYS.city; city=姑苏|苏州@城市'],
    [[...replies, 'intent: -'], '6: intent: -; book ELICIT_SLOT'],
    [[...replies, 'intent: book FINSIH'], '6: intent: book FINSIH; book ELICIT_SLOT'],
    [[...replies, 'nodes: a'], '6: nodes: a; a, b'],
    [[...replies, 'qa: -'], '6: qa: -; dir / what'],
    [[...replies, 'qa: dir / why'], '6: qa: dir / why; dir / what'],
    [[...replies, 'vars: slots.city.value=苏州'], '6: slots.city.value = "苏州"; "姑苏"'],
    [[...replies, 'vars: slots.city.value.length=2'], '6: slots.city.value.length = 2; nil'],
    [[...replies, 'vars: constructor!=nil'], '6: constructor != nil; nil'],
    [[...replies, 'vars: score="0.5"'], '6: score = "0.5"; 0.5'],
    [[...replies, 'vars: score>0.5'], '6: score > 0.5; 0.5'],
    [[...replies, 'vars: !slots.day'], '6: no variable slots.day; null'],
  ])('says what was expected and what came: %j', (lines, wanted) => {
    const [found, ...others] = wrong(...lines);
    expect(found).toContain(wanted);
    expect(others).toEqual([]);
  });
});

/** A robot that answers with what it was asked for. */
function echo(outcomes: readonly Partial<TurnDone>[] = []) {
  const requests: TurnRequest[] = [];
  const run = (request: TurnRequest): TurnOutcome => {
    requests.push(request);
    const { text } = request.input;
    if (text === 'call' && request.answers.length === 0) {
      return { kind: 'call', call: { method: 'GET', url: 'http://a', headers: ['X-A: 1'], body: '' } };
    }
    if (text === 'fault') throw new Error('broken');
    const content = request.answers.length > 0 ? JSON.stringify(request.answers) : (text ?? '');
    const said = content === '' ? [] : [{ id: 1, answerId: 1, type: 'TEXT' as const, content }];
    const state = { turns: requests.length };
    return { ...done, slots: [], context: { vars: {} }, responses: said, state, ...outcomes[requests.length - 1] };
  };
  return { requests, robot: { ...names, run } };
}

const played = (text: string, robot: Parameters<typeof playStory>[1]) =>
  playStory(parseStories(`robot: a\n${text}`)[0] as Story, robot).map(
    ({ line, expected, came }) => `${line}: ${expected}; ${came.split('\n')[0]}`,
  );

describe('playing a story', () => {
  it('begins the session, hands the state on and gives each turn its time, seed and settings', () => {
    const { requests, robot } = echo();
    const text = 'tags: a:b\nseed: 5\n# one\nuserVars: {"n": 1}\n> x\n< x\n+ 1h\n> y\ntags: c:d\nuserVars: {}\n< y';
    expect(played(text, robot)).toEqual([]);
    const nowMs = Date.parse('2026-11-22T10:00:00+08:00');
    expect(requests.map(({ state, input }) => [state, input.text, input.moment.nowMs - nowMs, input.seed])).toEqual([
      [undefined, undefined, 0, 5],
      [{ turns: 1 }, 'x', 0, 6],
      [{ turns: 2 }, 'y', 3_600_000, 7],
    ]);
    expect(requests.map(({ input }) => [input.tagFilter, input.userVars])).toEqual([
      [['a:b'], { n: 1 }],
      [['a:b'], { n: 1 }],
      [['c:d'], {}],
    ]);
  });

  it('ends with the first turn that does not hold', () => {
    const { requests, robot } = echo();
    expect(played('# one\n> x\n< z\n> y\n< w', robot)).toEqual(['4: < z; < x']);
    expect(requests).toHaveLength(2);
  });

  it('answers web calls with what the story gives', () => {
    const { requests, robot } = echo();
    const call = 'web: GET http://a -> 200 {"b": 1}\nheader: X-A: 1';
    expect(played(`# one\n> call\n${call}\n< "[{\\"status\\":200,\\"response\\":{\\"b\\":1}}]"`, robot)).toEqual([]);
    expect(requests.at(-1)?.answers).toEqual([{ status: 200, response: { b: 1 } }]);
  });

  it.each([
    ['> call\n< ?', '3: no web call; a web call: GET http://a'],
    ['> call\nweb: POST http://a -> 200\n< ?', '4: a web call: POST http://a; a web call: GET http://a'],
    ['> call\nweb: GET http://a -> 200\nheader: X-B: 1\n< ?', '4: a web call with the header X-B: 1; a web call: GET'],
    ['> x\nweb: GET http://a -> 200\n< ?', '4: a web call: GET http://a; none'],
    ['> fault\n< ?', '3: a turn; a fault: Error: broken'],
  ])('fails where a web call or a fault is not expected: %j', (text, wanted) => {
    expect(played(`# one\n${text}`, echo().robot)).toEqual([expect.stringContaining(wanted)]);
  });
});
