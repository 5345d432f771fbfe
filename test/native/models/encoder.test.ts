// The encoder computes the graphs of the recognisers that ship, without the runtime.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learnedBlocks } from '../../../src/engine/runtime/graph/block-form.js';
import { loadCtc, probeModel } from '../../../src/engine/runtime/models/load.js';
import { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import type { CtcManifest } from '../../../src/models/manifest.js';
import { makeBlockEncoder } from '../../../src/native/encoder.js';
import { addon } from '../../../src/native/index.js';
import { recordedSentences, samplesOfRecorded } from '../../helpers/audio/recorded.js';
import { logProbabilities, nextTurn, slices } from '../../helpers/models/hearing-models.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { shippedFile, shippedFolder } from '../../helpers/models/shipped.js';

type CtcStored = Parameters<typeof CtcModel.load>[0];
const graphFile = 'model.int8.onnx';
const softmaxNats = 1e-5;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-encoder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const recorded = (rateHz: number): Int16Array[] =>
  recordedSentences.map((sentence) => {
    const samples = samplesOfRecorded(sentence);
    return rateHz === 8_000 ? samples : new addon.Resampler(8_000, rateHz).push(samples);
  });

describe.each([
  ['asr-zh-8k', 8_000],
  ['asr-zh-16k', 16_000],
])('%s', (id, rateHz) => {
  const stored = modelIn(shippedFolder(id)) as CtcStored;

  it('scores recorded speech as the runtime does, but for the rounding of the softmax', async () => {
    const [ours, theirs] = [await CtcModel.load(stored), await CtcModel.load(stored, 'runtime')];
    for (const samples of recorded(rateHz)) {
      const [a, b] = [await logProbabilities(ours, samples, 1_600), await logProbabilities(theirs, samples, 1_600)];
      expect(a.length).toBe(b.length);
      expect(a.length).toBeGreaterThan(20_000);
      const apart = a.reduce((most, score, at) => Math.max(most, Math.abs(score - (b[at] as number))), 0);
      expect(apart).toBeLessThan(softmaxNats);
    }
    await theirs.release();
  });

  it('says in its interim results what the runtime says', async () => {
    const [samples] = recorded(rateHz) as [Int16Array];
    const looked = async (by: 'encoder' | 'runtime') => {
      const model = await CtcModel.load(stored, by);
      const looks: number[][] = [];
      await new Promise<void>((resolve, reject) => {
        const stream = model.open({
          logProbabilities: () => {},
          looked: (rows, count) => looks.push([count, ...rows.subarray(0, count * model.units.names.length)]),
          finished: resolve,
          failed: reject,
        });
        stream.partialBetween(0, 3_000);
        void (async () => {
          for (const slice of slices(samples, rateHz / 20)) {
            stream.push(slice);
            do await nextTurn();
            while (stream.chunker.readyRows > 0 || stream.chunker.lookRows > 0);
            for (let turn = 0; turn < 5; turn++) await nextTurn(); // the run that was taken last has ended
          }
          stream.end();
        })().catch(reject);
      });
      await model.release();
      return looks;
    };
    const [ours, theirs] = [await looked('encoder'), await looked('runtime')];
    expect(ours.length).toBeGreaterThan(3);
    expect(ours.length).toBe(theirs.length);
    for (const [index, look] of ours.entries()) {
      for (const [at, score] of look.entries())
        expect(Math.abs(score - (theirs[index]?.[at] ?? 0))).toBeLessThan(softmaxNats);
    }
  });

  it('is what its manifest says when it is probed', async () => {
    await expect(probeModel(stored)).resolves.toBeUndefined();
  });
});

describe('a stream', () => {
  it.each([
    ['asr-zh-8k', 8_000, '3a36238eb0a9d759'],
    ['asr-zh-16k', 16_000, 'f44776dd332f6091'],
  ])('of %s gets the same bits on every machine', async (id, rateHz, hash) => {
    const model = await loadCtc(modelIn(shippedFolder(id)));
    const digest = createHash('sha256');
    for (const samples of recorded(rateHz))
      digest.update(Buffer.from((await logProbabilities(model, samples, 1_600)).buffer));
    expect(digest.digest('hex').slice(0, 16)).toBe(hash);
    await model.release();
  });
});

describe('a manifest with a form', () => {
  const shipped = modelIn(shippedFolder('asr-zh-8k')).manifest as CtcManifest;
  const bytes = readFileSync(shippedFile('asr-zh-8k', graphFile));
  const model = (id: string, changes: Partial<CtcManifest>, graph: Uint8Array = bytes) =>
    modelIn(
      writeModel(
        folder,
        { ...shipped, ...changes, id },
        { [graphFile]: graph, 'units.txt': shippedFile('asr-zh-8k', 'units.txt') },
      ),
    );
  /** The file with every `from` written as `to`, which is as long. */
  const rewritten = (from: string, to: string): Buffer => {
    const copy = Buffer.from(bytes);
    for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at, 'latin1');
    return copy;
  };

  it('is refused by the probe where the graph computes something else', async () => {
    const other = model('other-graph', {}, rewritten('Relu', 'Tanh'));
    await expect(loadCtc(other).then((loaded) => loaded.release())).resolves.toBeUndefined();
    await expect(probeModel(other)).rejects.toThrow(
      /graph\.form is blocks, but the scores of the form and of the graph are up to .* nats apart; leave graph\.form out/,
    );
  });

  it('is refused with the name of what the file lacks', async () => {
    const lacking = model('lacking', {}, rewritten('/down_3/MatMul/widths', '/down_3/MatMul/wibths'));
    await expect(loadCtc(lacking)).rejects.toThrow('graph.form is blocks, but the graph has no /down_3/MatMul/widths');
  });

  /** The file with a line of metadata behind it (onnx.proto, metadata_props). */
  const withLooks = (looks: string): Buffer => {
    const field = (tag: number, content: Buffer) => Buffer.concat([Buffer.of(tag, content.length), content]);
    const entry = Buffer.concat([field(0x0a, Buffer.from('looks')), field(0x12, Buffer.from(looks))]);
    return Buffer.concat([bytes, field(0x72, entry)]);
  };

  it('may name the outputs that each block looks ahead', async () => {
    const named = model('named-looks', {}, withLooks('1 1 1 1 1 1 1'));
    await expect(probeModel(named)).resolves.toBeUndefined();
  });

  it.each([
    ['too few', '1 1 1 1 1 1'],
    ['more than a block sees', '1 1 1 1 1 1 11'],
    ['no numbers', '1 1 1 1 1 1 x'],
  ])('is refused where the looks of the blocks are %s', async (name, looks) => {
    await expect(loadCtc(model(`looks-${name.replaceAll(' ', '-')}`, {}, withLooks(looks)))).rejects.toThrow(
      `the metadata looks is "${looks}", expected 7 whole numbers from 0 to 10 with a space between them`,
    );
  });

  it('is refused by the probe where the looks are not those of the graph', async () => {
    const other = model('other-looks', {}, withLooks('0 2 1 1 1 1 1'));
    await expect(probeModel(other)).rejects.toThrow(
      /graph\.form is blocks, but the scores of the form and of the graph/,
    );
  });

  it('is refused where its streaming is not that of the form', async () => {
    const wrong = model('wrong-plan', {
      streaming: { ...shipped.streaming, dropOutputs: 6 } as CtcManifest['streaming'],
    });
    await expect(loadCtc(wrong)).rejects.toThrow(
      'dropOutputs is 6, but the blocks of the graph look 7 outputs ahead together',
    );
  });

  it('is refused where the front end makes other rows', async () => {
    const wrong = model('wrong-rows', { frontEnd: { ...shipped.frontEnd, bins: 64 } as CtcManifest['frontEnd'] });
    await expect(loadCtc(wrong)).rejects.toThrow('frontEnd: makes rows of 64 values, but the graph takes 40');
  });
});

