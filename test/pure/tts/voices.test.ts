// Specification 2, 2.1: {lang}_{voicename}_{domain}; which voices are served follows from what the engines have loaded.
// And what makes two requests the same sound.
import { describe, expect, it } from 'vitest';
import { type ErrorName, ServiceError } from '../../../src/protocol/errors.js';
import { SynthesisConfig } from '../../../src/protocol/wire/synthesis-config.js';
import { prepareSpeech } from '../../../src/tts/speech.js';
import { servedVoices } from '../../../src/tts/voices.js';

const loaded = new Set(['cn_a_common', 'cn_a_common-h9', 'en_b_common']);

function refusal(find: () => unknown): ErrorName | undefined {
  try {
    find();
    return undefined;
  } catch (fault) {
    return fault instanceof ServiceError ? fault.code : undefined;
  }
}

describe('the voices that are served', () => {
  const voices = servedVoices(() => loaded);

  it('are found in any case, with their language', () => {
    expect(voices.find('CN_A_Common-H9')).toEqual({ property: 'cn_a_common-h9', language: 'cn' });
    expect(voices.find('en_b_common')).toEqual({ property: 'en_b_common', language: 'en' });
    expect(voices.names).toEqual(['cn_a_common', 'cn_a_common-h9', 'en_b_common']);
  });

  it.each([
    '',
    'a',
    'cn_a',
    'cn__common',
    'cn_a_common_x',
    'cn_a-b_common',
    '中_a_common',
    `cn_${'a'.repeat(65)}_common`,
  ])('have no name like %j: malformed', (name) => expect(refusal(() => voices.find(name))).toBe('MALFORMED_PROPERTY'));

  it('do not include a well-formed name that no model has', () => {
    expect(refusal(() => voices.find('cn_c_common'))).toBe('PROPERTY_NOT_FOUND');
    expect(refusal(() => voices.find('cn_a_movies'))).toBe('PROPERTY_NOT_FOUND');
  });

  it('are not known before an engine was ready; afterwards the last answer holds', () => {
    let now: ReadonlySet<string> | undefined;
    const later = servedVoices(() => now);
    expect(refusal(() => later.find('cn_a_common'))).toBe('ENGINE_UNAVAILABLE');
    now = loaded;
    expect(later.find('cn_a_common').property).toBe('cn_a_common');
    now = undefined;
    expect(later.has('cn_a_common')).toBe(true);
    now = new Set();
    expect(refusal(() => later.find('cn_a_common'))).toBe('PROPERTY_NOT_FOUND');
  });
});

describe('the key of a sound', () => {
  const voices = servedVoices(() => loaded);
  const keyOf = (config: object = {}, text = '您好', voice = 'cn_a_common') =>
    prepareSpeech({ text, config: SynthesisConfig.parse(config) }, voices.find(voice), voices).params.cacheKey;

  it('is the same for the same sound, in whatever format', () => {
    expect(keyOf()).toBe(keyOf({ pitch: 0, volume: 50 }));
    expect(keyOf({ format: 'alaw' })).toBe(keyOf());
  });

  it('is another for everything that may be heard', () => {
    const changes = [
      { pitch: 1 },
      { speed: 1 },
      { volume: 51 },
      { soundEffect: 1 },
      { digitMode: 1 },
      { puncMode: true },
      { sampleRate: 8_000 },
      { useS3ML: true },
    ];
    const keys = [
      keyOf(),
      keyOf({}, '您好。'),
      keyOf({}, '您好', 'cn_a_common-h9'),
      ...changes.map((each) => keyOf(each)),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
