// The requests of training (specification 3, section 4.2): every field valid, at its bounds, out of range and unknown.
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MineBody, miningConfigOf } from '../../../src/nlu/training/requests/data-mining.js';
import { AskBody, ReaderBody, SplitBody } from '../../../src/nlu/training/requests/documents.js';
import { GenerateBody } from '../../../src/nlu/training/requests/generate-question.js';
import {
  smallMaterialOf,
  TrainBody,
  trainConfigOf,
  unusedFields,
} from '../../../src/nlu/training/requests/model-train.js';
import { limits } from '../../../src/protocol/limits.js';
import { validateUnset } from '../../../src/protocol/wire/check/nulls.js';

type Json = Readonly<Record<string, unknown>>;

const integer = 'must be an integer of 1 or more';
const integerFromZero = 'must be an integer of 0 or more';
const share = 'must be a number greater than 0, and at most 1';
const openShare = 'must be a number greater than 0 and less than 1';

/** Values that fit, the bounds among them; those out of range; and those that are none of the type. */
const forms = {
  count: { fits: [1, 2, 1_000_000], out: [0, -1], words: integer, wrong: [1.5, '1', true] },
  countFromZero: { fits: [0, 1, 1_000_000], out: [-1], words: integerFromZero, wrong: [0.5, '0'] },
  share: {
    fits: [Number.MIN_VALUE, 0.5, 1],
    out: [0, -0.1, 1.000_001, 2],
    words: share,
    wrong: ['1'],
    type: 'a number',
  },
  openShare: {
    ...{ fits: [Number.MIN_VALUE, 0.000_05, 0.999_999], out: [0, 1, -0.1], words: openShare },
    wrong: ['0.5', []],
  },
} as const;
type Form = keyof typeof forms;

interface Case {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly required: Json;
  readonly paths: readonly string[];
  readonly numbers: Readonly<Record<string, Form>>;
}

const { pathBytes, notifyUrlBytes, questions: mostQuestions, questionCharacters } = limits.training;
const { queryCharacters } = limits.documents;

const cases: readonly Case[] = [
  {
    name: 'model_train',
    schema: TrainBody,
    required: { kbPath: 'kb', testSetPath: 'test', outputPath: 'out' },
    paths: [
      ...['kbPath', 'testSetPath', 'outputPath', 'baseModelPath', 'verifySetPath', 'negativeDataPath', 'weakDataPath'],
      ...['config.negativeDataPath', 'config.weakDataPath'],
    ],
    numbers: {
      'config.maxEpochs': 'count',
      'config.keepModels': 'countFromZero',
      'config.batchSize': 'count',
      'config.numBatchs': 'count',
      'config.numBatches': 'count',
      'config.saveModelStep': 'count',
      'config.learningRate': 'openShare',
    },
  },
  {
    name: 'data_mining',
    schema: MineBody,
    required: { recordsPath: 'records' },
    paths: ['recordsPath', 'overlookPath', 'kbPath', 'config.weightPath'],
    numbers: {
      'config.overlook.threshold': 'share',
      'config.kbmining.discardThreshold': 'share',
      'config.kbmining.minKeepThreshold': 'share',
      'config.kbmining.maxKeepThreshold': 'share',
      'config.kbmining.minKeepCount': 'count',
      'config.kmeans.minSentencePerCluster': 'count',
      'config.kmeans.minAverageDistance': 'share',
      'config.kmeans.sentencePerCluster': 'count',
      'config.kmeans.minBatchSize': 'count',
    },
  },
  { name: 'doc_to_qa', schema: SplitBody, required: { type: 'FILE', path: 'a.txt' }, paths: ['path'], numbers: {} },
  {
    name: 'doc_reader',
    schema: ReaderBody,
    required: { type: 'DIR', path: 'docs' },
    paths: ['path'],
    numbers: { 'config.nbest': 'count', 'config.maxAnswerLength': 'count', 'config.docBufferLength': 'count' },
  },
  {
    name: 'generate_question',
    schema: GenerateBody,
    required: { questions: ['几点开门'] },
    paths: ['config.modelPath'],
    numbers: { 'config.topBeams': 'count' },
  },
];

