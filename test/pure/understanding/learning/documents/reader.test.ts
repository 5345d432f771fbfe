// Questions about documents (specification 3, section 4.2, doc_reader): the passages that are near, and the sentences that answer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { finished } from '../../../../../src/protocol/steps.js';
import { DocumentReader, type ReaderConfig } from '../../../../../src/understanding/learning/documents/reader.js';
import { WordVectors } from '../../../../../src/understanding/matching/word-vectors.js';
import { chance } from '../../../../helpers/chance.js';

const vectors = new WordVectors(
  readFileSync(path.join(import.meta.dirname, '../../../../../models/sent-zh/words.bin')),
);
const usual: ReaderConfig = { nbest: 10, maxAnswerCharacters: 500, docBufferCharacters: 150 };

const readerOf = (texts: Record<string, string>, config: Partial<ReaderConfig> = {}) =>
  finished(
    DocumentReader.of(
      Object.entries(texts).map(([doc, text]) => ({ doc, text })),
      { ...usual, ...config },
      vectors,
    ),
  );

const academy =
  '江岸书院位于柳州城北，由盐商方伯年在1786年捐资修建。书院最盛时有学生二百四十人。' +
  '因战火毁坏，它在1854年停办。重修工程花费银元三千两，由知府魏明远主持。每年九月，这里举行祭孔典礼。';
const ferry = '白沙渡口每天有六班渡轮。票价为五元，儿童免票。遇到大雾，渡轮停开，因为能见度太低。';
const documents = { 'academy.txt': academy, 'ferry.txt': ferry };

describe('an answer', () => {
  it.each([
    ['江岸书院是哪一年建的？', '1786年'],
    ['书院是谁出钱修建的？', '方伯年'],
    ['书院有多少学生？', '二百四十人'],
    ['书院为什么停办？', '战火'],
    ['书院在什么地方？', '柳州城北'],
    ['祭孔典礼几月举行？', '九月'],
    ['坐渡轮要多少钱？', '五元'],
    ['渡轮什么时候会停开？', '大雾'],
  ])('to %s is the sentence with %s', (question, words) => {
    const [best] = readerOf(documents).ask(question);
    expect(best?.answer).toContain(words);
  });

  it('has scores from 0 to 1, and the answers come in the order of theirs', () => {
    const answers = readerOf(documents).ask('书院是谁出钱修建的？');
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.length).toBeLessThanOrEqual(5);
    for (const { docScore, answerScore } of answers) {
      for (const score of [docScore, answerScore]) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
    const scores = answers.map(({ answerScore }) => answerScore);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it('scores lower where the documents do not have it', () => {
    const reader = readerOf(documents);
    const [known] = reader.ask('江岸书院是哪一年建的？');
    const [unknown] = reader.ask('月亮离地球有多远？');
    expect(unknown?.answerScore ?? 0).toBeLessThan((known?.answerScore ?? 0) / 2);
  });

  it('is none where no document has a character of the question', () => {
    expect(readerOf(documents).ask('zebra')).toEqual([]);
    expect(readerOf(documents).ask('？！')).toEqual([]);
  });

  it('is no longer than maxAnswerLength, and never ends inside a character', () => {
    for (const most of [1, 2, 7, 20]) {
      for (const { answer } of readerOf({ a: '表情😀很多😀的渡口票价为五元。' }, { maxAnswerCharacters: most }).ask(
        '渡口票价',
      )) {
        expect(answer.length).toBeLessThanOrEqual(most);
        expect(answer).not.toMatch(/[\ud800-\udbff]$/);
      }
    }
  });

  it('has at most three sentences, and no sentence is in two answers', () => {
    const text = Array.from({ length: 12 }, (_, at) => `渡口的票价第${at + 1}档是${at + 1}元。`).join('');
    const answers = readerOf({ a: text }).ask('渡口的票价是多少元');
    const sentences = answers.map(({ answer }) => answer.split('。').length - 1);
    expect(Math.max(...sentences)).toBeLessThanOrEqual(3);
    const all = answers.flatMap(({ answer }) => answer.match(/第\d+档/g) ?? []);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is looked for in nbest passages', () => {
    const docs = (count: number) =>
      new Set(
        readerOf(documents, { nbest: count })
          .ask('书院和渡轮每年每天')
          .map(({ doc }) => doc),
      ).size;
    expect(docs(1)).toBe(1);
    expect(docs(2)).toBe(2);
  });

  it('may need the sentence before it, as far as docBufferLength lets it look', () => {
    const text = '石拱桥由工匠李春设计。它的长度为六十四米。木桥由村民搭建。它的长度为二十米。';
    const first = (characters: number) =>
      readerOf({ a: text }, { docBufferCharacters: characters })
        .judged('木桥的长度是多少米？')
        .map(({ at }) => at);
    expect(first(150)[0]).toBe(3);
    const share = (characters: number) =>
      readerOf({ a: text }, { docBufferCharacters: characters })
        .judged('木桥的长度是多少米？')
        .find(({ at }) => at === 3)?.features.coverageWithBefore;
    expect(share(150)).toBeGreaterThan(0);
    expect(share(10)).toBe(0);
  });

  it('knows the headings above a passage', () => {
    const text = '一、普通门票\n价格为八十元。\n二、夜场门票\n价格为五十元。';
    expect(readerOf({ a: text }).ask('夜场门票多少钱')[0]?.answer).toContain('五十元');
    expect(readerOf({ a: text }).ask('普通门票多少钱')[0]?.answer).toContain('八十元');
  });

  it('is the answer of a question that the document has', () => {
    const text = '问：怎么激活信用卡？\n答：拨打客服电话。\n\n问：怎么注销信用卡？\n答：请到网点办理。';
    expect(readerOf({ a: text }).ask('信用卡如何注销')[0]?.answer).toBe('请到网点办理。');
  });
});

describe('a reader', () => {
  it('answers the same question in the same words', () => {
    const ask = () => readerOf(documents).ask('书院是谁出钱修建的？');
    expect(ask()).toEqual(ask());
  });

  it('works without word vectors', () => {
    const reader = finished(DocumentReader.of([{ doc: 'a', text: academy }], usual, undefined));
    expect(reader.ask('书院是谁捐资修建的？')[0]?.answer).toContain('方伯年');
  });

  it('takes any text and any question', () => {
    const pieces = [
      ...'书院渡口谁多少年几？。！；，1.5\n\t 　😀aZ（）“”[]*+?\\^$|',
      '为什么',
      '2020年',
      '\ud83d',
      '\0',
      '…',
    ];
    const random = chance(3);
    const text = (most: number) => Array.from({ length: random.int(1, most) }, () => random.of(pieces)).join('');
    for (let round = 0; round < 400; round++) {
      const reader = readerOf({ a: text(200), b: text(80) });
      for (const { answer } of reader.ask(text(30))) expect(answer.trim()).not.toBe('');
    }
  });
});
