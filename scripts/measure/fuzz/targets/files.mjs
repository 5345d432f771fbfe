// Files from outside: models, packages, backups, recordings, encrypted files.
import { createHash as hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dist, example, json, root, service, text } from './target.mjs';

const manifests = () =>
  readdirSync(`${root}models`).flatMap((name) => {
    try {
      return [readFileSync(`${root}models/${name}/manifest.json`)];
    } catch {
      return [];
    }
  });

/** Samples in WAV files of every shape, raw, in packets. */
async function clipSeeds() {
  const wav = (/** @type {number} */ channels, /** @type {number} */ bytes, coding = 1, rate = 8_000) => {
    const bits = coding === 1 ? 16 : 8;
    const head = Buffer.alloc(44);
    head.write('RIFF', 0, 'latin1');
    head.writeUInt32LE(36 + bytes, 4);
    head.write('WAVEfmt ', 8, 'latin1');
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(coding, 20);
    head.writeUInt16LE(channels, 22);
    head.writeUInt32LE(rate, 24);
    head.writeUInt32LE((rate * channels * bits) / 8, 28);
    head.writeUInt16LE((channels * bits) / 8, 32);
    head.writeUInt16LE(bits, 34);
    head.write('data', 36, 'latin1');
    head.writeUInt32LE(bytes, 40);
    return Buffer.concat([head, Buffer.alloc(bytes, 3)]);
  };
  return [
    ...[example('busy.wav').subarray(0, 3_000), wav(1, 0), wav(1, 1), wav(2, 80), wav(2, 81), wav(2, 82), wav(2, 83)],
    ...[
      wav(2, 60, 6),
      wav(2, 61, 7),
      wav(2, 40_000, 6),
      wav(1, 48_000, 7),
      wav(1, 70_000, 1, 16_000),
      Buffer.from('alaw'),
    ],
    ...[Buffer.from('widea'), Buffer.from('alaw1234'), Buffer.alloc(40_000, 'alaw')],
    ...[Buffer.concat([Buffer.from('opus'), Buffer.alloc(80)])],
  ];
}

const sha = 'ab'.repeat(32);
/** Recognisers of characters: each joining, a sentence read whole, a transducer. */
const searchManifests = () => {
  const file = (/** @type {string} */ name) => ({ name, bytes: 3, sha256: sha });
  const tensor = (/** @type {string} */ name, /** @type {string} */ role) => ({
    ...{ name, role, type: 'float32', shape: ['batch', role === 'rows' ? 'rows' : 'outputs', 4] },
    ...(role === 'scores' && { values: 'logits' }),
  });
  const recogniser = (/** @type {object} */ more, result = 'scores') =>
    json({
      ...{ format: 1, id: 'a', version: '1.0.0', task: 'asr', family: 'ctc', language: 'zh', sampleRateHz: 8_000 },
      ...{ serves: ['cn_8k_common'], precision: 'fp32', licence: 'MIT' },
      files: ['m.onnx', 'd.onnx', 'j.onnx', 'u.txt'].map(file),
      frontEnd: { kind: 'fbank', bins: 4 },
      streaming: { mode: 'whole', maxRows: 100 },
      units: { kind: 'characters', file: 'u.txt', count: 4, blank: 0 },
      graph: { file: 'm.onnx', inputs: [tensor('x', 'rows')], outputs: [tensor('y', result)] },
      ...more,
    });
  const decoder = { file: 'd.onnx', input: 'y', output: 'd', size: 2 };
  const joiner = { file: 'j.onnx', encoding: 'e', encodingSize: 4, decoding: 'd', output: 'l' };
  return [
    ...['none', 'readings', 'units', 'lexicon'].map((joining) => recogniser({ search: { joining, unitBonus: 0 } })),
    recogniser({ streaming: { mode: 'whole', maxRows: 99, outputs: 'tokens' } }),
    recogniser({ family: 'transducer', transducer: { decoder, joiner, contextUnits: 2 } }, 'encoding'),
  ];
};

const trainedManifests = ['SMALL', 'BIG'].map((type) =>
  json({
    ...{ format: 1, type, vectors: '0123456789abcdef', questions: 2, rejects: true, epoch: 3, trainedTime: 1 },
    ...(type === 'BIG' && { steps: 9 }),
    eval: { rate: Array(10).fill(0.5) },
    files: ['questions.json', 'head.bin', ...(type === 'BIG' ? ['adapter.bin'] : [])].map((name) => ({
      ...{ name, bytes: 3, sha256: sha },
    })),
  }),
);

