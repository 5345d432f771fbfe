// Specification 3, section 2.3: slot notation inside questions, lexicon entries, menus and templates.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { parseRecommendation, parseSimpleEntry, parseWordEntry } from '../../../src/understanding/notation/entries.js';
import { NotationFault } from '../../../src/understanding/notation/fault.js';
import { checkedLexiconName, isName } from '../../../src/understanding/notation/names.js';
import { parseQuestion, plainText } from '../../../src/understanding/notation/question.js';
import { fillTemplate, parseTemplate } from '../../../src/understanding/notation/template.js';

/** The fault of a parser as a person reads it. */
function faultOf(parse: (text: string) => unknown, text: string): string {
  try {
    parse(text);
  } catch (fault) {
    if (fault instanceof NotationFault) return fault.in(text);
    throw fault;
  }
  throw new Error(`no fault in ${text}`);
}

const slot = (sample: string | undefined, name: string | undefined, lexicon: string | undefined) => ({
  sample,
  name,
  lexicon,
});

describe('a question', () => {
  it.each([
    ['{date}', slot(undefined, 'date', undefined), 'date'],
    ['{明天:date}', slot('明天', 'date', undefined), '明天'],
    ['{date@SYS.date}', slot(undefined, 'date', 'SYS.date'), 'date'],
    ['{明天:date@SYS.date}', slot('明天', 'date', 'SYS.date'), '明天'],
    ['{@ask}', slot(undefined, undefined, 'ask'), 'ask'],
    ['{请问:@ask}', slot('请问', undefined, 'ask'), '请问'],
  ])('%s is one slot', (text, wanted, plain) => {
    const question = parseQuestion(text);
    expect(question.kind === 'sentence' && question.parts).toEqual([{ kind: 'slot', at: 0, ...wanted }]);
    expect(plainText(question)).toBe(plain);
  });

  it('of plain text has no slot', () => {
    expect(parseQuestion('今天几号')).toEqual({ kind: 'sentence', parts: [{ kind: 'text', text: '今天几号' }] });
  });

  it('may combine text and several slots', () => {
    const question = parseQuestion('{请问:@ask}从{from@城市}到{上海:to@城市}的票');
    expect(plainText(question)).toBe('请问从from到上海的票');
  });

  it('ends a sample at the first : and begins a lexicon at the last @', () => {
    const question = parseQuestion('{a:b_c@d}x');
    expect(question.kind === 'sentence' && question.parts[0]).toMatchObject(slot('a', 'b_c', 'd'));
    expect(faultOf(parseQuestion, '{a:b:c@d}')).toMatch(/^character 4: "b:c" is not a name/);
    expect(faultOf(parseQuestion, '{a:b@c@d}')).toMatch(/^character 4: "b@c" is not a name/);
  });

  it('after RE: is a regular expression of RE2, whose named groups fill slots', () => {
    expect(parseQuestion('RE:^(我要)?退(?P<what>货|款)')).toEqual({
      ...{ kind: 'pattern', source: '^(我要)?退(?P<what>货|款)', groups: ['what'] },
    });
  });

  it.each([
    ['', 'character 1: the question is empty'],
    ['  ', 'character 1: the question is empty'],
    ['去{date', 'character 2: this { is not closed'],
    ['去date}', 'character 6: this } has no matching {; a slot is written {name}'],
    ['{a{b}}', 'character 3: a slot cannot be inside another slot'],
    ['{}', 'character 1: a slot needs a name, a lexicon, or both: {name}, {@lexicon}, {name@lexicon}'],
    ['{明天:}', 'character 1: a slot needs a name'],
    ['{:date}', 'character 2: the sample word before : is empty'],
    ['{date@}', 'character 6: the name of a lexicon is missing after @'],
    ['{2date}', 'character 2: "2date" is not a name'],
    ['𠮷{2}', 'character 3: "2" is not a name'],
    ['RE:', 'character 4: the regular expression is empty'],
    [
      'RE:(?=a)b',
      'character 4: RE2 refuses this regular expression: invalid or unsupported Perl syntax "(?="; it has no lookaround',
    ],
    ['RE:b(a)\\1', 'character 8: RE2 refuses this regular expression: invalid escape sequence "\\\\1"'],
    [`RE:${'a'.repeat(1_001)}`, 'character 4: the regular expression has 1001 characters, must have at most 1000'],
  ])('%j is refused, and the place is named', (text, message) => {
    expect(faultOf(parseQuestion, text).startsWith(message), faultOf(parseQuestion, text)).toBe(true);
  });
});

describe('names', () => {
  it('of variables have a letter or _ first, and at most 32 characters', () => {
    expect(['a', '_', 'a1', 'A_b', 'x'.repeat(32)].map(isName)).toEqual([true, true, true, true, true]);
    expect(['', '1a', 'a-b', 'é', '变量', 'x'.repeat(33), 'a.b'].map(isName).some(Boolean)).toBe(false);
  });

  it('of lexicons hold none of { } : @ and control characters, and do not begin with SYS.', () => {
    expect(checkedLexiconName('城市 cities')).toBe('城市 cities');
    expect(checkedLexiconName('e\u0301')).toBe('\u00e9');
    for (const name of ['a{b', 'a}b', 'a:b', 'a@b', 'a\tb', '', ' ', 'SYS.date']) {
      expect(() => checkedLexiconName(name), name).toThrow(NotationFault);
    }
  });
});

