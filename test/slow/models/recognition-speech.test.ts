// Recorded speech through the whole pipeline with the models of this checkout. What is tested is the pipeline: how well
// the recogniser hears is measured elsewhere (docs/measurements.md).
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rareNames } from '../../../scripts/measure/eval/recogniser/hotword-words.mjs';
import { callsWithoutSpeech } from '../../../scripts/measure/eval/screening/other-sounds.mjs';
import { openClip } from '../../../src/engine/pipeline/audio/clip.js';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { recogniseClip } from '../../../src/engine/pipeline/recognition/recognise-clip.js';
import { RecognitionSession } from '../../../src/engine/pipeline/recognition/recognition.js';
import { RecognitionModels } from '../../../src/engine/pipeline/recognition/recognition-parts.js';
import type { ModelSet } from '../../../src/engine/runtime/models/model-set.js';
import { openModels } from '../../../src/engine/runtime/models/open-models.js';
import { ModelStore } from '../../../src/models/store.js';
import { addon } from '../../../src/native/index.js';
import type {
  HotwordRule,
  RecognitionEvent,
  RecognitionParams,
  Sentence,
} from '../../../src/protocol/engine/recognition.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { readFlac } from '../../helpers/audio/flac.js';
import { foreignData, whyNoForeignModels } from '../../helpers/models/foreign-models.js';
import { nextTurn } from '../../helpers/models/hearing-models.js';
import { slicesOf } from '../../helpers/models/tone-recogniser.js';

const hasRecordings = existsSync(foreignData('aishell-sample/flac'));
const suite = hasRecordings ? describe : describe.skip;
const named = (name: string) => (hasRecordings ? name : `${name} (${whyNoForeignModels})`);

const sentencesRead = ['BAC009S0150W0001', 'BAC009S0150W0005', 'BAC009S0150W0010'];

let folder: string;
let models: ModelSet;
let recognition: RecognitionModels;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-speech-'));
  const shipped = fileURLToPath(new URL('../../../models', import.meta.url));
  const store = new ModelStore({ disk: realDisk, directory: join(folder, 'store'), shipped, holder: processHolder() });
  models = await openModels(store);
  recognition = new RecognitionModels(models, (fault) => {
    throw fault;
  });
});
afterAll(async () => {
  await models.release();
  rmSync(folder, { recursive: true, force: true });
});

const params: RecognitionParams = {
  kind: 'asr',
  mode: 'continue',
  property: 'cn_8k_common',
  coding: { coding: 'pcm_s16le', sampleRateHz: 8_000 },
  audioMaxMs: 600_000,
  endpoint: { headMs: 10_000, tailMs: 500, endMs: 0, maxSegmentMs: 30_000, threshold: 10 },
  interimResults: false,
  nBest: 1,
  hotwords: [],
  text: {
    addPunc: false,
    digitNorm: false,
    textSmooth: false,
    makeParagraph: false,
    outputPinyin: true,
    wordType: 'CHAR',
    wordTpp: false,
    tppContextRangeMs: 5_000,
    sensitiveWords: [],
  },
  analysis: undefined,
  languageModel: undefined,
};

const { mode: _mode, coding: _coding, audioMaxMs: _max, endpoint: _endpoint, interimResults: _, ...clip } = params;

const silence = (ms: number) => new Int16Array(8 * ms);
const joined = (...pieces: readonly Int16Array[]) => Int16Array.from(pieces.flatMap((piece) => [...piece]));
const recorded = (name: string) => {
  const { samples } = readFlac(readFileSync(foreignData(`aishell-sample/flac/${name}.flac`)));
  return new addon.Resampler(16_000, 8_000).push(samples);
};

async function heard(samples: Int16Array, changes: Partial<RecognitionParams> = {}): Promise<RecognitionEvent[]> {
  const all = { ...params, ...changes };
  const said: RecognitionEvent[] = [];
  const frontends = new FrontendPool(anySecond, 1);
  await new Promise<void>((resolve, reject) => {
    const session = new RecognitionSession(all, recognition.partsFor(all, frontends), {
      event: (each) => said.push(each),
      ended: () => resolve(),
      failed: reject,
    });
    void (async () => {
      for (const slice of slicesOf(samples)) {
        session.push(slice);
        do await nextTurn();
        while (session.isBehind);
      }
      session.end(false);
    })().catch(reject);
  });
  return said;
}

const finals = (said: readonly RecognitionEvent[]): Sentence[] =>
  said.flatMap((each) => (each.type === 'sentence' && each.sentence.isFinal ? [each.sentence] : []));
const textOf = (sentence: Sentence | undefined) => sentence?.candidates[0]?.text ?? '';

