// Extended questions (specification 3, generate_question).
import { describe, expect, it } from 'vitest';
import { paraphrase } from '../../../../../src/understanding/learning/paraphrasing/paraphrase.js';
import { paraphrased, phrases, vectors, waysOf } from './parts.js';

const many = 400;

describe('another form of a question', () => {
  it.each([
    ['怎么取消自动续费', ['如何取消自动续费', '自动续费怎么取消', '我想取消自动续费怎么弄']],
    ['信用卡怎么激活', ['怎么激活信用卡', '如何激活信用卡', '信用卡如何激活']],
    ['能不能分期付款', ['可不可以分期付款', '可以分期付款吗', '能分期付款吗', '分期付款可以吗']],
    ['附近有没有停车场', ['附近有停车场吗', '附近是不是有停车场']],
    ['寄快递需要身份证吗', ['寄快递要不要身份证', '寄快递需不需要身份证']],
    ['会不会影响征信', ['会影响征信吗']],
    ['这个套餐多少钱', ['这个套餐什么价格', '这个套餐怎么收费']],
    ['退款多久能到账', ['退款多长时间能到账', '退款要多久才能到账']],
    ['为什么我的网速这么慢', ['我的网速这么慢是什么原因', '为什么我网速这么慢']],
    ['我想查话费', ['我要查话费', '帮我查话费', '麻烦帮我查话费']],
    ['会员有什么好处', ['会员有哪些好处', '会员都有什么好处']],
    ['准考证在哪里打印', ['准考证去哪里打印', '准考证哪里可以打印']],
    ['儿科在几楼', ['请问儿科在几楼', '我想知道儿科在几楼']],
  ])('%s', (question, wanted) => {
    expect(waysOf(question, many)).toEqual(expect.arrayContaining(wanted));
  });

  it('has a synonym of the table in the place of a word', () => {
    expect(waysOf('包裹什么时候能送到', many)).toEqual(expect.arrayContaining(['快递什么时候能送到']));
    expect(waysOf('没空晚点再说', many)).toEqual(expect.arrayContaining(['没时间晚点再说']));
  });

  it('has no synonym inside another word', () => {
    // 开 is a word that may become others, and 开车 is another one
    expect(waysOf('开车要注意什么', many).filter((each) => !each.includes('开车'))).toEqual([]);
  });

  it('drops the courtesy of the question, or has another one', () => {
    const ways = waysOf('请问怎么查话费', many);
    expect(ways).toContain('怎么查话费');
    expect(ways).toContain('我想问一下，怎么查话费');
  });

  it('asks for no price where an amount is owed', () => {
    expect(waysOf('我欠了多少钱', many).filter((each) => /价格|收费/.test(each))).toEqual([]);
  });

  it('asks for no way where the reason is asked', () => {
    expect(waysOf('优惠券怎么用不了', many).filter((each) => /如何|怎样|要怎么/.test(each))).toEqual([]);
  });

  it('stands with the mark of the question', () => {
    for (const each of waysOf('怎么查话费？')) expect(each).toMatch(/？$/);
  });
});

describe('English', () => {
  it('has other forms too', () => {
    const ways = waysOf('How do I reset my password?');
    expect(ways).toEqual(expect.arrayContaining(['How can I reset my password?', 'How could I reset my password?']));
    expect(waysOf('Can I pay by card?')).toContain('Could I pay by card?');
  });

  it('keeps what is denied, counted and named', () => {
    for (const each of waysOf('Can I not pay 25 dollars to Alice?'))
      expect(each).toMatch(/not pay 25 dollars to Alice/);
  });

  it('keeps dollar signs as they are', () => {
    for (const each of waysOf("Can I pay $& or $1 or $' here?")) expect(each).toContain("$& or $1 or $' here");
  });

  it('inside a Chinese question stays as it is', () => {
    const ways = waysOf('WiFi密码怎么修改');
    expect(ways).toContain('怎么修改WiFi密码');
    for (const each of ways) expect(each).toContain('WiFi');
  });
});

