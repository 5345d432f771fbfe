// Pinyin and the phones of the recogniser: both ways, for every character of the lexicon that ships.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { phonesOf, syllablesOf } from '../../../src/engine/pipeline/recognition/syllables.js';
import { addon } from '../../../src/native/index.js';

const heard = (...names: string[]) => names.map((name, at) => ({ name, startMs: 30 * at }));

describe('pinyin', () => {
  it.each([
    ['zhong1', ['zh', 'ong1']],
    ['zhi1', ['zh', 'iii1']],
    ['ri4', ['r', 'iii4']],
    ['si4', ['s', 'ii4']],
    ['ji1', ['j', 'i1']],
    ['ju2', ['j', 'v2']],
    ['jue2', ['j', 've2']],
    ['xuan3', ['x', 'van3']],
    ['qun2', ['q', 'vn2']],
    ['xiong1', ['x', 'iong1']],
    ['nv3', ['n', 'v3']],
    ['nü3', ['n', 'v3']],
    ['lüe4', ['l', 've4']],
    ['lue4', ['l', 've4']],
    ['lu4', ['l', 'u4']],
    ['liu2', ['l', 'iu2']],
    ['gui4', ['g', 'ui4']],
    ['yi1', ['i1']],
    ['you3', ['iu3']],
    ['yuan2', ['van2']],
    ['yun4', ['vn4']],
    ['ying2', ['ing2']],
    ['wu3', ['u3']],
    ['wen4', ['un4']],
    ['weng1', ['ueng1']],
    ['er2', ['er2']],
    ['ai4', ['ai4']],
    ['de5', ['d', 'e5']],
  ])('%s is heard as %j', (syllable, phones) => {
    expect(phonesOf(syllable)).toEqual(phones);
  });

  it.each(['', 'zhong', 'zhong6', 'zh1', '1', '中', 'a b1'])('%j is no syllable with a tone', (text) => {
    expect(phonesOf(text)).toBeUndefined();
  });
});

describe('phones', () => {
  it('become syllables that begin where their initial does', () => {
    expect(syllablesOf(heard('zh', 'ong1', 'i1', 'x', 've2'))).toEqual([
      { text: 'zhong1', startMs: 0 },
      { text: 'yi1', startMs: 60 },
      { text: 'xue2', startMs: 90 },
    ]);
  });

  it('that are left over make no syllables', () => {
    expect(syllablesOf(heard('zh', 'ong1', 'x'))).toBeUndefined();
    expect(syllablesOf(heard('zh', 'x', 'ong1'))).toBeUndefined();
    expect(syllablesOf(heard('中'))).toBeUndefined();
  });

  it('of every character in the lexicon that ships are those of its pinyin', () => {
    const lexicon = new addon.Lexicon(fileURLToPath(new URL('../../../models/lm-zh/lexicon.bin', import.meta.url)));
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (let word = 0; word < lexicon.words; word++) {
      const text = lexicon.text(word);
      if ([...text].length > 1) continue;
      for (const reading of lexicon.readings(text)) {
        const names = [...reading].map((unit) => lexicon.units[unit] ?? '');
        const syllables = syllablesOf(heard(...names))?.map(({ text }) => text) ?? [];
        for (const syllable of syllables) seen.add(syllable);
        if (syllables.flatMap((each) => phonesOf(each) ?? []).join() !== names.join()) wrong.push(names.join(' '));
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(1_000);
  });
});
