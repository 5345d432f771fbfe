// The typed face of the C++ addon: flat arguments in, typed arrays out. Nothing but this file loads the binary.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Kinds of native/core/tone/event.h, number for number (test/unit/native-kinds.test.ts compares the two lists). */
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
  'tone-on': 32,
  'tone-off': 33,
  'sound-on': 34,
  'sound-off': 35,
} as const;
export type EventKind = keyof typeof eventKinds;

/** How the bytes of a slice are coded. Numbers are those of native/core/frontend/frontend.h. */
export const encodings = { pcm_s16le: 0, alaw: 1, ulaw: 2, vox: 3, svc_speex: 4, svc_opus: 5 } as const;
export type Encoding = keyof typeof encodings;

/** What `Frontend.push` answers when it refuses a slice (negative numbers; native/core/base/status.h). */
export const pushFaults = {
  emptySlice: -1,
  oddByteCount: -2,
  sliceTooShort: -3,
  sliceTooLong: -4,
  packedHeader: -5, // fewer than 4 bytes, or a stated length of 0 or beyond the slice limit
  packedTruncated: -6, // a packet's length runs past the end of the slice
  packedFrame: -7, // the codec refuses a frame
  packedDuration: -8, // the frames do not add up to the stated length (one incomplete trailing frame is allowed)
} as const;

/** Floats per event in `Frontend.events`: kind, detail, atSample, fromSample, levelDbm0, frequencyHz, confidence, spare. */
export const eventStride = 8;

export interface NativeFrontend {
  /**
   * One slice in: unpack, decode, resample to 8 kHz, screen. Never allocates. Returns the number of events now in
   * `events`, or a negative number of `pushFaults` (then nothing of the slice was used).
   */
  push(slice: Uint8Array): number;
  /** The audio has ended; as `push`. */
  flush(): number;
  /** Back to sample 0 for a new session of the same format. */
  reset(): void;
  /** Valid until the next push, flush or reset. Times in samples at 8 kHz. */
  readonly events: Float64Array;
  /** Duration of the slice last pushed, and of everything since reset, in ms. */
  readonly sliceMs: number;
  readonly totalMs: number;
  readonly meanLevelDbm0: number;
  readonly peakLevelDbm0: number;
}

export interface NativeFrontendOptions {
  encoding: Encoding;
  /** Of the coded audio: 6000, 8000, 16000, 32000 … */
  sampleRateHz: number;
  /** Slices outside are refused; 0 and Infinity switch a bound off (one-shot). */
  minSliceMs: number;
  maxSliceMs: number;
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

interface Addon {
  Frontend: new (encoding: number, sampleRateHz: number, minSliceMs: number, maxSliceMs: number) => NativeFrontend;
  /** A WAV header, or a message that says what is wrong with it. */
  parseWav(bytes: Uint8Array): WavInfo | string;
  /** The whole of an Ogg Speex or Ogg Opus file as 16-bit samples at `samples`' rate, or a message. At most maxMs. */
  decodeOgg(bytes: Uint8Array, maxMs: number): (OggInfo & { samples: Int16Array }) | string;
  /** G.711 and Dialogic ADPCM, whole buffers; for tools and tests. */
  decode(encoding: number, bytes: Uint8Array): Int16Array;
  encode(encoding: number, samples: Int16Array): Uint8Array;
  /** Packs PCM into one svc_speex or svc_opus slice (20 ms frames). `quality`: Speex 0-10, Opus bits per second. */
  Packer: new (encoding: number, sampleRateHz: number, quality: number) => { pack(samples: Int16Array): Uint8Array };
  Resampler: new (fromHz: number, toHz: number) => { push(samples: Int16Array): Int16Array; flush(): Int16Array };
  /** The kinds compiled into the addon, name to number. */
  kinds: Record<string, number>;
}

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

export const addon: Addon = require(`${root}/native/build/Release/tonegate.node`) as Addon;
