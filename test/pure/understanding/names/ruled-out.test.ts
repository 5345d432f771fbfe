// Specification 3, section 2.3: slot filling takes what the caller means, not what the caller rules out.
import { describe, expect, it } from 'vitest';
import { EntityFinder } from '../../../../src/understanding/entities/finder.js';
import { rulingsOn } from '../../../../src/understanding/entities/ruled-out.js';

const moment = { nowMs: Date.parse('2026-11-22T10:00:00+08:00'), timeZone: 'Asia/Shanghai' };
const lexicon = (id: number, name: string) => ({
  ...{ id, name, type: 'STANDARD' as const, representWord: name, matchVar: '', classes: [] },
});
const finder = new EntityFinder(
  [lexicon(1, '城市'), lexicon(2, '姓')],
  [
    ...['苏州', '上海', '北京'].map((content) => ({ lexiconId: 1, classId: null, content })),
    ...['姓王', '姓黄'].map((content) => ({ lexiconId: 2, classId: null, content })),
  ],
);

/** The values in a text with marks: `-` out, `?` doubted, `>` moved. */
function read(text: string): string {
  const given = { moment, variables: () => undefined };
  const said = finder.settle(finder.find(text, ['城市', '姓', 'SYS.date', 'SYS.time'], given));
  const rulings = rulingsOn(text, said);
  const marks = { out: '-', doubted: '?', moved: '>' };
  return said
    .map((each) => {
      const ruling = rulings.get(each);
      return `${ruling === undefined ? '' : marks[ruling]}${each.value}`;
    })
    .join(' ');
}

describe('a value that the caller rules out is recognised', () => {
  it.each([
    ['不要周三，周四', '-周三 周四'],
    ['别约周三了', '-周三'],
    ['我不想去北京', '-北京'],
    ['没说去苏州', '-苏州'],
    ['除了周六都可以', '-周六'],
    ['除了周六和周日', '-周六 -周日'],
    ['我不在苏州，在上海', '-苏州 上海'],
    ['不姓王，姓黄', '-姓王 姓黄'],
    ['明天不行', '-明天'],
    ['明天不行后天吧', '-明天 后天'],
    ['明天我可能没空，后天可以', '-明天 后天'],
    ['周三的话来不及', '-周三'],
    ['苏州去不了', '-苏州'],
    ['明天恐怕不太方便', '-明天'],
    ['周六除外', '-周六'],
    ['九点太早了', '-九点'],
    ['十点前不行，十一点吧', '-十点 十一点'],
    ['周一到周五都不行，周六吧', '-周一 -周五 周六'],
    ['周一和周二都要上班，周三', '-周一 -周二 周三'],
    ['not Monday, Tuesday', '-Monday Tuesday'],
    ["tomorrow doesn't work, Friday please", '-tomorrow Friday'],
    ["I can't do Monday", '-Monday'],
  ])('%s', (text, values) => {
    expect(read(text)).toBe(values);
  });
});

describe('a value that the caller doubts gives way to another one', () => {
  it.each([
    ['不是上海', '?上海'],
    ['不是上海，是北京', '-上海 北京'],
    ['是北京不是上海', '北京 -上海'],
    ['九点太早了，十点吧', '-九点 十点'],
    ['明天有事，后天吧', '-明天 后天'],
    ['明天要上班', '?明天'],
    ['明天上午不行', '-明天上午 明天'],
    ['明天上午不行，后天吧', '-明天上午 -明天 后天'],
    ['明天上午有事，下午三点', '-明天上午 明天 下午三点'],
    ['上午不行，下午三点', '-上午 下午三点'],
  ])('%s', (text, values) => {
    expect(read(text)).toBe(values);
  });
});

describe('a value that the caller corrects gives way to the later one', () => {
  it.each([
    ['明天吧，哦不对，后天', '-明天 后天'],
    ['十点，不是，十一点', '-十点 十一点'],
    ['周三说错了周四', '-周三 周四'],
    ['把周三改到周四', '>周三 周四'],
    ['北京换成上海', '>北京 上海'],
  ])('%s', (text, values) => {
    expect(read(text)).toBe(values);
  });
});

describe('questions, suggestions and other negations rule nothing out', () => {
  it.each([
    ['要不要明天', '明天'],
    ['要不去苏州吧', '苏州'],
    ['是不是明天', '明天'],
    ['能不能明天', '明天'],
    ['可不可以明天', '明天'],
    ['有没有去苏州的', '苏州'],
    ['不得不去苏州', '苏州'],
    ['不如去苏州', '苏州'],
    ['不，后天', '后天'],
    ['不后天', '后天'],
    ['不是，后天', '后天'],
    ['不用了，后天', '后天'],
    ['后天不好意思', '后天'],
    ['十点不行吗', '十点'],
    ['明天行不行', '明天'],
    ['明天好不好', '明天'],
    ['明天没问题', '明天'],
    ['明天不忙', '明天'],
    ['不是明天吗', '明天'],
    ['明天有事吗', '明天'],
    ['特别想去苏州', '苏州'],
    ['没问题，明天', '明天'],
    ['十点不要太晚', '十点'],
    ['十点会不会太早', '十点'],
    ['十点太早了吗', '十点'],
    ['周一到周三', '周一 周三'],
    ['从苏州到上海', '苏州 上海'],
    ['周一或者周二', '周一 周二'],
    ['tomorrow is not bad', 'tomorrow'],
  ])('%s', (text, values) => {
    expect(read(text)).toBe(values);
  });
});

describe('a long list of values', () => {
  it('rules nothing out without a word that says so', () => {
    const text = '明天后天'.repeat(1_000);
    const given = { moment, variables: () => undefined };
    const said = finder.settle(finder.find(text, ['SYS.date'], given));
    expect(said).toHaveLength(2_000);
    expect(rulingsOn(text, said).size).toBe(0);
  });
});