suite(named('sentences that were read aloud'), () => {
  it('are found one by one, each with its own time', async () => {
    const pieces = sentencesRead.map(recorded);
    const audio = joined(...pieces.flatMap((piece) => [silence(600), piece]), silence(1_000));
    const found = finals(await heard(audio));
    expect(found).toHaveLength(pieces.length);
    let fromMs = 600;
    for (const [at, piece] of pieces.entries()) {
      const toMs = fromMs + piece.length / 8;
      const sentence = found[at] as Sentence;
      expect(sentence.startMs).toBeGreaterThanOrEqual(fromMs);
      expect(sentence.endMs).toBeLessThanOrEqual(toMs);
      expect(sentence.endMs - sentence.startMs).toBeGreaterThan(500);
      for (const { startMs, endMs } of sentence.candidates[0]?.words ?? []) {
        expect(startMs).toBeGreaterThanOrEqual(fromMs);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(endMs).toBeLessThanOrEqual(toMs);
      }
      fromMs = toMs + 600;
    }
  });

  it.each(sentencesRead)('%s: streaming in sentences and one-shot recognition hear the same', async (name) => {
    const audio = joined(silence(500), recorded(name), silence(700));
    const inSentences = finals(await heard(audio, { mode: 'utterance' })).map(textOf);
    const frontends = new FrontendPool(anySecond, 1);
    const body = new Uint8Array(audio.buffer);
    const { sentence } = await recogniseClip(
      openClip(body, { format: 'pcm_s16le_8k' }, 60_000),
      clip,
      recognition.partsFor(clip, frontends),
      nextTurn,
    );
    expect(textOf(sentence).length).toBeGreaterThan(2);
    expect([textOf(sentence)]).toEqual(finals(await heard(audio, { mode: 'short' })).map(textOf));
    expect(inSentences).toHaveLength(1);
    // A sentence of its own is heard without the silence before it, which may turn one character.
    const same = [...textOf(sentence)].filter((character) => inSentences[0]?.includes(character));
    expect(same.length).toBeGreaterThanOrEqual([...textOf(sentence)].length - 1);
  });

  it.each(sentencesRead)(
    '%s: audio that stops dead within the last word still yields its last character',
    async (name) => {
      const audio = recorded(name);
      const whole = finals(await heard(audio, { mode: 'short' }))[0] as Sentence;
      const last = whole.candidates[0]?.words.at(-1);
      const cut = audio.subarray(0, 8 * ((last?.endMs ?? 0) + 30));
      for (const mode of ['short', 'utterance', 'continue'] as const) {
        const found = textOf(finals(await heard(cut, { mode })).at(-1));
        expect([...found].length).toBe([...textOf(whole)].length);
      }
    },
  );
});

suite(named('a weighted hotword'), () => {
  it('is heard as it is written, marked as the user’s, and raises nothing in another sentence', async () => {
    const hotwords: HotwordRule[] = [
      { kind: 'weighted', text: '调高温度', weight: 5, readings: ['tiao2 gao1 wen1 du4'] },
    ];
    const [first, other] = [recorded('BAC009S0150W0005'), recorded('BAC009S0150W0010')];
    const words = finals(await heard(first, { mode: 'short', hotwords }))[0]?.candidates[0]?.words ?? [];
    expect(words.map(({ text }) => text).join('')).toBe('调高温度');
    expect(words.every(({ categories }) => categories.includes('U'))).toBe(true);
    const plain = finals(await heard(other, { mode: 'short' })).map(textOf);
    expect(finals(await heard(other, { mode: 'short', hotwords })).map(textOf)).toEqual(plain);
  });
});

describe('a hundred hotwords of weight 5', () => {
  it('write nothing into noise, music and tones, of which one-shot recognition hears all', async () => {
    const hotwords = rareNames('listed', 25).map(({ text }): HotwordRule => {
      return { kind: 'weighted', text, weight: 5, readings: [] };
    });
    const listed = { ...clip, hotwords };
    const frontends = new FrontendPool(anySecond, 1);
    const texts: string[] = [];
    for (const { samples } of callsWithoutSpeech(0.5)) {
      const body = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      const opened = openClip(body, { format: 'pcm_s16le_8k' }, 60_000);
      const { sentence } = await recogniseClip(opened, listed, recognition.partsFor(listed, frontends), nextTurn);
      texts.push(textOf(sentence));
    }
    expect(texts).toHaveLength(3);
    expect(hotwords.filter(({ text }) => texts.some((heard) => heard.includes(text)))).toEqual([]);
  });
});

suite(named('phones'), () => {
  it('come out as the pinyin that was heard', async () => {
    const [sentence] = finals(await heard(recorded('BAC009S0150W0005'), { mode: 'short' }));
    expect(sentence?.candidates[0]?.pinyin).toMatch(/^[a-z]+[1-5]( [a-z]+[1-5])+$/);
    expect(sentence?.candidates[0]?.words.map(({ pinyin }) => pinyin).join(' ')).toBe(sentence?.candidates[0]?.pinyin);
  });
});
