// A whole clip (one-shot body, file) through the same stages as a live session.
import { addon, encodings } from '../../../native/index.js';
import {
  type AudioChannel,
  type AudioCoding,
  audioChannels,
  bytesPerMs,
  isRawFormat,
  type OneShotFormat,
  rawCoding,
  sniffContainer,
} from '../../../protocol/engine/audio.js';
import type { RingVerdict, TextEvent } from '../../../protocol/engine/ring.js';
import { ServiceError } from '../../../protocol/wire/errors.js';
import type { RingClipResult } from '../../channel/messages.js';
import { behindMs, PromptEar, type PromptParts } from '../screening/prompt-recogniser.js';
import type { Judge } from '../screening/screening.js';
import { oneChannel } from './channels.js';
import { anySecond, anySlice, Hearing } from './frontend.js';

/** Decoded or plain audio, ready to be cut. */
export interface Clip {
  readonly coding: AudioCoding;
  readonly slices: Iterable<Uint8Array>;
  readonly sampleRateHz: number;
  /** undefined where only decoding tells */
  readonly lastsMs?: number;
}

const sliceMs = 500;
/** the decoder's own bound, in one piece of memory */
const longestOggMs = 3_600_000;
/** so that a long clip holds up the live sessions of its engine for no more than a few ms */
const yieldEveryMs = 10_000;

export interface ClipForm {
  readonly format: OneShotFormat;
  /** of a stereo recording; one of a single channel is heard as it is */
  readonly channel?: AudioChannel | undefined;
}

/** Finds out what the bytes are. Refuses what is longer than maxMs before it is heard. */
export function openClip(bytes: Uint8Array, { format, channel }: ClipForm, maxMs: number, cutMs = sliceMs): Clip {
  if (bytes.length === 0) throw new ServiceError('UNDECODABLE_AUDIO', 'audio: empty');
  if (isRawFormat(format)) return rawClip(bytes, rawCoding(format), maxMs, cutMs);
  const container = format === 'auto' ? sniffContainer(bytes) : format;
  return container === 'wav' ? wavClip(bytes, channel, maxMs, cutMs) : oggClip(bytes, maxMs, cutMs);
}

/** A concatenation of packed slices, as a client would send them one by one; for files and tests. */
export function openPackedClip(bytes: Uint8Array, coding: AudioCoding): Clip {
  const ends = addon.splitPacked(encodings[coding.coding], coding.sampleRateHz, bytes);
  if (typeof ends === 'number') {
    throw new ServiceError('UNDECODABLE_AUDIO', `audio: not a row of ${coding.coding} slices`);
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
  const whole = bytes.subarray(0, bytes.length - (bytes.length % sampleBytes)); // half a sample is no sound
  if (whole.length === 0) throw new ServiceError('UNDECODABLE_AUDIO', 'audio: not one whole sample');
  const step = Math.max(sampleBytes, Math.round((cutMs * perMs) / sampleBytes) * sampleBytes);
  return { coding, slices: cut(whole, step), sampleRateHz: coding.sampleRateHz, lastsMs: whole.length / perMs };
}

function* cut(bytes: Uint8Array, step: number): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
}

