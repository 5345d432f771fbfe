// Models that nobody here made, through the product's own path: install directory → manifest → graph → streams.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDirectory } from '../../../src/engine/runtime/models/describe/describe.js';
import { loadCtc, loadPunctuation, loadVad } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import { addon } from '../../../src/native/index.js';
import { realDisk } from '../../../src/storage/disk.js';
import { readFlac } from '../../helpers/audio/flac.js';
import {
  corruptGraph,
  type ForeignModel,
  foreignData,
  fsmnCtc,
  fsmnVad,
  fsmnVadRecomputed,
  hasForeignModels,
  otherGraph,
  sileroVad,
  whyNoForeignModels,
  zyqPunctuation,
  zyqVad,
} from '../../helpers/models/foreign-models.js';
import { greedyText, type Heard, hearSpeech, logProbabilities } from '../../helpers/models/hearing-models.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { shippedFolder } from '../../helpers/models/shipped.js';

const suite = hasForeignModels ? describe : describe.skip;
const named = (name: string) => (hasForeignModels ? name : `${name} (${whyNoForeignModels})`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const brought = ({ draft, files }: ForeignModel) => modelIn(writeModel(folder, draft, files));
const recordings = new Map<string, Int16Array>();
function recording(name: string): Int16Array {
  const samples = recordings.get(name) ?? readFlac(readFileSync(foreignData(`${name}.flac`))).samples;
  recordings.set(name, samples);
  return samples;
}
const sentence = (id: string) => recording(`aishell-sample/flac/${id}`);

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let largest = 0;
  for (let at = 0; at < a.length; at++) largest = Math.max(largest, Math.abs((a[at] as number) - (b[at] as number)));
  return largest;
};

/** Characters of the reference that the other text does not have. */
function missing(reference: string, heard: string): number {
  const left = [...heard];
  return [...reference].filter((character) => {
    const at = left.indexOf(character);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
}

suite(named('the FSMN recogniser'), () => {
  let model: CtcModel;
  beforeAll(async () => {
    model = await loadCtc(brought(fsmnCtc));
  });
  afterAll(() => model.release());

  it('decodes an AISHELL sentence the same in chunks of 10 rows as whole', async () => {
    const whole = await loadCtc(
      brought({
        draft: {
          ...fsmnCtc.draft,
          id: 'fsmn-whole',
          streaming: { mode: 'recompute', chunkRows: 200, leftRows: 0, rightRows: 0 },
        },
        files: fsmnCtc.files,
      }),
    );
    for (const id of ['BAC009S0150W0001', 'BAC009S0252W0123']) {
      const samples = sentence(id);
      expect(samples.length / 16).toBeLessThan(200 * 30); // one chunk holds it
      const streamed = await logProbabilities(model, samples, 1_600);
      const once = await logProbabilities(whole, samples, samples.length);
      expect(streamed.length).toBe(once.length);
      expect(largestDifference(streamed, once)).toBeLessThan(1e-3);
      expect(greedyText(streamed, model)).toBe(greedyText(once, model));
    }
    await whole.release();
  });

  it('hears what was read', async () => {
    const text = greedyText(await logProbabilities(model, sentence('BAC009S0150W0001'), 1_600), model);
    expect(text).toBe('设定二十九度');
  });

  it('is described with the context that it was built with', async () => {
    const described = await describeDirectory(realDisk, foreignData('third-party-models/fsmn-kws-ctc-zh'));
    expect(described.draft).toMatchObject({
      streaming: { mode: 'recompute', leftRows: 36, rightRows: 8, rowsPerOutput: 1 },
      frontEnd: { stack: { length: 5, step: 3 }, window: 'hamming' },
      units: { kind: 'characters', count: 2_599, blank: 0 },
    });
  });

  it('writes fewer wrong characters when it is joined with the lexicon that ships', async () => {
    const draft = { ...fsmnCtc.draft, id: 'fsmn-joined', search: { joining: 'readings' } };
    const joined = await loadCtc(brought({ draft, files: fsmnCtc.files }));
    const recogniser = Recogniser.open(joined, loadLanguage(modelIn(shippedFolder('lm-zh'))));
    const heard = (samples: Int16Array) =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        const listener = {
          partial: () => {},
          final: ([best]: readonly { text: string }[]) => {
            text += best?.text ?? '';
          },
          ended: () => resolve(text),
          failed: reject,
        };
        const stream = recogniser.open({ nBest: 1 }, listener);
        stream.push(samples);
        stream.end();
      });
    const texts = readFileSync(foreignData('aishell-sample/trans.tsv'), 'utf8')
      .split('\n')
      .filter((_, at) => at % 33 === 1);
    let [alone, together] = [0, 0];
    for (const line of texts) {
      const [id = '', , , text = ''] = line.split('\t');
      const samples = sentence(id);
      alone += missing(text, greedyText(await logProbabilities(model, samples, 1_600), model));
      together += missing(text, await heard(samples));
    }
    expect(together).toBeLessThan(0.7 * alone);
    await joined.release();
  });

  it('gives each stream of a batch what it gives it alone', async () => {
    const audios = ['BAC009S0150W0001', 'BAC009S0150W0002', 'BAC009S0150W0003', 'BAC009S0252W0123'].map(sentence);
    const alone: Float32Array[] = [];
    for (const samples of audios) alone.push(await logProbabilities(model, samples, 1_600));
    const { batcher } = model.stream;
    const runsBefore = batcher.figures.runs;
    const piecesBefore = batcher.figures.pieces;
    const together = await Promise.all(audios.map((samples) => logProbabilities(model, samples, 1_600)));
    expect(batcher.figures.largestBatch).toBe(4);
    expect(batcher.figures.runs - runsBefore).toBeLessThan(batcher.figures.pieces - piecesBefore);
    for (const [index, rows] of together.entries()) {
      expect(rows.length).toBe(alone[index]?.length);
      expect(largestDifference(rows, alone[index] as Float32Array)).toBeLessThan(1e-3);
      expect(greedyText(rows, model)).toBe(greedyText(alone[index] as Float32Array, model));
    }
  });
});