/** The body with a value at a dotted place. */
function put(body: Json, place: string, value: unknown): Json {
  const [first, ...rest] = place.split('.') as [string, ...string[]];
  if (rest.length === 0) return { ...body, [first]: value };
  return { ...body, [first]: put((body[first] ?? {}) as Json, rest.join('.'), value) };
}

const check = (schema: z.ZodType, body: Json) => validateUnset(schema, body, '');
const refusal = (schema: z.ZodType, body: Json): string => {
  try {
    check(schema, body);
  } catch (fault) {
    return (fault as Error).message;
  }
  return 'taken';
};

describe.each(cases)('$name', ({ schema, required, paths, numbers, name }) => {
  it('needs what is required, and nothing else', () => {
    check(schema, required);
    for (const field of Object.keys(required)) {
      const { [field]: _, ...rest } = required;
      expect(refusal(schema, rest)).toContain(`${field}: `);
      expect(refusal(schema, put(required, field, null))).toContain(`${field}: `);
    }
  });

  it('refuses an unknown key by its name', () => {
    expect(refusal(schema, { ...required, colour: 1 })).toBe('unknown key colour');
    expect(refusal(schema, put(required, 'config.colour', 1))).toBe('unknown key config.colour');
    for (const key of ['config', 'config.notifyUrl'])
      check(schema, key === 'config' ? put(required, key, {}) : required);
    expect(refusal(schema, put(required, 'config', 'fast'))).toContain('config: must be an object');
  });

  it.each(Object.entries(numbers))('takes %s within its range, and names the range otherwise', (place, form) => {
    const { fits, out, words, wrong } = forms[form];
    const type = /: must be (a number|an integer)$/;
    for (const value of fits) expect(refusal(schema, put(required, place, value))).toBe('taken');
    for (const value of out) expect(refusal(schema, put(required, place, value))).toBe(`${place}: ${words}`);
    for (const value of wrong) expect(refusal(schema, put(required, place, value))).toMatch(type);
    expect(check(schema, put(required, place, null))).toEqual(check(schema, required)); // null is unset
  });

  it.each(paths)('takes %s as a path of the server', (place) => {
    for (const path of ['a', '/data/a b/知识库.mjsn', 'x'.repeat(pathBytes)]) {
      expect(refusal(schema, put(required, place, path))).toBe('taken');
    }
    expect(refusal(schema, put(required, place, 'x'.repeat(pathBytes + 1)))).toBe(
      `${place}: must have at most ${pathBytes} bytes of UTF-8`,
    );
    for (const path of ['a\0b', 'a\nb', '\ud800']) {
      expect(refusal(schema, put(required, place, path))).toBe(`${place}: must not hold control characters`);
    }
    expect(refusal(schema, put(required, place, 7))).toBe(`${place}: must be a string`);
    if (place in required) expect(refusal(schema, put(required, place, ''))).toContain(`${place}: required`);
    else expect(refusal(schema, put(required, place, ''))).toBe('taken');
  });

  if (name !== 'doc_reader') {
    it('takes an address for callbacks', () => {
      const place = 'config.notifyUrl';
      for (const url of ['', 'http://a/b', 'x'.repeat(notifyUrlBytes)]) {
        expect(refusal(schema, put(required, place, url))).toBe('taken');
      }
      expect(refusal(schema, put(required, place, 'x'.repeat(notifyUrlBytes + 1)))).toContain(`${place}: must have`);
      expect(refusal(schema, put(required, place, 1))).toBe(`${place}: must be a string`);
    });
  } else {
    it('has no callback', () => {
      expect(refusal(schema, put(required, 'config.notifyUrl', ''))).toBe('unknown key config.notifyUrl');
    });
  }
});