describe('an entry', () => {
  it('of a standard lexicon is the standard word and its synonyms, between tabs', () => {
    expect(parseWordEntry('上海\t沪\t魔都')).toEqual({ standard: '上海', synonyms: ['沪', '魔都'] });
    expect(parseSimpleEntry('嗯')).toEqual({ standard: '嗯', synonyms: [] });
  });

  it('is refused with the place where it is wrong', () => {
    expect(faultOf(parseWordEntry, '上海\t\t沪')).toBe('character 4: a word is empty');
    expect(faultOf(parseWordEntry, '上海\t沪\t上海')).toBe('character 6: "上海" occurs twice in this entry');
    expect(faultOf(parseSimpleEntry, '上海\t沪')).toMatch(
      /^character 3: an entry of a SIMPLE lexicon must be one word/,
    );
    const words = Array.from({ length: limits.nlu.wordsPerEntry + 1 }, (_, at) => `w${at}`).join('\t');
    expect(faultOf(parseWordEntry, words)).toMatch(/an entry may have at most 10000 words/);
    expect(() => parseWordEntry(words.slice(0, words.lastIndexOf('\t')))).not.toThrow();
    expect(faultOf(parseWordEntry, '长'.repeat(86))).toMatch(/has 258 bytes, must have at most 256/);
  });
});

describe('the content of a RECOMMEND answer', () => {
  it('is JSON with start, menuIds and end; ids may be numeric strings', () => {
    expect(parseRecommendation('{"start":"您想问","menuIds":[3,"12"],"end":"?"}')).toEqual({
      ...{ start: '您想问', menuIds: [3, 12], end: '?' },
    });
    expect(parseRecommendation('{"menuIds":[1]}')).toEqual({ start: '', menuIds: [1], end: '' });
  });

  it.each([
    ['{"menuIds":[1]', /must be JSON/],
    ['[1]', /must be a JSON object/],
    ['{"menuIds":[]}', /one or more ids/],
    ['{"menuIds":[1,0]}', /menuIds\[1\]: must be the id/],
    ['{"menuIds":[1,"1"]}', /twice/],
    ['{"menuIds":[1],"start":2}', /must be strings/],
    ['{"menuIds":[1],"menu":[]}', /unknown key "menu"/],
  ])('%s is refused', (content, message) => {
    expect(faultOf(parseRecommendation, content)).toMatch(message);
  });
});

describe('a template', () => {
  const variables: Readonly<Record<string, unknown>> = {
    a: 'x',
    'user.n': 1.5,
    t: true,
    list: [1, '"'],
    nothing: null,
  };
  const filled = (text: string) => fillTemplate(parseTemplate(text), (path) => variables[path.join('.')]);

  it('replaces {{ name }} in one pass, spaces or not', () => {
    expect(filled('{{a}}-{{ user.n }}-{{\tt }}')).toBe('x-1.5-true');
    expect(fillTemplate(parseTemplate('{{ a }}'), () => '{{ a }}')).toBe('{{ a }}');
  });

  it('shows what is missing, and arrays, as nothing; json shows everything', () => {
    expect(filled('[{{ b }}{{ list }}{{ nothing }}]')).toBe('[]');
    expect(filled('{{ list | json }} {{a|json}} {{b|json}}')).toBe('[1,"\\""] "x" null');
  });

  it('leaves single braces alone', () => {
    expect(filled('{ "a": {{ a|json }} }')).toBe('{ "a": "x" }');
  });

  it.each([
    ['您好{{ name', 'character 3: this {{ is not closed; a variable is written {{ name }}'],
    ['{{ }}', 'character 1: the name of a variable is missing between {{ and }}'],
    ['{{ 1a }}', 'character 4: "1a" is not a name'],
    ['{{ a..b }}', 'character 6: "" is not a name'],
    ['{{ a|upper }}', 'character 6: "upper" is not a filter; the only one is json'],
  ])('%s is refused', (text, message) => {
    expect(faultOf(parseTemplate, text).startsWith(message), faultOf(parseTemplate, text)).toBe(true);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    ':',
    '@',
    '{{',
    '}}',
    'a',
    'SYS.',
    '日',
    '\t',
    '|json',
    'RE:',
    '(',
    ')',
    '\\',
    '"',
    '𠮷',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 30 }).map((each) => each.join('')),
  );

  it.each([
    ['question', parseQuestion],
    ['template', parseTemplate],
    ['entry', parseWordEntry],
    ['menu', parseRecommendation],
  ] as const)('is a %s or a fault whose place lies in it', (_, parse) => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parse(text);
        } catch (fault) {
          if (!(fault instanceof NotationFault)) throw fault;
          expect(fault.at).toBeGreaterThanOrEqual(0);
          expect(fault.at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is a sentence is given back by its parts', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let question: ReturnType<typeof parseQuestion>;
        try {
          question = parseQuestion(text);
        } catch {
          return;
        }
        if (question.kind !== 'sentence') return;
        const written = question.parts.map((part) =>
          part.kind === 'text'
            ? part.text
            : `{${part.sample === undefined ? '' : `${part.sample}:`}${part.name ?? ''}${part.lexicon === undefined ? '' : `@${part.lexicon}`}}`,
        );
        expect(written.join('')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
