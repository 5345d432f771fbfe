// The raw formats of offline transcription (specification 2, section 2.2): no header, one or two interleaved channels.
import type { Encoding } from '../../native/index.js';

export interface RawFormat {
  readonly encoding: Exclude<Encoding, 'svc_speex' | 'svc_opus'>;
  readonly rateHz: 6_000 | 8_000 | 16_000;
  /** Bits of one sample of one channel. */
  readonly bits: 4 | 8 | 16;
}

export const rawFormats: Readonly<Record<string, RawFormat>> = {
  pcm_s16le_8k: { encoding: 'pcm_s16le', rateHz: 8_000, bits: 16 },
  pcm_s16le_16k: { encoding: 'pcm_s16le', rateHz: 16_000, bits: 16 },
  alaw_8k: { encoding: 'alaw', rateHz: 8_000, bits: 8 },
  alaw_16k: { encoding: 'alaw', rateHz: 16_000, bits: 8 },
  ulaw_8k: { encoding: 'ulaw', rateHz: 8_000, bits: 8 },
  ulaw_16k: { encoding: 'ulaw', rateHz: 16_000, bits: 8 },
  vox_8k: { encoding: 'vox', rateHz: 8_000, bits: 4 },
  vox_6k: { encoding: 'vox', rateHz: 6_000, bits: 4 },
};

/** The raw format of a name; undefined for `auto` and for unknown names. */
export const rawFormat = (name: string): RawFormat | undefined =>
  Object.hasOwn(rawFormats, name) ? rawFormats[name] : undefined;
