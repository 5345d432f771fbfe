// The searches as JavaScript sees them, with the project's own lexicon and language model; native/test/search_*.cc has
// their arithmetic. The recogniser is made up, so that its mistakes are known.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { addon } from '../../../src/native/index.js';
import {
  type CtcOptions,
  type HotwordScale,
  hotwordBase,
  hotwordBounds,
  hotwordRunLength,
  makeCtcDecoder,
  makeHotwords,
  unitStride,
  wordStride,
} from '../../../src/native/search.js';
import type { Hypothesis, NativeHotwordGraph } from '../../../src/native/search-addon.js';
import { alikeUnits, posteriorsOf, randomOf } from '../../helpers/models/posteriors.js';

const model = (name: string) => fileURLToPath(new URL(`../../../models/lm-zh/${name}`, import.meta.url));
const lexicon = new addon.Lexicon(model('lexicon.bin'));
const language = new addon.LanguageModel(model('lm.bin'));
const units = lexicon.units;
const alike = alikeUnits(units);
const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-search-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sentences = [
  '您好您拨叫的用户暂时无人接听请您稍后再拨',
  '您拨打的号码是空号请核对后再拨',
  '您好您的手机号码已被暂停服务',
  '这部电影是什么时候上映的',
  '你好帮我找一家人均消费一百元以上的餐馆',
  '这家酒店的评分是多少分',
  '附近有什么好玩的景点吗',
  '你知道这首歌是谁唱的吗',
  '谢谢你的推荐我一定会去看的',
  '请问从这里到机场坐地铁要多长时间',
];

const posteriors = (text: string, seed: number, mistakes: number, doubt = 0.1) =>
  posteriorsOf(lexicon.readings(text)[0] ?? [], { units, alike, random: randomOf(seed), mistakes, doubt });

const textOf = ({ words }: Hypothesis, hotwords: Record<number, string> = {}) => {
  let text = '';
  for (let at = 0; at < words.length; at += wordStride) {
    const word = words[at] ?? 0;
    text += word >= hotwordBase ? (hotwords[word - hotwordBase] ?? '?') : lexicon.text(word);
  }
  return text;
};

function decode(rows: Float32Array, options: Partial<CtcOptions> = {}, hotwords: NativeHotwordGraph | null = null) {
  const decoder = makeCtcDecoder({ units: units.length, lexicon, language, ...options });
  decoder.setHotwords(hotwords);
  decoder.push(rows);
  return decoder.finish();
}