// Two seconds of a quiet line, one of city noise, then a sentence in that noise (20 dB below it), and the noise alone.
const sentenceFromMs = 3_000;
const spoken = 'BAC009S0252W0130';
const mixed = (): Int16Array => {
  const speech = sentence(spoken);
  const noise = recording('augment/noise3');
  const power = (samples: Int16Array) => samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  const gain = Math.sqrt(power(speech) / power(noise)) * 10 ** (-20 / 20);
  const mix = new Int16Array(16 * 8_500);
  for (let at = 0; at < mix.length; at++) {
    mix[at] = at < 32_000 ? ((at * 7_919) % 7) - 3 : (noise[at % noise.length] as number) * gain;
  }
  for (const [at, value] of speech.entries())
    mix[16 * sentenceFromMs + at] = (mix[16 * sentenceFromMs + at] ?? 0) + value;
  return mix;
};

/**
 * The span in which the recording itself speaks: from the first to the last 50 ms that are within 18 dB of its loudest.
 */
const spokenMs = (): [number, number] => {
  const samples = sentence(spoken);
  const frames = Array.from({ length: Math.floor(samples.length / 800) }, (_, index) =>
    samples.subarray(index * 800, (index + 1) * 800).reduce((sum, value) => sum + value * value, 0),
  );
  const isLoud = (energy: number) => energy > Math.max(...frames) / 10 ** 1.8;
  return [frames.findIndex(isLoud) * 50, (frames.findLastIndex(isLoud) + 1) * 50];
};

const toleranceMs = 250;