function wavClip(bytes: Uint8Array, channel: AudioChannel | undefined, maxMs: number, cutMs: number): Clip {
  const info = addon.parseWav(bytes);
  if (typeof info === 'string') throw new ServiceError('UNDECODABLE_AUDIO', `audio: ${info}`);
  const data = bytes.subarray(info.dataOffset, info.dataOffset + info.dataBytes);
  if (data.length === 0) throw new ServiceError('UNDECODABLE_AUDIO', 'audio: the WAV file holds no sound');
  const coding: AudioCoding = { coding: info.encoding, sampleRateHz: info.sampleRateHz };
  if (info.channels === 1) return rawClip(data, coding, maxMs, cutMs);
  if (channel === undefined) {
    const which = `say which with audioChannel (--channel of a command): ${audioChannels.join(', ')}`;
    throw new ServiceError('UNDECODABLE_AUDIO', `audio: the WAV file has 2 channels, and one is heard; ${which}`);
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
  const lastsS = Math.ceil(lastsMs / 100) / 10; // rounded up: it must not read like the limit
  throw new ServiceError('AUDIO_TOO_LONG', `audio: lasts ${lastsS} s, must be at most ${maxMs / 1_000} s`);
}

export interface ScreenClipParts {
  readonly judge: Judge;
  /** Lets the event loop turn: live sessions go on meanwhile, and the recogniser runs. */
  readonly nextTurn: () => Promise<void>;
  readonly prompts?: PromptParts | undefined;
  /** A fresh one that takes slices of a second and gives samples at the recogniser's rate. */
  readonly hearing?: Hearing;
  /** When the call was answered; undefined: never. */
  readonly answeredAtMs?: number | undefined;
  /** The recogniser failed; the clip is screened without. */
  readonly fault?: ((fault: unknown) => void) | undefined;
}

/** Hears it to the end, whatever is decided on the way, so that the evidence covers the whole clip. */
export async function screenClip(clip: Clip, parts: ScreenClipParts): Promise<RingClipResult> {
  const { judge, nextTurn, prompts, answeredAtMs } = parts;
  if (answeredAtMs !== undefined) refuseOutside(answeredAtMs, clip);
  const samplesRateHz = prompts?.recogniser.sampleRateHz;
  const hearing = parts.hearing ?? new Hearing(clip.coding, prompts ? anySecond : anySlice, samplesRateHz);
  let verdict: RingVerdict | undefined;
  const take = (event: Parameters<Judge['take']>[0]) => {
    verdict = judge.take(event) ?? verdict;
  };
  if (answeredAtMs !== undefined) take({ type: 'answered', atMs: answeredAtMs });
  const prompt = prompts && openPrompt(prompts, hearing, take, parts.fault);
  let turnAtMs = yieldEveryMs;
  let isUnderstood = false;
  try {
    for (const slice of clip.slices) {
      hearing.push(slice, take);
      prompt?.ear.take();
      while (prompt && prompt.ear.behindMs > behindMs) await nextTurn();
      if (hearing.totalMs < turnAtMs) continue;
      turnAtMs += yieldEveryMs;
      await nextTurn();
    }
    hearing.flush(take);
    prompt?.ear.take();
    prompt?.ear.end();
    isUnderstood = (await prompt?.isThrough) ?? false;
  } finally {
    prompt?.ear.close();
  }
  const audioMs = Math.round(hearing.totalMs);
  take({ type: 'end', reason: 'end', atMs: audioMs });
  if (!verdict) throw new Error('the judge said nothing at the end of the audio');
  const lag = isUnderstood && { lagMs: 0 }; // the last words have been waited for
  return { verdict, evidence: judge.evidence({ ...hearing.levels, audioMs, ...lag }), sampleRateHz: clip.sampleRateHz };
}

function refuseOutside(answeredAtMs: number, { lastsMs = Number.POSITIVE_INFINITY }: Clip): void {
  const endMs = Math.floor(lastsMs);
  if (answeredAtMs <= endMs) return;
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `answeredAtMs: ${answeredAtMs} lies outside the recording, must be 0-${endMs} (ms)`,
  );
}

function openPrompt(
  prompts: PromptParts,
  hearing: Hearing,
  text: (event: TextEvent) => void,
  fault: ((fault: unknown) => void) | undefined,
): { ear: PromptEar /** false: it failed */; isThrough: Promise<boolean> } {
  let through: (isUnderstood: boolean) => void = () => {};
  const isThrough = new Promise<boolean>((resolve) => {
    through = resolve;
  });
  const failed = (reason: unknown) => {
    fault?.(reason);
    through(false);
  };
  return {
    ear: new PromptEar(prompts, hearing, { text, ended: () => through(true), failed }, { interim: false }),
    isThrough,
  };
}
