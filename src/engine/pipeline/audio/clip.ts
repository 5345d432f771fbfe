// A whole clip (one-shot body, file), opened and cut into slices as a live session would send them.
import { addon, encodings } from '../../../native/index.js';
import {
  type AudioChannel,
  type AudioCoding,
  audioChannels,
  bytesPerMs,
  isRawFormat,
  type OneShotFormat,
  rawCoding,
} from '../../../protocol/engine/audio.js';
import { ServiceError } from '../../../protocol/errors.js';
import { type AudioNames, sniffContainer, wireAudioNames } from '../../../protocol/wire/audio-format.js';
import { oneChannel } from './channels.js';

/** Decoded or plain audio, ready to be cut. */
export interface Clip {
  readonly coding: AudioCoding;
  readonly slices: Iterable<Uint8Array>;
  readonly sampleRateHz: number;
  /** Length; undefined if only decoding tells. */
  readonly lastsMs?: number;
}

const sliceMs = 500;
/** The decoder's own limit: the samples are one piece of memory. */
const longestOggMs = 3_600_000;

export interface ClipForm {
  readonly format: OneShotFormat;
  /** The channel of a stereo recording; a recording with one channel is heard as it is. */
  readonly channel?: AudioChannel | undefined;
  /** Names of these fields for messages; those of the interface unless given. */
  readonly names?: AudioNames;
}

/** Detects the format of the bytes. Refuses a clip that is longer than maxMs before it is heard. */
export function openClip(bytes: Uint8Array, form: ClipForm, maxMs: number, cutMs = sliceMs): Clip {
  const { format, names = wireAudioNames } = form;
  if (bytes.length === 0) throw new ServiceError('UNDECODABLE_AUDIO', 'audio: empty');
  if (isRawFormat(format)) return rawClip(bytes, rawCoding(format), maxMs, cutMs);
  const container = format === 'auto' ? sniffContainer(bytes, names.format) : format;
  return container === 'wav' ? wavClip(bytes, form.channel, names.channel, maxMs, cutMs) : oggClip(bytes, maxMs, cutMs);
}

/** Opens a concatenation of packed slices, as a client would send them one by one; for files and tests. */
export function openPackedClip(bytes: Uint8Array, coding: AudioCoding): Clip {
  const ends = addon.splitPacked(encodings[coding.coding], coding.sampleRateHz, bytes);
  if (typeof ends === 'number') {
    throw new ServiceError('UNDECODABLE_AUDIO', `audio: must be a sequence of complete ${coding.coding} slices`);
  }
  return { coding, slices: cutAt(bytes, ends), sampleRateHz: coding.sampleRateHz };
}

function* cutAt(bytes: Uint8Array, ends: Uint32Array): Iterable<Uint8Array> {
  let from = 0;
  for (const end of ends) {
    yield bytes.subarray(from, end);
    from = end;
  }
}

function rawClip(bytes: Uint8Array, coding: AudioCoding, maxMs: number, cutMs: number): Clip {
  const perMs = bytesPerMs(coding);
  refuseLong(bytes.length / perMs, maxMs);
  const sampleBytes = coding.coding === 'pcm_s16le' ? 2 : 1;
  const whole = bytes.subarray(0, bytes.length - (bytes.length % sampleBytes)); // half a sample is dropped
  if (whole.length === 0) throw new ServiceError('UNDECODABLE_AUDIO', 'audio: too short to hold one whole sample');
  const step = Math.max(sampleBytes, Math.round((cutMs * perMs) / sampleBytes) * sampleBytes);
  return { coding, slices: cut(whole, step), sampleRateHz: coding.sampleRateHz, lastsMs: whole.length / perMs };
}

function* cut(bytes: Uint8Array, step: number): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
}

function wavClip(
  bytes: Uint8Array,
  channel: AudioChannel | undefined,
  channelName: string,
  maxMs: number,
  cutMs: number,
): Clip {
  const info = addon.parseWav(bytes);
  if (typeof info === 'string') throw new ServiceError('UNDECODABLE_AUDIO', `audio: ${info}`);
  const data = bytes.subarray(info.dataOffset, info.dataOffset + info.dataBytes);
  if (data.length === 0) throw new ServiceError('UNDECODABLE_AUDIO', 'audio: the WAV file has no samples');
  const coding: AudioCoding = { coding: info.encoding, sampleRateHz: info.sampleRateHz };
  if (info.channels === 1) return rawClip(data, coding, maxMs, cutMs);
  if (channel === undefined) {
    const which = `choose it with ${channelName}: ${audioChannels.join(', ')}`;
    throw new ServiceError(
      'UNDECODABLE_AUDIO',
      `audio: the WAV file has 2 channels, but only one can be used; ${which}`,
    );
  }
  refuseLong(data.length / 2 / bytesPerMs(coding), maxMs);
  const pairBytes = info.encoding === 'pcm_s16le' ? 4 : 2;
  const pairs = cut(data, pairBytes * Math.max(1, Math.round((cutMs * info.sampleRateHz) / 1_000)));
  const slices = oneChannel(pairs, info.encoding, channel);
  return { coding: { ...coding, coding: 'pcm_s16le' }, slices, sampleRateHz: info.sampleRateHz };
}

function oggClip(bytes: Uint8Array, maxMs: number, cutMs: number): Clip {
  const decoded = addon.decodeOgg(bytes, Math.min(maxMs, longestOggMs));
  if (typeof decoded === 'string') {
    const tooLong = decoded.includes('longer than the limit'); // the decoder stops there, so nobody knows how long
    throw new ServiceError(tooLong ? 'AUDIO_TOO_LONG' : 'UNDECODABLE_AUDIO', `audio: ${decoded}`);
  }
  const { samples, sampleRateHz } = decoded;
  const linear = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return rawClip(linear, { coding: 'pcm_s16le', sampleRateHz }, maxMs, cutMs);
}

function refuseLong(lastsMs: number, maxMs: number): void {
  if (lastsMs <= maxMs) return;
  const lastsS = Math.ceil(lastsMs / 100) / 10; // rounded up, so that the message never shows the limit itself
  throw new ServiceError('AUDIO_TOO_LONG', `audio: lasts ${lastsS} s, must be at most ${maxMs / 1_000} s`);
}
