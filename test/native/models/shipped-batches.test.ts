// The recognisers that ship quantise with fixed scales, so that streams may share a run of the graph.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { logProbabilities } from '../../helpers/models/hearing-models.js';
import { modelIn } from '../../helpers/models/model-folder.js';
import { shippedFolder } from '../../helpers/models/shipped.js';

const streams = 11; // more than a run takes

describe.each([
  ['asr-zh-8k', 8_000],
  ['asr-zh-16k', 16_000],
])('%s', (id, rateHz) => {
  let model: CtcModel;
  beforeAll(async () => {
    model = await loadCtc(modelIn(shippedFolder(id)));
  });
  afterAll(() => model.release());

  /** A tone that glides, with noise: as loud as speech in one stream, hardly to be heard in the next. */
  const audio = (seed: number): Int16Array => {
    let state = seed + 1;
    const noise = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 1_073_741_824 - 1;
    };
    const level = seed % 2 === 0 ? 12_000 : 40;
    return Int16Array.from({ length: rateHz * (1 + seed / 7) }, (_, at) => {
      const phase = (2 * Math.PI * (200 + 40 * seed + at / 200) * at) / rateHz;
      return Math.round(level * (0.7 * Math.sin(phase) + 0.3 * noise()));
    });
  };

  it('gives a stream the same bits in any company', async () => {
    const recordings = Array.from({ length: streams }, (_, seed) => audio(seed));
    const alone: Float32Array[] = [];
    for (const samples of recordings) alone.push(await logProbabilities(model, samples, rateHz / 10));
    const together = await Promise.all(recordings.map((samples) => logProbabilities(model, samples, rateHz / 10)));
    expect(model.stream.batcher.figures.largestBatch).toBeGreaterThan(3);
    for (const [index, rows] of together.entries()) expect(rows).toEqual(alone[index]);
  });
});
