// The parsers of outside bytes that are written in TypeScript. Each target loads its modules itself, so that coverage sees them
// from their first line; `run` gets bytes and may throw the named faults and nothing else.
import { createHash as hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forkTexts } from './fork-texts.mjs';

/** @typedef {object} Target
 * @property {RegExp} files compiled modules whose lines count
 * @property {readonly string[]} faults names of the errors that it may throw
 * @property {readonly (string | Buffer)[] | (() => Promise<(string | Buffer)[]>)} seeds
 * @property {readonly string[]} [words]
 * @property {() => Promise<(bytes: Buffer) => unknown>} load */

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** @param {string} path @returns {Promise<any>} */
const dist = (path) => import(new URL(`../../../dist/${path}.js`, import.meta.url).href);
const jsonSeeds = (/** @type {string} */ pattern) =>
  readdirSync(`${root}models`).flatMap((name) => {
    try {
      return [readFileSync(`${root}models/${name}/${pattern}`)];
    } catch {
      return [];
    }
  });
const service = ['ServiceError'];
/** @param {string} path @param {string} name @param {(parse: any) => (text: string) => unknown} [use] */
const text =
  (path, name, use = (parse) => parse) =>
  async () => {
    const run = use((await dist(path))[name]);
    return (/** @type {Buffer} */ bytes) => run(bytes.toString('utf8'));
  };
/** JSON that a schema then judges, as a body of a request is. @param {string} path @param {string} schema */
const judged = (path, schema) => async () => {
  const [{ parseJsonBytes }, { validate }, wire] = await Promise.all([
    dist('protocol/wire/json'),
    dist('protocol/wire/issues'),
    dist(path),
  ]);
  return (/** @type {Buffer} */ bytes) => validate(wire[schema], parseJsonBytes(bytes));
};
const json = (/** @type {unknown} */ value) => JSON.stringify(value);
const content = { sha256: 'ab'.repeat(32), bytes: 12 };
const list = {
  ...{ kind: 'ringTable', name: 'keywords', ...content },
};
const model = {
  kind: 'model',
  id: 'asr-x',
  version: '1.0.0',
  slots: ['asr cn_8k_common'],
  ...content,
  files: [content],
};
const stories = [
  '# story: greets\n> 你好\n< 您好，请问有什么可以帮您\n\n# story: 2\nseed: 7\nnow: 2026-11-23T10:00:00+08:00\n> \n< *\n',
  '故事\n用户: 我要退款\n  slot city = 北京\n机器人: 好的\n',
];
const clipSeeds = () => [readFileSync(`${root}docs/examples/busy.wav`).subarray(0, 3_000)];

