// Inputs that a recogniser wrote with other characters: what sounds alike, and what a robot makes of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finished } from '../../../src/protocol/steps.js';
import { KnownTexts } from '../../../src/understanding/sounds/heard-as.js';
import { slip, slips } from '../../../src/understanding/sounds/slips.js';
import { matcherOf, questions } from './matching/robot.js';

const texts = ['我要预约', '帮我取消预约', '取消掉吧', '可以的', '今天还不了', '需要', '明天下午再打给我'];
const known = finished(KnownTexts.of(texts));

describe('two syllables', () => {
  it('are one, near, or too unlike', () => {
    expect(slip('yue', 'yue')).toBe(0);
    for (const [one, other] of ['zhi zi', 'ni li', 'jin jing', 'hu fu', 'lan lang', 'hao hou'].map((pair) =>
      pair.split(' '),
    )) {
      expect(slip(one as string, other as string), `${one} ${other}`).toBe(slips.near);
    }
    for (const [one, other] of ['ma qian', 'wo ta', 'shi bu'].map((pair) => pair.split(' '))) {
      expect(slip(one as string, other as string), `${one} ${other}`).toBeGreaterThan(slips.most);
    }
  });

  it('are as unlike from one side as from the other', () => {
    const some = [
      'yu',
      'ju',
      'lv',
      'wu',
      'wen',
      'gun',
      'you',
      'liu',
      'gui',
      'wei',
      'yun',
      'qun',
      'zi',
      'zhi',
      'er',
      'a',
    ];
    for (const one of some) for (const other of some) expect(slip(one, other)).toBe(slip(other, one));
  });

  it('are compared by their sound, not by how they are spelled', () => {
    expect(slip('wei', 'gui')).toBe(slips.other);
    expect(slip('you', 'liu')).toBe(slips.other);
    expect(slip('yuan', 'quan')).toBe(slips.other);
    expect(slip('wen', 'gun')).toBe(slips.other);
  });
});

describe('an input that a recogniser wrote', () => {
  it.each([
    ['我要与月', '我要预约'],
    ['帮我去消愉悦', '帮我取消预约'],
    ['今天还不鸟', '今天还不了'],
    ['取消吊吧', '取消掉吧'],
  ])('%s is read as %s', (heard, meant) => {
    expect(known.heardAs(heard)?.text).toBe(meant);
  });

  it.each([['我要买票'], ['这是哪里'], ['你好'], ['月'], ['hello'], ['13800138000']])('%s stays as it is', (text) => {
    expect(known.heardAs(text)).toBeUndefined();
  });

  it('costs more where more is replaced by what is less alike', () => {
    const [same, near] = [known.heardAs('我要与月'), known.heardAs('今天还不鸟')];
    expect(same?.cost).toBeCloseTo(0.1);
    expect(near?.cost).toBeGreaterThan(0.1);
  });

  it('never changes a text of the robot, and keeps the length of any other', () => {
    for (const text of texts) expect(known.heardAs(text), text).toBeUndefined();
    const characters = fc.constantFrom(...'我要预约与月愉悦取去消小掉吊吧八可课以一的今天还不了鸟a1 ，');
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 45 }), (list) => {
        const text = list.join('');
        const heard = known.heardAs(text);
        if (heard !== undefined) expect(heard.text).toHaveLength(text.length);
      }),
    );
  });
});

describe('a question by its sound', () => {
  const robot = matcherOf({
    records: questions(
      ['我要预约', '帮我预约'],
      ['取消预约', 'RE:^帮我取消'],
      ['你们几点下班', '几点关门'],
      '预约太贵了',
    ),
  });

  it('is hit where the words that were written hit nothing, less surely than by its words', () => {
    const [hit] = robot.hits('我要与月', 1);
    expect(hit).toMatchObject({ questionId: 1, kind: 'near' });
    expect(hit?.score).toBeGreaterThan(0.8);
    expect(hit?.score).toBeLessThan(1);
  });

  it('is hit by a pattern', () => {
    expect(robot.hits('帮我去笑吧', 1)).toMatchObject([{ questionId: 2, kind: 'near' }]);
  });

  it('is none for words that are a question as they stand', () => {
    expect(robot.hits('你们几点下班', 1)).toEqual([{ questionId: 3, extId: null, kind: 'exact', score: 1, slots: [] }]);
  });

  it('is none for words that are only somewhat near to one by their sound', () => {
    expect(robot.hits('愉悦的心情', 1)[0]?.score ?? 0).toBeLessThan(0.8);
  });
});
