// The properties that recognition serves: those that engines have models for, and the aliases of the specification's
// values.
import { expect, it } from 'vitest';
import { servedProperties } from '../../../src/asr/properties.js';

it('a property that an engine has a model for is served, in any case', () => {
  const served = servedProperties(() => new Set(['cn_8k_common']));
  expect(served.find('CN_8K_common')).toEqual({
    name: 'cn_8k_common',
    lang: 'cn',
    sampleRateHz: 8_000,
    domain: 'common',
    modelProperty: 'cn_8k_common',
  });
});

it('huiyi and zhijian are served by the model of common, unless they have one of their own', () => {
  const served = servedProperties(() => new Set(['cn_8k_common', 'cn_16k_common', 'cn_16k_huiyi']));
  expect(served.find('cn_8k_zhijian').modelProperty).toBe('cn_8k_common');
  expect(served.find('cn_16k_huiyi').modelProperty).toBe('cn_16k_huiyi');
  expect(served.names).toEqual(['cn_8k_common', 'cn_16k_common', 'cn_8k_zhijian', 'cn_16k_huiyi']);
});

it('what no model serves is 404 and the message lists what is served; what is malformed is 400', () => {
  const served = servedProperties(() => new Set(['cn_8k_common', 'cn_8k_bank']));
  expect(() => served.find('cn_16k_common')).toThrow('served: cn_8k_common, cn_8k_zhijian, cn_8k_bank');
  expect(() => served.find('en_8k_common')).toThrow(expect.objectContaining({ code: 'PROPERTY_NOT_FOUND' }));
  expect(() => served.find('cn_common')).toThrow(expect.objectContaining({ code: 'MALFORMED_PROPERTY' }));
  expect(servedProperties(() => new Set()).names).toEqual([]);
});

it('before any engine was ready it is 503, and while none is ready the last answer holds', () => {
  let loaded: Set<string> | undefined;
  const served = servedProperties(() => loaded);
  expect(() => served.find('cn_8k_common')).toThrow(expect.objectContaining({ code: 'ENGINE_UNAVAILABLE' }));
  loaded = new Set(['cn_8k_common']);
  served.find('cn_8k_common');
  loaded = undefined;
  expect(served.find('cn_8k_common').modelProperty).toBe('cn_8k_common');
});
