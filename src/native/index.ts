// The typed face of the C++ addon: flat arguments in, typed arrays out. Nothing but this file loads the binary.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { EncoderAddon } from './encoder-addon.js';
import type { SearchAddon } from './search-addon.js';
import type { SoundAddon } from './sound-addon.js';
import type { VocoderAddon } from './vocoder-addon.js';

/** Kinds of native/core/tone/event.h, number for number (test/native/addon/kinds.test.ts compares the two lists). */
export const eventKinds = {
  none: 0,
  busy: 1,
  ringback: 2,
  congestion: 3,
  unobtainable: 4,
  'call-waiting': 5,
  dial: 6,
  howler: 7,
  cng: 8,
  ced: 9,
  ring: 10,
  music: 11,
  speech: 12,
  dtmf: 13,
  v21: 14,
  sit: 15,
  beep: 16,
  'foreign-busy': 17,
  'foreign-ring': 18,
  'tone-on': 32,
  'tone-off': 33,
  'sound-on': 34,
  'sound-off': 35,
} as const;

/** Codings of the bytes of a slice. Numbers are those of native/core/frontend/frontend.h. */
export const encodings = { pcm_s16le: 0, alaw: 1, ulaw: 2, vox: 3, svc_speex: 4, svc_opus: 5 } as const;
export type Encoding = keyof typeof encodings;

/** Refusals of `Frontend.push` (negative numbers; native/core/base/status.h). */
export const pushFaults = {
  emptySlice: -1,
  oddByteCount: -2,
  sliceTooShort: -3,
  sliceTooLong: -4,
  packedHeader: -5, // fewer than 4 bytes, or a stated length that is 0 or odd
  packedTruncated: -6, // a packet's length runs past the end of the slice
  packedFrame: -7, // the codec refuses a frame
  packedDuration: -8, // the frames do not add up to the stated length (one incomplete trailing frame is allowed)
  ended: -9, // push or flush after flush, without reset
} as const;

/**
 * Floats per event in `Frontend.events`: kind, detail, atSample, fromSample, levelDbm0, frequencyHz, confidence, spare.
 */
export const eventStride = 8;

export interface NativeFrontend {
  /**
   * One slice in: unpack, decode, resample, screen at 8 kHz. Never allocates. Returns the number of events now in
   * `events`, or a negative number of `pushFaults` (then the session is as it was before). At most 1000 ms a push where
   * no event may be lost; see droppedEvents.
   */
  push(slice: Uint8Array): number;
  /** The audio has ended; as `push`. Further pushes answer `ended`. */
  flush(): number;
  /** Back to sample 0 for a new session of the same format. */
  reset(): void;
  /** Valid until the next push, flush or reset. Times in samples at 8 kHz. */
  readonly events: Float64Array;
  /**
   * Samples of the last push or flush, at samplesRateHz: the first `sampleCount`, valid until the next call; undefined
   * if no samples were requested. After a refusal they are still those of the push before.
   */
  readonly samples: Int16Array | undefined;
  readonly sampleCount: number;
  /** The same at 8 kHz, where samplesRateHz is 16000. */
  readonly narrowSamples: Int16Array | undefined;
  readonly narrowSampleCount: number;
  /** Duration of the slice last pushed, and of everything since reset, in ms. */
  readonly sliceMs: number;
  readonly totalMs: number;
  readonly meanLevelDbm0: number;
  readonly peakLevelDbm0: number;
  /** Events that found no room in a push, since the object was made; evidence is dropped before decisions. */
  readonly droppedEvents: number;
}

export interface WavInfo {
  encoding: 'pcm_s16le' | 'alaw' | 'ulaw';
  sampleRateHz: number;
  channels: number;
  dataOffset: number;
  /** Bytes of sound that are really there, whatever the header claims. */
  dataBytes: number;
}

export interface OggInfo {
  codec: 'speex' | 'opus';
  sampleRateHz: number;
  channels: number;
}

export interface NativePacker {
  /** One slice; the coder's memory goes on to the next. */
  pack(samples: Int16Array): Uint8Array;
}

export interface NativeResampler {
  push(samples: Int16Array): Int16Array;
  /** The tail: all output together is ceil(input * toHz / fromHz) samples, the first aligned with the first input. */
  flush(): Int16Array;
  reset(): void;
}

/** Numbers of native/core/feature/fbank.h. */
const frameWindows = { povey: 0, hamming: 1, hanning: 2 } as const;
export type FrameWindow = keyof typeof frameWindows;

export interface FbankOptions {
  sampleRateHz: 8_000 | 16_000;
  window: FrameWindow;
  preemphasis: number;
  removeDc: boolean;
  /** Samples as -32768..32767; otherwise as -1..1. */
  int16Scale: boolean;
  melBins: number;
  lowHz: number;
  /** 0 and less count from half the sample rate. */
  highHz: number;
  /** Energies below are raised to it before the logarithm. */
  floor: number;
  frameLengthMs: number;
  frameShiftMs: number;
  /** Rows joined into one, and rows gone on; 1 and 1 for none. */
  stackLength: number;
  stackStep: number;
  /** The first row repeated on the left and the last at the end, as FunASR does. */
  stackPads: boolean;
  /** (x + shift) * scale on a stacked row; both empty for none. */
  shift: Float32Array;
  scale: Float32Array;
}

