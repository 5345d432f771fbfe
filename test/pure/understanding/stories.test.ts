// Stories (docs/stories.md): their form, and what they say of a turn that went otherwise.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnDone, TurnOutcome, TurnRequest } from '../../../src/understanding/flow/turn.js';
import { checkTurn } from '../../../src/understanding/stories/check.js';
import { parseStories } from '../../../src/understanding/stories/parse.js';
import { playStory } from '../../../src/understanding/stories/play.js';
import { type Expectation, type Story, StoryFault } from '../../../src/understanding/stories/story.js';

/** One story with these lines in its only turn. */
const turnOf = (...lines: string[]) => {
  const [story] = parseStories(['robot: a.json', '# title', '> hello', ...lines].join('\n'));
  return (story as Story).turns[0];
};

function faultOf(text: string): string {
  try {
    parseStories(text);
  } catch (fault) {
    if (fault instanceof StoryFault) return `${fault.line}: ${fault.message}`;
    throw fault;
  }
  throw new Error(`no fault in ${text}`);
}

const small = 'robot: a.json\n# one\n> hello\n< hello';

describe('a story file', () => {
  it('holds stories with a title, a robot and turns', () => {
    const [story, ...others] = parseStories('robot: a.json\n\n// a comment\n# one\nstart\n< hello\n> bye\n<\n');
    expect(others).toEqual([]);
    expect(story).toMatchObject({
      ...{ title: 'one', line: 4, robot: 'a.json', seed: 1, timeZone: 'Asia/Shanghai', appKey: 'story' },
      nowMs: Date.parse('2026-11-22T02:00:00Z'),
      tenant: { id: 'story', name: 'story' },
    });
    expect(story?.turns.map(({ line, text }) => [line, text])).toEqual([
      [5, undefined],
      [7, 'bye'],
    ]);
    expect(story?.turns[1]?.expectations).toEqual([{ line: 7, kind: 'replies', replies: [] }]);
  });

  it('says once for all stories, or for one, which robot, when, where, and with what', () => {
    const file = [
      'robot: a.json',
      'tags: a:b, c:d',
      '# one',
      '> x',
      '<',
      '# two',
      'robot: ../b',
      'now: 2026-01-31T09:00:00+08:00',
      'timeZone: UTC',
      'seed: 7',
      'appKey: k',
      'tenant: t1 Two words',
      'userVars: {"level": 3}',
      'tags: -',
      '> x',
      '<',
    ];
    const [one, two] = parseStories(file.join('\n'));
    expect(one).toMatchObject({ robot: 'a.json', tags: ['a:b', 'c:d'] });
    expect(two).toMatchObject({
      ...{ robot: '../b', nowMs: Date.parse('2026-01-31T01:00:00Z'), timeZone: 'UTC', seed: 7, appKey: 'k', tags: [] },
      ...{ tenant: { id: 't1', name: 'Two words' }, userVars: { level: 3 } },
    });
  });

  it('lets time pass between turns', () => {
    const [story] = parseStories(`${small}\n+ 25m\n+ 30s\n> later\n<\n> at once\n<`);
    expect(story?.turns.map(({ passMs }) => passMs)).toEqual([0, 25 * 60_000 + 30_000, 0]);
  });

  it('may have the line ends of other systems and a byte order mark', () => {
    expect(parseStories(`\ufeff${small.replaceAll('\n', '\r\n')}\r\n`)).toEqual(parseStories(small));
  });

  it.each([
    ['', '1: there is no story; one begins with # and its title'],
    ['robot: a.json', '1: there is no story; one begins with # and its title'],
    ['# one\n> x\n<', '1: the story names no robot; add a line such as robot: bank.json'],
    ['robot: a.json\n# one', '2: the story has no turn; one begins with > and what the caller says'],
    ['robot: a.json\n#', '2: a title follows #'],
    [`${small}\n# one\n> x\n<`, '5: another story of the file has the title "one"'],
    ['robot: a.json\nrobot: b.json', '2: robot: is said twice'],
    ['robot:\n', '1: robot: names a file or directory'],
    [
      'skill: a',
      '1: skill: has no place before the first turn; robot, now, timeZone, seed, userVars, tags, appKey, tenant have',
    ],
    ['> x', '1: a turn stands in a story, which begins with # and its title'],
    ['start', '1: start stands in a story, which begins with # and its title'],
    ['+ 5m', '1: time that passes stands in a story, which begins with # and its title'],
    ['robot: a.json\n# one\n< x', '3: a reply stands in a turn, which begins with > and what the caller says'],
    ['robot: a.json\n# one\n+ 5m\n> x\n<', '3: time passes between turns, and there is none above'],
    [`${small}\n+ 5m`, '5: time passes before a turn, and none follows'],
    [`${small}\n+ 5m\n# two\n> x\n<`, '6: time passes before a turn, and none follows'],
    [`${small}\n+ 5 minutes`, '5: a number and s, m, h or d are expected, such as + 25m'],
    [`${small}\nstart\n<`, '5: start stands before the other turns'],
    [
      'robot: a.json\n# one\n> x\n> y\n<',
      '3: the turn says nothing about its replies; < alone means that there is none',
    ],
    ['robot: a.json\n# one\n> x\n<\n< y', '3: < alone stands beside no other reply of the turn'],
    ['robot: a.json\n# one\n> x\n< ?\n< y', '3: < ? stands beside no other reply of the turn'],
    [`${small}\nhello`, '5: "hello" is no line of a story; it begins with #, >, <, +, // or a word and a colon'],
    ['now: 22.11.2026', '1: a time such as 2026-11-22T10:00:00+08:00 is expected'],
    ['now: 2026-13-01T10:00:00Z', '1: a time such as 2026-11-22T10:00:00+08:00 is expected'],
    ['timeZone: Mars', '1: a time zone such as Asia/Shanghai is expected'],
    ['seed: -1', '1: a number of at most 15 digits is expected'],
    ['userVars: [1]', '1: a JSON object is expected, such as {"level": 3}'],
    ['userVars: {', '1: this is no JSON'],
    ['tenant: one', '1: tenant: has an id and, after a space, a name'],
    [
      `${small}\nskil: a`,
      '5: skil: is no line of a turn; there are skill, enter, wait, slots, intent, nodes, qa, vars',
    ],
    [`${small}\nskill:`, '5: skill: has no value; - means none'],
    [`${small}\nskill: a\nskill: b`, '6: skill: is said twice in this turn'],
    [`${small}\nslots: city`, '5: a slot is written name=value, name=value|normValue'],
    [`${small}\nintent: booking`, '5: an intent is its name and its state (ELICIT_SLOT'],
    [`${small}\nqa: / x`, '5: qa: names a directory'],
    [`${small}\nvars: a b`, '5: a variable is written name=value'],
    [`${small}\nvars: a={`, '5: this is no JSON'],
    [`${small}\nweb: GET`, '5: a web call is written GET http://host/path'],
    [`${small}\nweb: GET http://a -> 200 {`, '5: this is no JSON'],
    [`${small}\nheader: a: b`, '5: header: belongs to a web: line above it'],
    [`${small}\nids: 0`, '5: ids: is own, or - where both are 0'],
    [`${small}\ncmd: a\ncmd: b`, '6: cmd: is said twice of this reply'],
    ['robot: a.json\n# one\n> x\ncmd: a\n< y', '4: cmd: belongs to a reply above it'],
    ['robot: a.json\n# one\n> x\n<FAX y', '4: a reply is written < text, or with a type: <TEXT'],
    ['robot: a.json\n# one\n> x\n<RECOMMEND y', '4: a menu is written <RECOMMEND start | question | question | end'],
    ['robot: a.json\n# one\n> x\n<| y', '4: one of several replies is written <| one | another'],
    ['robot: a.json\n# one\n> "x\n<', '3: this is no JSON'],
    ['robot: a.json\n# one\n> "x" y\n<', '3: this is no JSON'],
  ])('is refused with line and reason: %j', (text, wanted) => {
    expect(faultOf(text)).toContain(wanted);
  });

  it('of any characters is read or refused, and a refusal names one of its lines', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '# a',
        '# b',
        'start',
        '>',
        '> x',
        '<',
        '< y',
        '<| a | b',
        '<RECOMMEND a | b | c',
        '+ 5m',
        '// z',
      ),
      fc.constantFrom('robot: a', 'now: 2026-11-22T10:00:00Z', 'seed: 3', 'tags: a:b', 'userVars: {}', 'timeZone: UTC'),
      fc.constantFrom(
        'skill: a',
        'wait: -',
        'slots: a=b|c@d',
        'intent: a FINSIH',
        'nodes: a, b',
        'qa: a / b',
        'cmd: x',
      ),
      fc.constantFrom('vars: a.b=1', 'vars: !a', 'web: GET http://a b -> 200 {}', 'header: a: b', 'ids: own', 'ids: -'),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        try {
          for (const { turns } of parseStories(text)) expect(turns.length).toBeGreaterThan(0);
        } catch (fault) {
          if (!(fault instanceof StoryFault)) throw fault;
          expect(fault.line).toBeGreaterThanOrEqual(1);
          expect(fault.line).toBeLessThanOrEqual(text.split('\n').length);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a turn of a story', () => {
  it('says the texts of the caller and of the replies, JSON where a line cannot hold them', () => {
    const [story] = parseStories('robot: a\n# one\n> "a\\nb"\n<TTS "<b/> "\n>\n<');
    expect(story?.turns.map(({ text }) => text)).toEqual(['a\nb', '']);
    expect(story?.turns[0]?.expectations).toEqual([
      { line: 3, kind: 'replies', replies: [{ line: 4, type: 'TTS', contents: ['<b/> '] }] },
    ]);
  });

  it('says everything else that must hold', () => {
    const turn = turnOf(
      '<| a | b',
      'cmd: go',
      'ids: own',
      '<RECOMMEND which | one | two |',
      'ids: -',
      'skill: INTENT:book a table',
      'enter: -',
      'slots: city=姑苏|苏州@城市, day=明天',
      'intent: book a table CONFIRM_SLOT',
      'nodes: a, b',
      'qa: dir / what / why',
      'vars: slots.city.value=苏州',
      'vars: score >= 0.5',
      'vars: a=nil',
      'vars: !b.c',
      'vars: list=[1, "2"]',
      'tags: x:y',
      'userVars: {"a": true}',
      'web: POST http://a/b {"c": 1} -> 200 {"d": [2]}',
      'header: X-A: 1',
      'web: GET http://a -> 0',
    );
    expect(turn).toEqual({
      ...{ line: 3, text: 'hello', passMs: 0, tags: ['x:y'], userVars: { a: true } },
      webCalls: [
        {
          ...{ line: 22, method: 'POST', url: 'http://a/b', body: '{"c": 1}', headers: ['X-A: 1'], status: 200 },
          response: { d: [2] },
        },
        { line: 24, method: 'GET', url: 'http://a', body: '', headers: [], status: 0, response: null },
      ],
      expectations: [
        {
          ...{ line: 3, kind: 'replies' },
          replies: [
            { line: 4, type: 'TEXT', contents: ['a', 'b'], cmd: 'go', isMaintained: true },
            { line: 7, type: 'RECOMMEND', contents: ['which | one | two | '], isMaintained: false },
          ],
        },
        { line: 9, kind: 'skill', skill: { type: 'INTENT', name: 'book a table' } },
        { line: 10, kind: 'enter', skill: undefined },
        {
          ...{ line: 11, kind: 'slots' },
          slots: [
            { name: 'city', value: '姑苏', normValue: '苏州', lexicon: '城市' },
            { name: 'day', value: '明天', normValue: undefined, lexicon: undefined },
          ],
        },
        { line: 12, kind: 'intent', intent: { name: 'book a table', state: 'CONFIRM_SLOT' } },
        { line: 13, kind: 'nodes', names: ['a', 'b'] },
        { line: 14, kind: 'qa', qa: { dir: 'dir', question: 'what/why' } },
        { line: 15, kind: 'variable', path: ['slots', 'city', 'value'], sign: '=', value: '苏州' },
        { line: 16, kind: 'variable', path: ['score'], sign: '>=', value: 0.5 },
        { line: 17, kind: 'variable', path: ['a'], sign: '=', value: undefined },
        { line: 18, kind: 'missing', path: ['b', 'c'] },
        { line: 19, kind: 'variable', path: ['list'], sign: '=', value: [1, '2'] },
      ],
    });
  });
});

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

/** What does not hold of a turn that was expected to have these lines. */
const wrong = (...lines: string[]): string[] =>
  checkTurn(turnOf(...lines)?.expectations as Expectation[], done, names).map(
    ({ line, expected, came }) => `${line}: ${expected}; ${came}`,
  );

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
