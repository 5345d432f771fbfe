// Real speech to every model that ships, on any clone: three sentences that two people read, over A-law. How well each model
// does is measured elsewhere (docs/measurements.md); here each must hear them at all, and the pipeline with it.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClip } from '../../../src/engine/pipeline/audio/clip.js';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { dot } from '../../../src/engine/pipeline/diarization/clustering.js';
import { recogniseClip } from '../../../src/engine/pipeline/recognition/recognise-clip.js';
import { RecognitionModels } from '../../../src/engine/pipeline/recognition/recognition-parts.js';
import { promptPartsFor } from '../../../src/engine/pipeline/screening/prompt-recogniser.js';
import { screenClip } from '../../../src/engine/pipeline/screening/screen-clip.js';
import type { SoundModel } from '../../../src/engine/runtime/classifiers/sound.js';
import type { ModelSet } from '../../../src/engine/runtime/models/model-set.js';
import { openModels } from '../../../src/engine/runtime/models/open-models.js';
import { ModelStore } from '../../../src/models/store.js';
import { addon } from '../../../src/native/index.js';
import { makeSpeechDetector, soundClasses, sounds } from '../../../src/native/sound.js';
import type { Sentence } from '../../../src/protocol/engine/recognition.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import {
  type RecordedSentence,
  recordedSentences,
  samplesOfRecorded,
  wavOfRecorded,
} from '../../helpers/audio/recorded.js';
import { bytesOf, joined, silence, wavOf } from '../../helpers/audio/tones.js';
import { nextTurn } from '../../helpers/models/hearing-models.js';
import { shippedFolder } from '../../helpers/models/shipped.js';
import { Mouth, neuralVoice } from '../../helpers/models/voices.js';

const maxMs = 60_000;
const [byWoman, byWomanAgain, byMan] = recordedSentences;
/** Also where a model is trained anew: of 34 characters. */
const mostWrong = 3;

let folder: string;
let models: ModelSet;
let recognition: RecognitionModels;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-recorded-'));
  const shipped = shippedFolder('.');
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

const params = {
  kind: 'asr',
  format: 'auto',
  maxMs,
  nBest: 1,
  hotwords: [],
  text: {
    addPunc: false,
    digitNorm: false,
    textSmooth: false,
    makeParagraph: false,
    outputPinyin: false,
    wordType: 'CHAR',
    wordTpp: false,
    tppContextRangeMs: 5_000,
    sensitiveWords: [],
  },
  analysis: { emotion: true, gender: true, speed: true, volume: true },
  languageModel: undefined,
} as const;

async function heard(wav: Uint8Array, property = 'cn_8k_common', addPunc = false): Promise<Sentence> {
  const wanted = { ...params, property, text: { ...params.text, addPunc } };
  const parts = recognition.partsFor(wanted, new FrontendPool(anySecond, 1));
  return (await recogniseClip(openClip(wav, wanted, maxMs), wanted, parts, nextTurn)).sentence;
}
const textOf = ({ candidates }: Sentence): string => candidates[0]?.text ?? '';

/** Characters of `wanted` that `text` lacks in their order: what was misheard. */
function missing(wanted: string, text: string): number {
  const common = Array.from({ length: wanted.length + 1 }, () => new Array<number>(text.length + 1).fill(0));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = 1; row <= wanted.length; row++) {
    for (let column = 1; column <= text.length; column++) {
      const same = wanted[row - 1] === text[column - 1] ? at(row - 1, column - 1) + 1 : 0;
      (common[row] as number[])[column] = Math.max(same, at(row - 1, column), at(row, column - 1));
    }
  }
  return wanted.length - at(wanted.length, text.length);
}

it('every model that ships is loaded, and is heard or speaks below', () => {
  // word vectors and phrases belong to dialog robots, and no engine hears or speaks with them
  const shipped = readdirSync(shippedFolder('.'))
    .filter((name) => name !== 'sent-zh' && name !== 'phrases-zh')
    .sort();
  expect(models.report.refused).toEqual([]);
  expect([...new Set(models.figures.map(({ name }) => name.split('@')[0]))].sort()).toEqual(shipped);
  expect(shipped).toEqual([
    ...['asr-zh-16k', 'asr-zh-8k', 'gender', 'lm-zh', 'music', 'punc-zh', 'speaker', 'tts-zh', 'vad'],
  ]);
});

describe.each(['cn_8k_common', 'cn_16k_common'])('the recogniser of %s, with the language model', (property) => {
  it('understands the sentences', async () => {
    let wrong = 0;
    for (const sentence of recordedSentences) {
      const found = textOf(await heard(wavOfRecorded(sentence), property));
      expect(Math.abs(found.length - sentence.text.length)).toBeLessThanOrEqual(1);
      wrong += missing(sentence.text, found);
    }
    expect(wrong).toBeLessThanOrEqual(mostWrong);
  });
});

