// Drafts of manifests for directories as FunASR and sherpa-onnx lay them out, with graphs that are made here.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Described, describeDirectory } from '../../../src/engine/runtime/models/describe/describe.js';
import {
  configFacts,
  normalisationText,
  normalisationWidth,
  tokenFacts,
} from '../../../src/engine/runtime/models/describe/texts.js';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { parseKaldiNnet } from '../../../src/models/front-end.js';
import { parseManifest } from '../../../src/models/manifest.js';
import { realDisk } from '../../../src/storage/disk.js';
import { onnxFile, type TinyGraph } from '../../helpers/models/onnx-writer.js';
import { bins, near, turn, units } from '../../helpers/models/seeing-graphs.js';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'tonegate-describe-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Each output sees the mean of all rows. */
const everywhere: TinyGraph = {
  ...near(),
  nodes: [
    turn('x', 'a'),
    { op: 'Conv', in: ['a', 'weights'], out: ['b'], ints: { pads: [3, 1] } },
    turn('b', 'c'),
    { op: 'ReduceMean', in: ['c'], out: ['mean'], ints: { axes: [1] } },
    { op: 'Add', in: ['c', 'mean'], out: ['log_probs'] },
  ],
};

/** A row of scores for every third row, and their number. */
const perToken: TinyGraph = {
  ...near({ stride: 3, from: 'speech', to: 'logits' }),
  inputs: [
    { name: 'speech', type: 'float32', shape: ['N', 'T', bins] },
    { name: 'speech_lengths', type: 'int32', shape: ['N'] },
  ],
  outputs: [
    { name: 'logits', type: 'float32', shape: ['N', 'U', units] },
    { name: 'token_num', type: 'int32', shape: ['N'] },
  ],
};
const withNumber: TinyGraph = {
  ...perToken,
  nodes: [...perToken.nodes, { op: 'Identity', in: ['speech_lengths'], out: ['token_num'] }],
};

const decoder: TinyGraph = {
  inputs: [{ name: 'y', type: 'int64', shape: ['N', 2] }],
  outputs: [{ name: 'decoder_out', type: 'float32', shape: ['N', 2] }],
  nodes: [{ op: 'Cast', in: ['y'], out: ['decoder_out'], ints: { to: 1 } }],
};
const joiner: TinyGraph = {
  inputs: [
    { name: 'encoder_out', type: 'float32', shape: ['N', 4] },
    { name: 'decoder_out', type: 'float32', shape: ['N', 2] },
  ],
  outputs: [{ name: 'logit', type: 'float32', shape: ['N', units] }],
  nodes: [{ op: 'Concat', in: ['encoder_out', 'decoder_out'], out: ['logit'], ints: { axis: 1 } }],
};

const tokens = ['<blk>', '<unk>', ...'空号码的'].map((token, id) => `${token} ${id}\n`).join('');
const pieces = ['<blk>', '▁a', 'b', '▁c', 'd', 'e'].join('\n');
const mvn = (width: number) =>
  normalisationText(
    new Map([
      ['neg_mean', Array(width).fill('-1').join()],
      ['inv_stddev', Array(width).fill('0.5').join()],
    ]),
  ) as string;

