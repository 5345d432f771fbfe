import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseKaldiNnet } from '../../../src/models/front-end.js';
import { parseManifest } from '../../../src/models/manifest.js';
import { onnxMetadata } from '../../../src/models/onnx-file.js';
import { bestSlot, newerFirst } from '../../../src/models/slots.js';
import { chunkPlan } from '../../../src/models/streaming.js';
import {
  fsmnCtc,
  fsmnVad,
  fsmnVadRecomputed,
  sileroVad,
  zyqPunctuation,
  zyqVad,
} from '../../helpers/models/foreign-models.js';
import { onnxFile } from '../../helpers/models/onnx-writer.js';
import { tinyCaches, tinyZipformer } from '../../helpers/models/tiny-models.js';

const hash = 'ab'.repeat(32);

function whole(draft: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return {
    format: 1,
    version: '1.0.0',
    language: 'zh',
    serves: ['cn_8k_common'],
    precision: 'fp32',
    licence: 'MIT',
    files: names.map((name) => ({ name, bytes: 10, sha256: hash })),
    ...draft,
  };
}
const parse = (value: unknown) => parseManifest(Buffer.from(JSON.stringify(value)), 'manifest.json');
const caches = whole(tinyCaches.draft, ['model.onnx', 'units.txt']);
const graph = caches.graph as { inputs: Record<string, unknown>[]; outputs: Record<string, unknown>[] };

describe('a manifest', () => {
  it.each([
    ['ctc with stacked features', fsmnCtc],
    ['ctc with caches', tinyCaches],
    ['ctc from metadata', tinyZipformer],
    ['Silero', sileroVad],
    ['FSMN VAD with caches', fsmnVad],
    ['FSMN VAD without', fsmnVadRecomputed],
    ['raw frames', zyqVad],
    ['punctuation', zyqPunctuation],
  ])('may describe %s', (_, { draft, files }) => {
    const manifest = parse(whole(draft, Object.keys(files)));
    expect(manifest.id).toBe(draft.id);
    expect(manifest.threads).toBe(1);
    expect(parse(manifest)).toEqual(manifest); // what was parsed is a manifest again
  });

  it.each<[string, string, object, string]>([
    ['phones by themselves', 'phones', { joining: 'none' }, 'a model of phones cannot have none; it can have lexicon'],
    ['phones by readings', 'phones', { joining: 'readings' }, 'search.joining: a model of phones cannot have readings'],
    [
      'characters by a lexicon of phones',
      'characters',
      { joining: 'lexicon' },
      'search.joining: a model of characters cannot have lexicon; it can have none, readings, units',
    ],
    ['pieces by readings', 'bpe', { joining: 'readings' }, 'search.joining: a model of bpe cannot have readings'],
    [
      'a weight without a language model',
      'characters',
      { languageWeight: 0.5 },
      'search.languageWeight: must be 0 with the joining none',
    ],
    ['a negative weight', 'characters', { joining: 'units', languageWeight: -1 }, 'search.languageWeight: '],
  ])('may not ask for a joining that its model cannot have: %s', (_, kind, search, message) => {
    const units = { ...(caches.units as object), kind };
    expect(() => parse({ ...caches, units, search })).toThrow(message);
  });

  it.each([
    ['phones', 'lexicon'],
    ['characters', 'readings'],
    ['characters', 'units'],
    ['characters', 'none'],
    ['bpe', 'none'],
  ])('may join %s by %s', (kind, joining) => {
    const search = { joining, unitBonus: 0, blankPenalty: 0 };
    expect(parse({ ...caches, units: { ...(caches.units as object), kind }, search })).toMatchObject({ search });
  });

  it('may describe native weights of any task', () => {
    const { graph: _, frontEnd, streaming, units, ...rest } = caches;
    expect(parse({ ...rest, family: 'native', task: 'lm', kind: 'ngram-1' }).family).toBe('native');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown key', { colour: 'red' }, 'unknown key colour'],
    ['an unknown family', { family: 'attention' }, 'family: '],
    ['a task that its family does not have', { task: 'vad' }, 'task: '],
    ['an id with a path in it', { id: '../x' }, 'id: must be lower-case letters, digits and -'],
    ['a version that is none', { version: 'v1' }, 'version: must be like 1.0.0'],
    ['a property that is none', { serves: ['common'] }, 'serves[0]: must be {lang}_{samplerate}_{domain}'],
    ['more threads than one', { threads: 4 }, 'threads: '],
    [
      'a file in another folder',
      { files: [{ name: '../../etc/passwd', bytes: 1, sha256: hash }] },
      'files[0].name: must be a plain file name',
    ],
    [
      'a hash that is none',
      { files: [{ name: 'model.onnx', bytes: 1, sha256: 'AB' }] },
      'files[0].sha256: must be 64 lower-case hex digits',
    ],
    [
      'a file named twice',
      { files: [1, 2, 3].map((at) => ({ name: at === 3 ? 'units.txt' : 'model.onnx', bytes: 1, sha256: hash })) },
      'files: must not list a name twice',
    ],
    [
      'a graph that is not among its files',
      { files: [{ name: 'units.txt', bytes: 1, sha256: hash }] },
      'graph.file: model.onnx is not listed in files',
    ],
    [
      'a blank beyond its units',
      { units: { ...(caches.units as object), blank: 9 } },
      'units.blank: must be less than',
    ],
    [
      'a cache that no output feeds',
      { graph: { ...graph, outputs: graph.outputs.slice(0, 1) } },
      'graph.inputs: memory: next names memory_next, which is not an output with the role cache',
    ],
    [
      'no rows',
      { graph: { ...graph, inputs: graph.inputs.slice(1) } },
      'graph.inputs: exactly one input must have the role rows',
    ],
    [
      'a role that its family does not know',
      { graph: { ...graph, inputs: [...graph.inputs, { name: 'i', role: 'ids', type: 'int32', shape: ['n'] }] } },
      'graph.inputs: i has the role ids, but family ctc accepts only rows, valid',
    ],
    [
      'a filter above half the sample rate',
      { frontEnd: { kind: 'fbank', bins: 40, highHz: 7_000 } },
      'frontEnd.highHz: must be at most 4000',
    ],
  ])('with %s is refused', (_, change, message) => {
    expect(() => parse({ ...caches, ...change })).toThrow(message);
  });

  it.each([
    ...['a/../../x', '../x', 'a/b', '/x', 'a/..', 'a\\..\\x', '..', '.', '.x', '', 'a\0', 'a\n', 'a\n/../x', 'ä'],
    'a'.repeat(129),
  ])('with a file named %j is refused, whichever key names it', (name) => {
    const message = 'must be a plain file name';
    const files = caches.files as object[];
    expect(() => parse({ ...caches, files: [...files, { name, bytes: 1, sha256: hash }] })).toThrow(
      `files[2].name: ${message}`,
    );
    expect(() => parse({ ...caches, units: { ...(caches.units as object), file: name } })).toThrow(
      `units.file: ${message}`,
    );
  });

  it('that is no JSON is refused with its name', () => {
    expect(() => parseManifest(Buffer.from('{'), 'x/manifest.json')).toThrow(/^x\/manifest\.json: /);
  });
});

