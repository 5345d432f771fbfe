// Audio formats of specification 2, section 2.2, and the way they are named on the wire.
import { ServiceError } from '../wire/errors.js';

/** How bytes become sound. */
export type Coding = 'pcm_s16le' | 'alaw' | 'ulaw' | 'svc_speex' | 'svc_opus';

export interface AudioCoding {
  readonly coding: Coding;
  readonly sampleRateHz: number;
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

/** Which channel of a stereo recording is heard. */
export const audioChannels = ['left', 'right', 'mix'] as const;
export type AudioChannel = (typeof audioChannels)[number];

const rawNames = Object.keys(rawFormats) as RawFormat[];
export const streamFormats: readonly StreamFormat[] = [...rawNames, 'svc_speex', 'svc_opus'];
export const oneShotFormats: readonly OneShotFormat[] = ['auto', ...rawNames, 'wav', 'ogg'];

/** Rates that the packed formats may state as `ar`: Speex has three modes, Opus the rates its decoder offers. */
export const packedRatesHz: Record<PackedFormat, readonly number[]> = {
  svc_speex: [8000, 16000, 32000],
  svc_opus: [8000, 12000, 16000, 24000, 48000],
};

export const isRawFormat = (name: string): name is RawFormat => Object.hasOwn(rawFormats, name);
export const rawCoding = (format: RawFormat): AudioCoding => rawFormats[format];

/** Any case is accepted: the specification writes both `auto` and `AUTO`. */
export function parseStreamFormat(text: string, key = 'config.audioFormat'): StreamFormat {
  const name = streamFormats.find((format) => format === text.toLowerCase());
  if (name) return name;
  throw new ServiceError('INVALID_ARGUMENT', `${key}: must be one of ${streamFormats.join(', ')}`);
}

export function parseOneShotFormat(text: string, key = 'config.audioFormat'): OneShotFormat {
  const name = oneShotFormats.find((format) => format === text.toLowerCase());
  if (name) return name;
  throw new ServiceError('INVALID_ARGUMENT', `${key}: must be one of ${oneShotFormats.join(', ')}`);
}

/** What `audioFormat` and `encParams` mean together. Raw formats carry everything in their name and ignore encParams. */
export function streamCoding(format: StreamFormat, encParams: string, key = 'config.encParams'): AudioCoding {
  if (isRawFormat(format)) return rawFormats[format];
  return { coding: format, sampleRateHz: parseEncParams(format, encParams, key) };
}

/** `ar:16000;ac:1`: the sample rate, which is required, and the channel count, of which only 1 is allowed. */
function parseEncParams(format: PackedFormat, text: string, key: string): number {
  const rates = packedRatesHz[format];
  const example = `for example ar:${rates[0]};ac:1`;
  let rateHz: number | undefined;
  const seen = new Set<string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    const name = part.slice(0, colon < 0 ? undefined : colon).trim();
    const value = colon < 0 ? '' : part.slice(colon + 1).trim();
    if (seen.has(name)) throw new ServiceError('INVALID_ARGUMENT', `${key}: ${shown(name)} is given twice`);
    seen.add(name);
    switch (name) {
      case 'ar':
        rateHz = rates.find((rate) => String(rate) === value);
        if (rateHz === undefined) {
          throw new ServiceError('INVALID_ARGUMENT', `${key}: ar must be one of ${rates.join(', ')} for ${format}`);
        }
        break;
      case 'ac':
        if (value !== '1') throw new ServiceError('INVALID_ARGUMENT', `${key}: ac must be 1 (mono only)`);
        break;
      default:
        throw new ServiceError('INVALID_ARGUMENT', `${key}: unknown key ${shown(name)}; known: ar, ac (${example})`);
    }
  }
  if (rateHz !== undefined) return rateHz;
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `${key}: ar is required for ${format}, one of ${rates.join(', ')}; ${example}`,
  );
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 32));

/** Bytes of one ms of a raw coding. */
export function bytesPerMs({ coding, sampleRateHz }: AudioCoding): number {
  switch (coding) {
    case 'pcm_s16le':
      return (2 * sampleRateHz) / 1000;
    case 'alaw':
    case 'ulaw':
      return sampleRateHz / 1000;
    case 'svc_speex':
    case 'svc_opus':
      throw new Error(`${coding} has no fixed number of bytes per ms`);
  }
}

/**
 * How long a slice claims to be, in ms, without decoding it: for queue limits only. A packed slice states the byte
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

/** What `auto` finds: a container by its magic bytes. Raw formats have none, so they cannot be detected. */
export function sniffContainer(bytes: Uint8Array): 'wav' | 'ogg' {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
  if (text(0, 4) === 'OggS') return 'ogg';
  throw new ServiceError(
    'UNDECODABLE_AUDIO',
    `audio: the format cannot be determined (neither a WAV nor an Ogg header); name it in audioFormat: ${oneShotFormats
      .slice(1)
      .join(', ')}`,
  );
}
