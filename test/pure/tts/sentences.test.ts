// Issue 6, part 1: text of any length is read sentence by sentence; specification 2, section 8: plain text has no
// limit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consonants, finals, initials, type SpokenSentence, vowels } from '../../../src/protocol/engine/synthesis.js';
import { ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { openText, type SynthesisText } from '../../../src/tts/front-end.js';
import { cutSentences } from '../../../src/tts/split.js';
import { asSpoken, sentencesOf } from '../../helpers/audio/spoken.js';

// a sentence has at most 60 characters; a sign has a name of at most four syllables, an address four for each sign
const tokensPerCharacter = 6;

const plain: Omit<SynthesisText, 'text'> = {
  isMarkup: false,
  language: 'cn',
  digitMode: 0,
  speakPunctuation: false,
};

function moods(text: string): string[] {
  return sentencesOf(text).map(({ mood }) => mood);
}

function texts(text: string): string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end));
}

describe('sentences', () => {
  it('ends a sentence at its mark, with the quotes that close it', () => {
    expect(texts('你好。他说：“好！”我走了。')).toEqual(['你好。', '他说：“好！”', '我走了。']);
  });

  it('ends a sentence at a line break', () => {
    expect(texts('第一行\n第二行')).toEqual(['第一行\n', '第二行']);
  });

  it('does not end one inside a number, an address or after a title', () => {
    expect(texts('费用是3.5元。')).toEqual(['费用是3.5元。']);
    expect(texts('见www.a.com/b?c=1吧。')).toEqual(['见www.a.com/b?c=1吧。']);
    expect(texts('Dr. Li is in. Wait.')).toEqual(['Dr. Li is in.', ' Wait.']);
  });

  it('cuts the first sentence at a comma, so that it is heard soon', () => {
    expect(texts('尊敬的客户您好，您的余额不足，请充值。')).toEqual(['尊敬的客户您好，', '您的余额不足，请充值。']);
    expect(moods('尊敬的客户您好，您的余额不足。')).toEqual(['continuing', 'statement']);
  });

  it('cuts a long one at its last comma, or else before it is too long', () => {
    const long = '我们'.repeat(25);
    expect(texts(`好。${long}，${long}。`)).toEqual(['好。', `${long}，`, `${long}。`]);
    const endless = '我们'.repeat(100);
    expect(texts(endless).join('')).toBe(endless);
    for (const text of texts(endless)) expect(text.length).toBeLessThanOrEqual(limits.tts.sentenceCharacters);
  });

  it('does not cut a word or a pair of surrogates', () => {
    const text = `${'a'.repeat(57)} international${'𠮷'.repeat(60)}`;
    expect(texts(text).filter((each) => /\p{Cs}/u.test(each))).toEqual([]);
    expect(texts(text)[0]).toBe(`${'a'.repeat(57)} `);
  });

  it.each(['好', '，', '1', ' ', '😀'])('cuts a million of %j into pieces of bounded length', (each) => {
    // the work for one sentence depends on its length alone, so that a text of any length costs the same for each
    const text = each.repeat(1_000_000 / each.length);
    let end = 0;
    let longest = 0;
    for (const cut of cutSentences(text)) {
      if (cut.start !== end) throw new Error(`a gap at ${end}`);
      longest = Math.max(longest, cut.end - cut.start);
      end = cut.end;
    }
    expect(end).toBe(text.length);
    expect(longest).toBeLessThanOrEqual(limits.tts.sentenceCharacters + 8);
  });

  it('tells questions and exclamations from statements', () => {
    expect(moods('好吗？好！好。你去吗')).toEqual(['question', 'exclamation', 'statement', 'question']);
  });

  it('marks the last token as the end of a sentence, and no other', () => {
    const boundaries = sentencesOf('好.的，行。走吧。').map(({ tokens }) => tokens.map(({ boundary }) => boundary));
    for (const each of boundaries) {
      expect(each.at(-1)).toBe('sentence');
      expect(each.slice(0, -1)).not.toContain('sentence');
    }
  });

  it('gives each token its place in the request', () => {
    const [sentence] = sentencesOf('买12个iPhone');
    expect(sentence?.tokens.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [1, 3],
      [1, 3],
      [3, 4],
      [4, 10],
    ]);
  });

  it('reads no more than it is asked for', () => {
    const { sentences } = openText({ ...plain, text: `你好。${'好'.repeat(1_000_000)}` }, () => false);
    const first = sentences.next();
    expect(first.done === false && first.value.end).toBe(3);
    sentences.return();
  });
});

const known = {
  initials: new Set<string>(['', ...initials]),
  finals: new Set<string>(finals),
  phones: new Set<string>([...consonants, ...vowels.flatMap((each) => [`${each}0`, `${each}1`, `${each}2`])]),
};

/** The faults in the sentences of a text; plain comparisons, as there are very many of them. */
function faultsOf(sentences: readonly SpokenSentence[]): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, what: string): void => {
    if (!isRight) faults.push(what);
  };
  let end = 0;
  for (const sentence of sentences) {
    check(sentence.start === end && sentence.end > end, `sentence at ${sentence.start}`);
    end = sentence.end;
    const most = tokensPerCharacter * (sentence.end - sentence.start) + 8;
    check(sentence.tokens.length <= most, `${sentence.tokens.length} tokens`);
    let place = sentence.start;
    for (const token of sentence.tokens) {
      check(token.start >= place && token.end >= token.start && token.end <= end, `token at ${token.start}`);
      place = token.start;
      if (token.kind === 'syllable') {
        const isKnown = known.initials.has(token.initial) && known.finals.has(token.final);
        check(isKnown && token.tone >= 1 && token.tone <= 5, `${token.initial}${token.final}${token.tone}`);
      } else if (token.kind === 'english') {
        const isKnown = token.phones.length > 0 && token.phones.every((phone) => known.phones.has(phone));
        check(isKnown, `${token.text}: ${token.phones.join(' ')}`);
      }
    }
  }
  return faults;
}

const fragment = fc.constantFrom(
  ...['一', '不', '儿', '了', '行', '第', '2', '10', '3.5', '-', '%', '¥', '℃', ':', '.', ',', '，', '。', ' ', '\n'],
  ...['GDP', 'hello', '@', '/', '+', '😀', '\u0301', '𠮷', '㎡', '1/2', '2026年', '13812345678', 'www.a.com', 'Ⅳ', '“'],
);

const params = fc.record({
  language: fc.constantFrom('cn', 'en'),
  digitMode: fc.constantFrom(0, 1, 2, 3),
  speakPunctuation: fc.boolean(),
}) as fc.Arbitrary<Pick<SynthesisText, 'language' | 'digitMode' | 'speakPunctuation'>>;

describe('any text', () => {
  it('ends with sentences of known units in their order, or with a clear error', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join('')),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 }).map((units) => String.fromCharCode(...units)),
      fc
        .array(fc.integer({ min: 0x4e00, max: 0x9fff }), { maxLength: 80 })
        .map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(anyText, params, (text, given) => {
        const sentences: SpokenSentence[] = [];
        try {
          for (const each of openText({ ...plain, ...given, text }, () => false).sentences) sentences.push(each);
          expect(sentences.some(({ tokens }) => tokens.length > 0)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect((error as Error).message).toBe('text: contains nothing that can be spoken');
        }
        expect(faultsOf(sentences)).toEqual([]);
        expect(sentences.at(-1)?.end ?? 0).toBe(text.length);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same each time', () => {
    const text = '重庆银行行长2026年买了3把雨伞，hello！';
    expect(asSpoken(text)).toBe(asSpoken(text));
  });
});