describe('the training of a model', () => {
  const required = { kbPath: 'kb', testSetPath: 'test', outputPath: 'out' };
  const body = (more: Json = {}) => check(TrainBody, { ...required, ...more }) as TrainBody;

  it('has the defaults of its kind', () => {
    const shared = { keepModels: 5, saveModelStep: 1_000, learningRate: 0.000_05, numBatchs: undefined };
    expect(trainConfigOf('SMALL', body())).toEqual({ ...shared, maxEpochs: 10, batchSize: 512 });
    expect(trainConfigOf('BIG', body())).toEqual({ ...shared, maxEpochs: 300, batchSize: 32 });
  });

  it('takes what is given', () => {
    const config = { maxEpochs: 7, keepModels: 0, batchSize: 8, numBatchs: 9, saveModelStep: 10, learningRate: 0.1 };
    for (const type of ['SMALL', 'BIG'] as const) expect(trainConfigOf(type, body({ config }))).toEqual(config);
  });

  it('takes numBatches for numBatchs, and not two values', () => {
    const { numBatchs } = trainConfigOf('SMALL', body({ config: { numBatches: 3 } }));
    expect(numBatchs).toBe(3);
    expect(trainConfigOf('SMALL', body({ config: { numBatches: 3, numBatchs: 3 } })).numBatchs).toBe(3);
    expect(() => trainConfigOf('SMALL', body({ config: { numBatches: 3, numBatchs: 4 } }))).toThrow(
      'config.numBatchs and config.numBatches differ',
    );
  });

  it.each(['negativeDataPath', 'weakDataPath'] as const)('takes %s at either place, and not two values', (name) => {
    expect(smallMaterialOf(body({ [name]: 'a' }))[name]).toBe('a');
    expect(smallMaterialOf(body({ config: { [name]: 'a' } }))[name]).toBe('a');
    expect(smallMaterialOf(body({ [name]: 'a', config: { [name]: 'a' } }))[name]).toBe('a');
    expect(() => smallMaterialOf(body({ [name]: 'a', config: { [name]: 'b' } }))).toThrow(
      `${name} and config.${name} differ: give one of them, or the same value twice`,
    );
  });

  it('knows what a model of the other kind would use', () => {
    const names = (type: 'SMALL' | 'BIG', more: Json) =>
      unusedFields(type, body(more)).map((each) => each.split(':')[0]);
    const small = { negativeDataPath: 'a', weakDataPath: 'b', config: { numBatchs: 1, weakDataPath: 'b' } };
    const big = { config: { saveModelStep: 1, learningRate: 0.1 } };
    expect(names('SMALL', small)).toEqual([]);
    expect(names('BIG', big)).toEqual([]);
    expect(names('BIG', small)).toEqual([
      ...['negativeDataPath', 'weakDataPath', 'config.weakDataPath', 'config.numBatchs'],
    ]);
    expect(names('SMALL', big)).toEqual(['config.saveModelStep', 'config.learningRate']);
    expect(names('BIG', { negativeDataPath: '' })).toEqual([]);
  });

  it('has a kind of SMALL or BIG', () => {
    for (const modelType of ['SMALL', 'BIG']) check(TrainBody, { ...required, config: { modelType } });
    expect(refusal(TrainBody, { ...required, config: { modelType: 'small' } })).toBe(
      'config.modelType: must be one of SMALL, BIG',
    );
  });
});