let made = 0;
function directory(files: Readonly<Record<string, TinyGraph | string>>): string {
  const folder = join(parent, `Model ${++made}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : onnxFile(content));
  }
  return folder;
}
const drafted = (files: Readonly<Record<string, TinyGraph | string>>) => describeDirectory(realDisk, directory(files));

/** Loads it as `models install` does. */
async function loads(folder: string, { draft, files, made: own }: Described): Promise<void> {
  for (const [name, text] of Object.entries(own)) writeFileSync(join(folder, name), text);
  const listed = files.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const manifest = parseManifest(Buffer.from(JSON.stringify({ ...draft, files: listed })), 'draft');
  await probeModel({ manifest, source: 'installed', path: (name) => join(folder, name) });
}

describe('the draft of a manifest', () => {
  it('has the context that trying the graph shows, and loads', async () => {
    const folder = directory({ 'model.onnx': near(), 'tokens.txt': tokens, LICENSE: 'free' });
    const described = await describeDirectory(realDisk, folder);
    expect(described.draft).toMatchObject({
      id: `model-${made}`,
      family: 'ctc',
      licence: 'LICENSE',
      serves: ['cn_16k_common'],
      streaming: { mode: 'recompute', leftRows: 3, rightRows: 1, chunkRows: 30, rowsPerOutput: 1 },
      units: { kind: 'characters', form: 'symbol-id', count: units, blank: 0 },
      search: { joining: 'readings' },
    });
    await loads(folder, described);
  });

  it('has the rows of an output, and contexts that are whole outputs', async () => {
    const { draft } = await drafted({ 'model.onnx': near({ stride: 4 }), 'tokens.txt': pieces });
    expect(draft).toMatchObject({
      language: '*',
      units: { kind: 'bpe', form: 'lines' },
      search: {},
      streaming: { mode: 'recompute', rowsPerOutput: 4, leftRows: 4, rightRows: 1, chunkRows: 32 },
    });
  });

  it('reads a graph whole whose outputs see everything', async () => {
    const folder = directory({ 'model.onnx': everywhere, 'tokens.txt': tokens });
    const described = await describeDirectory(realDisk, folder);
    expect(described.draft).toMatchObject({ streaming: { mode: 'whole', maxRows: 3_000, rowsPerOutput: 1 } });
    await loads(folder, described);
  });

  it('spreads the outputs of a graph that counts units', async () => {
    const folder = directory({ 'model.onnx': withNumber, 'tokens.txt': tokens });
    const described = await describeDirectory(realDisk, folder);
    expect(described.draft).toMatchObject({ streaming: { mode: 'whole', outputs: 'tokens' } });
    await loads(folder, described);
  });

  it('joins encoder, decoder and joiner to a transducer, and takes the whole one of two precisions', async () => {
    const folder = directory({
      'encoder-1.onnx': near({ outputs: 4, to: 'encoder_out' }),
      'encoder-1.int8.onnx': near({ outputs: 4, to: 'encoder_out' }),
      'decoder-1.onnx': decoder,
      'joiner-1.onnx': joiner,
      'tokens.txt': tokens,
    });
    const described = await describeDirectory(realDisk, folder);
    expect(described.draft).toMatchObject({
      family: 'transducer',
      graph: { file: 'encoder-1.onnx', outputs: [{ role: 'encoding', shape: ['batch', 'outputs', 4] }] },
      transducer: { contextUnits: 2, decoder: { size: 2 }, joiner: { encodingSize: 4, output: 'logit' } },
    });
    await loads(folder, described);
  });

  it("has FunASR's front end where there is a normalisation, also one in the metadata alone", async () => {
    const width = 7 * bins;
    const lists = { neg_mean: Array(width).fill('-1').join(), inv_stddev: Array(width).fill('0.5').join() };
    const folder = directory({
      'model.onnx': near({ width, metadata: { ...lists, lfr_window_size: '7', lfr_window_shift: '6' } }),
      'tokens.txt': tokens,
    });
    const described = await describeDirectory(realDisk, folder);
    expect(described.draft.frontEnd).toEqual({
      kind: 'fbank',
      bins,
      window: 'hamming',
      scale: 'int16',
      stack: { length: 7, step: 6 },
      cmvn: { file: 'am.mvn', form: 'kaldi-nnet' },
    });
    await loads(folder, described);
  });

  it.each<[string, Readonly<Record<string, TinyGraph | string>>, RegExp]>([
    ['no graph', { 'tokens.txt': tokens }, /has no graph/],
    ['no tokens', { 'model.onnx': near() }, /has no tokens\.txt/],
    ['tokens without a blank', { 'model.onnx': near(), 'tokens.txt': 'a\nb\n' }, /tokens\.txt has no blank/],
    [
      'another number of tokens than scores',
      { 'model.onnx': near(), 'tokens.txt': '<blk>\na\nb\n' },
      /model\.onnx scores 6 units, tokens\.txt has 3/,
    ],
    [
      'several graphs',
      { 'a.onnx': near(), 'b.onnx': near(), 'tokens.txt': tokens },
      /has several graphs: a\.onnx, b\.onnx; keep only one/,
    ],
    [
      'an attention decoder',
      { 'encoder.onnx': near(), 'decoder.onnx': decoder, 'tokens.txt': tokens },
      /attention decoders are not supported/,
    ],
    [
      'a normalisation of another width',
      { 'model.onnx': near(), 'tokens.txt': tokens, 'am.mvn': mvn(400) },
      /am\.mvn normalises 400 numbers, but the rows of the graph have 80/,
    ],
    [
      'rows that are no mel bins',
      { 'model.onnx': near({ width: 90 }), 'tokens.txt': tokens },
      /rows have 90 numbers, which is not a multiple of 80 mel bins/,
    ],
    ['a graph of something else', { 'model.onnx': decoder, 'tokens.txt': tokens }, /no input can be the rows/],
    ['a graph that is none', { 'model.onnx': 'text', 'tokens.txt': tokens }, /model\.onnx: the graph cannot be loaded/],
  ])('is refused for a directory with %s', async (_, files, message) => {
    await expect(drafted(files)).rejects.toThrow(message);
  });
});

describe('the context that a manifest gives', () => {
  const changed = async (streaming: object) => {
    const folder = directory({ 'model.onnx': near(), 'tokens.txt': pieces });
    const described = await describeDirectory(realDisk, folder);
    const draft = { ...described.draft, streaming: { mode: 'recompute', chunkRows: 10, ...streaming } };
    return loads(folder, { ...described, draft });
  };

  it('may be more than the graph sees', async () => {
    await expect(changed({ leftRows: 9, rightRows: 1 })).resolves.toBeUndefined();
  });

  it.each([
    [
      { leftRows: 2, rightRows: 1 },
      'streaming.leftRows: must be at least 3, because an output of the graph sees that many rows',
    ],
    [
      { leftRows: 3, rightRows: 0 },
      'streaming.rightRows: must be at least 1, because an output of the graph sees that many rows',
    ],
    [{ chunkRows: 9, leftRows: 3, rightRows: 1, rowsPerOutput: 3 }, 'rowsPerOutput cannot be 3'],
  ])('is refused where it is too small: %j', async (streaming, message) => {
    await expect(changed(streaming)).rejects.toThrow(message);
  });

  it('is refused where an output sees everything', async () => {
    const folder = directory({ 'model.onnx': everywhere, 'tokens.txt': pieces });
    const described = await describeDirectory(realDisk, folder);
    const streaming = { mode: 'recompute', chunkRows: 10, leftRows: 50, rightRows: 50 };
    await expect(loads(folder, { ...described, draft: { ...described.draft, streaming } })).rejects.toThrow(
      'each output of the graph sees the whole sentence, so mode must be whole',
    );
  });
});

describe('texts of a directory', () => {
  it('tell form, kind and blank of the tokens', () => {
    expect(tokenFacts('<blank>\n<unk>\n空\n号\n码\n')).toEqual({
      form: 'lines',
      kind: 'characters',
      count: 5,
      blank: 0,
    });
    expect(tokenFacts('a 0\nb 1\n<blk> 2\r\n')).toEqual({ form: 'symbol-id', kind: 'bpe', count: 3, blank: 2 });
    expect(tokenFacts('')).toBe('has 0 tokens, must have at least 2');
  });

  it('tell the front end', () => {
    expect(configFacts('frontend_conf:\n    fs: 16000\n    n_mels: 80\n    lfr_m: 5\n    lfr_n: 1\n')).toEqual({
      sampleRateHz: 16_000,
      bins: 80,
      stackLength: 5,
      stackStep: 1,
    });
    expect(configFacts('fs: 0\nlfr_m: five\n')).toEqual({});
  });

  it('write a normalisation that the loader reads', () => {
    expect(normalisationWidth(mvn(5))).toBe(5);
    expect(parseKaldiNnet(mvn(5), 5)).toEqual({
      shift: Float32Array.of(-1, -1, -1, -1, -1),
      scale: Float32Array.of(0.5, 0.5, 0.5, 0.5, 0.5),
    });
    expect(normalisationText(new Map([['neg_mean', '1,2,3,4,x']]))).toBeUndefined();
  });
});
