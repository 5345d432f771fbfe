// Texts of authors of dialog robots: questions, conditions, templates, words, stories, whole robots.
import { readdirSync, readFileSync } from 'node:fs';
import { longTexts, matched, patterns, pieces } from './notation-texts.mjs';
import { dist, json, root, service, text } from './target.mjs';

const stories = [
  '# story: greets\n> 你好\n< 您好，请问有什么可以帮您\n\n# story: 2\nseed: 7\nnow: 2026-11-23T10:00:00+08:00\n> \n< *\n',
  '故事\n用户: 我要退款\n  slot city = 北京\n机器人: 好的\n',
  ...[
    'time zone: Asia/Shanghai\nappKey: k\ntags: a, b\n# one\n> a\n< ?\n> b\n<| x | y\n> c\n<RECOMMEND s | q | e\n',
    '# one\nweb: GET http://h/a -> 200 {"a": 1}\nheader: X: y\n+ 25m\n> a\n< b\nqa: d / q\nvars: slots.a>=1\nskill: INTENT:a\n',
    '# one\n> a\n< b\nqa: -\nids: own\nskill: -\nuserVars: {"a":1}\nslots: c=-, d=a|b@l\nvars: a=1, b="x", c=null\n',
    '# one\n> a\n< b\n< ?\n',
    '# one\n> a\n<RECOMMEND s\n',
    '# one\n> a\n<| x\n',
    '# one\n> "a\n',
    '# one\n+ 25m\n',
    '# one\n> a\nqa: /\nids: x\n',
    '# one\n> a\n< b\nids: x\n',
    '# one\n> a\n< b\nskill: a b:c\nvars: 1\n',
    'robot:\n# one\n> a\n< b\nseed: 1234567890123456\n',
    ...['', '# one\n+ x\n> a\n'],
  ],
];

/** A text of pieces of every notation, or of any characters. @param {import('./target.mjs').Random} random */
function textByChance(random) {
  const begins = ['a = ', 'RE:', '{"menuIds":[1', 'x == ', '{{ ', ''];
  const kind = random(4);
  let made = kind === 0 ? (begins[random(begins.length)] ?? '') : '';
  for (let left = random(24); left > 0; left--) {
    made += kind === 3 ? String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) : pieces[random(pieces.length)];
  }
  return Buffer.from(made);
}

/** The common rule of the parsers of notation: the place of a fault lies in the text. */
const notation = {
  mostBytes: 2 * 1024,
  faults: ['NotationFault'],
  made: textByChance,
  long: Object.values(longTexts),
  complaint: (/** @type {any} */ fault, /** @type {Buffer} */ bytes) => {
    const given = bytes.toString('utf8');
    if (!(fault.at >= 0 && fault.at <= given.length)) return `the place ${fault.at} is none of the text`;
    fault.in(given);
    return undefined;
  },
};
const slow = { mostMs: 50 };

/** Values of every kind, by the name. @param {readonly string[]} path */
const lookUp = (path) => values[path.join('.').length % values.length];
const values = ['', 'x', 0, 1.5, -1, true, false, null, undefined, [], [1, 'x'], {}, { a: 1 }];

/** The sample robots as documents. */
async function robotSeeds() {
  const { RobotFiles } = await dist('cli/nlu/robot-files');
  const samples = ['appointment', 'payment-reminder', 'survey'].map((name) =>
    json(new RobotFiles(`${root}docs/examples/robots/${name}`).document),
  );
  return [...samples, json(smallRobot)];
}