/** @type {Record<string, Target>} */
export const targets = {
  json: {
    files: /dist\/protocol\/wire\/json\.js/,
    faults: service,
    seeds: ['{"a":{"b":[{"__proto__":1}]}}', '{"a":[1,2.5e-3,"\\u4e2d",true,null]}', '\ufeff[]'],
    load: async () => (await dist('protocol/wire/json')).parseJsonBytes,
  },
  base64: {
    files: /dist\/protocol\/base64\.js/,
    faults: service,
    seeds: ['AAEC\r\nAwQF\n', 'AA==', 'AAA='],
    load: text('protocol/base64', 'decodeBase64', (decode) => (given) => decode(given, 'audio')),
  },
  'svc-config': {
    files: /dist\/protocol\/wire\/(header|config)[\w-]*\.js/,
    faults: service,
    seeds: ['audioFormat=alaw_8k,addPunc=true,nbest=3,sa.checkGender=true', 'hotwordList=a;b,wordType=CHAR', ''],
    words: ['audioFormat', 'pcm_s16le_8k', 'digitNorm', 'true', 'false', ',', '=', ';', 'sa.', 'vad.'],
    load: text('asr/one-shot', 'fromOctets', (parse) => (given) => parse(Buffer.alloc(2), given)),
  },
  'asr-body': {
    files: /dist\/protocol\/wire\/(asr|speech)-messages\.js/,
    faults: service,
    seeds: [
      json({
        audio: 'AAAA',
        config: { audioFormat: 'alaw_8k', addPunc: true, nbest: 3, hotwords: ['你好'] },
        recordId: 'a',
      }),
    ],
    load: judged('protocol/wire/asr-messages', 'AsrClipBody'),
  },
  'ring-body': {
    files: /dist\/protocol\/wire\/ring-messages\.js/,
    faults: service,
    seeds: [json({ audio: 'AAAA', config: { audioFormat: 'auto', keywordConfidence: 0.5 }, extraInfo: 'x' })],
    load: judged('protocol/wire/ring-messages', 'RingClipBody'),
  },
  'sync-state': {
    files: /dist\/protocol\/wire\/sync-messages\.js/,
    faults: service,
    seeds: [
      json({ format: 1, origin: 'bce7149a302be3aa', revision: 812, items: [list, model] }),
      json({ format: 1, origin: 'a', revision: 0, items: [{ kind: 'profile', name: 'p', ...content }] }),
    ],
    words: ['resource', 'profile', 'ringTable', 'model', 'onlineRobot', 'tones', 'isDefault'],
    load: judged('protocol/wire/sync-messages', 'SyncState'),
  },
  command: {
    files: /dist\/session\/commands\.js/,
    faults: service,
    seeds: ['{"command":"START","config":{"audioFormat":"alaw_8k"}}', '{"command":"END","cancel":true}'],
    load: async () => (await dist('session/commands')).parseCommand,
  },
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
      readFileSync(`${root}docs/examples/ring/keywords-extended.txt`).subarray(0, 2_000),
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
  'fork-texts': {
    files: /dist\/media\/fork\/texts\.js/,
    faults: service,
    seeds: forkTexts,
    words: [
      'MEDIA_START ',
      'DTMF_END ',
      '"uuid":',
      '"callSid":',
      '"sampleRate":',
      '"mixType":',
      'slin16',
      'stereo',
      '"event":',
    ],
    load: text('media/fork/texts', 'readForkText'),
  },
  manifest: {
    files: /dist\/models\/(manifest|slots)\.js/,
    faults: ['ModelError'],
    seeds: jsonSeeds('manifest.json'),
    load: async () => {
      const { parseManifest } = await dist('models/manifest');
      return (bytes) => parseManifest(bytes, 'manifest.json');
    },
  },
  'kaldi-normalisation': {
    files: /dist\/models\/front-end\.js/,
    faults: [],
    seeds: [
      '<Nnet>\n<AddShift> 2 2\n<LearnRateCoef> 0 [ -8.5 1e1 ]\n<Rescale> 2 2\n<LearnRateCoef> 0 [ 0.5 0.25 ]\n</Nnet>',
    ],
    words: ['<AddShift>', '<Rescale>', '[', ']', ' nan '],
    load: text('models/front-end', 'parseKaldiNnet', (parse) => (given) => parse(given, 2)),
  },
  'client-url': {
    files: /dist\/net\/client-url\.js/,
    faults: ['NetFault'],
    seeds: ['https://user:p%20w@example.com:8443/a/b%2Fc?x=1#y', 'ftp://host//a', 'sftp://h/~/a', 'file:///srv/a.wav'],
    words: ['://', '@', '[::1]', '%00', '%2e%2e', '../', 'upload://', 'http', '?', '#'],
    load: async () => {
      const { parseClientUrl, pathNames, urlName, withoutSecrets } = await dist('net/client-url');
      return (bytes) => {
        const given = bytes.toString('utf8');
        withoutSecrets(given);
        urlName(given.toWellFormed());
        return pathNames(parseClientUrl(given).pathname);
      };
    },
  },
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
    faults: ['NotationFault'],
    seeds: ['我要去{北京:city@SYS.city}', 'RE:^(退|换)货$', '{city@cities}的天气', '我要去{北京:city}和{上海}'],
    words: ['{', '}', ':', '@', 'RE:', '\\', '(', ')', '|', '*', '+'],
    load: text('understanding/notation/question', 'parseQuestion'),
  },
  pattern: {
    files: /dist\/understanding\/notation\/pattern\.js/,
    faults: ['NotationFault'],
    seeds: ['(退|换)货{1,3}[一-龥]*?$', '(?<city>北京)\\d+'],
    words: ['(', ')', '[', ']', '{1,', '}', '*', '+', '?', '|', '\\p{L}', '(?i)', '^', '$'],
    load: text('understanding/notation/pattern', 'compilePattern', (compile) => (given) => compile(given, 0)),
  },
  condition: {
    files: /dist\/understanding\/notation\/(expression|names)\.js/,
    faults: ['NotationFault'],
    seeds: [
      'n = global.n + 1',
      "user.x = 'a' + [1, 2]",
      "slots.city.normValue == '北京' && (global.n + 1 >= 2 || !user.vip)",
      'x ~= "a+" ',
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
    load: async () => {
      const { evaluate, holds, parseAssignment, parseCondition } = await dist('understanding/notation/expression');
      return (bytes) => {
        const given = bytes.toString('utf8');
        return /[^=!<>~]=[^=~]/.test(given)
          ? evaluate(parseAssignment(given).value, lookUp)
          : holds(parseCondition(given), lookUp);
      };
    },
  },
  template: {
    files: /dist\/understanding\/notation\/template\.js/,
    faults: ['NotationFault'],
    seeds: ['您好 {{ user.name }}，{{slots.city.value}}', '{{a}}{{b.c}}{{json a.b}}{{abcd}}'],
    words: ['{{', '}}', '.', ' '],
    load: async () => {
      const { fillTemplate, parseTemplate } = await dist('understanding/notation/template');
      return (bytes) => fillTemplate(parseTemplate(bytes.toString('utf8')), lookUp);
    },
  },
  'robot-document': {
    files: /dist\/nlu\/exchange\/(faults|links|menus|document)\.js/,
    faults: service,
    seeds: robotSeeds,
    words: ['skills', 'scenes', 'lexicons', 'answers', 'TEXT', 'MENU'],
    load: async () => {
      const [{ documentFaults }, { parseJsonBytes }] = await Promise.all([
        dist('nlu/exchange/faults'),
        dist('protocol/wire/json'),
      ]);
      return (bytes) => documentFaults(parseJsonBytes(bytes));
    },
  },
  'robot-package': {
    files: /dist\/understanding\/package\/(layout|reader|lines)\.js/,
    faults: ['PackageFault'],
    seeds: packageSeeds(),
    words: ['questions', 'dirs', '"sections"', '"offset":', '"bytes":'],
    load: async () => {
      const [{ openPackage }, { sectionNames }] = await Promise.all([
        dist('understanding/package/reader'),
        dist('understanding/package/records'),
      ]);
      return (bytes) => {
        const mended = withHash(bytes);
        const source = {
          bytes: mended.length,
          read: (/** @type {Uint8Array} */ into, /** @type {number} */ at) => {
            const found = mended.subarray(at, at + into.length);
            into.set(found);
            return found.length;
          },
        };
        const opened = openPackage(source);
        for (const name of sectionNames) for (const _ of opened.records(name));
      };
    },
  },
  backup: {
    files: /dist\/backup\/tar\.js/,
    faults: ['ArchiveFault'],
    seeds: tarSeeds(),
    words: ['ustar\0', 'path=', '\n', '0000644'],
    load: async () => {
      const { ArchiveFault, archiveEnd, headOf, nextEntry, padding } = await dist('backup/tar');
      return async (bytes) => {
        let at = 0;
        // the name of a file by chance is read back as it was written
        const name = bytes.toString('utf8', 0, 1 + (bytes[0] ?? 0)).replaceAll('\0', '') || 'a';
        const isWritten = (bytes.length & 1) === 1;
        const mended = isWritten ? Buffer.concat([headOf(name, 0), archiveEnd]) : withSums(bytes);
        const read = async (/** @type {number} */ count) => {
          if (at + count > mended.length) throw new ArchiveFault('the archive ends too early');
          at += count;
          return mended.subarray(at - count, at);
        };
        for (let entry = await nextEntry(read); entry !== undefined; entry = await nextEntry(read)) {
          if (isWritten && entry.path !== name) throw new Error(`${name} was read back as ${entry.path}`);
          await read(entry.bytes);
          await read(padding(entry.bytes).length);
        }
      };
    },
  },
  clip: {
    files: /dist\/engine\/pipeline\/audio\/clip\.js/,
    faults: service,
    seeds: [clipSeeds()[0] ?? '', 'alaw', Buffer.concat([Buffer.from('opus'), Buffer.alloc(80)])],
    words: ['RIFF', 'WAVE', 'fmt ', 'data', 'OggS', 'OpusHead', 'LIST', 'alaw', 'wide', 'opus', '\x02\0\x40\x1f\0\0'],
    load: async () => {
      const { openClip } = await dist('engine/pipeline/audio/clip');
      const { openPackedClip } = await dist('engine/pipeline/audio/clip');
      return (bytes) => {
        const kind = bytes.toString('latin1', 0, 4);
        const raw = kind === 'alaw' ? 'alaw_8k' : kind === 'wide' ? 'pcm_s16le_16k' : undefined;
        const channel = bytes.length % 3 === 0 ? { channel: bytes.length % 2 === 0 ? 'LEFT' : 'RIGHT' } : {};
        const clip =
          kind === 'opus'
            ? openPackedClip(bytes.subarray(4), { coding: 'svc_opus', sampleRateHz: 16_000 })
            : openClip(raw === undefined ? bytes : bytes.subarray(4), { format: raw ?? 'auto', ...channel }, 60_000);
        return [...clip.slices].length;
      };
    },
  },
  'knowledge-base': {
    files: /dist\/understanding\/learning\/inputs\/(knowledge-base|lines)\.js/,
    faults: ['InputFault'],
    seeds: ['{"q":"怎么退款","e":["退款"],"i":"1"}\n{"q":"营业时间","e":[]}\n'],
    load: async () => {
      const { parseKnowledgeBase } = await dist('understanding/learning/inputs/knowledge-base');
      return (bytes) => parseKnowledgeBase(bytes, 'file', { needsIds: false });
    },
  },
  signature: {
    files: /dist\/trust\/signature\.js/,
    faults: [],
    seeds: [`v1 ${Buffer.alloc(32, 7).toString('base64')} ${Buffer.alloc(64, 9).toString('base64')}`],
    load: async () => {
      const { faultOfSignature } = await dist('trust/signature');
      const pinned = [Buffer.alloc(32, 7).toString('base64')];
      return (bytes) => {
        const fault = faultOfSignature('sync state', Buffer.from('x'), bytes.toString('latin1'), pinned);
        if (fault === undefined) throw new Error('a signature by chance was taken');
      };
    },
  },
};

