// The screening table's keywords as hotwords of the recogniser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keywordHotwords } from '../../../src/engine/pipeline/screening/prompt-hotwords.js';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import { defaultKeywordRows } from '../../../src/ring/default-tables.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { lexiconModel, phoneSpeller } from '../../helpers/models/spelling-model.js';

let folder: string;
let model: CtcModel;
let recogniser: Recogniser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-keywords-'));
  model = await loadCtc(modelIn(writeModel(folder, phoneSpeller.draft, phoneSpeller.files)));
  const language = loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files)));
  recogniser = Recogniser.open(model, language);
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

describe('keywords as hotwords', () => {
  const row = (word: string) => ({ word, resultId: 1, resultName: 'x' });

  it('every keyword of the default table can be read', () => {
    expect(keywordHotwords(recogniser, defaultKeywordRows)).toMatchObject({
      unread: [],
      graph: { nodes: expect.any(Number) },
    });
  });

  it('are compiled once for a table, and anew for another', () => {
    const first = keywordHotwords(recogniser, defaultKeywordRows);
    expect(keywordHotwords(recogniser, defaultKeywordRows)).toBe(first);
    expect(keywordHotwords(recogniser, [...defaultKeywordRows])).not.toBe(first);
  });

  it('one character is too short, and the same word in two rows is one', () => {
    const alone = keywordHotwords(recogniser, [row('忙'), row('空号'), row('空号')]);
    expect([alone?.text(0), alone?.text(1)]).toEqual(['空号', '']);
  });

  it('there are none without a lexicon', () => {
    expect(keywordHotwords(Recogniser.open(model), defaultKeywordRows)).toBeUndefined();
  });
});
