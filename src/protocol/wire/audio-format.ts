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

/** Names of the fields that say how audio is read, as the person or program that chose them knows them. */
export interface AudioNames {
  readonly format: string;
  readonly encParams: string;
  readonly channel: string;
}

export const wireAudioNames: AudioNames = { format: 'audioFormat', encParams: 'encParams', channel: 'audioChannel' };
export const flagAudioNames: AudioNames = { format: '--format', encParams: '--enc-params', channel: '--channel' };

/**
 * Parses the name of a streaming format. Any case is accepted, because the specification writes both `auto` and `AUTO`.
 * Throws INVALID_ARGUMENT.
 */
export function parseStreamFormat(text: string, key = 'config.audioFormat'): StreamFormat {
  const name = streamFormats.find((format) => format === text.toLowerCase());
  if (name) return name;
  throw new ServiceError('INVALID_ARGUMENT', `${key}: must be one of ${streamFormats.join(', ')}`);
}

/** Parses the name of a one-shot format in any case. Throws INVALID_ARGUMENT. */
export function parseOneShotFormat(text: string, key = 'config.audioFormat'): OneShotFormat {
  const name = oneShotFormats.find((format) => format === text.toLowerCase());
  if (name) return name;
  throw new ServiceError('INVALID_ARGUMENT', `${key}: must be one of ${oneShotFormats.join(', ')}`);
}

/**
 * The coding that `audioFormat` and `encParams` describe together. The names of raw formats are complete, so their
 * encParams are ignored. Throws INVALID_ARGUMENT.
 */
export function streamCoding(format: StreamFormat, encParams: string, key = 'config.encParams'): AudioCoding {
  if (isRawFormat(format)) return rawCoding(format);
  return { coding: format, sampleRateHz: parseEncParams(format, encParams, key) };
}

/** Parses `ar:16000;ac:1`: the sample rate in Hz, which is required, and the channel count, which must be 1. */
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

/**
 * Detects a container by its magic bytes, for `auto`. Raw formats have none, so they cannot be detected. Throws
 * UNDECODABLE_AUDIO, whose message names the field `key`.
 */
export function sniffContainer(bytes: Uint8Array, key = wireAudioNames.format): 'wav' | 'ogg' {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
  if (text(0, 4) === 'OggS') return 'ogg';
  throw new ServiceError(
    'UNDECODABLE_AUDIO',
    `audio: the format cannot be determined (no WAV or Ogg header); name it in ${key}: ${oneShotFormats
      .slice(1)
      .join(', ')}`,
  );
}
