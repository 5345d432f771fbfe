// Audio formats of specification 2, section 2.2.

/** Ways in which sound is coded as bytes. */
export type Coding = 'pcm_s16le' | 'alaw' | 'ulaw' | 'svc_speex' | 'svc_opus';

export interface AudioCoding {
  readonly coding: Coding;
  readonly sampleRateHz: number;
  /** The channel that is heard of raw stereo samples (left before right). Absent if the audio is mono. */
  readonly channel?: AudioChannel;
}

const rawFormats = {
  pcm_s16le_8k: { coding: 'pcm_s16le', sampleRateHz: 8000 },
  pcm_s16le_16k: { coding: 'pcm_s16le', sampleRateHz: 16000 },
  alaw_8k: { coding: 'alaw', sampleRateHz: 8000 },
  alaw_16k: { coding: 'alaw', sampleRateHz: 16000 },
  ulaw_8k: { coding: 'ulaw', sampleRateHz: 8000 },
  ulaw_16k: { coding: 'ulaw', sampleRateHz: 16000 },
} as const satisfies Record<string, AudioCoding>;

export type RawFormat = keyof typeof rawFormats;
export type PackedFormat = 'svc_speex' | 'svc_opus';
export type StreamFormat = RawFormat | PackedFormat;
export type OneShotFormat = RawFormat | 'auto' | 'wav' | 'ogg';

/** The channel of a stereo recording that is used. */
export const audioChannels = ['left', 'right', 'mix'] as const;
export type AudioChannel = (typeof audioChannels)[number];

const rawNames = Object.keys(rawFormats) as RawFormat[];
export const streamFormats: readonly StreamFormat[] = [...rawNames, 'svc_speex', 'svc_opus'];
export const oneShotFormats: readonly OneShotFormat[] = ['auto', ...rawNames, 'wav', 'ogg'];

/** Sample rates that `ar` may name for packed formats: the three modes of Speex, the rates of the Opus decoder. */
export const packedRatesHz: Record<PackedFormat, readonly number[]> = {
  svc_speex: [8000, 16000, 32000],
  svc_opus: [8000, 12000, 16000, 24000, 48000],
};

export const isRawFormat = (name: string): name is RawFormat => Object.hasOwn(rawFormats, name);
export const rawCoding = (format: RawFormat): AudioCoding => rawFormats[format];

/** Bytes of one millisecond of a raw coding. */
export function bytesPerMs({ coding, sampleRateHz, channel }: AudioCoding): number {
  const channels = channel === undefined ? 1 : 2;
  switch (coding) {
    case 'pcm_s16le':
      return (2 * channels * sampleRateHz) / 1000;
    case 'alaw':
    case 'ulaw':
      return (channels * sampleRateHz) / 1000;
    case 'svc_speex':
    case 'svc_opus':
      throw new Error(`${coding} has no fixed number of bytes per millisecond`);
  }
}

/**
 * The stated length of a slice in ms, without decoding it; used for queue limits only. A packed slice states the byte
 * count of its original 16-bit audio in its first four bytes (specification 2, 4.2).
 */
export function claimedMs(coding: AudioCoding, slice: Uint8Array): number {
  switch (coding.coding) {
    case 'pcm_s16le':
    case 'alaw':
    case 'ulaw':
      return slice.length / bytesPerMs(coding);
    case 'svc_speex':
    case 'svc_opus': {
      if (slice.length < 4) return 0;
      const bytes = new DataView(slice.buffer, slice.byteOffset, slice.byteLength).getUint32(0);
      return Math.min(1_000, (bytes / 2 / coding.sampleRateHz) * 1_000);
    }
  }
}
