// Model feature strings of recognition and ring screening: `{lang}_{samplerate}_{domain}` (specification 2, 2.1).
import { z } from 'zod';
import { ServiceError } from '../errors.js';

/** The path parameter of recognition, transcription and ring screening. */
export const speechParams = z.object({
  property: z.string().meta({
    description: 'The model: {lang}_{samplerate}_{domain}, with samplerate 8k or 16k. check-auth lists what is served.',
    examples: ['cn_8k_common'],
  }),
});
/** The path parameter of synthesis. */
export const voiceParams = z.object({
  property: z.string().meta({
    description: 'The voice: {lang}_{voicename}_{domain}. check-auth lists what is served.',
    examples: ['cn_zhixingjing_common-h9'],
  }),
});

export interface SpeechProperty {
  /** The name as the operator and the logs see it, in lower case. */
  readonly name: string;
  readonly lang: string;
  /** Sample rate at which the model was trained; audio of other rates is resampled, with warning 100. */
  readonly sampleRateHz: 8000 | 16000;
  readonly domain: string;
}

/** Common values of 2.1; huiyi and zhijian are aliases of common, and one model serves them. */
export const commonProperties = ['cn_8k_common', 'cn_16k_common', 'cn_8k_zhijian', 'cn_16k_huiyi'] as const;
export const ringProperties = commonProperties;

const aliasDomains: readonly string[] = ['huiyi', 'zhijian'];

/** The property whose model serves this one if this one has no model of its own. */
export const aliasedProperty = (name: string): string | undefined => {
  const [lang, rate, domain = ''] = name.split('_');
  return aliasDomains.includes(domain) ? `${lang}_${rate}_common` : undefined;
};

const form = /^([a-z]{2,8})_(8k|16k)_([a-z0-9-]{1,32})$/;

/** Parses a property in any case. A malformed one is answered 400. */
export function readSpeechProperty(text: string): SpeechProperty {
  const name = text.toLowerCase();
  const match = form.exec(name);
  if (!match) {
    throw new ServiceError(
      'MALFORMED_PROPERTY',
      'property: must be {lang}_{samplerate}_{domain} with samplerate 8k or 16k, for example cn_8k_common',
    );
  }
  const [, lang = '', rate, domain = ''] = match;
  return { name, lang, sampleRateHz: rate === '8k' ? 8000 : 16000, domain };
}

export const notServed = (name: string, served: readonly string[]): ServiceError =>
  new ServiceError(
    'PROPERTY_NOT_FOUND',
    `property ${name} is not served here; served: ${served.length === 0 ? 'none' : served.join(', ')}`,
  );

/** Parses a property. A malformed one is answered 400, and one that is not in `served` 404. */
export function parseSpeechProperty(text: string, served: readonly string[] = ringProperties): SpeechProperty {
  const property = readSpeechProperty(text);
  if (!served.includes(property.name)) throw notServed(property.name, served);
  return property;
}

/** `cn_16k_common` for `cn_8k_common` and the other way round: audio is resampled, so either model can hear it. */
export function otherRate(name: string): string | undefined {
  const [lang, rate, domain] = name.split('_');
  if (rate !== '8k' && rate !== '16k') return undefined;
  return `${lang}_${rate === '8k' ? '16k' : '8k'}_${domain}`;
}
