// Training of small and large models of a few questions, with the word vectors that ship.
import { describe, expect, it } from 'vitest';
import { InputFault } from '../../../../../src/understanding/learning/fault.js';
import { filesOf, type MadeModel } from '../../../../../src/understanding/learning/training/train.js';
import { Head } from '../../../../../src/understanding/matching/head.js';
import { type TrainedModel, vectorsOf } from '../../../../../src/understanding/matching/trained/model.js';
import { openModel } from '../../../../../src/understanding/trained/model.js';
import { askedOfShop, foreignToShop, shopQuestions } from '../../../../helpers/nlu/shop-questions.js';
import { shopTexts, train, wordVectors } from '../../../../helpers/nlu/trained-model.js';
import { matcherOf, questions } from '../../matching/robot.js';

const types = ['SMALL', 'BIG'] as const;

function opened(made: MadeModel | undefined): TrainedModel {
  const files = filesOf(made as MadeModel, 1_700_000_000);
  return openModel({ size: (name) => files.get(name)?.length, read: (name) => files.get(name) as Uint8Array }).model;
}

/** The score of each label for a text without fillers. */
function scoresOf(made: MadeModel | undefined, text: string): Float32Array {
  const model = opened(made);
  return new Head(model.head).scores(text, text, vectorsOf(model, wordVectors));
}

/** The mean lead of the right question's score over the best other one's, in the texts that are asked. */
function leadOf(made: MadeModel | undefined): number {
  const leads = askedOfShop.map(([text, answer]) => {
    const scores = [...scoresOf(made, text)];
    const right = shopQuestions.findIndex(({ q }) => q === answer);
    return (scores[right] as number) - Math.max(...scores.filter((_, label) => label !== right));
  });
  return leads.reduce((sum, lead) => sum + lead, 0) / leads.length;
}