/** Values of every kind, by the name. @param {readonly string[]} path */
const lookUp = (path) => values[path.join('.').length % values.length];
const values = ['', 'x', 0, 1.5, -1, true, false, null, undefined, [], [1, 'x'], {}, { a: 1 }];

/** The sample robots as documents. */
async function robotSeeds() {
  const { RobotFiles } = await dist('cli/nlu/robot-files');
  return ['appointment', 'payment-reminder', 'survey'].map((name) =>
    JSON.stringify(new RobotFiles(`${root}docs/examples/robots/${name}`).document),
  );
}

function storySeeds() {
  const folder = `${root}docs/examples/robots`;
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /stor(y|ies)/.test(name) && /\.(txt|story|stories|md)$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`));
}

/** Two small packages, written by hand. */
function packageSeeds() {
  const line = '{"id":1,"text":"怎么退款","plain":"怎么退款","ext":[]}\n';
  return [
    packageOf([]),
    packageOf([
      ['questions', line],
      ['dirs', '{"id":2,"parentId":null,"name":"目录"}\n'],
    ]),
  ];
}

/** @param {[string, string][]} sections */
function packageOf(sections) {
  const header = Buffer.alloc(16);
  header.write('TONEGNLU', 'latin1');
  header.writeUInt32LE(1, 8);
  let at = header.length;
  const rows = sections.map(([name, content]) => {
    const bytes = Buffer.byteLength(content);
    at += bytes;
    return { name, offset: at - bytes, bytes, records: 1, sha256: hash('sha256').update(content).digest('hex') };
  });
  const table = Buffer.from(JSON.stringify({ sections: rows }));
  const place = Buffer.alloc(16);
  place.writeBigUInt64LE(BigInt(at), 0);
  place.writeBigUInt64LE(BigInt(table.length), 8);
  const body = sections.map(([, content]) => Buffer.from(content));
  return withHash(Buffer.concat([header, ...body, table, place, Buffer.alloc(32), Buffer.from('ULNGENOT')]));
}

/** The hash of the table fits the bytes: nobody needs a key to make it. @param {Buffer} bytes */
function withHash(bytes) {
  if (bytes.length < 72) return bytes;
  const mended = Buffer.from(bytes);
  const trailer = mended.length - 56;
  const [offset, length] = [Number(mended.readBigUInt64LE(trailer)), Number(mended.readBigUInt64LE(trailer + 8))];
  if (offset + length + 56 !== mended.length) return mended;
  const parts = [mended.subarray(0, 16), mended.subarray(offset, trailer), mended.subarray(trailer, trailer + 16)];
  const sum = hash('sha256');
  for (const part of parts) sum.update(part);
  sum.digest().copy(mended, trailer + 16);
  return mended;
}

/** One file with a short name and one with a long one. */
function tarSeeds() {
  const head = (/** @type {string} */ name, /** @type {number} */ bytes, /** @type {string} */ type) => {
    const block = Buffer.alloc(512);
    block.write(name, 0, 100, 'latin1');
    block.write('0000600\0', 100);
    block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
    block.write(type, 156);
    block.write('ustar\x0000', 257, 'latin1');
    return block;
  };
  const padded = (/** @type {string} */ content) => {
    const block = Buffer.alloc(512);
    block.write(content);
    return block;
  };
  const record = '20 path=trans/a.raw\n';
  return [
    withSums(Buffer.concat([head('a', 3, '0'), padded('abc'), Buffer.alloc(1024)])),
    withSums(
      Buffer.concat([
        head('p', record.length, 'x'),
        padded(record),
        head('b', 2, '0'),
        padded('xy'),
        Buffer.alloc(1024),
      ]),
    ),
  ];
}

/** Blocks that look like heads have the sum of their bytes. @param {Buffer} bytes */
function withSums(bytes) {
  const mended = Buffer.from(bytes);
  for (let at = 0; at + 512 <= mended.length; at += 512) {
    if (mended.toString('latin1', at + 257, at + 262) !== 'ustar') continue;
    mended.fill(0x20, at + 148, at + 156);
    let sum = 0;
    for (let place = at; place < at + 512; place++) sum += mended[place] ?? 0;
    mended.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
  }
  return mended;
}
