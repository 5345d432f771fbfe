// The weights of a user's list (specification 1, 2.4) on their way to the search: one above zero brings a word forward,
// and one below zero keeps it away.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hotwordsOf } from '../../../src/engine/pipeline/recognition/recognition-parts.js';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import { parseHotwords } from '../../../src/text/word-lists/hotwords.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { lexiconModel, phoneSpeller, said } from '../../helpers/models/spelling-model.js';

let folder: string;
let model: CtcModel;
let recogniser: Recogniser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-weights-'));
  model = await loadCtc(modelIn(writeModel(folder, phoneSpeller.draft, phoneSpeller.files)));
  recogniser = Recogniser.open(
    model,
    loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files))),
  );
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

/** The best text of what sounds like `spelled`, with the list of a user. */
async function heardAs(spelled: string, list = ''): Promise<string> {
  const { rules } = parseHotwords(list, { ignoreTone: false });
  const hotwords = hotwordsOf(
    recogniser,
    rules.filter((rule) => rule.kind === 'weighted'),
  );
  return await new Promise((resolve, reject) => {
    const stream = recogniser.open(
      { nBest: 1, hotwords },
      { partial: () => {}, final: ([best]) => resolve(best?.text ?? ''), ended: () => {}, failed: reject },
    );
    stream.push(said(spelled));
    stream.end();
  });
}

describe('a word of a list', () => {
  it.each(['张炜', '张玮', '张薇'])(
    'with a weight above zero takes the place of what sounds like it: %s',
    async (name) => {
      expect(await heardAs('您好我是张炜')).toBe('您好我是张伟');
      expect(await heardAs('您好我是张炜', `${name} 5`)).toBe(`您好我是${name}`);
    },
  );

  it('with a weight below zero is not heard, neither what is likely nor what a positive weight would bring', async () => {
    expect(await heardAs('已关机')).toBe('已关机');
    expect(await heardAs('已关机', '关机 5')).toBe('已关机');
    for (const weight of [-5, -4]) {
      expect(await heardAs('已关机', `关机 ${weight}`)).not.toContain('关机');
      expect(await heardAs('您好我是张炜', `张炜 ${weight}`)).toBe('您好我是张伟');
    }
  });
});