describe('what is kept', () => {
  it('a slot stands as it was written', () => {
    const ways = waysOf('怎么查{话费:thing@fee}的余额');
    expect(ways.length).toBeGreaterThan(5);
    for (const each of ways) expect(each).toContain('{话费:thing@fee}');
  });

  it('a pattern has no paraphrases, nor has what is no notation, nor nothing', () => {
    expect(paraphrased(['RE:.*话费.*', '怎么{查', '  ', '怎么}查', ''])).toEqual(
      ['RE:.*话费.*', '怎么{查', '  ', '怎么}查', ''].map((q) => ({ q, e: [] })),
    );
  });

  it('a question of characters of the private range has none', () => {
    expect(waysOf('怎么查\ue000话费')).toEqual([]);
  });

  it('不 and 没 stay, and 能不能 is no denial', () => {
    for (const each of waysOf('我不需要贷款', many)) expect(each).toMatch(/不/);
    for (const each of waysOf('没有发票能不能理赔', many)) expect(each).toMatch(/没/);
  });
});

describe('the list', () => {
  it('has at most topBeams, the first ones of a longer list being nearly the same', () => {
    expect(waysOf('怎么取消自动续费', 1)).toHaveLength(1);
    expect(waysOf('怎么取消自动续费', 7)).toHaveLength(7);
    expect(waysOf('怎么取消自动续费', 7).slice(0, 5)).toEqual(waysOf('怎么取消自动续费', 30).slice(0, 5));
  });

  it('has fillers at its end only, and few', () => {
    const ways = waysOf('怎么取消自动续费', 30);
    const filled = ways.map((each) => /^(?:嗯|那个|就是)/.test(each));
    expect(filled.filter(Boolean)).toHaveLength(3);
    expect(filled.slice(0, -3)).not.toContain(true);
    expect(waysOf('怎么取消自动续费', 5).some((each) => /^(?:嗯|那个|就是)/.test(each))).toBe(false);
  });

  it('begins with what differs from the question in more than an opening', () => {
    expect(waysOf('怎么取消自动续费', 3).filter((each) => each.endsWith('怎么取消自动续费'))).toEqual([]);
  });

  it('is the same for the same question, whatever stands beside it', () => {
    const questions = ['怎么查话费', '能不能退货', '这个多少钱'];
    expect(paraphrased(questions)).toEqual(paraphrased(questions));
    expect(paraphrased([...questions].reverse()).reverse()).toEqual(paraphrased(questions));
  });

  it('is there without vectors and without a language model', () => {
    const parts = { phrases, vectors: undefined, likelihood: undefined };
    expect(paraphrase(['怎么取消自动续费'], { topBeams: 10 }, parts, () => {})[0]?.e).toHaveLength(10);
  });

  it('follows the vectors that are given', () => {
    const turned = {
      dims: vectors.dims,
      put: (text: string, target: Float32Array, at = 0) => vectors.put([...text].reverse().join(''), target, at),
    };
    const parts = { phrases, vectors: turned, likelihood: undefined };
    const [other] = paraphrase(['怎么取消自动续费'], { topBeams: 30 }, parts, () => {});
    expect(other?.e).not.toEqual(waysOf('怎么取消自动续费', 30));
  });

  it('leaves out what the language model finds far less likely than the question', () => {
    const likelihood = (text: string) => (text.includes('如何') ? -9 : -3);
    const parts = { phrases, vectors, likelihood };
    const [found] = paraphrase(['怎么取消自动续费'], { topBeams: many }, parts, () => {});
    expect(waysOf('怎么取消自动续费', many).some((each) => each.includes('如何'))).toBe(true);
    expect(found?.e.some((each) => each.includes('如何'))).toBe(false);
  });
});

describe('progress', () => {
  it('goes up to 1, a step for each question', () => {
    const steps: number[] = [];
    const parts = { phrases, vectors, likelihood: undefined };
    paraphrase(['怎么查话费', '怎么退货', 'RE:.', ''], { topBeams: 3 }, parts, (share) => steps.push(share));
    expect(steps).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('no questions give nothing', () => {
    expect(paraphrased([])).toEqual([]);
  });
});