const first = (all: Hypothesis[]): Hypothesis =>
  all[0] ?? {
    score: 0,
    units: new Float64Array(),
    clearness: new Float64Array(),
    lost: new Float64Array(),
    words: new Float64Array(),
  };

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const sign of a) {
    let left = (row[0] ?? 0) + 1;
    const next = [left];
    for (let at = 0; at < b.length; at++) {
      left = Math.min(left + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (sign === b[at] ? 0 : 1));
      next.push(left);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function characterError(mistakes: number, options: Partial<CtcOptions>): number {
  let wrong = 0;
  let all = 0;
  for (const [at, text] of sentences.entries()) {
    for (let seed = 0; seed < 3; seed++) {
      wrong += distance(text, textOf(first(decode(posteriors(text, 100 * at + seed, mistakes), options))));
      all += text.length;
    }
  }
  return wrong / all;
}

describe('from text to units and back', () => {
  it('reads a sentence in initials and tonal finals', () => {
    const [reading = []] = lexicon.readings('中国银行');
    expect([...reading].map((unit) => units[unit])).toEqual(['zh', 'ong1', 'g', 'uo2', 'in2', 'h', 'ang2']);
    expect(lexicon.readings('abc')).toEqual([]);
    expect(lexicon.split('☎')).toEqual(new Uint16Array(0));
  });

  it('gives sentences back from perfect frames', () => {
    expect(characterError(0, {})).toBeLessThan(0.03);
  });

  it('gives nearly all back where one unit of eight is taken for another, and far less without a language model', () => {
    expect(characterError(0.125, {})).toBeLessThan(0.08);
    expect(characterError(0.125, { language: null })).toBeGreaterThan(0.2);
  });

  it('finds more likely what people say than the same words in disorder', () => {
    const [said, disordered] = ['您拨打的电话已关机', '机关已话电的打拨您'].map((text) => lexicon.split(text));
    expect(language.score(said as Uint16Array, true)).toBeGreaterThan(
      language.score(disordered as Uint16Array, true) + 20,
    );
  });
});

describe('CtcDecoder', () => {
  const rows = posteriors('您拨打的号码是空号', 1, 0);

  it('gives the same for frames in pieces as for the whole', () => {
    const whole = decode(rows);
    const decoder = makeCtcDecoder({ units: units.length, lexicon, language });
    for (let at = 0; at < rows.length; at += 3 * units.length) decoder.push(rows.subarray(at, at + 3 * units.length));
    expect(decoder.finish()).toEqual(whole);
  });

  it('says when every unit was, in order, and how sure it is', () => {
    const { units: heard } = first(decode(rows));
    let last = 0;
    for (let at = 0; at < heard.length; at += unitStride) {
      const [, start = 0, end = 0, confidence = 0] = heard.subarray(at, at + unitStride);
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      expect(confidence).toBeGreaterThan(0.3);
      expect(confidence).toBeLessThanOrEqual(1);
      last = end;
    }
    expect(last).toBeLessThanOrEqual(rows.length / units.length);
  });

  it('gives several different hypotheses, the best first', () => {
    const all = decode(rows, { nBest: 5 });
    expect(all.length).toBe(5);
    expect(new Set(all.map((one) => textOf(one))).size).toBe(5);
    for (let at = 1; at < all.length; at++) expect(all[at]?.score).toBeLessThanOrEqual(all[at - 1]?.score ?? 0);
  });

  it('begins again after an endpoint, while time goes on', () => {
    const decoder = makeCtcDecoder({ units: units.length, lexicon, language });
    decoder.push(rows);
    const before = first(decoder.finish());
    decoder.reset();
    decoder.push(rows);
    const after = first(decoder.finish());
    expect(textOf(after)).toBe(textOf(before));
    expect(after.units[1]).toBe((before.units[1] ?? 0) + rows.length / units.length);
    expect(decoder.frames).toBe((2 * rows.length) / units.length);
  });

  it('hears partial words while the audio goes on', () => {
    const decoder = makeCtcDecoder({ units: units.length, lexicon, language });
    const texts = [];
    for (let at = 0; at < rows.length; at += 6 * units.length) {
      decoder.push(rows.subarray(at, at + 6 * units.length));
      texts.push(textOf(decoder.best()));
    }
    expect(texts.at(-1)).toBe('您拨打的号码是空号');
    expect(texts.some((text) => text.startsWith('您拨打') && text.length < 6)).toBe(true);
  });

  it('finds nothing in frames of no numbers, and goes on', () => {
    const decoder = makeCtcDecoder({ units: units.length, lexicon, language });
    decoder.push(new Float32Array(units.length * 20).fill(Number.NaN));
    decoder.push(new Float32Array(units.length * 20).fill(Number.POSITIVE_INFINITY));
    decoder.push(new Float32Array(units.length * 20).fill(-1e30));
    expect(decoder.finish().length).toBe(1);
    decoder.restart();
    decoder.push(rows);
    expect(decoder.finish()).toEqual(decode(rows));
  });

  it('scores units by a language model without a lexicon', () => {
    const signs = ['一', '以', '已', '关', '管', '机', '鸡'];
    const wordOfUnit = Uint32Array.from([0xffff_ffff, ...signs.map((sign) => lexicon.split(sign)[0] ?? 0)]);
    const doubtful = (pairs: number[][]) =>
      Float32Array.from(
        pairs.flatMap((pair) => [
          ...Array.from({ length: 8 }, (_, unit) => Math.log(pair.includes(unit) ? 0.9 / pair.length : 0.1 / 8)),
          ...Array.from({ length: 8 }, (_, unit) => Math.log(unit === 0 ? 0.993 : 0.001)),
        ]),
      );
    const decoder = makeCtcDecoder({ units: 8, language, wordOfUnit });
    decoder.push(
      doubtful([
        [1, 2, 3],
        [4, 5],
        [6, 7],
      ]),
    );
    const heard = first(decoder.finish()).units;
    const chosen = [0, 1, 2].map((at) => heard[at * unitStride] ?? 0);
    const score = (run: number[]) =>
      language.score(
        Uint16Array.from(run, (unit) => wordOfUnit[unit] ?? 0),
        true,
      );
    const all = [1, 2, 3].flatMap((a) => [4, 5].flatMap((b) => [6, 7].map((c) => [a, b, c])));
    expect(score(chosen)).toBe(Math.max(...all.map(score)));
  });
});

describe('hotwords', () => {
  it('bring a name that the language model does not expect', () => {
    const text = '您好我是张炜';
    const rows = posteriors(text, 7, 0);
    expect(textOf(first(decode(rows)))).not.toBe(text);
    const { graph, unread } = makeHotwords([{ number: 3, text: '张炜', weight: 5 }], lexicon, language);
    expect(unread).toEqual([]);
    expect(textOf(first(decode(rows, {}, graph)), { 3: '张炜' })).toBe(text);
  });

  it('are heard by readings that are given for them', () => {
    const reading = lexicon.readings('开踢威')[0] ?? new Uint16Array(0);
    const { graph } = makeHotwords([{ number: 0, text: 'KTV', weight: 4, readings: [reading] }], lexicon, language);
    expect(textOf(first(decode(posteriors('我们去开踢威吧', 5, 0), {}, graph)), { 0: 'KTV' })).toBe('我们去KTV吧');
  });

  describe('read with z where zh is said and z hardly', () => {
    const [said, meant] = [units.indexOf('zh'), units.indexOf('z')];
    const rows = posteriors('您好我是张炜', 7, 0);
    for (let at = 0; at < rows.length; at += units.length) rows[at + meant] = (rows[at + said] ?? 0) - 5;
    const reading = Uint16Array.from(lexicon.readings('张炜')[0] ?? [], (unit) => (unit === said ? meant : unit));
    const heard = (readings: Uint16Array[], scale: Partial<HotwordScale> = {}) => {
      const entries = [{ number: 3, text: 'W', weight: 5, readings }];
      const { graph } = makeHotwords(entries, lexicon, language, { ...scale, creditPerUnit: 4 });
      return textOf(first(decode(rows, {}, graph)), { 3: 'W' });
    };

    it('are not written over other sounds, however heavy they are', () => {
      expect(heard([reading])).toBe('您好我是W');
      expect(heard([reading], hotwordBounds)).not.toContain('W');
      expect(heard(lexicon.readings('张炜'), hotwordBounds)).toBe('您好我是W');
    });

    it('are heard through a unit that is near one of theirs, at its cost', () => {
      const near = (cost: number) => ({ ...hotwordBounds, near: [{ meant, heard: said, cost }] });
      expect(heard([reading], near(0.5))).toBe('您好我是W');
      expect(heard([reading], near(20))).not.toContain('W');
    });
  });

  it('that the language model has never seen cost no more than leastLanguage', () => {
    const rows = posteriors('您好我是张炜', 7, 0);
    const score = (leastLanguage: number) => {
      const entries = [{ number: 3, text: '张炜', weight: 5 }];
      return first(decode(rows, {}, makeHotwords(entries, lexicon, language, { leastLanguage }).graph)).score;
    };
    expect(score(-1)).toBeGreaterThan(score(-1e6) + 1);
  });

  it('longer than a graph takes are left out and told, and the others are heard', () => {
    const long = Uint16Array.from({ length: hotwordRunLength + 1 }, () => 1);
    const entries = [
      { number: 0, text: 'W', weight: 5, readings: [long] },
      { number: 1, text: '的'.repeat(hotwordRunLength + 1), weight: -5 },
      { number: 3, text: '张炜', weight: 5 },
    ];
    const { graph, unread } = makeHotwords(entries, lexicon, language);
    expect(unread).toEqual([0, 1]);
    expect(textOf(first(decode(posteriors('您好我是张炜', 7, 0), {}, graph)), { 3: '张炜' })).toBe('您好我是张炜');
  });

  it('of negative weight are avoided', () => {
    const rows = posteriors('已关机', 2, 0);
    expect(textOf(first(decode(rows)))).toBe('已关机');
    const { graph } = makeHotwords([{ number: 0, text: '关机', weight: -5 }], lexicon, language);
    expect(textOf(first(decode(rows, {}, graph)))).not.toContain('关机');
  });

  it('change nothing in sentences without them', () => {
    const names = Array.from({ length: 200 }, (_, at) => ({
      number: at,
      text: `${'赵钱孙李周吴郑王'[at % 8]}${'冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚'[at % 25]}`,
      weight: 3,
    }));
    const { graph } = makeHotwords(names, lexicon, language);
    for (const [seed, text] of sentences.entries()) {
      const rows = posteriors(text, seed, 0.05);
      expect(textOf(first(decode(rows, {}, graph)))).toBe(textOf(first(decode(rows))));
    }
  });

  it('that nobody can read are named', () => {
    expect(makeHotwords([{ number: 9, text: 'XYZ', weight: 1 }], lexicon, language).unread).toEqual([9]);
  });
});

describe('files and arguments that are not sound', () => {
  it.each(['lexicon.bin', 'lm.bin', 'rescoring.bin'] as const)(
    '%s is refused when it is cut, longer, or something else',
    (name) => {
      const Kind = {
        'lexicon.bin': addon.Lexicon,
        'lm.bin': addon.LanguageModel,
        'rescoring.bin': addon.RescoringModel,
      }[name];
      const bytes = readFileSync(model(name));
      const file = path.join(folder, name);
      const faults: Array<[Buffer, RegExp]> = [
        [bytes.subarray(0, bytes.length - 1), /ends before/],
        [Buffer.concat([bytes, Buffer.alloc(8)]), /bytes follow/],
        [Buffer.from('RIFF0000WAVEfmt '), /must begin with/],
        [Buffer.alloc(0), /empty/],
      ];
      for (const [damaged, reason] of faults) {
        writeFileSync(file, damaged);
        expect(() => new Kind(file)).toThrow(reason);
      }
      expect(() => new Kind(path.join(folder, 'nothing'))).toThrow(/No such file/);
      expect(() => new Kind(folder)).toThrow(/not a file/);
    },
  );

  it.each<[string, Partial<Record<keyof CtcOptions, unknown>>]>([
    ['other units than the lexicon', { units: 100 }],
    ['a blank that is no unit', { blank: 217 }],
    ['a beam of nothing', { beam: 0 }],
    ['something that is no lexicon', { lexicon: {} }],
    ['a language model in place of a lexicon', { lexicon: language }],
    ['words of units beside a lexicon', { wordOfUnit: new Uint32Array(217) }],
    ['a weight that is no number', { languageWeight: Number.NaN }],
    ['a penalty on blank below 0', { blankPenalty: -1 }],
  ])('CtcDecoder refuses %s', (_, options) => {
    expect(() => makeCtcDecoder({ units: units.length, lexicon, language, ...options } as never)).toThrow(TypeError);
  });

  it('frames must be whole', () => {
    const decoder = makeCtcDecoder({ units: units.length, lexicon, language });
    expect(() => decoder.push(new Float32Array(units.length + 1))).toThrow(/whole frames of 217/);
  });

  it('HotwordGraph refuses ends that do not fit and weights above 5', () => {
    const u16 = Uint16Array.of(1, 2);
    const none = new Uint32Array(0);
    const graph = (ends: number[], weight: number, near: number[] = [], costs: number[] = []) =>
      new addon.HotwordGraph(
        u16,
        Uint32Array.from(ends),
        new Uint16Array(0),
        Uint32Array.from(ends, () => 0),
        Uint32Array.from(ends, () => 0),
        Float32Array.from(ends, () => weight),
        Float32Array.from(ends, () => 0),
        0.5,
        1,
        0,
        -10,
        Uint16Array.from(near),
        Float32Array.from(costs),
      );
    expect(graph([2], 5).nodes).toBe(3);
    expect(() => graph([3], 5)).toThrow(TypeError);
    expect(() => graph([2, 1], 5)).toThrow(TypeError);
    expect(() => graph([2], 5.1)).toThrow(TypeError);
    expect(() => graph([2], Number.NaN)).toThrow(TypeError);
    expect(() => graph([2], 5, [1, 2], [0.5])).not.toThrow();
    expect(() => graph([2], 5, [1, 2, 3], [0.5])).toThrow(TypeError);
    expect(() => graph([2], 5, [1, 2], [-1])).toThrow(TypeError);
    expect(
      () => new addon.HotwordGraph(u16, none, u16, none, none, new Float32Array(0), new Float32Array(0), 0.5),
    ).toThrow(TypeError);
  });
});