describe('the encoder', () => {
  const learned = learnedBlocks(readFileSync(shippedFile('asr-zh-8k', graphFile)), graphFile);
  const encoder = makeBlockEncoder(learned);
  const state = () => new Float32Array(encoder.stateFloats);
  const rows = (frames: number) => new Float32Array(frames * 3 * learned.bins);
  const scores = (frames: number) => new Float32Array(frames * learned.units);

  it('refuses numbers that do not fit', () => {
    expect(() => makeBlockEncoder({ ...learned, floats: learned.floats.subarray(1) })).toThrow(TypeError);
    expect(() => makeBlockEncoder({ ...learned, width: 255 })).toThrow('width and hidden must be multiples of 16');
    expect(() => makeBlockEncoder({ ...learned, looks: [] })).toThrow('looks must hold 1 to 64 numbers');
    const steep = Int8Array.from(learned.bytes).fill(127);
    expect(() => makeBlockEncoder({ ...learned, bytes: steep })).toThrow(
      'two neighbouring weights of a column weigh more than 128',
    );
  });

  it.each<[string, Parameters<typeof encoder.run>]>([
    ['each state must have', [[new Float32Array(3)], [rows(1)], Uint32Array.of(1), 1, true, scores(1)]],
    ['features of each stream must be 3 rows', [[state()], [rows(2)], Uint32Array.of(1), 1, true, scores(1)]],
    ['scores must have room', [[state()], [rows(1)], Uint32Array.of(1), 1, true, scores(2)]],
    ['validFrames must be at most frames', [[state()], [rows(1)], Uint32Array.of(2), 1, true, scores(1)]],
    ['for the same 1 to 64 streams', [[state(), state()], [rows(1)], Uint32Array.of(1), 1, true, scores(1)]],
    ['must be for the same 1 to 64 streams', [[], [], new Uint32Array(), 1, true, scores(0)]],
    ['each state must be a Float32Array', [['x' as never], [rows(1)], Uint32Array.of(1), 1, true, scores(1)]],
  ])('refuses a run: %s', (message, order) => {
    expect(() => encoder.run(...order)).toThrow(message);
  });

  it('leaves states alone in a look', () => {
    const kept = state().fill(0.25);
    encoder.run([kept], [rows(4).fill(5)], Uint32Array.of(4), 4, false, scores(4));
    expect(kept).toEqual(state().fill(0.25));
  });
});