const bytesOf = (made: MadeModel | undefined) =>
  [...filesOf(made as MadeModel, 7)].map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString('base64')}`);

describe.each(types)('a %s training', (type) => {
  it('gives models that find most questions, with rates that grow from Top-1 to Top-10', () => {
    const { models, warnings } = train(type);
    expect(warnings).toEqual([]);
    for (const { eval: measured } of models) {
      expect(measured.rate).toHaveLength(10);
      expect(measured.rate[0]).toBeGreaterThan(0.5);
      expect([...measured.rate].sort((a, b) => a - b)).toEqual(measured.rate);
      expect(measured.rate[5]).toBe(1);
    }
    const firsts = models.map((made) => made.eval.rate[0] as number);
    expect([...firsts].sort((a, b) => b - a)).toEqual(firsts);
  });

  it('of the same material gives the same bytes', () => {
    expect(bytesOf(train(type).models[0])).toEqual(bytesOf(train(type).models[0]));
  });

  it('keeps as many models as it is told, and all of them for 0', () => {
    const config = { maxEpochs: 4, saveModelStep: 1 };
    expect(train(type, { config: { ...config, keepModels: 1 } }).models).toHaveLength(1);
    expect(train(type, { config: { ...config, keepModels: 2 } }).models).toHaveLength(2);
    expect(train(type, { config: { ...config, keepModels: 0 } }).models.length).toBeGreaterThan(2);
  });

  it('ends after maxEpochs', () => {
    const { epochFinished, models } = train(type, { config: { maxEpochs: 1 } });
    expect(epochFinished).toBe(1);
    expect(models.map(({ epoch }) => epoch)).toEqual([1]);
  });

  it('tells its progress, which never goes back and ends at 1 after measuring', () => {
    const told: [number, string | undefined][] = [];
    train(type, { onProgress: (progress, status) => told.push([progress, status]) });
    const shares = told.map(([progress]) => progress);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    expect(told.at(0)?.[1]).toBe('TRAIN');
    expect(told.at(-1)).toEqual([1, 'EVAL']);
  });

  it('learns negative samples as a label of their own, which foreign inputs score for', () => {
    const [made] = train(type, { negatives: foreignToShop }).models;
    expect(opened(made).rejects).toBe(true);
    for (const text of ['恐龙灭绝', '昨天的球赛谁赢']) {
      const scores = scoresOf(made, text);
      expect(Math.max(...scores.subarray(0, 6))).toBeLessThan(scores[6] as number);
    }
    expect(opened(train(type).models[0]).rejects).toBe(false);
  });

  it('pushes a weakly labelled text away from the question that it was taken for', () => {
    const text = '退货的快递到哪了';
    const weak = [{ line: 1, text, answer: '怎么退货' }];
    const [plain, pushed] = [scoresOf(train(type).models[0], text), scoresOf(train(type, { weak }).models[0], text)];
    expect(pushed[1]).toBeLessThan((plain[1] as number) - 0.1);
  });

  it('goes on from a base model, whose questions it need not have', () => {
    const [first] = train(type).models;
    const base = opened(first);
    const less = { ...shopTexts, knowledge: shopTexts.knowledge.map((each) => ({ ...each, e: [] })) };
    const config = { maxEpochs: 1 };
    const [anew] = train(type, { ...less, config }).models;
    const [on] = train(type, { ...less, config, base }).models;
    expect(on?.eval.rate[0]).toBeGreaterThanOrEqual(anew?.eval.rate[0] as number);
    expect(leadOf(on)).toBeGreaterThan(leadOf(anew));
    const fewer = { ...shopTexts, knowledge: shopTexts.knowledge.slice(2) };
    expect(opened(train(type, { ...fewer, config, base }).models[0]).questions).toHaveLength(4);
  });

  it('refuses a base model of other word vectors', () => {
    const base = { ...opened(train(type).models[0]), vectors: '0123456789abcdef' };
    expect(() => train(type, { base })).toThrow(
      new InputFault('the base model was trained with other word vectors than those of this service; train it again'),
    );
  });

  it('stops when the accuracy on the validation set no longer improves', () => {
    const config = { maxEpochs: 1000, saveModelStep: 1000, learningRate: 0.000001, batchSize: 1000 };
    const { epochFinished, models } = train(type, { verify: shopTexts.test, config });
    expect(epochFinished).toBeLessThan(200);
    expect(models.length).toBeGreaterThan(0);
  });

  it('leaves out lines of a test set whose answer is no standard question, and counts them', () => {
    const test = [...shopTexts.test, { line: 99, text: '你好', answer: '没有这一条' }];
    expect(train(type, { test }).warnings).toEqual([
      '1 of 13 lines of the test set were ignored, because their answer is not a standard question',
    ]);
    const none = [{ line: 1, text: '你好', answer: '没有这一条' }];
    expect(() => train(type, { test: none })).toThrow(/^the test set has no line whose answer is a standard question/);
    expect(() => train(type, { verify: none })).toThrow(/^the validation set has no line/);
  });

  it('refuses a knowledge base without a choice', () => {
    expect(() => train(type, { knowledge: shopTexts.knowledge.slice(0, 1) })).toThrow(
      /at least two standard questions/,
    );
  });
});

describe('a small training', () => {
  it('looks at batchSize times numBatchs samples in an epoch', () => {
    const few = train('SMALL', { config: { maxEpochs: 1, batchSize: 2, numBatchs: 2 } }).models[0];
    const all = train('SMALL', { config: { maxEpochs: 1 } }).models[0];
    const enough = train('SMALL', { config: { maxEpochs: 1, batchSize: 6, numBatchs: 6 } }).models[0];
    expect(few?.eval.rate[0]).toBeLessThan(all?.eval.rate[0] as number);
    expect(bytesOf(enough)).toEqual(bytesOf(all));
  });
});

describe('a large training', () => {
  it('keeps a model every saveModelStep steps, and the last one', () => {
    const { models } = train('BIG', { config: { maxEpochs: 5, batchSize: 18, saveModelStep: 4, keepModels: 0 } });
    expect(models.map(({ steps }) => steps).sort((a, b) => (a as number) - (b as number))).toEqual([4, 8, 10]);
  });

  it('moves further with a higher learningRate, and with smaller batches', () => {
    const movedBy = (config: object) => {
      const [made] = train('BIG', { config: { maxEpochs: 3, keepModels: 1, ...config } }).models;
      const [first] = train('BIG', {
        config: { maxEpochs: 1, keepModels: 1, learningRate: 1e-9, batchSize: 1000 },
      }).models;
      const weights = (each: MadeModel | undefined) => (each as MadeModel).model.adapter?.weights as Float32Array;
      return weights(made).reduce((sum, each, at) => sum + Math.abs(each - (weights(first)[at] as number)), 0);
    };
    expect(movedBy({ learningRate: 0.001 })).toBeGreaterThan(2 * movedBy({ learningRate: 0.0001 }));
    expect(movedBy({ batchSize: 4 })).toBeGreaterThan(2 * movedBy({ batchSize: 36 }));
  });
});

describe.each(types)('a matcher that only orders by a %s model', (type) => {
  it('finds the questions that a robot with the model finds, in the same order', () => {
    const trained = opened(train(type).models[0]);
    const records = questions(...shopQuestions.map(({ q, e }) => [q, ...e] as const));
    const robot = matcherOf({ records, trained, vectors: wordVectors });
    const ordering = matcherOf({ records, vectors: wordVectors }).matcher.orderedBy(trained);
    const order = (hits: ReturnType<typeof robot.hits>) => hits.map(({ questionId, extId }) => [questionId, extId]);
    for (const text of [...askedOfShop.map(([asked]) => asked), ...foreignToShop, '怎么退货']) {
      expect(order(ordering.hits(robot.read(text), 'skill:1', 6)), text).toEqual(order(robot.hits(text, 6)));
    }
  });
});
