// The texts of the targets of notation: pieces for texts by chance, texts of 64 KB of every hostile kind, and regular
// expressions that are hard to match.

export const longUnits = 64 * 1024;

export const pieces = [
  ...[
    '{',
    '}',
    '{{',
    '}}',
    ':',
    '@',
    '|json',
    '{a}',
    '{x:a@SYS.city}',
    '{{ user.a }}',
    'RE:',
    '(?P<a>b)',
    '(?=a)',
    '\\1',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '*',
    '+',
    '?',
    '{2,3}',
    '\\',
    '/',
    '"',
    "'",
    ',',
    '.',
    '-',
    '_',
    '|',
    '^',
    '$',
    '[[:alpha:]]',
  ],
  ...[
    '==',
    '!=',
    '>=',
    '<=',
    '>',
    '<',
    '&&',
    '||',
    '!',
    '~=',
    '~= /a+/',
    '=',
    'nil',
    'true',
    'x',
    'global.y',
    'slots.a.value',
  ],
  ...[
    'substr(',
    'contain(',
    'is_empty(',
    'is_valid(x)',
    '1',
    '2.5e3',
    '0x1',
    '09',
    '1e999',
    '"a"',
    'a = ',
    'global.appKey = ',
  ],
  ...[
    '{"menuIds":[',
    '1',
    '"2"',
    ']}',
    '"start":',
    '\t',
    '\n',
    ' ',
    '\u0000',
    '\u007f',
    '日',
    'é',
    'e\u0301',
    '𠮷',
    '😀',
  ],
  ...['\ud800', '\udc00', '\u200d', '\ufeff', 'SYS.', '__proto__', 'constructor', 'toString', 'hasOwnProperty('],
];

/** Texts of 64 KB, by kind. @type {Record<string, string>} */
export const longTexts = {};
const repeated = (/** @type {string} */ part, head = '', tail = '') =>
  head + part.repeat(Math.ceil(longUnits / part.length)).slice(0, longUnits - head.length - tail.length) + tail;
for (const piece of pieces) longTexts[JSON.stringify(piece)] = repeated(piece);
const heads = ['RE:', 'x == ', 'a = ', '"', "'", '{', '{{', 'x ~= /', '{"menuIds":['];
for (const head of heads) {
  for (const piece of [
    '{',
    '}',
    '(',
    '!',
    '-',
    '"',
    '\\',
    '/',
    ' ',
    '\t',
    '0',
    'a',
    'a.',
    'a,',
    '(a*)*',
    '[',
    '😀',
    '\ud800',
    '\u0000',
    '1,',
  ])
    longTexts[`${head} and ${JSON.stringify(piece)}`] = repeated(piece, head);
}
Object.assign(longTexts, {
  'slots one after another': repeated('{a:b@c}'),
  'one slot': repeated('a', '{', '}'),
  'variables one after another': repeated('{{ a }}'),
  'one variable': repeated(' ', '{{', '}}'),
  'words between tabs': Array.from({ length: longUnits / 6 }, (_, at) => `w${at}`)
    .join('\t')
    .slice(0, longUnits),
  'many menu ids': `{"menuIds":[${Array.from({ length: 12_000 }, (_, at) => at + 1).join(',')}]}`,
  'deep JSON': `{"menuIds":${repeated('[')}`,
  'spaces before the end': repeated(' ', 'a = 1', 'b'),
  'combining marks': repeated('\u0301', 'a'),
  'conjoining jamo': repeated('\u1100\u1161\u11a8'),
});

export const patterns = [
  ...[
    '(a*)*b',
    '(a+)+$',
    '(a|aa)+$',
    '(.*)*x',
    '((a?){20}){20}',
    '(a{0,30}){0,30}b',
    '(x+x+)+y',
    '.*.*.*.*=.*',
    '^(\\w+\\s?)*$',
  ],
  ...[
    '(?i)(ab|a|b)*c',
    '[\\p{Han}]+[\\p{Han}]+号',
    '(?P<a>.*)(?P<b>.*)(?P<c>.*)z',
    '(a?){100}a{100}',
    'a.{0,500}b',
    '(.{0,30}.{0,30})+!',
    '[ab]*a[ab]{12}c',
    '(a|b)*a(a|b){40}(a|b)*c',
    '.*a.{30}c',
    '(.*a.{20}){3}c',
  ],
];
/** Texts of 64 KB to match them on. */
export const matched = {
  'a…': repeated('a'),
  'ab…': repeated('ab'),
  'a and b in no order': Array.from({ length: longUnits }, (_, at) => 'ab'[((at * at * 7_919) >> 5) & 1]).join(''),
  spaces: repeated(' '),
  Han: repeated('苏州市'),
  'x=…': repeated('x='),
};
