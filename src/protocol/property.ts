// Model feature strings of recognition and ring screening: `{lang}_{samplerate}_{domain}` (specification 2, 2.1).
import { ServiceError } from './errors.js';

export interface SpeechProperty {
  /** as the operator and the logs see it: lower case */
  readonly name: string;
  readonly lang: string;
  /** training rate of the model; other rates are resampled, with warning 100 */
  readonly sampleRateHz: 8000 | 16000;
  readonly domain: string;
}

/** huiyi and zhijian alias common: one model serves them. */
export const ringProperties = ['cn_8k_common', 'cn_16k_common', 'cn_8k_zhijian', 'cn_16k_huiyi'] as const;

const form = /^([a-z]{2,8})_(8k|16k)_([a-z0-9-]{1,32})$/;

/** Malformed: 400. Well formed but not in `served`: 404. Case does not matter. */
export function parseSpeechProperty(text: string, served: readonly string[] = ringProperties): SpeechProperty {
  const name = text.toLowerCase();
  const match = form.exec(name);
  if (!match) {
    throw new ServiceError(
      'MALFORMED_PROPERTY',
      'property: must be {lang}_{samplerate}_{domain} with samplerate 8k or 16k, for example cn_8k_common',
    );
  }
  if (!served.includes(name)) {
    throw new ServiceError('PROPERTY_NOT_FOUND', `property ${name} is not served here; served: ${served.join(', ')}`);
  }
  const [, lang = '', rate, domain = ''] = match;
  return { name, lang, sampleRateHz: rate === '8k' ? 8000 : 16000, domain };
}