describe('the examples of docs/models.md', () => {
  const text = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```json\n([^`]*)```/g)].map((match) => (match[1] as string).replaceAll('…', hash));
  const fileNames = /"(?:file|units|marks|encoder|frames|speakers|table)": ?"([^"]+)"/g;

  it('are manifests, those of a part together with what they leave out', () => {
    expect(blocks.length).toBeGreaterThan(4);
    let last: Record<string, unknown> = {};
    for (const block of blocks) {
      const part: Record<string, unknown> = JSON.parse(block.startsWith('{') ? block : `{${block}}`);
      const { graph: _, ...about } = last;
      const isOfLast = part.family === undefined; // shows another form of the model before it
      const names = new Set(
        [...`${block}${isOfLast ? JSON.stringify(about) : ''}`.matchAll(fileNames)].map((m) => m[1] as string),
      );
      const files = [...names].map((name) => ({ name, bytes: 1, sha256: hash }));
      last = part.format === 1 ? part : whole({ id: 'x', ...(isOfLast ? last : {}), ...part, files }, []);
      expect(parse({ ...last, files: last.files ?? files }).family).toBe(last.family);
    }
  });
});

describe('the plan of a stream', () => {
  it('is refused where its numbers do not fit each other', () => {
    const plan = (streaming: object) => chunkPlan(streaming as never, new Map());
    expect(plan({ mode: 'recompute', chunkRows: 10, leftRows: 3, rightRows: 0, rowsPerOutput: 4 })).toMatch(
      /multiples/,
    );
    expect(plan({ mode: 'caches', windowRows: 4, stepRows: 5, rowsPerOutput: 1 })).toMatch(/at most windowRows/);
    expect(plan({ mode: 'caches', windowRows: 5, rowsPerOutput: 2 })).toMatch(/multiple of rowsPerOutput/);
    const early = { mode: 'caches', windowRows: 4, rowsPerOutput: 1, dropOutputs: 2, earlyOutputs: 2 };
    expect(plan(early)).toMatch(/earlyOutputs must be less than dropOutputs/);
    expect(plan({ ...early, earlyOutputs: 1 })).toMatchObject({ earlyOutputs: 1 });
    expect(plan({ ...early, earlyOutputs: 1, stepRows: 3 })).toMatch(/windows that do not overlap/);
  });

  it('comes from the metadata of a zipformer, a NeMo and a WeNet model', () => {
    const plan = (keys: Record<string, string>) =>
      chunkPlan({ mode: 'metadata', chunkOutputs: 16, leftChunks: 4, tailRows: 0 }, new Map(Object.entries(keys)));
    expect(plan({ T: '45', decode_chunk_len: '32' })).toMatchObject({ windowRows: 45, stepRows: 32, rowsPerOutput: 4 });
    expect(plan({ window_size: '105', chunk_shift: '96', subsampling_factor: '4' })).toMatchObject({
      windowRows: 105,
      stepRows: 96,
    });
    // (16 - 1) * 4 + 6 + 1
    expect(plan({ right_context: '6', subsampling_factor: '4' })).toMatchObject({
      windowRows: 67,
      stepRows: 64,
      leftOutputs: 64,
    });
  });
});

describe('the metadata of a graph', () => {
  const tiny = onnxFile({ inputs: [], outputs: [], nodes: [], metadata: { T: '45', comment: '中文', empty: '' } });

  it('is read from the file', () => {
    expect([...onnxMetadata(tiny)]).toEqual([
      ['T', '45'],
      ['comment', '中文'],
      ['empty', ''],
    ]);
  });

  it('of a file that is cut or no graph at all is what can be read, without a fault', () => {
    for (let length = 0; length < tiny.length; length++)
      expect(onnxMetadata(tiny.subarray(0, length)).size).toBeLessThan(4);
    for (let seed = 0; seed < 200; seed++) {
      const noise = Uint8Array.from({ length: 64 }, (_, at) => (at * 31 + seed * 17 + at * at * seed) & 255);
      expect(onnxMetadata(noise).size).toBeLessThan(30);
    }
  });
});

describe('the normalisation of a Kaldi file', () => {
  const text =
    '<Nnet>\n<AddShift> 2 2\n<LearnRateCoef> 0 [ -8.5 1e1 ]\n<Rescale> 2 2\n<LearnRateCoef> 0 [ 0.5 0.25 ]\n</Nnet>';

  it('is read', () => {
    expect(parseKaldiNnet(text, 2)).toEqual({ shift: Float32Array.of(-8.5, 10), scale: Float32Array.of(0.5, 0.25) });
  });

  it('of another width, without numbers or with something else is refused', () => {
    expect(parseKaldiNnet(text, 3)).toBe('AddShift has 2 numbers, but the rows have 3');
    expect(parseKaldiNnet(text.replace('0.25', 'x'), 2)).toBe('Rescale holds something that is not a number');
    expect(parseKaldiNnet(text, 1)).toBe('AddShift has more than 1 numbers, but the rows have 1');
    expect(parseKaldiNnet('<AddShift> '.repeat(100_000), 2)).toBe('must have AddShift and Rescale with their numbers');
    expect(parseKaldiNnet('<Nnet>', 2)).toBe('must have AddShift and Rescale with their numbers');
  });
});

describe('the slot for a property', () => {
  it('is the one that names most of its parts', () => {
    const slots = ['asr cn_8k_common', 'asr cn_*_*', 'asr *_*_*', 'vad cn_8k_common'];
    expect(bestSlot(slots, 'asr', 'cn_8k_common')).toBe('asr cn_8k_common');
    expect(bestSlot(slots, 'asr', 'cn_16k_huiyi')).toBe('asr cn_*_*');
    expect(bestSlot(slots, 'asr', 'en_16k_common')).toBe('asr *_*_*');
    expect(bestSlot(slots, 'vad', 'cn_16k_common')).toBeUndefined();
  });

  it('versions count by number, not by letter', () => {
    const versions = ['1.9.0', '1.10.0', '0.99.99', '2.0.0'].map((version) => ({ id: 'a', version }));
    expect(versions.sort(newerFirst).map(({ version }) => version)).toEqual(['2.0.0', '1.10.0', '1.9.0', '0.99.99']);
  });
});
