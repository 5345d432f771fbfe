// Inputs that the fuzzing of files from outside begins with, and what makes the sums in a changed input fit again.
import { createHash as hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dist, example, json, root } from './target.mjs';

export const manifests = () =>
  readdirSync(`${root}models`).flatMap((name) => {
    try {
      return [readFileSync(`${root}models/${name}/manifest.json`)];
    } catch {
      return [];
    }
  });

/** Samples in WAV files of every shape, raw, in packets. */
export async function clipSeeds() {
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
export const searchManifests = () => {
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

export const trainedManifests = ['SMALL', 'BIG'].map((type) =>
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
export function onnxSeeds() {
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
export async function weightSeeds() {
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
export function vectorSeed(keys, words, dims) {
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

export const fileKey = '07'.repeat(32);
/** Encrypted files of both versions, of one piece and of none. */
export async function sealedSeeds() {
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
export function packageSeeds() {
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
export function withHash(bytes) {
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
export function tarSeeds() {
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
export function withSums(bytes) {
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
export function withSignatureBytes(bytes) {
  if (bytes.length < 25) return bytes;
  const mended = Buffer.from(bytes);
  mended.writeBigUInt64BE(BigInt(bytes.length - 24), bytes.length - 8);
  return mended;
}

const bundleManifest = (/** @type {string} */ more) =>
  `[update]\ncompatible=tonegate-arm64\nversion=0.2.0\n${more}\n[bundle]\nformat=verity\nversion=9.9.9\n`;
export const bundleSeeds = [
  bundleSeed(bundleManifest('description=minFrom 0.1.0\n')),
  bundleSeed(bundleManifest(''), { lengthBytes: 4 }),
  bundleSeed('[update]\nversion=1\n', { lengthBytes: 0 }),
  bundleSeed('[update]\ncompatible=tonegate-arm64\nversion=0.1.0\n', { lengthBytes: 0 }),
  bundleSeed('[update]\ncompatible=a\nversion=1-rc.1\ndescription=minFrom 1-beta.1\n', { lengthBytes: 1 }),
  bundleSeed('[update]\ncompatible=two words\nversion=1\n', { lengthBytes: 0 }),
  bundleSeed('', { content: false }),
];