describe('the mining of records', () => {
  const config = (given: Json) => miningConfigOf(check(MineBody, { recordsPath: 'a', config: given }) as MineBody);

  it('has the defaults of the specification', () => {
    expect(config({})).toEqual({
      ...{ overlookThreshold: 0.7, discardThreshold: 0.95, minKeepThreshold: 0.85, maxKeepThreshold: 0.7 },
      ...{ minKeepCount: 1, minSentencePerCluster: 10, minAverageDistance: 0.85, sentencePerCluster: 30 },
      minBatchSize: 50_000,
    });
  });

  it.each([
    ['overlook', 'threshold', 'overlookThreshold', 0.5, 0.6],
    ['kbmining', 'discardThreshold', 'discardThreshold', 0.5, 0.6],
    ['kbmining', 'minKeepThreshold', 'minKeepThreshold', 0.5, 0.6],
    ['kbmining', 'maxKeepThreshold', 'maxKeepThreshold', 0.5, 0.6],
    ['kbmining', 'minKeepCount', 'minKeepCount', 5, 6],
    ['kmeans', 'minSentencePerCluster', 'minSentencePerCluster', 5, 6],
    ['kmeans', 'minAverageDistance', 'minAverageDistance', 0.5, 0.6],
    ['kmeans', 'sentencePerCluster', 'sentencePerCluster', 5, 6],
    ['kmeans', 'minBatchSize', 'minBatchSize', 5, 6],
  ] as const)('takes %s.%s nested and with its dot, and not two values', (group, name, field, value, other) => {
    const dotted = `${group}.${name}`;
    for (const given of [
      { [group]: { [name]: value } },
      { [dotted]: value },
      { [group]: { [name]: value }, [dotted]: value },
    ]) {
      expect(config(given)[field]).toBe(value);
    }
    expect(() => config({ [group]: { [name]: value }, [dotted]: other })).toThrow(
      `config.${dotted} and config["${dotted}"] differ`,
    );
    expect(() => config({ [dotted]: 0 })).toThrow(`config.${dotted}: must be`);
    expect(() => config({ [group]: { [`${name}x`]: 1 } })).toThrow(`unknown key config.${group}.${name}x`);
  });
});

describe('documents', () => {
  it.each([SplitBody, ReaderBody])('are a file or a directory', (schema) => {
    for (const type of ['FILE', 'DIR']) check(schema, { type, path: 'a' });
    expect(refusal(schema, { type: 'file', path: 'a' })).toBe('type: must be one of FILE, DIR');
  });

  it('are asked with the defaults of the specification', () => {
    const { config } = check(ReaderBody, { type: 'FILE', path: 'a' }) as z.output<typeof ReaderBody>;
    expect(config).toEqual({ nbest: 10, maxAnswerLength: 500, docBufferLength: 150 });
  });

  it('are asked a question of 1 to 1,000 characters', () => {
    for (const query of ['几', '字'.repeat(queryCharacters)]) check(AskBody, { query });
    for (const query of ['', ' \n', '字'.repeat(queryCharacters + 1), '字'.repeat(10_000)]) {
      expect(refusal(AskBody, { query })).toBe(`query: must have 1 to ${queryCharacters} characters`);
    }
    expect(refusal(AskBody, {})).toContain('query: required');
    expect(refusal(AskBody, { query: 'a', nbest: 1 })).toBe('unknown key nbest');
  });
});

describe('the generation of questions', () => {
  it('takes 1 to 1,000 questions of 1 to 1,000 characters', () => {
    const of = (questions: unknown) => refusal(GenerateBody, { questions });
    expect(of(['a'])).toBe('taken');
    expect(of(Array.from({ length: mostQuestions }, () => '字'.repeat(questionCharacters)))).toBe('taken');
    for (const questions of [[], Array.from({ length: mostQuestions + 1 }, () => 'a')]) {
      expect(of(questions)).toBe(`questions: must have 1 to ${mostQuestions} entries`);
    }
    for (const text of ['', '  ', '字'.repeat(questionCharacters + 1)]) {
      expect(of(['a', text])).toBe(`questions[1]: must have 1 to ${questionCharacters} characters`);
    }
    expect(of(['a', 1])).toBe('questions[1]: must be a string');
    expect(of('a')).toBe('questions: must be an array');
  });

  it('has the defaults of the specification', () => {
    const { config } = check(GenerateBody, { questions: ['a'] }) as z.output<typeof GenerateBody>;
    expect(config).toEqual({ notifyUrl: '', topBeams: 30, modelPath: '' });
  });
});
