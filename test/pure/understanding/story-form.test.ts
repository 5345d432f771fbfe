// The form of stories (docs/stories.md).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStories } from '../../../src/understanding/stories/parse.js';
import { type Story, StoryFault } from '../../../src/understanding/stories/story.js';

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
    ['', '1: the file has no story; a story begins with # and its title'],
    ['robot: a.json', '1: the file has no story; a story begins with # and its title'],
    ['# one\n> x\n<', '1: the story names no robot; add a line such as robot: bank.json'],
    ['robot: a.json\n# one', '2: the story has no turn; a turn begins with > and what the caller says'],
    ['robot: a.json\n#', '2: # must be followed by a title'],
    [`${small}\n# one\n> x\n<`, '5: another story of the file has the title "one"'],
    ['robot: a.json\nrobot: b.json', '2: robot: occurs twice'],
    ['robot:\n', '1: robot: must name a file or directory'],
    [
      'skill: a',
      '1: skill: must not come before the first turn; only robot, now, timeZone, seed, userVars, tags, appKey, tenant may',
    ],
    ['> x', '1: a turn must be in a story, which begins with # and its title'],
    ['start', '1: start must be in a story, which begins with # and its title'],
    ['+ 5m', '1: time that passes must be in a story, which begins with # and its title'],
    ['robot: a.json\n# one\n< x', '3: a reply must be in a turn, which begins with > and what the caller says'],
    ['robot: a.json\n# one\n+ 5m\n> x\n<', '3: time passes only between turns, and there is no turn above'],
    [`${small}\n+ 5m`, '5: time passes only before a turn, and no turn follows'],
    [`${small}\n+ 5m\n# two\n> x\n<`, '6: time passes only before a turn, and no turn follows'],
    [`${small}\n+ 5 minutes`, '5: a number and s, m, h or d are expected, such as + 25m'],
    [`${small}\nstart\n<`, '5: start must come before the other turns'],
    ['robot: a.json\n# one\n> x\n> y\n<', '3: the turn says nothing about its replies; write < alone if there is none'],
    ['robot: a.json\n# one\n> x\n<\n< y', '3: < alone must be the only reply of the turn'],
    ['robot: a.json\n# one\n> x\n< ?\n< y', '3: < ? must be the only reply of the turn'],
    [`${small}\nhello`, '5: "hello" is not a line of a story, which begins with #, >, <, +, // or a word and a colon'],
    ['now: 22.11.2026', '1: a time such as 2026-11-22T10:00:00+08:00 is expected'],
    ['now: 2026-13-01T10:00:00Z', '1: a time such as 2026-11-22T10:00:00+08:00 is expected'],
    ['timeZone: Mars', '1: a time zone such as Asia/Shanghai is expected'],
    ['seed: -1', '1: a number of at most 15 digits is expected'],
    ['userVars: [1]', '1: a JSON object is expected, such as {"level": 3}'],
    ['userVars: {', '1: this is not JSON'],
    ['tenant: one', '1: tenant: must have an id and, after a space, a name'],
    [
      `${small}\nskil: a`,
      '5: skil: is not a line of a turn; the lines are skill, enter, wait, slots, intent, nodes, qa, vars',
    ],
    [`${small}\nskill:`, '5: skill: has no value; write - for none'],
    [`${small}\nskill: a\nskill: b`, '6: skill: occurs twice in this turn'],
    [`${small}\nslots: city`, '5: a slot is written name=value, name=value|normValue'],
    [`${small}\nintent: booking`, '5: an intent is written as its name and its state (ELICIT_SLOT'],
    [`${small}\nqa: / x`, '5: qa: must be a directory'],
    [`${small}\nvars: a b`, '5: a variable is written name=value'],
    [`${small}\nvars: a={`, '5: this is not JSON'],
    [`${small}\nweb: GET`, '5: a web call is written GET http://host/path'],
    [`${small}\nweb: GET http://a -> 200 {`, '5: this is not JSON'],
    [`${small}\nheader: a: b`, '5: header: must follow a web: line'],
    [`${small}\nids: 0`, '5: ids: must be own, or - if both are 0'],
    [`${small}\ncmd: a\ncmd: b`, '6: cmd: occurs twice for this reply'],
    ['robot: a.json\n# one\n> x\ncmd: a\n< y', '4: cmd: must follow a reply'],
    ['robot: a.json\n# one\n> x\n<FAX y', '4: a reply is written < text, or with a type: <TEXT'],
    ['robot: a.json\n# one\n> x\n<RECOMMEND y', '4: a menu is written <RECOMMEND start | question | question | end'],
    ['robot: a.json\n# one\n> x\n<| y', '4: one of several replies is written <| one | another'],
    ['robot: a.json\n# one\n> "x\n<', '3: this is not JSON'],
    ['robot: a.json\n# one\n> "x" y\n<', '3: this is not JSON'],
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