function storySeeds() {
  const folder = `${root}docs/examples/robots`;
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /stor(y|ies)/.test(name) && /\.(txt|story|stories|md)$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`));
}

/** A robot with every kind of link. */
const response = (/** @type {object} */ answer) => ({ answers: [{ type: 'TEXT', content: '好', ...answer }] });
const smallRobot = {
  format: 'tonegate-robot/1',
  robot: {
    ...{ name: 'r', opening: { type: 'SCENE', scene: 's' }, fallbackResponse: response({ tags: ['g:t', 'g:x'] }) },
    ...{ skills: [{ skill: 'q' }], sensitiveGroups: [{ name: 'g', lexicon: 'l', response: response({}) }] },
  },
  skills: [
    { key: 'q', name: 'q', type: 'QABASE', dir: ['d'] },
    { key: 'i', name: 'i', type: 'INTENT', intents: ['a'] },
    { key: 's', name: 's', type: 'SCENE', scene: 's' },
  ],
  dirs: [
    {
      path: ['d'],
      pairs: [
        {
          question: { text: '怎么退款', extQuestions: [{ text: '退款' }] },
          response: response({ type: 'RECOMMEND', content: json({ start: '', menu: [{ intent: 'a' }], end: '' }) }),
        },
      ],
    },
  ],
  intents: [
    {
      name: 'a',
      question: { text: '去{北京:c@l}' },
      slots: [{ name: 'c', lexicon: 'l', description: '', elicitResponse: response({}) }],
      response: response({ cmd: '{{ x }}' }),
    },
  ],
  taskQuestions: [{ key: 't', label: 't', question: { text: '是的' } }],
  scenes: [
    {
      ...{ key: 's', name: 's' },
      nodes: [
        { key: '1', name: '1', type: 'ENTRY', next: '2' },
        { key: '2', name: '2', type: 'UNDERSTAND', taskQuestions: ['t'], next: '3' },
        { key: '3', name: '3', type: 'DISPATCH', branches: [{ condition: 'x > 1', nextScene: 'z' }, { next: '4' }] },
        { key: '4', name: '4', type: 'RESPONSE', response: response({}) },
      ],
    },
    { key: 'z', name: 'z', nodes: [{ key: '1', name: '1', type: 'ENTRY' }] },
  ],
  tagGroups: [{ name: 'g', tags: [{ name: 't' }] }],
  lexicons: [{ name: 'l', type: 'STANDARD', entries: ['北京\t京城'] }],
};

/** @type {Record<string, import('./target.mjs').Target>} */
export const dialogTargets = {
  stories: {
    files: /dist\/understanding\/stories\/(parse|lines|values|calls)\.js/,
    faults: ['StoryFault'],
    seeds: [...stories, ...storySeeds()],
    words: [
      ...[
        '# ',
        '> ',
        '< ',
        '<| ',
        '| ',
        '\n',
        '  ',
        '"',
        '\nrobot: ',
        '\ntime zone: ',
        '\ntags: ',
        '\nappKey: ',
        '\ntenant: t name\n',
        '\nseed: 7\n',
      ],
      ...[
        '\nweb: GET http://host/a -> 200 {"a": 1}\n',
        '\nheader: X: y\n',
        '\npause: 3 min\n',
        '\nnow: 2026-11-23T10:00:00+08:00\n',
      ],
      ...[
        '\nslots: city=姑苏|苏州@城市, day=-\n',
        '\nvars: slots.a>=1\n',
        '\nvars: !x\n',
        '\nuserVars: {"a":1}\n',
        '\nskill: INTENT:a\n',
        '\nenter: -\n',
        '\nwait: a\n',
      ],
      ...[
        '\ncmd: wave\n',
        '\nids: own\n',
        '\nintent: a ELICIT_SLOT\n',
        '\nnodes: a, b\n',
        '\nqa: a / b\n',
        '<TTS a',
        '<RECOMMEND a | b | c',
        '< ?',
        '\n+ 25m\n',
        '<| a | b',
      ],
      ...[
        '\ntimeZone: Asia/Shanghai\n',
        '\nrobot: shop/\n',
        '\nstart\n',
        '\n// c\n',
        '\nheader: X-A: 1\n',
        '\nqa: a\n',
        '\nweb: POST http://host/a {"x":1} -> 0\n',
      ],
    ],
    load: text('understanding/stories/parse', 'parseStories'),
  },
  question: {
    files: /dist\/understanding\/notation\/question\.js/,
    seeds: [
      '我要去{北京:city@SYS.city}',
      'RE:^(退|换)货$',
      'RE:(?P<a>b)',
      '{city@cities}的天气',
      '我要去{北京:city}和{上海}',
    ],
    ...slow,
    words: ['{', '}', ':', '@', 'RE:', '\\', '(', ')', '|', '*', '+'],
    ...notation,
    load: async () => {
      const { parseQuestion, plainText } = await dist('understanding/notation/question');
      return (bytes) => plainText(parseQuestion(bytes.toString('utf8')));
    },
  },
  pattern: {
    files: /dist\/understanding\/notation\/pattern\.js/,
    seeds: ['(退|换)货{1,3}[一-龥]*?$', '(?<city>北京)\\d+', ...patterns],
    words: ['(', ')', '[', ']', '{1,', '}', '*', '+', '?', '|', '\\p{L}', '(?i)', '^', '$'],
    ...notation,
    load: async () => {
      const [{ compilePattern, outcomeOf, PatternRoom, rememberOutcome, seenBy, stepsOn }, { limits }] =
        await Promise.all([dist('understanding/notation/pattern'), dist('protocol/limits')]);
      const questions = Object.values(matched).map((each) => each.slice(0, limits.nlu.questionBytes));
      // an author writes the pattern, a thread checks it, and a caller writes the question that it is matched on
      return (bytes) => {
        const source = bytes.toString('utf8');
        const outcome = outcomeOf(source);
        if (bytes.length % 2 === 0) rememberOutcome(source, outcome);
        const pattern = compilePattern(source, 0); // throws the fault of the outcome
        if (String(pattern.groups) !== String(outcome.groups)) throw new Error('the check found other groups');
        new PatternRoom().take(source);
        const question = questions[bytes.length % questions.length] ?? '';
        const seen = seenBy(pattern, question);
        if (seen.length < question.length && stepsOn(pattern, question) <= 1_000) throw new Error('the text was cut');
        pattern.re.matcher(seen).find();
      };
    },
  },
  condition: {
    files: /dist\/understanding\/notation\/(expression|names|variables)\.js/,
    seeds: [
      'n = global.n + 1',
      "user.x = 'a' + [1, 2]",
      "slots.city.normValue == '北京' && (global.n + 1 >= 2 || !user.vip)",
      'x ~= "a+" ',
      'x ~= /a+/',
      'b.c > 1 || b.c <= 2 || b.c < 1 || x != nil',
      'a = 1.5 + global.n + "b"',
      'x < 1',
      'x >= "a"',
      'a == nil && b.c == 1.5',
      "a ~= /a+/ || 'x' ~= /x/",
      'is_empty(1) == substr(x, 0, 1)',
      `${'('.repeat(80)}a`,
      `${'!'.repeat(80)}a`,
      "substr(user.x, 1, 2) == 'a' && contain(list, 1)",
      'is_empty(a) || !is_valid(b.c)',
      '!(a && (b || c))',
    ],
    words: [
      '==',
      '!=',
      '&&',
      '||',
      '(',
      ')',
      '.',
      'slots',
      '"',
      "'",
      '~=',
      '1.5',
      'null',
      'substr(',
      'contain(',
      'is_empty(',
      'is_valid(',
      ', ',
      '!(',
      '/a+/',
      ' + ',
      ' - ',
    ],
    ...notation,
    ...slow,
    writers: ['checkedLexiconName'],
    load: async () => {
      const { evaluate, holds, parseAssignment, parseCondition } = await dist('understanding/notation/expression');
      const { variablesIn } = await dist('understanding/notation/variables');
      return (bytes) => {
        const given = bytes.toString('utf8');
        if (/^[^"'/]*[^=!<>~]=[^=~]/.test(given)) return evaluate(parseAssignment(given).value, lookUp);
        const condition = parseCondition(given);
        return [holds(condition, lookUp), [...variablesIn(condition)].length];
      };
    },
  },
  template: {
    files: /dist\/understanding\/notation\/template\.js/,
    seeds: ['您好 {{ user.name }}，{{slots.city.value}}', '{{a}}{{b.c}}{{json a.b}}{{abcd}}'],
    ...slow,
    words: ['{{', '}}', '.', ' '],
    ...notation,
    load: async () => {
      const { fillTemplate, parseTemplate } = await dist('understanding/notation/template');
      return (bytes) => fillTemplate(parseTemplate(bytes.toString('utf8')), lookUp);
    },
  },
  'robot-document': {
    files: /dist\/nlu\/exchange\/(faults|links|menus|document)\.js/,
    faults: service,
    mostBytes: 8 * 1024,
    writers: ['Menus', 'nameOf'],
    seeds: robotSeeds,
    words: [
      'skills',
      'scenes',
      'lexicons',
      'answers',
      'TEXT',
      'MENU',
      'RECOMMEND',
      'nextScene',
      'opening',
      'tags',
      'QABASE',
    ],
    load: async () => {
      const [{ documentFaults }, { parseJsonBytes }] = await Promise.all([
        dist('nlu/exchange/faults'),
        dist('protocol/wire/json'),
      ]);
      return (bytes) => documentFaults(parseJsonBytes(bytes));
    },
  },
  'lexicon-entry': {
    files: /dist\/understanding\/notation\/entries\.js/,
    writers: ['parseRecommendation', 'jsonObjectOf'],
    ...notation,
    ...slow,
    seeds: ['北京\t京城\t首都', '苏州', 'a\ta'],
    words: ['\t', ' ', '\u0000', 'a'.repeat(200)],
    load: async () => {
      const { parseSimpleEntry, parseWordEntry } = await dist('understanding/notation/entries');
      return (bytes) => (bytes.length % 4 === 0 ? parseSimpleEntry : parseWordEntry)(bytes.toString('utf8'));
    },
  },
  'lexicon-name': {
    files: /dist\/understanding\/notation\/names\.js/,
    writers: ['checkedName', 'checkedPath'],
    ...notation,
    ...slow,
    seeds: ['城市', 'SYS.city', ' ', 'a@b'],
    words: ['SYS.', '@', ' ', '{', '}', ':'],
    load: text('understanding/notation/names', 'checkedLexiconName'),
  },
  recommendation: {
    files: /dist\/understanding\/notation\/entries\.js/,
    writers: ['parseWordEntry', 'parseSimpleEntry', 'checkedWord'],
    ...notation,
    ...slow,
    seeds: ['{"start":"您要问的是","menuIds":[1,"2"],"end":"吗"}', '{"menuIds":[]}', '[]', '{"start":1,"menuIds":[1]}'],
    words: ['"start":', '"end":', '"menuIds":[', '1,', ']', '"x":'],
    load: text('understanding/notation/entries', 'parseRecommendation'),
  },
};
