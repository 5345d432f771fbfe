// Files from outside: models, packages, backups, recordings, encrypted files.
import {
  bundleSeeds,
  clipSeeds,
  fileKey,
  manifests,
  onnxSeeds,
  packageSeeds,
  sealedSeeds,
  searchManifests,
  tarSeeds,
  trainedManifests,
  vectorSeed,
  weightSeeds,
  withHash,
  withSignatureBytes,
  withSums,
} from './file-seeds.mjs';
import { dist, json, service, text } from './target.mjs';

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
    load: async () => (await dist('backup/manifest')).readManifest,
  },
};
