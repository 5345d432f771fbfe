// Material of training: knowledge bases, test sets, dialog records, documents, line by line.
import { dist, json } from './target.mjs';

/** @typedef {import('./target.mjs').Random} Random */

const points = [
  '{"q":"',
  '"',
  '","e":[',
  ']}',
  '"甲"',
  ',',
  '"i":"1"',
  '"i":1',
  '\\',
  '\\u00',
  'null',
  '{}',
  '[',
  '乙',
  '{"q":"丙","e":[]}',
];
const tables = [
  '\t',
  '怎么退款',
  '营业时间',
  ' ',
  '\r',
  '\u00a0',
  '{',
  '{北京:city@SYS.city}',
  '}',
  'RE:',
  '\u0000',
  '😀',
];
const headings = [
  '第一章',
  '第 2 节',
  '一、',
  '（二）',
  '1.',
  '1.1 ',
  '(3)',
  '①',
  '# ',
  '## ',
  '====',
  '----',
  '问：',
  '答：',
  'Q: ',
  '| a | b |',
  '|--|--|',
];
const texts = [
  '退票的手续费是多少',
  '？',
  '。',
  '如下：',
  '    ',
  '　　',
  '* ',
  '2026年',
  '3.5元',
  '目录',
  '……12',
  '\t',
  'int main() {',
  '第一章',
];

/** @param {Random} random @param {readonly string[]} values */
const oneOf = (random, values) => values[random(values.length)] ?? '';

/** @param {Random} random @param {readonly string[]} pieces */
function pieceByPiece(random, pieces) {
  let line = '';
  for (let left = random(8); left > 0; left--) {
    const isAny = random(12) === 0;
    line += isAny ? String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) : oneOf(random, pieces);
  }
  return line;
}

/** A file of up to 24 lines, most of them nearly right: only those reach the later rules. @param {(random: Random) => string} lineOf */
const fileOf = (lineOf) => (/** @type {Random} */ random) => {
  const lines = Array.from({ length: 1 + random(24) }, () => lineOf(random));
  const bytes = Buffer.from(`${random(8) === 0 ? '\ufeff' : ''}${lines.join(random(4) === 0 ? '\r\n' : '\n')}`);
  if (random(10) === 0 && bytes.length > 0) bytes[random(bytes.length)] = random(256);
  return bytes;
};

const wordOf = (/** @type {Random} */ random) => `${oneOf(random, tables)}${random(1_000)}`;
const pointOf = (/** @type {Random} */ random) => {
  if (random(24) === 0) return pieceByPiece(random, points);
  const e = Array.from({ length: random(3) }, () => wordOf(random));
  return json({ q: wordOf(random), e, ...(random(4) !== 0 && { i: wordOf(random) }) });
};
const labelledOf = (/** @type {Random} */ random) =>
  random(24) === 0 ? pieceByPiece(random, tables) : `${wordOf(random).replaceAll('\t', '')}\t${random(9)}好`;

const material = {
  faults: ['InputFault'],
  complaint: (/** @type {any} */ fault) =>
    fault.message.startsWith('file: ') ? undefined : 'it does not name the file',
};

/** @type {Record<string, import('./target.mjs').Target>} */
export const trainingTargets = {
  'knowledge-base': {
    files: /dist\/understanding\/learning\/inputs\/(knowledge-base|lines)\.js/,
    writers: ['textOf', 'parseLines'],
    ...material,
    made: fileOf(pointOf),
    seeds: [
      '{"q":"怎么退款","e":["退款"],"i":"1"}\n{"q":"营业时间","e":[]}\n',
      '\n{"q":"退","e":[],"i":"1"}\n{"q":"换","e":[],"i":"1"}',
      '{"q":"退","e":[]}\n{"q":"退","e":[]}',
      ...['[1]', '{"q":"a","e":[],"i":1}', Buffer.from('{"q":"\xff"}', 'latin1')],
    ],
    words: ['"q":', '"e":', '"i":', '\n', '[', ']'],
    load: async () => {
      const { parseKnowledgeBase } = await dist('understanding/learning/inputs/knowledge-base');
      return (bytes) => parseKnowledgeBase(bytes, 'file', { needsIds: bytes.length % 4 === 0 });
    },
  },
  'test-set': {
    files: /dist\/understanding\/learning\/inputs\/labelled\.js/,
    ...material,
    made: fileOf(labelledOf),
    seeds: ['退票\t怎么退款\n', '退票\t\n', '退票'],
    words: ['\t', '\n'],
    load: async () => {
      const { parseLabelled } = await dist('understanding/learning/inputs/labelled');
      return (bytes) => parseLabelled(bytes, 'file');
    },
  },
  'dialog-records': {
    files: /dist\/understanding\/learning\/inputs\/(lines|sampled)\.js/,
    writers: ['textOf'],
    ...material,
    made: fileOf((random) => pieceByPiece(random, tables)),
    seeds: ['去{北京:city@SYS.city}\n你好\r\n\n', 'RE:a{1,2}\n{', `长${'长'.repeat(20_000)}`],
    words: ['{', '}', ':', '@', '\n', 'RE:'],
    load: async () => {
      const [{ parseLines }, { sampled }] = await Promise.all([
        dist('understanding/learning/inputs/lines'),
        dist('understanding/learning/inputs/sampled'),
      ]);
      return (bytes) => parseLines(bytes, 'file').map(sampled);
    },
  },
  document: {
    files: /dist\/understanding\/learning\/documents\/(split|questions|outline\/[\w-]+)\.js/,
    mostBytes: 2 * 1024,
    faults: [],
    made: fileOf((random) => pieceByPiece(random, [...headings, ...texts])),
    seeds: [
      '第一章 总则\n退票的手续费是多少？\n按票价的百分之五收取。\n',
      '【说明】\n一、价格\n项目\t价格\t时间\n保养\t300元\t一天\n洗车\t30元\t\n二、时间：九点到五点\n```\ncode\n```\n',
      'Section 1 Scope\nWhat is it?\nA rule.\nSection 2 of the law\nChapter 3: Fees\n1.1 a\n1.2 b\n①甲\n②乙\n',
      '# 价格\n\n| 项目 | 价格 | 时间 |\n|---|---|---|\n| 保养 | 300元 | 一天 |\n| 洗车 | | |\n\n## 其他\n文。\n',
      '# 价格\n| 项目 | 价格 |\n|--|--|\n| 保养 | 300元 |\n\n问：几点开门？\n答：九点。\n',
    ],
    words: [
      ...[
        '\n第一条 甲方：',
        '\n```\n',
        '\n【价格】\n',
        '\nSection 1 of\n',
        '\n  甲  乙\n',
        '\n一、说明：如下\n',
        '\n1. 甲\n2. 乙\n',
      ],
      ...['\n', '# ', '| ', '第一章', '一、', '1.1 ', '问：', '答：'],
    ],
    load: async () => {
      const { splitDocument } = await dist('understanding/learning/documents/split');
      return (bytes) => splitDocument('file', bytes.toString('utf8'));
    },
  },
};