suite(named('a VAD of somebody else'), () => {
  it.each([
    ['Silero v6.2', sileroVad],
    ['FSMN with caches', fsmnVad],
    ['FSMN, context run again', fsmnVadRecomputed],
    ['zyq-vad, raw frames at 8 kHz', zyqVad],
  ])('%s finds the speech in silence, noise and speech', async (_, foreign) => {
    const model = await loadVad(brought(foreign));
    const audio = mixed();
    const isNarrow = model.manifest.sampleRateHz === 8_000;
    const heard = await hearSpeech(model, isNarrow ? new addon.Resampler(16_000, 8_000).push(audio) : audio, 800);
    const [from, to] = spokenMs();
    const starts = heard.events.filter(({ type }) => type === 'speech-start').map(({ atMs }) => atMs);
    const ends = heard.events.filter(({ type }) => type === 'speech-end').map(({ atMs }) => atMs);
    expect(ends.length).toBe(starts.length);
    expect(Math.abs(Math.min(...starts) - sentenceFromMs - from)).toBeLessThan(toleranceMs);
    expect(Math.abs(Math.max(...ends) - sentenceFromMs - to)).toBeLessThan(toleranceMs);
    await model.release();
  });

  it.each([
    ['Silero v6.2', sileroVad],
    ['zyq-vad', zyqVad],
  ])('%s gives each stream of a batch what it gives it alone', async (_, foreign) => {
    const model = await loadVad(brought(foreign));
    const audios = [mixed(), mixed().subarray(32_000), sentence('BAC009S0150W0001')];
    const alone: Heard[] = [];
    for (const samples of audios) alone.push(await hearSpeech(model, samples, 800));
    const together = await Promise.all(audios.map((samples) => hearSpeech(model, samples, 800)));
    expect(model.stream.batcher.figures.largestBatch).toBe(3);
    for (const [index, heard] of together.entries()) {
      const { probabilities, events } = alone[index] as Heard;
      expect(heard.events).toEqual(events);
      expect(heard.probabilities.length).toBe(probabilities.length);
      expect(largestDifference(heard.probabilities, probabilities)).toBeLessThan(1e-3);
    }
    await model.release();
  });

  it('FSMN: caches and context run again agree', async () => {
    const [cached, recomputed] = [await loadVad(brought(fsmnVad)), await loadVad(brought(fsmnVadRecomputed))];
    const audio = mixed().subarray(0, 16 * 6_000);
    const a = (await hearSpeech(cached, audio, 800)).probabilities;
    const b = (await hearSpeech(recomputed, audio, 800)).probabilities;
    const common = Math.min(a.length, b.length);
    expect(b.length - common).toBeLessThanOrEqual(10);
    expect(largestDifference(a.slice(0, common), b.slice(0, common))).toBeLessThan(1e-3);
    await cached.release();
    await recomputed.release();
  });
});

suite(named('a punctuation model of somebody else'), () => {
  it('sets comma, question mark and full stop', async () => {
    const model = await loadPunctuation(brought(zyqPunctuation));
    expect(await model.punctuate('今天天气很好我们去公园玩吧你去吗')).toBe('今天天气很好，我们去公园玩吧，你去吗？');
    expect(await model.punctuate('您好请问您是哪里人')).toBe('您好，请问您是哪里人？');
    expect(await model.punctuate('谢谢再见')).toMatch(/^谢谢[，。]?再见。$/);
    expect(await model.punctuate('')).toBe('');
    await model.release();
  });

  it('keeps every character of a text that is longer than a run takes', async () => {
    const { draft, files } = zyqPunctuation;
    const punctuation = { ...(draft.punctuation as object), maxUnits: 32 };
    const model = await loadPunctuation(brought({ draft: { ...draft, id: 'short-runs', punctuation }, files }));
    const text = '今天天气很好我们去公园玩吧你去吗'.repeat(12);
    const marked = await model.punctuate(text);
    expect(marked.replace(/[，。？！、；：]/g, '')).toBe(text);
    expect(marked).toContain('你去吗？');
    await model.release();
  });
});

suite(named('what is refused'), () => {
  it('a graph that is broken, although its hash agrees', async () => {
    await expect(loadVad(brought(corruptGraph))).rejects.toThrow(
      /^corrupt-vad@1\.0\.0 vad\.onnx: the graph cannot be loaded: .*Protobuf parsing failed/,
    );
  });

  it('a graph that is not what the manifest says: both lists are shown', async () => {
    await expect(loadVad(brought(otherGraph))).rejects.toThrow(
      [
        'other-vad@1.0.0: the manifest and the graph differ',
        '  manifest inputs:',
        '    inputs float32[batch, rows, 80]',
        '  graph inputs:',
        '    x float32[N, 1, T]',
        '  manifest outputs:',
        '    output_0 float32[batch, outputs, 1]',
        '  graph outputs:',
        '    y float32[N, T, 7]',
      ].join('\n'),
    );
  });
});
