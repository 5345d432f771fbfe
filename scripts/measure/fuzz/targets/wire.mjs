// The bodies, headers, messages and addresses that clients, switches, upstreams and children send.
import { serialize } from 'node:v8';
import { forkTexts } from './fork-texts.mjs';
import { dist, json, judged, service, text } from './target.mjs';

const content = { sha256: 'ab'.repeat(32), bytes: 12 };
const list = { kind: 'ringTable', name: 'keywords', ...content };
const model = {
  ...{ kind: 'model', id: 'asr-x', version: '1.0.0', slots: ['asr cn_8k_common'] },
  ...{ ...content, files: [content] },
};

/** @param {number} kind @param {...Buffer} parts */
function frame(kind, ...parts) {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(1 + Buffer.concat(parts).length, 0);
  head[4] = kind;
  return Buffer.concat([head, ...parts]);
}
const number = (/** @type {number} */ value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const message = serialize({ type: 'verdict', session: 7, text: '您好', at: [1, 2.5] });

/** @type {Record<string, import('./target.mjs').Target>} */
export const wireTargets = {
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
      json({ audio: 'A'.repeat(4_004), recordId: 'a b' }),
      json({
        audio: 'AAAA',
        config: { audioFormat: 'alaw_8k', addPunc: true, nbest: 3, hotwords: ['你好'] },
        recordId: 'a',
      }),
    ],
    writers: ['wireResults', 'wireSentence', 'wireResult', 'wireWord', 'wireAnalysis', 'rateWarning', 'recordName'],
    load: judged('asr/one-shot', 'protocol/wire/asr-messages', 'AsrClipBody', 'fromJson'),
  },
  'ring-body': {
    files: /dist\/protocol\/wire\/ring-messages\.js/,
    faults: service,
    seeds: [json({ audio: 'AAAA', config: { audioFormat: 'auto', keywordConfidence: 0.5 }, extraInfo: 'x' })],
    load: judged('ring/one-shot', 'protocol/wire/ring-messages', 'RingClipBody', 'fromJson'),
  },
  'sync-state': {
    files: /dist\/protocol\/wire\/sync-messages\.js/,
    faults: service,
    seeds: [
      json({ format: 1, origin: 'bce7149a302be3aa', revision: 812, items: [list, model] }),
      json({ format: 1, origin: 'a', revision: 0, items: [{ kind: 'profile', name: 'p', ...content }] }),
    ],
    words: ['resource', 'profile', 'ringTable', 'model', 'onlineRobot', 'tones', 'causes', 'isDefault'],
    load: judged(undefined, 'protocol/wire/sync-messages', 'SyncState'),
  },
  command: {
    files: /dist\/session\/commands\.js/,
    faults: service,
    seeds: ['{"command":"START","config":{"audioFormat":"alaw_8k"}}', '{"command":"END","cancel":true}'],
    load: async () => (await dist('session/commands')).parseCommand,
  },
  audiosocket: {
    files: /dist\/media\/audiosocket\/frames\.js/,
    faults: service,
    seeds: [
      Buffer.concat([
        Buffer.from('010010', 'hex'),
        Buffer.alloc(16, 7),
        Buffer.from('10000401020304', 'hex'),
        Buffer.from('03000135', 'hex'),
        Buffer.from('ff000102', 'hex'),
        Buffer.from('000000', 'hex'),
      ]),
    ],
    load: async () => {
      const { FrameReader } = await dist('media/audiosocket/frames');
      return (bytes) => {
        const cut = (bytes[0] ?? 0) % (bytes.length + 1);
        const reader = new FrameReader();
        for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) for (const _ of reader.push(piece));
        return reader.restBytes;
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
  'client-url': {
    files: /dist\/net\/client-url\.js/,
    faults: ['NetFault'],
    seeds: [
      'https://user:p%20w@example.com:8443/a/b%2Fc?x=1#y',
      'http://h:0/a',
      'ftp://u:p@h:1/a',
      'ftp://host//a',
      'sftp://h/~/a',
      'file:///srv/a.wav',
    ],
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
  signature: {
    files: /dist\/trust\/signature\.js/,
    faults: [],
    seeds: ['', `v1 ${Buffer.alloc(32, 7).toString('base64')} ${Buffer.alloc(64, 9).toString('base64')}`],
    load: async () => {
      const { faultOfSignature } = await dist('trust/signature');
      const pinned = [Buffer.alloc(32, 7).toString('base64')];
      return (bytes) => {
        const fault = faultOfSignature('sync state', Buffer.from('x'), bytes.toString('latin1'), pinned);
        if (fault === undefined) throw new Error('a signature by chance was taken');
      };
    },
  },
  property: {
    files: /dist\/protocol\/wire\/property\.js/,
    writers: ['aliasedProperty', 'otherRate'],
    faults: service,
    seeds: ['cn_8k_common', 'EN_16K_a-1', 'cn_8k_x_y'],
    words: ['cn', '_', '8k', '16k', 'common', '-'],
    load: text('protocol/wire/property', 'parseSpeechProperty'),
  },
  'retry-after': {
    files: /dist\/jobs\/backoff\.js/,
    writers: ['backoffMs', 'retryMs', 'refusedRetryMs', 'afterRetryAfterMs', 'Backoff'],
    faults: [],
    seeds: ['', '120', 'Mon, 23 Nov 2026 10:00:00 GMT\nMon, 23 Nov 2026 09:59:00 GMT', ' 5 '],
    words: ['\n', 'GMT', '1e9', '-', '0x1'],
    load: text('jobs/backoff', 'readRetryAfter', (read) => (given) => {
      const [header, date] = given === '' ? [] : given.split('\n');
      const waitMs = read(header, date);
      if (waitMs !== undefined && !(waitMs >= 0)) throw new Error(`${waitMs} ms is no wait`);
    }),
  },
  range: {
    files: /dist\/http\/conditional\.js/,
    faults: [],
    seeds: ['bytes=0-5\n"tag"', 'bytes=-7', 'bytes=3-\n*', 'bytes=9-1', 'bytes=2000-', 'W/"tag", "x"\n"tag"'],
    words: ['bytes=', '-', '\n', 'W/', '"tag"', '*', ',', '999999999999999'],
    load: async () => {
      const { isMatched, partOf } = await dist('http/conditional');
      return (bytes) => {
        const [range, ifRange] = bytes.toString('latin1').split('\n');
        isMatched(range, '"tag"');
        const part = partOf({ range, 'if-range': ifRange }, '"tag"', 1_000);
        if (typeof part === 'string') return;
        const { from, to } = part;
        if (!(from >= 0 && from <= to && to < 1_000)) throw new Error(`${from} to ${to} is no part of 1000 bytes`);
      };
    },
  },
  'child-frames': {
    files: /dist\/child\/frames\.js/,
    writers: ['FrameWriter', 'isSlice', 'audioOf'],
    faults: ['FrameFault'],
    seeds: [
      frame(0, message),
      Buffer.concat([frame(1, number(7), Buffer.alloc(80)), frame(0, message)]),
      frame(2, number(message.length), message, Buffer.alloc(40)),
      Buffer.concat([frame(3, number(1), number(9), message), frame(4, number(1), Buffer.alloc(9))]),
    ],
    load: async () => {
      const { FrameReader } = await dist('child/frames');
      return (bytes) => {
        const reader = new FrameReader(() => {}, 1024 * 1024);
        const cut = bytes.length === 0 ? 0 : (bytes[0] ?? 0) % bytes.length;
        for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) reader.push(piece);
      };
    },
  },
};
