// Specification 3, section 2.3: custom lexicons in a text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../../src/understanding/entities/entity.js';
import { EntityFinder } from '../../../../src/understanding/entities/finder.js';
import type { Value } from '../../../../src/understanding/notation/expression.js';
import type { EntryRecord, LexiconRecord } from '../../../../src/understanding/package/records.js';

const moment = { nowMs: Date.UTC(2026, 10, 22), timeZone: 'Asia/Shanghai' };

const lexicon = (id: number, name: string, type: LexiconRecord['type'], more: Partial<LexiconRecord> = {}) =>
  ({
    id,
    name,
    type,
    representWord: type === 'SIMPLE' ? '' : `${name}词`,
    matchVar: '',
    classes: [],
    ...more,
  }) as const;
const entry = (lexiconId: number, content: string, classId: number | null = null): EntryRecord => ({
  ...{ lexiconId, classId, content },
});

const department = lexicon(1, '科室', 'STANDARD');
const rude = lexicon(2, '脏话', 'SIMPLE');
const dish = lexicon(3, '菜', 'DYNAMIC', {
  matchVar: 'user.city',
  classes: [
    { id: 11, name: '其他', matchValue: '' },
    { id: 12, name: '苏州', matchValue: '苏州' },
    { id: 13, name: '五', matchValue: '5' },
  ],
});
const plan = lexicon(4, '套餐', 'STANDARD');
const finder = new EntityFinder(
  [department, rude, dish, plan],
  [
    entry(1, '口腔科\t牙科\t看牙'),
    entry(1, '心内科\t心脏内科'),
    entry(1, '骨科'),
    entry(1, '眼'),
    entry(2, '混蛋'),
    entry(2, '白痴'),
    entry(3, '米饭', 11),
    entry(3, '松鼠桂鱼\t桂鱼', 12),
    entry(3, '火锅', 13),
    entry(4, 'VIP\t贵宾'),
    entry(4, 'Café'),
    entry(4, '5G套餐'),
    entry(4, '银行卡'),
  ],
);

const found = (
  text: string,
  names: readonly string[],
  variables: (path: readonly string[]) => Value = () => undefined,
) =>
  finder
    .find(text, names, { moment, variables })
    .map(({ lexicon: name, value, normValue }) => [name, value, normValue]);

describe('a standard lexicon', () => {
  it('gives the standard word of a synonym', () => {
    expect(found('我想看牙', ['科室'])).toEqual([['科室', '看牙', '口腔科']]);
  });

  it('is not looked at unless it is asked for', () => {
    expect(found('我想看牙', ['套餐'])).toEqual([]);
    expect(found('我想看牙', [])).toEqual([]);
    expect(found('我想看牙', ['没有'])).toEqual([]);
  });

  it('finds a word whatever its case and width', () => {
    for (const text of ['办ＶＩＰ卡', '办vip卡', '办Vip卡', 'ｖｉｐ'])
      expect(found(text, ['套餐'])[0]?.[2]).toBe('VIP');
    expect(found('办ＶＩＰ卡', ['套餐'])).toEqual([['套餐', 'ＶＩＰ', 'VIP']]);
  });

  it('finds a word whose letters are composed in another way, and gives the text as it stands', () => {
    expect(found('去CAFE\u0301坐坐', ['套餐'])).toEqual([['套餐', 'CAFE\u0301', 'Café']]);
    expect(finder.find('去cafe\u0301坐坐', ['套餐'], { moment, variables: () => undefined })[0]).toMatchObject({
      start: 1,
      end: 6,
    });
  });

  it('finds no Latin word inside a longer one', () => {
    expect(found('vipers 和 avip', ['套餐'])).toEqual([]);
    expect(found('15G套餐', ['套餐'])).toEqual([]);
    expect(found('vip2', ['套餐'])).toEqual([['套餐', 'vip', 'VIP']]);
  });
});

describe('a word by its sound', () => {
  it('is found where the recogniser wrote other characters', () => {
    expect(found('我要挂谷科', ['科室'])).toEqual([['科室', '谷科', '骨科']]);
    expect(found('心类科', ['科室'])).toEqual([]);
    expect(found('新内科', ['科室'])).toEqual([['科室', '新内科', '心内科']]);
    expect(found('五级套餐', ['套餐'])).toEqual([]);
    expect(found('5G淘餐', ['套餐'])).toEqual([['套餐', '5G淘餐', '5G套餐']]);
  });

  it('takes the reading that a character has in its word', () => {
    expect(found('因航卡', ['套餐'])).toEqual([['套餐', '因航卡', '银行卡']]);
    expect(found('因行卡', ['套餐'])).toEqual([['套餐', '因行卡', '银行卡']]);
    expect(found('因形卡', ['套餐'])).toEqual([]);
  });

  it('gives way to a word that is spelled', () => {
    expect(found('骨科谷科', ['科室'])).toEqual([
      ['科室', '骨科', '骨科'],
      ['科室', '谷科', '骨科'],
    ]);
  });

  it('is not found for one character and in simple lexicons', () => {
    expect(found('演', ['科室'])).toEqual([]);
    expect(found('白吃', ['脏话'])).toEqual([]);
    expect(found('白痴', ['脏话'])).toEqual([['脏话', '白痴', '白痴']]);
  });
});

