// The input of a synthesis: sentences as units of speech. Plain data, made by the text front end (src/tts) in the
// gateway and spoken by a voice in an engine. All places are UTF-16 offsets in the text of the request.
import { type PackedFormat, packedRatesHz } from './audio.js';

/** The recogniser's units: what was trained to be heard is what is spoken. */
export const initials = [
  ...['b', 'p', 'm', 'f', 'd', 't', 'n', 'l', 'g', 'k', 'h', 'j', 'q', 'x'],
  ...['zh', 'ch', 'sh', 'r', 'z', 'c', 's'],
] as const;

/** `ii` is the vowel of zi, ci, si and `iii` that of zhi, chi, shi, ri; `v` is u with two dots. */
export const finals = [
  ...['a', 'o', 'e', 'ai', 'ei', 'ao', 'ou', 'an', 'en', 'ang', 'eng', 'er', 'i', 'ii', 'iii', 'ia', 'ie', 'iao'],
  ...['iu', 'ian', 'in', 'iang', 'ing', 'iong', 'io', 'u', 'ua', 'uo', 'uai', 'ui', 'uan', 'un', 'uang', 'ueng'],
  ...['ong', 'v', 've', 'van', 'vn'],
] as const;

/** English vowels; each carries a digit for its stress: 1 main, 2 minor, 0 none. */
export const vowels = [
  ...['AA', 'AE', 'AH', 'AO', 'AW', 'AY', 'EH', 'ER', 'EY', 'IH', 'IY', 'OW', 'OY', 'UH', 'UW'],
] as const;

export const consonants = [
  ...['B', 'CH', 'D', 'DH', 'F', 'G', 'HH', 'JH', 'K', 'L', 'M', 'N', 'NG', 'P', 'R', 'S', 'SH', 'T', 'TH', 'V', 'W'],
  ...['Y', 'Z', 'ZH'],
] as const;

export type Initial = (typeof initials)[number];
export type Final = (typeof finals)[number];
/** 5 is the neutral tone. */
export type Tone = 1 | 2 | 3 | 4 | 5;
export type Phone = (typeof consonants)[number] | `${(typeof vowels)[number]}${0 | 1 | 2}`;

export type SpokenLanguage = 'cn' | 'en';

/** Specification 2, section 2.6. */
export type DigitMode = 0 | 1 | 2 | 3;

/** Strength of the break after a token; `none` inside a word. */
export type Boundary = 'none' | 'word' | 'phrase' | 'clause' | 'sentence';

/** Changes that markup requests, on top of the session's own settings. */
export interface Prosody {
  /** Factor of the speaking rate, 0.25-4. */
  readonly rate: number;
  /** -24 to 24 */
  readonly pitchSemitones: number;
  /** -96 is silence; at most 12 */
  readonly gainDb: number;
  /** A voice that the gateway knows; undefined is the session's. */
  readonly voice: string | undefined;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  /** After this token. */
  readonly boundary: Boundary;
  /** Without it nothing is changed. */
  readonly prosody?: Prosody;
}

export interface SyllableToken extends Placed {
  readonly kind: 'syllable';
  readonly initial: Initial | '';
  readonly final: Final;
  /** As spoken, after tone sandhi. */
  readonly tone: Tone;
  /** The final ends in r (花儿). */
  readonly erhua: boolean;
}

/** A word, or the name of one letter. */
export interface EnglishToken extends Placed {
  readonly kind: 'english';
  readonly text: string;
  readonly phones: readonly Phone[];
  readonly isLetter: boolean;
}

/** Silence that markup asks for; other pauses follow from the boundaries. */
export interface PauseToken extends Placed {
  readonly kind: 'pause';
  readonly ms: number;
}

export type SpokenToken = SyllableToken | EnglishToken | PauseToken;

/** `continuing`: cut at a comma or for its length; the voice does not fall as at an end. */
export type Mood = 'statement' | 'question' | 'exclamation' | 'continuing';

export interface SpokenSentence {
  readonly start: number;
  readonly end: number;
  /** Empty where nothing in it can be spoken. */
  readonly tokens: readonly SpokenToken[];
  readonly mood: Mood;
  /** Characters that were left out: emoji, other scripts. */
  readonly skipped: number;
}

/** Specification 2, section 4.5: 100 unsupported markup tag, 101 voice not found. */
export interface SynthesisWarning {
  readonly code: 100 | 101;
  readonly message: string;
}

/** Specification 2, section 2.6: `config.format`. */
export const spokenFormats = ['pcm', 'alaw', 'ulaw', 'svc_speex', 'svc_opus'] as const;
export type SpokenFormat = (typeof spokenFormats)[number];
export const spokenRatesHz = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000] as const;
export type SpokenRateHz = (typeof spokenRatesHz)[number];

/**
 * The rate of the samples that a format carries: a packed format has the next rate of its codec, at most its highest.
 */
export function codedRateHz(format: SpokenFormat, sampleRateHz: SpokenRateHz): number {
  if (!(format in packedRatesHz)) return sampleRateHz;
  const rates = packedRatesHz[format as PackedFormat];
  return rates.find((rate) => rate >= sampleRateHz) ?? Math.max(...rates);
}

/** Parameters that an engine needs to speak; the ranges of 2.6 have been checked. */
export interface SynthesisParams {
  readonly kind: 'tts';
  /** The voice: a property of section 2.1, lower case. */
  readonly property: string;
  readonly format: SpokenFormat;
  /** The rate at which the samples are made and coded (codedRateHz). */
  readonly sampleRateHz: number;
  readonly pitch: number;
  readonly volume: number;
  readonly speed: number;
  /** 0-5 */
  readonly soundEffect: number;
  /**
   * Hash of the text and everything else that changes the sound, except the format; equal keys mean equal audio before
   * coding.
   */
  readonly cacheKey: string;
}
