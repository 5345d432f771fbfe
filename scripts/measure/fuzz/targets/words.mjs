// Markup, and the lists of words and rows from operators and authors.
import { dist, example, service } from './target.mjs';

/** @type {Record<string, import('./target.mjs').Target>} */
export const wordTargets = {
  markup: {
    files: /dist\/tts\/markup\//,
    faults: service,
    seeds: [
      '<speak>您好<break time="300ms"/><say-as interpret-as="telephone">13800138000</say-as></speak>',
      '<speak><prosody rate="+10%" pitch="2st" volume="-3dB">一<phoneme ph="chong2">重</phoneme><sub alias="二">2</sub></prosody></speak>',
      ...['ordinal', 'digits', 'spell-out', 'date', 'telephone', 'measure'].map(
        (kind) => `<speak><say-as interpret-as="${kind}">2026-11-23</say-as></speak>`,
      ),
      '<speak><voice name="y">a</voice><break strength="weak"/><sub>c</sub><say-as interpret-as="cardinal">12</say-as></speak>',
      '<speak><phoneme alphabet="x-pinyin" ph="zhong1">中</phoneme><phoneme alphabet="x-arpabet" ph="HH AH0 L OW1">hello</phoneme></speak>',
      '<speak><voice name="x"><emphasis level="strong">a &amp; b &#x4e2d;</emphasis><!-- c --></voice></speak>',
    ],
    words: [
      '<break strength="',
      'interpret-as="',
      'cardinal',
      'ordinal',
      'number',
      'digits',
      'date',
      'telephone',
      'ph="',
      'alphabet="',
      'name="',
      'alias="',
      'characters',
      'currency',
      'time',
      'none',
      'x-strong',
      '<s>',
      '<speak>',
      '<p>',
      '</p>',
      '&#',
      ';',
      '<![CDATA[',
      '<?',
    ],
    load: async () => {
      const { readMarkup } = await dist('tts/markup/tags');
      const params = { language: 'cn', digitMode: 0, speakPunctuation: false };
      return (bytes) => readMarkup(bytes.toString('utf8'), params, (/** @type {string} */ name) => name === 'x');
    },
  },
  hotwords: {
    files: /dist\/text\/word-lists\/(hotwords|lines|syllables|annotate)\.js/,
    faults: [],
    seeds: [
      '\ufeff# c\n重庆 3\n银行 -9\n上海 [shang4 hai3]\n飞桥 (肥桥)\n飞桥 ([fei1 qiao2])\n北京 ([bei jing])\n飞桥 ()\n',
      'ToneGate [T OW N G EY T] 2\nhello ([HH AH L OW])\n重庆 [chong qing4] -3\n',
      'VIP\r\nlü4\t5\n',
    ],
    words: [' [', '] ', ' ([', '])', ' (', ')', ' 5', '-5', 'chong2 qing4', 'HH AH0 L OW1', 'nü3', '\n', '重庆', 'r5'],
    load: async () => {
      const { parseHotwords } = await dist('text/word-lists/hotwords');
      return (bytes) => [parseHotwords(bytes, { ignoreTone: false }), parseHotwords(bytes, { ignoreTone: true })];
    },
  },
  'sensitive-words': {
    files: /dist\/text\/word-lists\/(sensitive|lines)\.js/,
    faults: [],
    seeds: ['\ufeff# words\n敏感词\n\r\n坏 蛋\nBad\nBad\n'],
    load: async () => (await dist('text/word-lists/sensitive')).parseSensitiveWords,
  },
  'ring-tables': {
    files: /dist\/ring\/table-text\.js/,
    faults: ['TableFault'],
    seeds: [
      example('ring/keywords-extended.txt').subarray(0, 2_000),
      '关机\t14\tpowered off\n空号\t12\tuser does not exist\thold\n',
      '#BUSY#\t10\tbusy\n#RING#\t11\tno answer\tignore\n',
      '10\t486\t17\n0\t480\t31\n',
    ],
    words: ['\t', 'end', 'hold', 'ignore', '10', '\n', '"', '#FAX#', '#WAIT#'],
    load: async () => {
      const { parseCauseTable, parseKeywordTable, parseToneTable } = await dist('ring/table-text');
      const isDigit = (/** @type {number} */ byte = 0) => byte >= 0x30 && byte <= 0x39;
      return (bytes) => {
        if (isDigit(bytes[0])) return parseCauseTable(bytes);
        return bytes[0] === 0x23 && bytes[1] !== 0x20 ? parseToneTable(bytes) : parseKeywordTable(bytes);
      };
    },
  },
};
