// Final results of a recogniser whose language model compares whole sentences. The recogniser hears what its samples spell
// (test/helpers/models/spelling-model.ts).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { type Language, loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import { addon } from '../../../src/native/index.js';
import type { NativeRescoringModel } from '../../../src/native/search-addon.js';
import { hearAll } from '../../helpers/models/listen.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { shippedFile } from '../../helpers/models/shipped.js';
import { lexiconModel, phoneSpeller, said } from '../../helpers/models/spelling-model.js';

const sentence = '您拨打的号码是空号请核对后再拨';

describe('a language model that compares whole sentences', () => {
  let asked = 0;
  let folder: string;
  let model: CtcModel;
  let language: Language;
  let ordered: Recogniser;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tonegate-rescored-'));
    model = await loadCtc(modelIn(writeModel(folder, phoneSpeller.draft, phoneSpeller.files)));
    language = loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files)));
    const real = new addon.RescoringModel(shippedFile('lm-zh', 'rescoring.bin'));
    const rescoring: NativeRescoringModel = {
      characters: real.characters,
      score: (codePoints, ends) => {
        asked++;
        return real.score(codePoints, ends);
      },
    };
    ordered = Recogniser.open(model, { ...language, rescoring });
  });
  afterAll(async () => {
    await model.release();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    asked = 0;
  });

  it('is asked once for each sentence, and never for an interim result', async () => {
    const { partials, texts } = await hearAll(ordered, said(sentence));
    expect(partials.length).toBeGreaterThan(3);
    expect(texts()).toEqual([sentence]);
    expect(asked).toBe(1);
  });

  it('gives the same first result for every number of results, and no more than asked for', async () => {
    const [one, three, ten] = await Promise.all(
      [1, 3, 10].map(async (nBest) => (await hearAll(ordered, said(sentence), { nBest })).finals[0]?.heard),
    );
    expect(one?.length).toBe(1);
    expect(three?.length).toBe(3);
    expect(ten?.length).toBe(10);
    expect(three?.[0]).toEqual(one?.[0]);
    expect(ten?.slice(0, 3)).toEqual(three);
  });

  it('is not asked where the language model has little weight, nor where the caller wants it so', async () => {
    for (const options of [{ languageWeight: 0 }, { languageWeight: 0.1 }, { rescores: false }]) {
      const { texts } = await hearAll(ordered, said(sentence), { nBest: 1, ...options });
      expect(texts().length).toBe(1);
    }
    expect(asked).toBe(0);
  });

  it('is asked beside a custom LM, too', async () => {
    await hearAll(ordered, said(sentence), { nBest: 1, corpus: language.language });
    expect(asked).toBe(1);
  });
});
