// Every form of a streaming graph that the loader knows, on graphs small enough to work out by hand.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCtc, loadFirst, loadVad } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { textOf } from '../../../src/engine/runtime/recogniser/units.js';
import { logProbabilities } from '../../helpers/models/hearing-models.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import {
  scoresByHand,
  type TinyModel,
  tinyCaches,
  tinyDynamic,
  tinyNemo,
  tinyRecompute,
  tinyWenet,
  tinyZipformer,
  unitCount,
  width,
} from '../../helpers/models/tiny-models.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-tiny-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const brought = ({ draft, files }: TinyModel) => modelIn(writeModel(folder, draft, files));

async function withModel(tiny: TinyModel, use: (model: CtcModel) => Promise<void>): Promise<void> {
  const model = await loadCtc(brought(tiny));
  try {
    await use(model);
  } finally {
    await model.release();
  }
}

/** Whole rows of audio that never repeats. */
const audio = (rows: number, seed = 1): Int16Array =>
  Int16Array.from({ length: rows * width }, (_, index) => Math.round(Math.sin(index * index * 0.37 + seed) * 20_000));
const asRows = (samples: Int16Array) => Float32Array.from(samples, (value) => value / 32_768);

function expectScores(found: Float32Array, expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 4);
}

describe('a graph whose context is run again', () => {
  it.each([1, 2, 6, 7, 8, 9, 25, 100])('gives %i rows the scores that they have as a whole', async (rows) => {
    await withModel(tinyRecompute, async (model) => {
      const samples = audio(rows);
      const expected = scoresByHand(asRows(samples), 0, 1, rows);
      for (const sliceLength of [width, 3 * width + 1, samples.length]) {
        expectScores(await logProbabilities(model, samples, sliceLength), expected);
      }
    });
  });
});

describe('a graph with caches', () => {
  it.each([1, 2, 3, 4, 5, 6, 24, 25, 100])('that looks 2 rows ahead gives %i rows the same scores', async (rows) => {
    await withModel(tinyCaches, async (model) => {
      const samples = audio(rows);
      const expected = scoresByHand(asRows(samples), 0, 1, rows);
      for (const sliceLength of [width, 3 * width + 1, samples.length]) {
        expectScores(await logProbabilities(model, samples, sliceLength), expected);
      }
    });
  });

  it('looked at early says what it would if the last row went on, and goes on as if nobody had looked', async () => {
    const streaming = { mode: 'caches', windowRows: 5, dropOutputs: 2, earlyOutputs: 1 };
    const early = { ...tinyCaches, draft: { ...tinyCaches.draft, id: 'tiny-early', streaming } };
    await withModel(early, async (model) => {
      const samples = audio(20);
      const [looks, scores]: [number[][], number[]] = [[], []];
      await new Promise<void>((resolve, reject) => {
        const stream = model.open({
          logProbabilities: (rows) => scores.push(...rows),
          looked: (rows) => looks.push([...rows]),
          finished: resolve,
          failed: reject,
        });
        stream.partialBetween(0, 1_000);
        void (async () => {
          stream.push(samples.subarray(0, 8 * width));
          for (let turn = 0; turn < 10; turn++) await new Promise((next) => setImmediate(next));
          stream.push(samples.subarray(8 * width));
          stream.end();
        })().catch(reject);
      });
      const going = asRows(samples).subarray(0, 9 * width);
      going.copyWithin(8 * width, 7 * width, 8 * width);
      // A window of 5 rows has given rows 0 to 2; of the 8 rows so far all but the last have a row of look-ahead.
      const expected = scoresByHand(going, 0, 1, 9).slice(3 * unitCount, 7 * unitCount);
      expect(looks).toHaveLength(1);
      expectScores(Float32Array.from(looks[0] ?? []), expected);
      expectScores(Float32Array.from(scores), scoresByHand(asRows(samples), 0, 1, 20));
    });
  });

  it('gives no scores for no audio', async () => {
    await withModel(tinyCaches, async (model) => {
      expect(await logProbabilities(model, new Int16Array(0), width)).toHaveLength(0);
    });
  });
});

