// The same samples in every format of the streaming interfaces.
import { addon, type Encoding, encodings } from '../../../src/native/index.js';
import { bytesOf, sliced } from './tones.js';

export interface StreamCoding {
  readonly audioFormat: string;
  readonly coding: Encoding;
  readonly rateHz: number;
  readonly encParams?: string;
}

export const streamCodings: readonly StreamCoding[] = [
  { audioFormat: 'pcm_s16le_8k', coding: 'pcm_s16le', rateHz: 8_000 },
  { audioFormat: 'pcm_s16le_16k', coding: 'pcm_s16le', rateHz: 16_000 },
  { audioFormat: 'alaw_8k', coding: 'alaw', rateHz: 8_000 },
  { audioFormat: 'alaw_16k', coding: 'alaw', rateHz: 16_000 },
  { audioFormat: 'ulaw_8k', coding: 'ulaw', rateHz: 8_000 },
  { audioFormat: 'ulaw_16k', coding: 'ulaw', rateHz: 16_000 },
  { audioFormat: 'svc_speex', coding: 'svc_speex', rateHz: 8_000, encParams: 'ar:8000;ac:1' },
  { audioFormat: 'svc_speex', coding: 'svc_speex', rateHz: 16_000, encParams: 'ar:16000;ac:1' },
  { audioFormat: 'svc_opus', coding: 'svc_opus', rateHz: 8_000, encParams: 'ar:8000;ac:1' },
  { audioFormat: 'svc_opus', coding: 'svc_opus', rateHz: 16_000, encParams: 'ar:16000;ac:1' },
];

/** Slices of `ms`. Packed slices are whole; the rest is dropped. */
export function coded(samples: Int16Array, coding: Encoding, rateHz: number, ms: number): Uint8Array[] {
  switch (coding) {
    case 'pcm_s16le':
      return sliced(bytesOf(samples), (2 * rateHz) / 1_000, ms);
    case 'alaw':
    case 'ulaw':
      return sliced(Buffer.from(addon.encode(encodings[coding], samples)), rateHz / 1_000, ms);
    default: {
      const packer = new addon.Packer(encodings[coding], rateHz, coding === 'svc_speex' ? 8 : 24_000);
      const whole = (samples.length * 1_000) / rateHz;
      const slices: Uint8Array[] = [];
      for (let from = 0; from + ms <= whole; from += ms) {
        slices.push(packer.pack(samples.subarray((from * rateHz) / 1_000, ((from + ms) * rateHz) / 1_000)));
      }
      return slices;
    }
  }
}

/** Twice as many samples, the new ones halfway between their neighbours. */
export function doubled(samples: Int16Array): Int16Array {
  return Int16Array.from({ length: 2 * samples.length }, (_, at) => {
    const here = samples[at >> 1] ?? 0;
    return at % 2 === 0 ? here : Math.round((here + (samples[(at >> 1) + 1] ?? here)) / 2);
  });
}
