// The punctuation model that ships, through the product's own loader.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PunctuationModel } from '../../../src/engine/runtime/classifiers/punctuation.js';
import { loadPunctuation } from '../../../src/engine/runtime/models/load.js';
import { modelIn } from '../../helpers/models/model-folder.js';
import { timeFactor } from '../../helpers/time-factor.js';

const root = new URL('../../../', import.meta.url);
/** Measured 0.79 (the model's card); far below it, something is broken. */
const leastMicroF1 = 0.7;
const allBytes = 3_000_000;
const marks = /[，。？]/;

let model: PunctuationModel;
beforeAll(async () => {
  model = await loadPunctuation(modelIn(fileURLToPath(new URL('models/punc-zh', root))));
});
afterAll(() => model.release());

const finished = (text: string) => model.punctuate(text, { isFinished: true });

describe('punc-zh', () => {
  it.each([
    ['您好您拨打的用户已关机请稍后再拨', '您好，您拨打的用户已关机，请稍后再拨。'],
    ['请问您找哪位', '请问您找哪位？'],
    ['你知道这部电影吗', '你知道这部电影吗？'],
  ])('%s', async (text, expected) => {
    expect(await finished(text)).toBe(expected);
  });

  it('sets the marks of customer service sentences that it was not trained on', async () => {
    const lines = readFileSync(new URL('scripts/measure/eval/classifiers/punc_phrases.txt', root), 'utf8')
      .trimEnd()
      .split('\n');
    const [counts, all] = [{ hit: 0, said: 0 }, [...lines.join('')].filter((each) => marks.test(each)).length];
    for (const line of lines) {
      const right = positions(line);
      for (const mark of positions(await finished(line.replace(/[，。？]/g, '')))) {
        counts.said += 1;
        if (right.includes(mark)) counts.hit += 1;
      }
    }
    expect((2 * counts.hit) / (counts.said + all)).toBeGreaterThan(leastMicroF1);
  });

  it('weighs at most 3 MB', () => {
    expect(model.manifest.files.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThan(allBytes);
  });

  it('never starts with a mark, never sets two in a row, and ends a finished text with a full stop or a question mark', {
    timeout: 30_000 * timeFactor,
  }, async () => {
    const letters = fc.constantFrom(...'您好请问吗的是不了啊喂一二三再见谢谢ab1鑫𠮷');
    await fc.assert(
      fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 60 }), async (characters) => {
        const text = characters.join('');
        const marked = await finished(text);
        expect(marked.replace(/[，。？]/g, '')).toBe(text);
        expect(marked).not.toMatch(/^[，。？]|[，。？]{2}/);
        expect(marked).toMatch(/[。？]$/);
      }),
      { numRuns: 60 },
    );
  });

  it('sets no mark inside a word of Latin letters or digits, nor beside a mark that is there', async () => {
    const marked = await finished('你好hello2026，请问你会说english吗？');
    expect(marked).toContain('hello2026，');
    expect(marked).toContain('english');
    expect(marked).not.toMatch(/[，。？]{2}/);
    expect(await finished('')).toBe('');
  });

  it('leaves the end of an unfinished text open where the sentence goes on', async () => {
    expect(await model.punctuate('您拨打的用户正在通话中请您稍')).toBe('您拨打的用户正在通话中，请您稍');
  });
});

/** Each mark with the number of characters before it. */
function positions(text: string): string[] {
  let characters = 0;
  return [...text].flatMap((each) => {
    if (marks.test(each)) return [`${characters}${each}`];
    characters += 1;
    return [];
  });
}
