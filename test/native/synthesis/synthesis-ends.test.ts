// The way in which a voice falls silent: the last sound before a pause dies away, behind it is silence, and behind the
// last sound of a text enough of it for whoever listens to know that it is over.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadVoices } from '../../../src/engine/runtime/models/load.js';
import type { VoicesModel } from '../../../src/engine/runtime/voices/voices.js';
import { soundEffects } from '../../../src/native/vocoder.js';
import { modelIn } from '../../helpers/models/model-folder.js';
import { tableBytes, tableName, tableVoice } from '../../helpers/models/table-voices.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import { levelDb, Mouth, neuralVoice, quickVoice } from '../../helpers/models/voices.js';

const english = 'en_roumeicameal_common';
const ofTable = 'cn_zhixingjing_table';
const voices = [neuralVoice, quickVoice, english, ofTable];
/**
 * Ends in a vowel, in a nasal, in a stop; the first two with a comma within the sentence and between two pieces of it.
 */
const texts = ['您好，请问有什么可以帮您？', '今天天气很好，我们去公园散步吧，再见。', '请按一', 'Hello, good night.'];

const endMs = 20;
const [endDb, silentDbfs] = [-45, -65];
const [endSilenceMs, pauseMs] = [150, 120];
const [shortestReleaseMs, longestReleaseMs] = [40, 160];
const windowMs = 10;

const folder = mkdtempSync(join(tmpdir(), 'tonegate-ends-'));
let model: VoicesModel;
let mouth: Mouth;
beforeAll(async () => {
  const path = writeVoices(folder, [neuralVoice, quickVoice, english], {
    files: { [tableName]: tableBytes() },
    manifest: ({ voices: own, serves }) => ({ voices: [...own, tableVoice(ofTable)], serves: [...serves, ofTable] }),
  });
  model = await loadVoices(modelIn(path));
  mouth = new Mouth(model);
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

const samplesOf = (ms: number): number => ms * 16;

/** The level of each window. */
function levels(samples: Int16Array): number[] {
  const step = samplesOf(windowMs);
  return Array.from({ length: Math.floor(samples.length / step) }, (_, at) =>
    levelDb(samples.subarray(at * step, (at + 1) * step)),
  );
}

interface Silence {
  readonly fromMs: number;
  readonly ms: number;
}

/** The stretches of at least `leastMs` below the level of silence. */
function silences(samples: Int16Array, leastMs: number): Silence[] {
  const found: Silence[] = [];
  let from = 0;
  const all = [...levels(samples), 0];
  for (const [at, level] of all.entries()) {
    if (level < silentDbfs) continue;
    const ms = (at - from) * windowMs;
    if (ms >= leastMs) found.push({ fromMs: from * windowMs, ms });
    from = at + 1;
  }
  return found;
}

describe.each(voices)('a text that %s says', (property) => {
  it('ends in silence', async () => {
    for (const text of texts) {
      const samples = await mouth.pcm(text, { property });
      expect(levelDb(samples.subarray(-samplesOf(endMs))) - levelDb(samples), text).toBeLessThan(endDb);
      expect(silences(samples.subarray(-samplesOf(endSilenceMs)), endSilenceMs), text).toHaveLength(1);
    }
  });

  it('dies away, neither cut nor drawn out', async () => {
    for (const text of texts) {
      const all = levels(await mouth.pcm(text, { property }));
      const own = levelDb(await mouth.pcm(text, { property }));
      const last = (db: number) => all.findLastIndex((level) => level > own + db);
      const releaseMs = (last(-45) - last(-15)) * windowMs;
      expect(releaseMs, text).toBeGreaterThanOrEqual(shortestReleaseMs);
      expect(releaseMs, text).toBeLessThanOrEqual(longestReleaseMs);
    }
  });

  it('pauses in silence at each comma and full stop', async () => {
    const said = async (text: string) => {
      const samples = await mouth.pcm(text, { property });
      return silences(samples, pauseMs).filter(({ fromMs }) => fromMs > 100).length - 1; // the end is one
    };
    expect(await said('您好，请问有什么可以帮您？')).toBe(1);
    expect(await said('今天天气很好，我们去公园散步吧。再见，妈妈。')).toBe(3);
  });
});

describe('the silence at the end', () => {
  it('is the same at every speed, and at other rates', async () => {
    for (const change of [{ speed: 500 }, { speed: -500 }]) {
      const samples = await mouth.pcm('请按一', change);
      expect(silences(samples.subarray(-samplesOf(endSilenceMs)), endSilenceMs)).toHaveLength(1);
    }
    const samples = await mouth.pcm('请按一', { sampleRateHz: 8_000 });
    expect(levelDb(samples.subarray(-8 * endSilenceMs))).toBeLessThan(silentDbfs);
  });

  it('is where an effect rings on', async () => {
    const plain = await mouth.pcm('请按一');
    const echoed = await mouth.pcm('请按一', { soundEffect: soundEffects.indexOf('echo') });
    expect(echoed.length).toBeGreaterThan(plain.length);
    expect(levelDb(echoed.subarray(plain.length - samplesOf(endSilenceMs), plain.length))).toBeGreaterThan(silentDbfs);
  });
});
