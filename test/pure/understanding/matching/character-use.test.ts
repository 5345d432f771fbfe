// Whether an input uses the characters of a scope.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CharacterUse } from '../../../../src/understanding/matching/character-use.js';
import { commonCharacters } from '../../../../src/understanding/matching/tables/common-characters.js';
import { matcherOf, questions } from './robot.js';

const use = new CharacterUse();
for (const text of ['怎么还款', '还款日是哪天', '能不能分期', '逾期有利息吗']) use.add(text);

describe('the characters of an input', () => {
  it('are likelier in a scope that has them than in Mandarin at large, the rare ones most of all', () => {
    const [own, common, foreign] = ['逾期利息', '是吗', '恐龙灭绝'].map((text) => use.familiarity(text).likelier);
    expect(own).toBeGreaterThan(common as number);
    expect(common).toBeGreaterThan(foreign as number);
    expect(foreign).toBeLessThan(-1);
  });

  it('are strange where the scope has none of them, the rare ones more', () => {
    expect(use.familiarity('还款分期').strange).toBe(0);
    expect(use.familiarity('的的').strange).toBeLessThan(use.familiarity('恐龙').strange);
    expect(use.familiarity('恐龙灭绝之谜古生物学').strange).toBe(3);
  });

  it('say nothing where there are none', () => {
    expect(use.familiarity('')).toEqual({ likelier: 0, strange: 0 });
  });

  it('have finite figures whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const { likelier, strange } = use.familiarity(text);
        expect(Number.isFinite(likelier) && Number.isFinite(strange)).toBe(true);
        expect(new CharacterUse().familiarity(text).likelier).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('stand in the table once each', () => {
    const all = commonCharacters.replaceAll('|', '');
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('a question that does not hold now', () => {
  it('is what its words mean all the same: they are near to no other one', () => {
    const { hits } = matcherOf({ records: questions('有活动吗', ['活动有什么礼品', '有活动的礼品吗']) });
    expect(hits('有活动吗', 2)).toHaveLength(2);
    expect(hits('有活动吗', 2, 'skill:1', (id) => id !== 1)[0]?.score).toBeLessThan(0.3);
    expect(hits('有活动的礼品', 1, 'skill:1', (id) => id !== 1)).toMatchObject([{ questionId: 2 }]);
  });
});
