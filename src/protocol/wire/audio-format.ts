// Names of audio formats in requests (specification 2, section 2.2), and detection of the format of unnamed bytes.
import {
  type AudioCoding,
  isRawFormat,
  type OneShotFormat,
  oneShotFormats,
  type PackedFormat,
  packedRatesHz,
  rawCoding,
  type StreamFormat,
  streamFormats,
} from '../engine/audio.js';
import { ServiceError } from '../errors.js';

/** Parses the name of a format in any case: the specification writes both `auto` and `AUTO`. */
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

/**
 * The coding that `audioFormat` and `encParams` describe together. The name of a raw format says everything, so its
 * encParams are ignored.
 */
export function streamCoding(format: StreamFormat, encParams: string, key = 'config.encParams'): AudioCoding {
  if (isRawFormat(format)) return rawCoding(format);
  return { coding: format, sampleRateHz: parseEncParams(format, encParams, key) };
}

/** Parses `ar:16000;ac:1`: the sample rate, which is required, and the channel count, which can only be 1. */
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

/** Detects a container by its magic bytes, for `auto`. Raw formats have none and cannot be detected. */
export function sniffContainer(bytes: Uint8Array): 'wav' | 'ogg' {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
  if (text(0, 4) === 'OggS') return 'ogg';
  throw new ServiceError(
    'UNDECODABLE_AUDIO',
    `audio: the format cannot be determined (no WAV or Ogg header); name it in audioFormat: ${oneShotFormats
      .slice(1)
      .join(', ')}`,
  );
}
