// Files go through the same network as live calls, and never before them. The network is that of
// test/helpers/models/tone-recogniser.ts, which runs streams in batches.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Priority } from '../../../src/engine/runtime/graph/batcher.js';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { limits } from '../../../src/protocol/limits.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { spoken, toneRecogniser } from '../../helpers/models/tone-recogniser.js';

const { backgroundBatch } = limits.model;
const audio = spoken('一二三四五六七八九'); // seven whole chunks and a rest
const chunks = 8;

let folder: string;
let model: CtcModel;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-background-'));
  model = await loadCtc(modelIn(writeModel(folder, toneRecogniser.draft, toneRecogniser.files)));
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

/** Streams whose audio comes all at once; who got outputs, in order. */
async function served(priorities: readonly Priority[]): Promise<number[]> {
  const order: number[] = [];
  const ends = priorities.map(
    (priority, number) =>
      new Promise<void>((finished, failed) => {
        const listener = { logProbabilities: () => order.push(number), finished, failed };
        const stream = model.open(listener, priority);
        stream.push(audio);
        stream.end();
      }),
  );
  await Promise.all(ends);
  return order;
}

describe('streams of files', () => {
  it('wait until no live stream has a piece', async () => {
    const order = await served(['background', 'live', 'background', 'live', 'background']);
    const live = order.filter((number) => number % 2 === 1);
    expect(live).toHaveLength(2 * chunks);
    expect(order.slice(0, live.length)).toEqual(live);
    expect(order).toHaveLength(5 * chunks);
  });

  it('take turns, a few in a run', async () => {
    const count = backgroundBatch + 2;
    const order = await served(Array(count).fill('background'));
    expect(order).toHaveLength(count * chunks);
    expect(order.slice(0, backgroundBatch)).toEqual(Array.from({ length: backgroundBatch }, (_, at) => at));
    expect(order.slice(backgroundBatch, backgroundBatch + 2)).toEqual([backgroundBatch, backgroundBatch + 1]);
    for (let at = 0; at < order.length; at += count) {
      expect(new Set(order.slice(at, at + count)).size).toBe(count);
    }
  });

  it('are known from live work', async () => {
    const { batcher } = model.stream;
    const nothing = { logProbabilities: () => {}, finished: () => {}, failed: () => {} };
    const background = model.open(nothing, 'background');
    background.push(audio);
    expect(batcher.hasLiveWork).toBe(false);
    const live = model.open(nothing);
    live.push(audio);
    expect(batcher.hasLiveWork).toBe(true);
    background.close();
    live.close();
    expect(batcher.hasLiveWork).toBe(false);
  });
});
