// Model properties of recognition and ring screening: `{lang}_{samplerate}_{domain}` (specification 2, 2.1).
import { z } from 'zod';
import { ServiceError } from '../errors.js';

/** The path parameter of recognition, transcription and ring screening. */
export const speechParams = z.object({
  property: z.string().meta({
    description:
      'The property of the model: {lang}_{samplerate}_{domain}, where samplerate is 8k or 16k. check-auth lists the available properties.',
    examples: ['cn_8k_common'],
  }),
});
/** The path parameter of synthesis. */
export const voiceParams = z.object({
  property: z.string().meta({
    description: 'The property of the voice: {lang}_{voicename}_{domain}. check-auth lists the available voices.',
    examples: ['cn_zhixingjing_common-h9'],
  }),
});

export interface SpeechProperty {
  /** the property in lower case, as operators and logs see it */
  readonly name: string;
  readonly lang: string;
  /** training rate of the model, Hz; audio at other rates is resampled, with warning 100 */
  readonly sampleRateHz: 8000 | 16000;
  readonly domain: string;
}

/** The common properties of specification 2, 2.1. huiyi and zhijian are aliases of common: one model serves them. */
export const commonProperties = ['cn_8k_common', 'cn_16k_common', 'cn_8k_zhijian', 'cn_16k_huiyi'] as const;
export const ringProperties = commonProperties;

const aliasDomains: readonly string[] = ['huiyi', 'zhijian'];

/** The property whose model serves this one if it has no model of its own; undefined: there is none. */
export const aliasedProperty = (name: string): string | undefined => {
  const [lang, rate, domain = ''] = name.split('_');
  return aliasDomains.includes(domain) ? `${lang}_${rate}_common` : undefined;
};

const form = /^([a-z]{2,8})_(8k|16k)_([a-z0-9-]{1,32})$/;

/** Parses a property, ignoring case. Throws MALFORMED_PROPERTY (400). */
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

/** The error for a property that no model serves. */
export const notServed = (name: string, served: readonly string[]): ServiceError =>
  new ServiceError(
    'PROPERTY_NOT_FOUND',
    `property ${name} is not served here; served: ${served.length === 0 ? 'none' : served.join(', ')}`,
  );

/** Parses a property. Throws a 400 if it is malformed, and a 404 if it is not in `served`. */
export function parseSpeechProperty(text: string, served: readonly string[] = ringProperties): SpeechProperty {
  const property = readSpeechProperty(text);
  if (!served.includes(property.name)) throw notServed(property.name, served);
  return property;
}

/**
 * The same property at the other sample rate, `cn_16k_common` for `cn_8k_common` and vice versa. Audio is resampled, so
 * either model can recognise it. undefined: the property has no rate.
 */
export function otherRate(name: string): string | undefined {
  const [lang, rate, domain] = name.split('_');
  if (rate !== '8k' && rate !== '16k') return undefined;
  return `${lang}_${rate === '8k' ? '16k' : '8k'}_${domain}`;
}
