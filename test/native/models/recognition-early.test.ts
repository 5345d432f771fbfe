// The first interim result of a live session, by a recogniser that looks ahead (test/helpers/models/spelling-model.ts).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import type { OpenSpeech } from '../../../src/engine/pipeline/audio/vad.js';
import { RecognitionSession } from '../../../src/engine/pipeline/recognition/recognition.js';
import { SentenceText } from '../../../src/engine/pipeline/recognition/sentence-text.js';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import type { RecognitionParams, Sentence } from '../../../src/protocol/engine/recognition.js';
import { joined } from '../../helpers/audio/tones.js';
import { nextTurn } from '../../helpers/models/hearing-models.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { changed } from '../../helpers/models/recognition-call.js';
import { delayed, lexiconModel, phoneSpeller, quiet, said } from '../../helpers/models/spelling-model.js';
import { slicesOf } from '../../helpers/models/tone-recogniser.js';

const text = '您拨打的号码是空号';
const samples = joined(quiet(phoneSpeller, 10), said(text), quiet(phoneSpeller, 30));

/** Speech is where the audio is loud: one probability for each 80 samples. */
const loudIsSpeech: OpenSpeech = (listener) => ({
  push: (heard) => {
    const frames = Array.from({ length: heard.length / 80 }, (_, at) => heard.subarray(80 * at, 80 * at + 80));
    listener.probabilities(frames.map((frame) => (frame.some((sample) => sample !== 0) ? 1 : 0)));
  },
  end: () => listener.ended(),
  close: () => {},
});

let folder: string;
let models: CtcModel[];
let [early, patient]: Recogniser[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-early-'));
  const { draft, files } = delayed(phoneSpeller);
  const { earlyOutputs: _, ...streaming } = draft.streaming as { earlyOutputs: number };
  const plain = { ...draft, id: 'patient-speller', streaming };
  models = await Promise.all([draft, plain].map((each) => loadCtc(modelIn(writeModel(folder, each, files)))));
  const language = loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files)));
  [early, patient] = models.map((model) => Recogniser.open(model, language));
});
afterAll(async () => {
  for (const model of models) await model.release();
  rmSync(folder, { recursive: true, force: true });
});

/** 40 ms after 40 ms, the model being done with one before the next comes; what was said, and after how much audio. */
async function live(recogniser: Recogniser, params: RecognitionParams): Promise<(Sentence & { atMs: number })[]> {
  const sentences: (Sentence & { atMs: number })[] = [];
  let atMs = 0;
  await new Promise<void>((resolve, reject) => {
    const session = new RecognitionSession(
      params,
      {
        recogniser,
        hotwords: recogniser.compileHotwords([]),
        corpus: undefined,
        text: new SentenceText(params.text, [], undefined),
        openSpeech: loudIsSpeech,
        frontends: new FrontendPool(anySecond, 1),
        gender: undefined,
      },
      {
        event: (each) => each.type === 'sentence' && sentences.push({ ...each.sentence, atMs }),
        ended: () => resolve(),
        failed: reject,
      },
    );
    void (async () => {
      for (const slice of slicesOf(samples, 40)) {
        atMs += 40;
        session.push(slice);
        for (let turn = 0; turn < 50; turn++) await nextTurn();
      }
      session.end(false);
    })().catch(reject);
  });
  return sentences;
}

describe.each(['continue', 'utterance', 'short'] as const)('the first interim result in %s mode', (mode) => {
  it('comes before the recogniser has heard all that it looks at, and the final is the same', async () => {
    const params = changed({ mode, interimResults: true });
    const [first, ...others] = await live(early as Recogniser, params);
    const [late, ...later] = await live(patient as Recogniser, params);
    expect([first?.isFinal, late?.isFinal]).toEqual([false, false]);
    expect(first?.candidates[0]?.text).not.toBe('');
    expect(first?.atMs).toBeLessThan(late?.atMs ?? 0);
    expect(others.at(-1)).toEqual(later.at(-1));
    expect(others.at(-1)).toMatchObject({ isFinal: true, candidates: [{ text }] });
  });

  it('is not there where none was asked for', async () => {
    const said = await live(early as Recogniser, changed({ mode, interimResults: false }));
    expect(said.map(({ isFinal }) => isFinal)).toEqual([true]);
  });
});
