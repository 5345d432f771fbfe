// Specification 2, 2.3: every field of the configuration table, in JSON and as X-Svc-Config.
import { describe, expect, it } from 'vitest';
import {
  AsrClipConfig,
  AsrHeaderConfig,
  AsrStreamConfig,
  asrDefaults,
  fromHeader,
  ProfileValues,
} from '../../../src/protocol/wire/asr-config.js';
import { validateUnset } from '../../../src/protocol/wire/check/nulls.js';
import { parseConfigHeader } from '../../../src/protocol/wire/config-header.js';
import { validate } from '../../../src/protocol/wire/issues.js';
import { fieldCases, headerCases } from '../../helpers/gateway/asr-fields.js';

const stream = (config: unknown) => validateUnset(AsrStreamConfig, config, 'config');
const clip = (config: unknown) => validateUnset(AsrClipConfig, config, 'config');
const header = (text: string) => fromHeader(validate(AsrHeaderConfig, parseConfigHeader(text), 'X-Svc-Config'));

function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (fault) {
    expect(fault).toMatchObject({ code: 'INVALID_ARGUMENT' });
    return (fault as Error).message;
  }
  throw new Error('was not refused');
}

describe.each(fieldCases.map((field) => [field.key, field] as const))('%s', (key, field) => {
  it('takes every valid value, boundaries included; null is unset, but for sa it asks for no inspection', () => {
    for (const value of field.valid) {
      const expected = value === null && key !== 'sa' ? {} : { [key]: value };
      expect(stream({ [key]: value })).toEqual(expected);
      if (field.streamOnly !== true) expect(clip({ [key]: value })).toEqual(expected);
    }
  });

  if (field.outOfRange.length > 0) {
    it.each(field.outOfRange)('refuses %j with its name and its range', (value) => {
      const message = refusal(() => stream({ [key]: value }));
      expect(message).toContain(`config.${key}: `);
      expect(message).toContain(field.range);
    });
  }

  it('refuses other types with its name', () => {
    for (const value of field.wrongType) expect(refusal(() => stream({ [key]: value }))).toContain(`config.${key}`);
  });

  if (field.streamOnly) {
    it('is unknown in one-shot recognition', () => {
      expect(refusal(() => clip({ [key]: field.valid[0] }))).toBe(`unknown key config.${key}`);
    });
  }

  if (field.streamOnly || field.notInHeader) {
    it('is no key of X-Svc-Config', () => {
      expect(refusal(() => header(`${key}=1`))).toBe(`unknown key X-Svc-Config.${key}`);
    });
  }

  it('has the default of the table', () => {
    expect(Object.keys(asrDefaults)).toContain(key);
  });
});

describe('the configuration', () => {
  it('has the defaults of the specification', () => {
    expect(asrDefaults).toMatchObject({
      profile: 'DEFAULT',
      vadHead: 10_000,
      vadTail: 500,
      vadEnd: 0,
      vadMaxSegment: 30,
      vadThreshold: 10,
      interimResults: false,
      nbest: 1,
      tppContextRange: 5_000,
      wordType: 'DISABLED',
      sa: null,
      startOffset: 0,
    });
  });

  it('names every unknown key, those of sa too', () => {
    expect(refusal(() => stream({ language: 'zh', Nbest: 1 }))).toBe(
      'unknown key config.language, unknown key config.Nbest',
    );
    expect(refusal(() => stream({ sa: { checkAge: true } }))).toBe('unknown key config.sa.checkAge');
  });

  it('of a profile holds neither lists nor another profile', () => {
    for (const key of ['profile', 'vocab', 'vocabId', 'sensword', 'senswordId', 'olmId']) {
      expect(refusal(() => validate(ProfileValues, { [key]: '' }))).toBe(`unknown key ${key}`);
    }
    expect(validate(ProfileValues, { vadTail: 800, sa: { checkGender: true } })).toBeTruthy();
  });
});

describe('X-Svc-Config', () => {
  it.each(headerCases)('"$pairs" says what $config says', ({ pairs, config }) => {
    expect(header(pairs)).toEqual(clip(config));
  });

  it.each([
    ['nbest=0', 'X-Svc-Config.nbest: must be in [1-10]'],
    ['nbest=11', 'X-Svc-Config.nbest: must be in [1-10]'],
    ['nbest=many', 'X-Svc-Config.nbest: must be a number'],
    ['nbest=', 'X-Svc-Config.nbest: must be in [1-10]'],
    ['nbest=1.5', 'X-Svc-Config.nbest: must be an integer'],
    ['addPunc=yes', 'X-Svc-Config.addPunc: must be one of true, false'],
    ['wordType=word', 'X-Svc-Config.wordType: must be one of DISABLED, WORD, CHAR'],
    ['sa.checkGender=', 'X-Svc-Config.sa.checkGender: must be one of true, false'],
    ['sa={}', 'unknown key X-Svc-Config.sa'],
    ['vocab=x', 'unknown key X-Svc-Config.vocab'],
    ['addPunc', 'is not key=value'],
    ['nbest=1,nbest=2', 'nbest is given twice'],
  ])('%j is refused', (text, reason) => {
    expect(refusal(() => header(text))).toContain(reason);
  });

  it('is read as UTF-8', () => {
    const asNodeGivesIt = Buffer.from('extraInfo=第三线', 'utf8').toString('latin1');
    expect(parseConfigHeader(asNodeGivesIt)).toEqual({ extraInfo: '第三线' });
    expect(parseConfigHeader('extraInfo=caf\u00e9')).toEqual({ extraInfo: 'café' });
  });
});