it('punctuation ends each sentence with a mark, and changes no character', async () => {
  for (const sentence of recordedSentences) {
    const marked = textOf(await heard(wavOfRecorded(sentence), 'cn_8k_common', true));
    expect(marked).toMatch(/[。？！]$/);
    expect(marked.replace(/\p{P}/gu, '')).toBe(textOf(await heard(wavOfRecorded(sentence))));
  }
});

describe('the analysis of a sentence', () => {
  it.each(recordedSentences)('hears who reads $name, calmly and at a usual speed', async (sentence) => {
    const { analysis } = await heard(wavOfRecorded(sentence));
    expect(analysis?.gender?.gender).toBe(sentence.gender);
    expect(analysis?.gender?.confidence).toBeGreaterThan(0.5);
    expect(analysis?.emotions ?? []).toEqual([]); // nobody raises the voice
    expect(analysis?.speed).toBeGreaterThan(120);
    expect(analysis?.speed).toBeLessThan(400);
    expect(analysis?.averageVolume).toBeGreaterThan(20);
  });
});

it('the speaker model tells the two people apart', async () => {
  const model = models.get('speaker', 'cn_8k_common');
  if (model === undefined) throw new Error('no speaker model');
  const vectorOf = async (sentence: RecordedSentence) =>
    (await model.vectors(model.openRows().push(samplesOfRecorded(sentence)).slice(), 1)).slice();
  const [one, again, other] = [await vectorOf(byWoman), await vectorOf(byWomanAgain), await vectorOf(byMan)];
  expect(dot(one, again)).toBeGreaterThan(Math.max(dot(one, other), dot(again, other)) + 0.2);
});

describe('the sound models', () => {
  const detector = (task: 'vad' | 'music') =>
    makeSpeechDetector((models.get(task, 'cn_8k_common') as SoundModel).native);

  it('the speech detector finds the voice between silences, and nothing in them', () => {
    const pauseMs = 1_000;
    const voice = samplesOfRecorded(byMan);
    const speech = detector('vad');
    const values = [...speech.push(joined(silence(pauseMs), voice, silence(pauseMs))), ...speech.flush()];
    const share = (part: number[]) => part.filter((value) => value >= 0.5).length / part.length;
    expect(share(values.slice(0, pauseMs / 10))).toBeLessThan(0.1);
    expect(share(values.slice(pauseMs / 10, -pauseMs / 10))).toBeGreaterThan(0.5);
    expect(share(values.slice(-pauseMs / 10 + 30))).toBeLessThan(0.1);
    expect(speech.sounds.length % sounds.length).toBe(0);
  });

  it('the music detector takes reading for speech', () => {
    const music = detector('music');
    music.push(joined(...recordedSentences.map(samplesOfRecorded)));
    const { windows } = music;
    const names = Array.from({ length: windows.length / soundClasses.length }, (_, at) => {
      const row = windows.subarray(at * soundClasses.length, (at + 1) * soundClasses.length);
      return soundClasses[row.indexOf(Math.max(...row))];
    });
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => name === 'speech').length / names.length).toBeGreaterThan(0.9);
  });
});

it('screening hears speech in them, and neither a tone nor a keyword of the table', async () => {
  for (const sentence of recordedSentences) {
    const clip = openClip(wavOfRecorded(sentence), { format: 'auto' }, maxMs);
    const judge = ringJudge(defaultTables, { until: 'whole', endOnRingback: false }, () => []);
    const prompts = promptPartsFor(models, 'cn_8k_common', defaultTables.keywords);
    const { verdict, evidence } = await screenClip(clip, { judge, prompts, nextTurn });
    expect(verdict).toMatchObject({ resultId: 0, keyword: '', isFinal: true });
    expect(verdict.result.length).toBeGreaterThan(5);
    expect(evidence.decided.map(({ kind }) => kind)).toEqual(['speech']);
  }
});

it('a voice that ships reads what was heard, and is understood', async () => {
  const voices = models.get('tts', neuralVoice);
  if (voices === undefined) throw new Error(`no voice ${neuralVoice}`);
  const text = textOf(await heard(wavOfRecorded(byWoman)));
  const spoken = await new Mouth(voices).pcm(`${text}。`, { property: neuralVoice });
  const narrow = new addon.Resampler(16_000, 8_000);
  const samples = joined(narrow.push(spoken), narrow.flush());
  expect(bytesOf(samples).length).toBeGreaterThan(2 * 8_000);
  expect(missing(text, textOf(await heard(wavOf(samples))))).toBeLessThanOrEqual(mostWrong);
});
