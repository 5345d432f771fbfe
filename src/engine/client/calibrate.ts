// The trial that measures the cost of live work on this machine before the first call does: a fresh engine hears two
// synthetic sounds as one-shots.
import type { TextParams } from '../../protocol/engine/recognition.js';
import { limits } from '../../protocol/limits.js';
import type { ClipParams } from '../channel/messages.js';
import type { EngineProcess } from './process.js';
import type { PerKind } from './work-costs.js';

const { voicePart } = limits.admission;
const [soundMs, sampleRateHz, tries] = [2_000, 8_000, 2];
const plainText: TextParams = {
  ...{ addPunc: false, digitNorm: false, textSmooth: false, makeParagraph: false, outputPinyin: false },
  ...{ wordType: 'DISABLED', wordTpp: false, tppContextRangeMs: 0, sensitiveWords: [] },
};

/** Shares of an engine's time by kind; empty if other work came in between, or the engine has gone. */
export async function calibrate(
  process: EngineProcess,
  hear: (params: ClipParams, bytes: Uint8Array) => Promise<unknown>,
): Promise<Partial<PerKind>> {
  const share = async (params: ClipParams, sound: Uint8Array): Promise<number> => {
    let leastMs = Number.POSITIVE_INFINITY;
    for (let count = 0; count < tries; count++) {
      const startMs = performance.now();
      await hear(params, sound);
      leastMs = Math.min(leastMs, performance.now() - startMs);
      if (process.load > 0) throw new Error('other work interrupted the calibration');
    }
    return leastMs / soundMs;
  };
  const format = 'pcm_s16le_8k';
  const property = process.models.serving.find(({ task }) => task === 'asr')?.properties[0];
  try {
    const tones = await share({ kind: 'ring', property: property ?? '', format, maxMs: soundMs }, ringback());
    if (property === undefined) return { ring: tones };
    const words = { nBest: 1, hotwords: [], analysis: undefined, languageModel: undefined, text: plainText };
    const asr = await share({ kind: 'asr', property, format, maxMs: soundMs, ...words }, vowels());
    return { ring: tones + voicePart * asr, asr };
  } catch {
    return {};
  }
}

const ringback = (): Uint8Array => pcm((atS) => 0.2 * Math.sin(2 * Math.PI * 450 * atS));

/** A buzz of 140 Hz through resonances that change five times a second, like those of vowels. */
function vowels(): Uint8Array {
  const resonancesHz = [
    [730, 1_090],
    [270, 2_290],
    [300, 870],
  ];
  return pcm((atS) => {
    const [first = 0, second = 0] = resonancesHz[Math.floor(atS * 5) % resonancesHz.length] ?? [];
    let sum = 0;
    for (let hz = 140; hz < sampleRateHz / 2; hz += 140) {
      const level = Math.exp(-(((hz - first) / 150) ** 2)) + 0.5 * Math.exp(-(((hz - second) / 200) ** 2));
      sum += level * Math.sin(2 * Math.PI * hz * atS);
    }
    return 0.2 * sum * Math.abs(Math.sin(Math.PI * 5 * atS));
  });
}

function pcm(at: (atS: number) => number): Uint8Array {
  const samples = new Int16Array((soundMs * sampleRateHz) / 1_000);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = Math.round(32_767 * Math.max(-1, Math.min(1, at(index / sampleRateHz))));
  }
  return new Uint8Array(samples.buffer);
}