describe('a word that was asked for', () => {
  const nearly = (text: string, name: string, of = finder) =>
    of.findNearly(text, name, { moment, variables: () => undefined }).map(({ value, normValue }) => [value, normValue]);

  it('is found where it nearly sounds so: one slip for two syllables', () => {
    expect(nearly('心类科', '科室')).toEqual([['心类科', '心内科']]);
    expect(nearly('看压', '科室')).toEqual([['看压', '口腔科']]);
    expect(nearly('星类课', '科室')).toEqual([]);
    expect(nearly('我要吃饭', '科室')).toEqual([]);
  });

  it('may be a day or a time of day', () => {
    expect(nearly('好天', 'SYS.date')).toEqual([['后天', '2026-11-24']]);
    expect(nearly('下午散点', 'SYS.time')).toEqual([['下午三点', 'T15:00:00']]);
    expect(nearly('随便', 'SYS.date')).toEqual([]);
    expect(nearly('几点都行', 'SYS.time')).toEqual([]); // a question, and not 七点
  });

  it('may be an amount of money or an age without its unit', () => {
    expect(nearly('大概三百五吧', 'SYS.money')).toEqual([['三百五', '350 CNY']]);
    expect(nearly('一千左右', 'SYS.money')).toEqual([['一千', '1000 CNY']]);
    expect(nearly('3.5万', 'SYS.money')).toEqual([['3.5万', '35000 CNY']]);
    expect(nearly('快五十了', 'SYS.age')).toEqual([['五十', '50']]);
    for (const other of ['三个人', '第三', '五点', '百分之五', 'A50', '零']) {
      expect(nearly(other, 'SYS.money')).toEqual([]);
    }
    expect(nearly('一百五', 'SYS.age')).toEqual([]);
  });

  it('is no word of a simple lexicon, no number and no name', () => {
    expect(nearly('摆痴', '脏话')).toEqual([]);
    expect(nearly('你四', 'SYS.number')).toEqual([]);
    expect(nearly('好天', '没有')).toEqual([]);
  });
});

describe('a dynamic lexicon', () => {
  const city = (value: Value) => (path: readonly string[]) => (path.join('.') === 'user.city' ? value : undefined);

  it('has the words of the class that its variable names', () => {
    expect(found('来份桂鱼和米饭', ['菜'], city('苏州'))).toEqual([['菜', '桂鱼', '松鼠桂鱼']]);
  });

  it.each([['北京'], [undefined], [null], [''], [{ a: 1 }]])('has the words of the default class for %s', (value) => {
    expect(found('来份桂鱼和米饭', ['菜'], city(value))).toEqual([['菜', '米饭', '米饭']]);
  });

  it('compares numbers as text', () => {
    expect(found('来份火锅', ['菜'], city(5))).toEqual([['菜', '火锅', '火锅']]);
  });

  it('has no words where there is no default class', () => {
    const bare = { ...dish, classes: dish.classes.slice(1) };
    const made = new EntityFinder([bare], [entry(3, '米饭', 12)]);
    expect(made.find('米饭', ['菜'], { moment, variables: () => undefined })).toEqual([]);
  });
});

describe('the representative word', () => {
  it.each([
    ['科室', '科室词'],
    ['脏话', '脏话'],
    ['SYS.city', '苏州'],
    ['SYS.flight', 'MU5101'],
    ['SYS.any_2_5', '任意'],
    ['没有', '没有'],
  ])('of %s is %s', (name, word) => {
    expect(finder.representWord(name)).toBe(word);
  });
});

describe('SYS.any', () => {
  it('is the whole input where its length fits', () => {
    expect(found(' 就说我晚点到。', ['SYS.any_2_10'])).toEqual([['SYS.any_2_10', '就说我晚点到', '就说我晚点到']]);
    expect(found('我', ['SYS.any_2_10'])).toEqual([]);
    expect(found('一二三', ['SYS.any_1_2'])).toEqual([]);
    expect(found('😀😀', ['SYS.any_1_2'])).toEqual([['SYS.any_1_2', '😀😀', '😀😀']]);
  });
});