/** Graphs with one tensor and one line of metadata, as protobuf. */
function onnxSeeds() {
  const field = (/** @type {number} */ number, /** @type {Uint8Array} */ bytes) =>
    Buffer.concat([Buffer.of(8 * number + 2, bytes.length), bytes]);
  const number = (/** @type {number} */ of, /** @type {number} */ value) => Buffer.of(8 * of, value);
  const data = Buffer.alloc(16, 1);
  const packed = Buffer.concat([field(1, Buffer.of(2, 2)), number(2, 1), field(8, Buffer.from('w')), field(9, data)]);
  const plain = Buffer.concat([number(1, 4), number(1, 0x81), Buffer.of(1), number(2, 3), field(9, data.subarray(4))]);
  const metadata = field(14, Buffer.concat([field(1, Buffer.from('key')), field(2, Buffer.from('value'))]));
  const fixed = Buffer.concat([Buffer.of(9), Buffer.alloc(8), Buffer.of(13), Buffer.alloc(4)]);
  return [
    Buffer.concat([field(7, field(5, packed)), metadata]),
    Buffer.concat([fixed, metadata, field(7, Buffer.concat([field(5, plain), field(5, packed)]))]),
    Buffer.concat([field(14, field(1, Buffer.from('key'))), Buffer.of(0x7f)]),
  ];
}

/** Weights as training writes them. */
async function weightSeeds() {
  const { adapterBytes, headBytes } = await dist('understanding/trained/bytes');
  const head = (/** @type {number} */ labels) => ({
    ...{ labels, vectorShare: 0.5, firsts: Uint32Array.of(1, 2), seconds: Uint32Array.of(3, 4) },
    ...{ rarities: Float32Array.of(1, 2), weights: new Int8Array(3 * labels) },
    ...{ steps: new Float32Array(labels), biases: new Float32Array(labels) },
  });
  const adapter = adapterBytes({ dims: 2, weights: Float32Array.of(1, 2, 3, 4) });
  const spoilt = Buffer.from(adapter);
  spoilt.writeFloatLE(Number.NaN, 32);
  return [
    headBytes(head(2)),
    headBytes(head(0)),
    adapter,
    adapterBytes({ dims: 0, weights: new Float32Array(0) }),
    spoilt,
  ].map((bytes) => Buffer.from(bytes));
}

/** A file of word vectors. @param {number} keys @param {number} words @param {number} dims */
function vectorSeed(keys, words, dims) {
  const padded = (/** @type {number} */ count) => Math.ceil(count / 8) * 8;
  const parts = [4 * keys, 4 * keys, 4 * keys, words].map(padded);
  const bytes = Buffer.alloc(24 + parts.reduce((sum, each) => sum + each, 0) + words * dims, 1);
  bytes.write('TGSV', 0, 'latin1');
  bytes.writeUInt16LE(1, 4);
  bytes.writeUInt16LE(dims, 6);
  for (const [at, count] of [words, keys, 4].entries()) bytes.writeUInt32LE(count, 8 + 4 * at);
  const rows = 24 + 2 * padded(4 * keys);
  bytes.fill(0, rows, rows + 4 * keys);
  // the first word is 怎, by the hashes of its one unit
  if (keys > 0) {
    bytes.writeInt32LE(Math.imul(0x811c9dc5 ^ 0x600e, 0x01000193), 24);
    const second = Math.imul(0x9747b28c ^ 0x600e, 0x85ebca6b);
    bytes.writeInt32LE(second ^ (second >>> 13), 24 + padded(4 * keys));
  }
  return bytes;
}