describe('a graph that describes itself by the keys of sherpa-onnx', () => {
  it('zipformer_ctc: windows of T rows, decode_chunk_len apart; caches by their names', async () => {
    await withModel(tinyZipformer, async (model) => {
      const samples = audio(35); // 4 windows
      const found = await logProbabilities(model, samples, 5 * width);
      expectScores(found, scoresByHand(asRows(samples), 0, 4, 8));
      expect(model.stream.outputMs).toBe(4);
    });
  });

  it('nemo_ctc: window_size, chunk_shift; rows as columns; a length', async () => {
    await withModel(tinyNemo, async (model) => {
      const samples = audio(33);
      expectScores(await logProbabilities(model, samples, 5 * width), scoresByHand(asRows(samples), 2, 4, 8));
    });
  });

  it('wenet_ctc: offset, mask of the left context, windows from right_context and subsampling_factor', async () => {
    await withModel(tinyWenet, async (model) => {
      const samples = audio(32);
      const found = await logProbabilities(model, samples, 5 * width);
      const rows = asRows(samples);
      const chunk = (offset: number, trues: number, row: number) => {
        const output = [offset, 4, trues, rows[row * width] as number];
        return [...output, ...output];
      };
      expectScores(found, [...chunk(4, 2, 0), ...chunk(6, 4, 8), ...chunk(8, 6, 16), ...chunk(10, 6, 24)]);
    });
  });

  it('a graph without such keys is refused, and the message says which it has', async () => {
    const { draft, files } = tinyRecompute;
    const model = brought({ draft: { ...draft, id: 'keyless', streaming: { mode: 'metadata' } }, files });
    await expect(loadCtc(model)).rejects.toThrow(/keyless@1\.0\.0: streaming: .*it has no keys.*give mode caches/);
  });
});

describe('batching', () => {
  const lengths = [3, 10, 17, 24, 31, 38, 45, 52];

  it.each([
    ['recomputed context', tinyRecompute],
    ['caches', tinyCaches],
    ['caches with the batch in the second place', tinyZipformer],
    ['columns', tinyNemo],
  ])('%s: streams that run together get what they get alone', async (_, tiny) => {
    await withModel(tiny, async (model) => {
      const recordings = lengths.map((rows, index) => audio(rows, index));
      const alone: Float32Array[] = [];
      for (const samples of recordings) alone.push(await logProbabilities(model, samples, 4 * width));
      const together = await Promise.all(recordings.map((samples) => logProbabilities(model, samples, 4 * width)));
      for (const [index, rows] of together.entries()) expectScores(rows, [...(alone[index] as Float32Array)]);
      expect(model.stream.batcher.figures.largestBatch).toBeGreaterThan(3);
    });
  });

  it('a graph without a batch dimension serves one stream at a time', async () => {
    await withModel(tinyWenet, async (model) => {
      await Promise.all([1, 2, 3].map((seed) => logProbabilities(model, audio(40, seed), 4 * width)));
      expect(model.stream.batcher.figures.largestBatch).toBe(1);
    });
  });

  it('a graph that quantises by what is in the run is not batched: a stream gets the same in any company', async () => {
    await withModel(tinyDynamic, async (model) => {
      const quiet = audio(40).map((value) => value / 50);
      const alone = await logProbabilities(model, quiet, 4 * width);
      const [together] = await Promise.all(
        [quiet, audio(40, 2), audio(40, 3)].map((samples) => logProbabilities(model, samples, 4 * width)),
      );
      expect(together).toEqual(alone);
    });
  });

  it('a stream that is closed hears nothing more, the others go on', async () => {
    await withModel(tinyCaches, async (model) => {
      const heard: string[] = [];
      const listener = (name: string, done: () => void) => ({
        logProbabilities: () => heard.push(name),
        finished: done,
        failed: done,
      });
      await new Promise<void>((resolve) => {
        const closing = model.open(listener('closed', () => heard.push('closed')));
        const staying = model.open(listener('stays', resolve));
        closing.push(audio(20));
        staying.push(audio(20));
        closing.close();
        staying.end();
      });
      expect(new Set(heard)).toEqual(new Set(['stays']));
    });
  });

  it('a listener that throws ends its own stream only', async () => {
    await withModel(tinyCaches, async (model) => {
      const faults: unknown[] = [];
      const broken = model.open({
        logProbabilities: () => {
          throw new Error('listener');
        },
        finished: () => {},
        failed: (fault) => faults.push((fault as Error).message),
      });
      broken.push(audio(20));
      expectScores(await logProbabilities(model, audio(20), width), scoresByHand(asRows(audio(20)), 0, 1, 20));
      expect(faults).toEqual(['listener']);
    });
  });

  it('more audio than the limit at once is refused', async () => {
    await withModel(tinyRecompute, async (model) => {
      const stream = model.open({ logProbabilities: () => {}, finished: () => {}, failed: () => {} });
      expect(() => stream.push(audio(13_000))).toThrow('13000 rows wait for the model, must be at most 12000');
    });
  });
});