describe('finds that overlap', () => {
  const at = (name: string, start: number, end: number): Entity => ({
    ...{ lexicon: name, start, end, value: 'x'.repeat(end - start), normValue: 'x' },
  });
  const kept = (entities: readonly Entity[], wanted?: readonly string[]) =>
    finder.settle(entities, wanted).map(({ lexicon: name, start, end }) => `${name} ${start}-${end}`);

  it('leave the wanted one, then the longer, then the earlier', () => {
    expect(kept([at('b', 0, 5), at('a', 2, 4)], ['a'])).toEqual(['a 2-4']);
    expect(kept([at('b', 0, 5), at('a', 2, 4)])).toEqual(['b 0-5']);
    expect(kept([at('b', 2, 4), at('a', 1, 3)])).toEqual(['a 1-3']);
  });

  it("leave the robot's own before the system's, then the lexicon that was named first", () => {
    expect(kept([at('SYS.city', 0, 2), at('a', 0, 2)])).toEqual(['a 0-2']);
    expect(kept([at('a', 0, 2), at('b', 0, 2)], ['b', 'a'])).toEqual(['b 0-2']);
  });

  it('leave SYS.any only where no other wanted lexicon has a find', () => {
    expect(kept([at('SYS.any_1_9', 0, 9), at('a', 1, 2)], ['SYS.any_1_9', 'a'])).toEqual(['a 1-2']);
    expect(kept([at('SYS.any_1_9', 0, 9), at('a', 1, 2)], ['SYS.any_1_9'])).toEqual(['SYS.any_1_9 0-9']);
  });

  it('leave a date beside the time that holds it, and neither beside anything else', () => {
    const [date, time] = [at('SYS.date', 0, 2), at('SYS.time', 0, 6)];
    expect(kept([time, date])).toEqual(['SYS.time 0-6', 'SYS.date 0-2']);
    expect(kept([time, date], ['SYS.date'])).toEqual(['SYS.time 0-6', 'SYS.date 0-2']);
    expect(kept([time, date, at('SYS.date', 1, 3), at('SYS.number', 4, 5)])).toEqual(['SYS.time 0-6', 'SYS.date 0-2']);
    expect(kept([time, date, at('a', 1, 2)], ['a'])).toEqual(['a 1-2']);
  });

  it('never remain otherwise', () => {
    const spans = fc.record({
      start: fc.nat(30),
      length: fc.integer({ min: 1, max: 8 }),
      name: fc.constantFrom('a', 'b', 'SYS.x'),
    });
    fc.assert(
      fc.property(fc.array(spans), fc.subarray(['a', 'b', 'SYS.x']), (each, wanted) => {
        const entities = each.map(({ start, length, name }) => at(name, start, start + length));
        const settled = finder.settle(entities, wanted);
        for (const [index, entity] of settled.entries()) {
          expect(entities).toContain(entity);
          expect(entity.start).toBeGreaterThanOrEqual(settled[index - 1]?.end ?? 0);
        }
        // what fell away overlaps something that stayed
        for (const entity of entities) {
          expect(settled.some(({ start, end }) => start < entity.end && entity.start < end)).toBe(true);
        }
      }),
    );
  });
});

describe('the finder', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', 'ｂ', '1', '科', '骨', '🎈'),
    minLength: 1,
    maxLength: 4,
  });
  const plainOf = (text: string) => text.replaceAll('ｂ', 'b').toLowerCase();
  const isEdge = (text: string, place: number) =>
    !/[a-z]{2}|[0-9]{2}/.test(place > 0 ? plainOf(text).slice(place - 1, place + 1) : '');

  it('sees exactly what a naive search sees', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(letters),
        fc.array(letters).map((parts) => parts.join('')),
        (words, text) => {
          const made = new EntityFinder(
            [rude],
            words.map((word) => entry(2, word)),
          );
          const seen = made.find(text, ['脏话'], { moment, variables: () => undefined });
          const naive: string[] = [];
          for (let start = 0; start < text.length; start++) {
            for (let end = text.length; end > start; end--) {
              const part = text.slice(start, end);
              if (!isEdge(text, start) || !isEdge(text, end)) continue;
              const word = words.find((each) => plainOf(each) === plainOf(part));
              if (word !== undefined) naive.push(`${start} ${part} ${word}`);
            }
          }
          expect(seen.map(({ start, value, normValue }) => `${start} ${value} ${normValue}`)).toEqual(naive);
        },
      ),
    );
  });

  it('gives only what stands in the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('谷', '骨', '科', 'e', '\u0301', 'V', 'ｉ', 'p', ' '), maxLength: 30 }),
        (text) => {
          for (const { start, end, value } of finder.find(text, ['科室', '套餐'], {
            moment,
            variables: () => undefined,
          })) {
            expect(start).toBeLessThan(end);
            expect(text.slice(start, end)).toBe(value);
          }
        },
      ),
    );
  });
});