const fileKey = '07'.repeat(32);
/** Encrypted files of both versions, of one piece and of none. */
async function sealedSeeds() {
  const { fileSealer, fileUnsealing, newHeader, sectionSealer } = await dist('trust/seal-form');
  const key = fileUnsealing(fileKey);
  const pushed = (/** @type {any} */ sealer, /** @type {number} */ count) => [
    ...sealer.push(Buffer.alloc(count, 5)),
    sealer.end(),
  ];
  const whole = (/** @type {number} */ count) => {
    const header = newHeader('0011223344556677');
    return Buffer.concat([header, ...pushed(fileSealer(key, header), count)]);
  };
  const header = newHeader('0011223344556677', { bytes: 100, totalBytes: 150 });
  const sections = [100, 50].map((count, section) => {
    const { sealer, salt } = sectionSealer(key, header, section);
    return Buffer.concat([salt, ...pushed(sealer, count)]);
  });
  return [whole(0), whole(99), whole(65_537), Buffer.concat([header, ...sections])];
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
    packageOf([['questions', `${line}${line.trimEnd()}`]]),
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

/** Makes the hash of the table fit the bytes, which needs no key. @param {Buffer} bytes */
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

/** Gives blocks that look like heads the sum of their bytes. @param {Buffer} bytes */
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

/**
 * DER of a tag and its parts. The length takes `lengthBytes` bytes behind the first one; 0: it stands in the first one.
 * @param {number} tag @param {number} lengthBytes @param {Uint8Array[]} parts
 */
function der(tag, lengthBytes, ...parts) {
  const bytes = Buffer.concat(parts);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  const written = lengthBytes === 0 ? length.subarray(7) : [0x80 + lengthBytes, ...length.subarray(8 - lengthBytes)];
  return Buffer.concat([Buffer.from([tag, ...written]), bytes]);
}

/**
 * A bundle of RAUC as far as its signature: a manifest in SignedData. @param {string} manifest @param {{ lengthBytes?:
 * number, content?: boolean }} shape
 */
function bundleSeed(manifest, { lengthBytes = 2, content = true } = {}) {
  const wrap = (/** @type {number} */ tag, /** @type {Uint8Array[]} */ ...parts) => der(tag, lengthBytes, ...parts);
  const id = wrap(0x06, Buffer.of(0x2a));
  const held = wrap(0x30, id, ...(content ? [wrap(0xa0, wrap(0x04, Buffer.from(manifest)))] : []));
  const signed = wrap(0x30, wrap(0x02, Buffer.of(1)), wrap(0x31), held);
  return withSignatureBytes(Buffer.concat([Buffer.alloc(16), wrap(0x30, id, wrap(0xa0, signed)), Buffer.alloc(8)]));
}

/** The last eight bytes say that everything behind the first 16 is the signature. @param {Buffer} bytes */
function withSignatureBytes(bytes) {
  if (bytes.length < 25) return bytes;
  const mended = Buffer.from(bytes);
  mended.writeBigUInt64BE(BigInt(bytes.length - 24), bytes.length - 8);
  return mended;
}

const bundleManifest = (/** @type {string} */ more) =>
  `[update]\ncompatible=tonegate-arm64\nversion=0.2.0\n${more}\n[bundle]\nformat=verity\nversion=9.9.9\n`;
const bundleSeeds = [
  bundleSeed(bundleManifest('description=minFrom 0.1.0\n')),
  bundleSeed(bundleManifest(''), { lengthBytes: 4 }),
  bundleSeed('[update]\nversion=1\n', { lengthBytes: 0 }),
  bundleSeed('[update]\ncompatible=tonegate-arm64\nversion=0.1.0\n', { lengthBytes: 0 }),
  bundleSeed('[update]\ncompatible=a\nversion=1-rc.1\ndescription=minFrom 1-beta.1\n', { lengthBytes: 1 }),
  bundleSeed('[update]\ncompatible=two words\nversion=1\n', { lengthBytes: 0 }),
  bundleSeed('', { content: false }),
];

/** @type {Record<string, import('./target.mjs').Target>} */
export const fileTargets = {
  'firmware-bundle': {
    files: /dist\/firmware\/rules\/(bundle|version)\.js/,
    faults: ['BundleError'],
    seeds: bundleSeeds,
    words: [
      '[update]\n',
      'compatible=',
      'version=',
      'description=minFrom ',
      '~rc.1',
      '\x30\x80',
      '\xa0\x84',
      '\x04\x82',
    ],
    load: async () => {
      const { factsIn, signatureBytes } = await dist('firmware/rules/bundle');
      const { versionOrder, whyNotInstall } = await dist('firmware/rules/version');
      const own = { compatible: 'tonegate-arm64', version: '0.1.0' };
      return (bytes) => {
        // Every other input keeps the length that it states.
        const given = bytes.length % 2 === 0 ? bytes : withSignatureBytes(bytes);
        const length = signatureBytes(given.subarray(-8), given.length, 256 * 1024);
        const facts = factsIn(given.subarray(-8 - length, -8));
        const order = versionOrder(facts.version, own.version);
        for (const other of [own.version, facts.minFrom ?? '']) {
          const [there, back] = [versionOrder(facts.version, other), versionOrder(other, facts.version)];
          if (there + back !== 0) throw new Error(`${facts.version} is ${there} and ${back} to ${other}`);
        }
        for (const allowDowngrade of [false, true]) {
          const why = whyNotInstall(facts, own, allowDowngrade);
          if (why === undefined && order <= 0 && !allowDowngrade)
            throw new Error(`${facts.version} is no newer version`);
          if (why === undefined && facts.compatible !== own.compatible) throw new Error('it is for another product');
        }
      };
    },
  },
  onnx: {
    files: /dist\/models\/onnx-file\.js/,
    seeds: onnxSeeds(),
    load: async () => {
      const { onnxMetadata, onnxTensors } = await dist('models/onnx-file');
      return (bytes) => [onnxMetadata(bytes), onnxTensors(bytes)];
    },
  },
  manifest: {
    files: /dist\/models\/(manifest|search|slots)\.js/,
    faults: ['ModelError'],
    seeds: [...manifests(), ...searchManifests()],
    load: async () => {
      const { parseManifest } = await dist('models/manifest');
      return (bytes) => parseManifest(bytes, 'manifest.json');
    },
  },
  'kaldi-normalisation': {
    files: /dist\/models\/front-end\.js/,
    writers: ['rowWidth', 'rowMs'],
    faults: [],
    seeds: [
      '<Nnet>\n<AddShift> 2 2\n<LearnRateCoef> 0 [ -8.5 1e1 ]\n<Rescale> 2 2\n<LearnRateCoef> 0 [ 0.5 0.25 ]\n</Nnet>',
    ],
    words: ['<AddShift>', '<Rescale>', '[', ']', ' nan '],
    load: text('models/front-end', 'parseKaldiNnet', (parse) => (given) => parse(given, 2)),
  },
  'robot-package': {
    files: /dist\/understanding\/package\/(layout|reader|lines)\.js/,
    faults: ['PackageFault'],
    writers: ['tableAndTrailer', 'headerOf'],
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
            // a disk may give less than what was asked for
            const found = mended.subarray(at, at + Math.min(into.length, 4_000));
            into.set(found);
            return found.length;
          },
        };
        const opened = openPackage(source);
        if (opened.sections.length > 64) throw new Error('there are not so many names of sections');
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
    files: /dist\/engine\/pipeline\/audio\/(clip|channels)\.js/,
    faults: service,
    seeds: clipSeeds,
    words: ['RIFF', 'WAVE', 'fmt ', 'data', 'OggS', 'OpusHead', 'LIST', 'alaw', 'wide', 'opus', '\x02\0\x40\x1f\0\0'],
    load: async () => {
      const { openClip, openPackedClip } = await dist('engine/pipeline/audio/clip');
      const channels = [undefined, 'left', 'right', 'mix'];
      return (bytes) => {
        const kind = bytes.toString('latin1', 0, 4);
        const raw = kind === 'alaw' ? 'alaw_8k' : kind === 'wide' ? 'pcm_s16le_16k' : undefined;
        const channel = channels[bytes.length % channels.length];
        const clip =
          kind === 'opus'
            ? openPackedClip(bytes.subarray(4), { coding: 'svc_opus', sampleRateHz: 16_000 })
            : openClip(raw === undefined ? bytes : bytes.subarray(4), { format: raw ?? 'auto', channel }, 4_000);
        return [...clip.slices].length;
      };
    },
  },
  'model-units': {
    files: /dist\/engine\/runtime\/recogniser\/units\.js/,
    writers: ['textOf'],
    faults: [],
    seeds: ['<blk> 0\n你 1\n好 2\n', '<blk>\r\na\nb\n', 'x 1\n', '<blk> 0\na 0\nb 1\nc 2\n'],
    words: [' 0\n', ' 1\n', ' 2\n', ' 9999999\n', '<blk>'],
    load: text('engine/runtime/recogniser/units', 'parseUnits', (parse) => (given) => {
      const units = ['numbered', 'lines'].map((form) => parse(given, { kind: 'syllables', form, count: 3, blank: 0 }));
      for (const each of units) {
        if (typeof each !== 'string' && each.names.length !== 3) throw new Error(`${each.names.length} units, not 3`);
      }
    }),
  },
  'model-directory': {
    files: /dist\/engine\/runtime\/models\/describe\/texts\.js/,
    faults: [],
    seeds: [
      '<blk> 0\n你 1\n好 2\n',
      '<blank>\n空\n号\n',
      'fs: 16000\n  n_mels: 80\n  lfr_m: 5\n  lfr_n: 1\n',
      '<Nnet>\n<AddShift> 4 4\n<LearnRateCoef> 0 [ 1 2 3 4 ]\n',
      '1,2,3,4',
    ],
    words: ['<AddShift> 400 ', '<blk>', ' 7\n', 'lfr_n: ', 'fs: ', ',0.5'],
    load: async () => {
      const texts = await dist('engine/runtime/models/describe/texts');
      return (bytes) => {
        const given = bytes.toString('utf8');
        const metadata = new Map([
          ['neg_mean', given],
          ['inv_stddev', given],
          ['feature_dim', given.slice(0, 3)],
        ]);
        const facts = [texts.configFacts(given), texts.metadataFacts(metadata)];
        return [texts.tokenFacts(given), texts.normalisationWidth(given), texts.normalisationText(metadata), ...facts];
      };
    },
  },
  speakers: {
    files: /dist\/engine\/runtime\/voices\/speakers\.js/,
    faults: ['ModelError'],
    seeds: [json({ a: { meanLnHz: 5.3, deviationLnHz: 0.2, manner: [1, 2], timbre: [0.5] }, b: {} })],
    words: ['"manner":[', '"meanLnHz":', '5.3', '"timbre":', '__proto__'],
    load: text('engine/runtime/voices/speakers', 'parseSpeakers', (parse) => (given) => {
      parse(given, { mannerWidth: 2, timbreWidth: 1 }, 'speakers.json');
    }),
  },
  'trained-manifest': {
    files: /dist\/understanding\/trained\/manifest\.js/,
    writers: ['sha256Of'],
    faults: ['ModelFault'],
    seeds: trainedManifests,
    words: ['"SMALL"', '"BIG"', '"format":2', '"rate":', 'head.bin', 'adapter.bin'],
    load: async () => (await dist('understanding/trained/manifest')).parseManifest,
  },
  'trained-weights': {
    files: /dist\/understanding\/trained\/bytes\.js/,
    faults: ['ModelFault'],
    seeds: weightSeeds,
    words: ['TGHD', 'TGAD', '\x01\0\0\0', '\xff\xff\xff\xff', '\0\0\0\0'],
    load: async () => {
      const { adapterIn, headIn } = await dist('understanding/trained/bytes');
      return (bytes) => (bytes.toString('latin1', 0, 4) === 'TGAD' ? adapterIn : headIn)(bytes, 'head.bin');
    },
  },
  'word-vectors': {
    files: /dist\/understanding\/matching\/word-vectors\.js/,
    faults: ['Error'],
    seeds: [vectorSeed(2, 2, 3), vectorSeed(0, 0, 1)],
    words: ['TGSV', '\x01\0', '\xff\xff\xff\xff'],
    load: async () => {
      const { WordVectors } = await dist('understanding/matching/word-vectors');
      return (bytes) => {
        const vectors = new WordVectors(bytes);
        const target = new Float32Array(vectors.dims);
        vectors.put('怎么退款', target);
        for (const row of vectors.words('怎么')) vectors.similarity(row, row);
        if (vectors.size > bytes.length) throw new Error('more words than bytes');
      };
    },
  },
  sealed: {
    files: /dist\/trust\/seal-form\.js/,
    faults: ['SealFault'],
    seeds: sealedSeeds,
    words: ['tgseal\0', '\x01', '\x02', '\0\0\0\x01', '\xff\xff\xff\xff'],
    load: async () => {
      const { fileUnsealing, headerBytes, SealPlan } = await dist('trust/seal-form');
      const key = fileUnsealing(fileKey);
      const owner = { id: '0011223344556677', fileKey: () => Buffer.from(fileKey, 'hex') };
      return (bytes) => {
        const header = bytes.subarray(0, headerBytes);
        const plan = new SealPlan('a.raw', header, bytes.length, bytes.length % 2 === 0 ? key : owner);
        const stretch = (/** @type {{ at: number, bytes: number }} */ { at, bytes: count }) =>
          bytes.subarray(at, at + count);
        plan.pieceAt(plan.bytes >> 1);
        for (let index = 0; index < Math.min(plan.pieces, 4); index++) {
          const salt = plan.saltOf(index);
          plan.open(index, stretch(plan.stretchOf(index)), salt && stretch(salt));
        }
      };
    },
  },
  'backup-manifest': {
    files: /dist\/backup\/manifest\.js/,
    writers: ['manifestText'],
    faults: ['ArchiveFault'],
    seeds: [json({ format: 1, version: '0.1.0', madeAtMs: 1, files: [{ path: 'a', bytes: 3, sha256: 'ab' }] }), 'null'],
    words: ['"format":1', '"files":[', '"path":', 'null'],
    load: text('backup/manifest', 'readManifest'),
  },
};