describe('loading', () => {
  it('units with ids are read, and pieces of words are joined', async () => {
    await withModel(tinyRecompute, async (model) => {
      expect(model.units.names).toEqual(['<blk>', '▁u1', '▁u2', '▁u3', '▁u4', '▁u5']);
      expect(textOf([0, 1, 3], model.units)).toBe('u1 u3');
    });
  });

  it('a unit count that is not that of the graph is refused', async () => {
    const { draft, files } = tinyRecompute;
    const units = { ...(draft.units as object), count: 5 };
    const cut = { ...files, 'units.txt': Buffer.from('a 0\nb 1\nc 2\nd 3\ne 4\n') };
    await expect(loadCtc(brought({ draft: { ...draft, id: 'fewer', units }, files: cut }))).rejects.toThrow();
    const lines = { ...files, 'units.txt': Buffer.from('a 0\nb 2\n') };
    await expect(loadCtc(brought({ draft: { ...draft, id: 'gap' }, files: lines }))).rejects.toThrow(
      'gap@1.0.0 units.txt: no unit has the id 1',
    );
    const far = { ...files, 'units.txt': Buffer.from('a 9999999\n') };
    await expect(loadCtc(brought({ draft: { ...draft, id: 'far' }, files: far }))).rejects.toThrow(
      'far@1.0.0 units.txt: line 1: the id 9999999 must be below units.count, 6',
    );
  });

  it('a file that changed after its manifest was written is refused before the runtime sees it', async () => {
    const model = brought({ draft: { ...tinyRecompute.draft, id: 'changed' }, files: tinyRecompute.files });
    const bytes = Buffer.from(tinyRecompute.files['model.onnx'] as Uint8Array);
    bytes[100] = (bytes[100] as number) ^ 1;
    writeFileSync(model.path('model.onnx'), bytes);
    await expect(loadCtc(model)).rejects.toThrow(
      /model\.onnx is damaged or is not the file that the manifest names: sha256/,
    );
  });

  it('a model of another family is refused', async () => {
    await expect(loadVad(brought(tinyRecompute))).rejects.toThrow('is of family ctc, not vad');
  });

  it('a stream plan that the graph does not keep to is refused at load', async () => {
    const { draft, files } = tinyCaches;
    const streaming = { mode: 'caches', windowRows: 6, rowsPerOutput: 2 };
    const model = brought({ draft: { ...draft, id: 'wrong-plan', streaming }, files });
    await expect(loadCtc(model)).rejects.toThrow('wrong-plan@1.0.0: the graph does not run');
  });

  it('where the active model does not load, the next one serves, and what was refused is told', async () => {
    const broken = brought({ draft: { ...tinyRecompute.draft, id: 'broken' }, files: tinyRecompute.files });
    writeFileSync(broken.path('model.onnx'), 'nothing');
    const refused: string[] = [];
    const first = await loadFirst([broken, brought(tinyCaches)], loadCtc, ({ model, fault }) =>
      refused.push(`${model.manifest.id}: ${(fault as Error).message}`),
    );
    expect(first?.model.manifest.id).toBe('tiny-caches');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/^broken: .*7 bytes, but the manifest says/);
    await first?.loaded.release();
  });

  it('the width of the scores is known before the first audio', async () => {
    await withModel(tinyZipformer, async (model) => {
      expect(model.stream.scoreWidth).toBe(unitCount);
    });
  });
});