/** Audio to log-mel rows, Kaldi's way (dither 0, snip edges): in pieces as whole, bit for bit. */
export interface NativeFbankExtractor {
  /** Floats of a row. */
  readonly width: number;
  /** The rows that are complete now, one after another. */
  push(samples: Int16Array): Float32Array;
  /** The rows that stacking still owes at the end of the audio. */
  flush(): Float32Array;
  reset(): void;
}

interface Addon extends EncoderAddon, SearchAddon, SoundAddon, VocoderAddon {
  FbankExtractor: new (
    sampleRateHz: number,
    window: number,
    preemphasis: number,
    removeDc: boolean,
    int16Scale: boolean,
    melBins: number,
    lowHz: number,
    highHz: number,
    floor: number,
    frameLengthMs: number,
    frameShiftMs: number,
    stackLength: number,
    stackStep: number,
    stackPads: boolean,
    shift: Float32Array,
    scale: Float32Array,
  ) => NativeFbankExtractor;
  /**
   * sampleRateHz: of the coded audio; `ar` of packed slices. Raw: 6000, 8000, 11025, 12000, 16000, 22050, 24000, 32000,
   * 44100, 48000; Speex: 8000, 16000, 32000; Opus: 8000, 12000, 16000, 24000, 48000. Anything else is a TypeError.
   * Slices outside minSliceMs and maxSliceMs are refused; 0 and Infinity switch a bound off (one-shot). Packed slices
   * end at 1000 ms anyway. samplesRateHz: 8000, 16000, or 0 for none; with samples, maxSliceMs is at most 1000.
   */
  Frontend: new (
    encoding: number,
    sampleRateHz: number,
    minSliceMs: number,
    maxSliceMs: number,
    samplesRateHz?: number,
  ) => NativeFrontend;
  /** A WAV header, or a message that says what is wrong with it. */
  parseWav(bytes: Uint8Array): WavInfo | string;
  /**
   * The whole of an Ogg Speex or Ogg Opus file as 16-bit samples at `sampleRateHz`, or a message. A file of more than
   * maxMs (itself at most an hour) is refused.
   */
  decodeOgg(bytes: Uint8Array, maxMs: number): (OggInfo & { samples: Int16Array }) | string;
  /** G.711 and Dialogic ADPCM, whole buffers; for tools and tests. */
  decode(encoding: number, bytes: Uint8Array): Int16Array;
  encode(encoding: number, samples: Int16Array): Uint8Array;
  /**
   * Ends of the slices in a concatenation of packed slices, in bytes; or a number of `pushFaults`. A slice's
   * incomplete trailing frame must have been left out, not padded.
   */
  splitPacked(encoding: number, sampleRateHz: number, bytes: Uint8Array): Uint32Array | number;
  /** Packs PCM into svc_speex or svc_opus slices. `quality`: Speex 0-10, Opus bits per second. `frameMs`: 20. */
  Packer: new (
    encoding: number,
    sampleRateHz: number,
    quality: number,
    frameMs?: number,
  ) => NativePacker;
  Resampler: new (fromHz: number, toHz: number) => NativeResampler;
  /** The kinds compiled into the addon, name to number. */
  kinds: Record<string, number>;
  /**
   * The rows of native/core/tone/machine/tone_plan.h: ISO 3166 codes with commas. `detail` of a foreign tone is an
   * index.
   */
  tonePlan: readonly string[];
}

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

export const addon: Addon = require(`${root}/native/build/Release/tonegate.node`) as Addon;

/** Kaldi's defaults at 16 kHz with 80 filters. */
const kaldiFbank: FbankOptions = {
  sampleRateHz: 16_000,
  window: 'povey',
  preemphasis: 0.97,
  removeDc: true,
  int16Scale: true,
  melBins: 80,
  lowHz: 20,
  highHz: 0,
  floor: 1.1920929e-7, // FLT_EPSILON
  frameLengthMs: 25,
  frameShiftMs: 10,
  stackLength: 1,
  stackStep: 1,
  stackPads: true,
  shift: new Float32Array(0),
  scale: new Float32Array(0),
};

/** An option out of its range is a TypeError. */
export function makeFbank(options: Partial<FbankOptions>): NativeFbankExtractor {
  const all = { ...kaldiFbank, ...options };
  return new addon.FbankExtractor(
    all.sampleRateHz,
    frameWindows[all.window],
    all.preemphasis,
    all.removeDc,
    all.int16Scale,
    all.melBins,
    all.lowHz,
    all.highHz,
    all.floor,
    all.frameLengthMs,
    all.frameShiftMs,
    all.stackLength,
    all.stackStep,
    all.stackPads,
    all.shift,
    all.scale,
  );
}
