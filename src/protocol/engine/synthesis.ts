// The input of a synthesis: sentences as units of speech. This is plain data that the text front end (src/tts) makes in
// the gateway and a voice speaks in an engine. All offsets are UTF-16 offsets in the text of the request.
import { type PackedFormat, packedRatesHz } from './audio.js';

/** The initials, which are also the recogniser's units: voices speak the units that recognisers are trained on. */
export const initials = [
  ...['b', 'p', 'm', 'f', 'd', 't', 'n', 'l', 'g', 'k', 'h', 'j', 'q', 'x'],
  ...['zh', 'ch', 'sh', 'r', 'z', 'c', 's'],
] as const;

/** The finals. `ii` is the vowel of zi, ci and si, `iii` the vowel of zhi, chi, shi and ri; `v` stands for ü. */
export const finals = [
  ...['a', 'o', 'e', 'ai', 'ei', 'ao', 'ou', 'an', 'en', 'ang', 'eng', 'er', 'i', 'ii', 'iii', 'ia', 'ie', 'iao'],
  ...['iu', 'ian', 'in', 'iang', 'ing', 'iong', 'io', 'u', 'ua', 'uo', 'uai', 'ui', 'uan', 'un', 'uang', 'ueng'],
  ...['ong', 'v', 've', 'van', 'vn'],
] as const;

/** English vowels. Each carries a digit for its stress: 1 primary, 2 secondary, 0 none. */
export const vowels = [
  ...['AA', 'AE', 'AH', 'AO', 'AW', 'AY', 'EH', 'ER', 'EY', 'IH', 'IY', 'OW', 'OY', 'UH', 'UW'],
] as const;

export const consonants = [
  ...['B', 'CH', 'D', 'DH', 'F', 'G', 'HH', 'JH', 'K', 'L', 'M', 'N', 'NG', 'P', 'R', 'S', 'SH', 'T', 'TH', 'V', 'W'],
  ...['Y', 'Z', 'ZH'],
] as const;

export type Initial = (typeof initials)[number];
export type Final = (typeof finals)[number];
/** Tones; 5 is the neutral tone. */
export type Tone = 1 | 2 | 3 | 4 | 5;
export type Phone = (typeof consonants)[number] | `${(typeof vowels)[number]}${0 | 1 | 2}`;

export type SpokenLanguage = 'cn' | 'en';

/** The digitMode of specification 2, section 2.6. */
export type DigitMode = 0 | 1 | 2 | 3;

/** The strength of the break after a token; `none` inside a word. */
export type Boundary = 'none' | 'word' | 'phrase' | 'clause' | 'sentence';

/** Changes that markup requests, in addition to the session's own settings. */
export interface Prosody {
  /** The factor of the speaking rate, from 0.25 to 4. */
  readonly rate: number;
  /** from -24 to 24 */
  readonly pitchSemitones: number;
  /** The gain in dB; -96 is silence, 12 the maximum. */
  readonly gainDb: number;
  /** A voice that the gateway knows; undefined: the session's voice. */
  readonly voice: string | undefined;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  /** The break after this token. */
  readonly boundary: Boundary;
  /** The changes for this token; undefined: none. */
  readonly prosody?: Prosody;
}

export interface SyllableToken extends Placed {
  readonly kind: 'syllable';
  readonly initial: Initial | '';
  readonly final: Final;
  /** The tone as spoken, after tone sandhi. */
  readonly tone: Tone;
  /** true: the final ends in r (花儿). */
  readonly erhua: boolean;
}

/** A word, or the name of one letter. */
export interface EnglishToken extends Placed {
  readonly kind: 'english';
  readonly text: string;
  readonly phones: readonly Phone[];
  readonly isLetter: boolean;
}

/** Silence that markup requests; other pauses follow from the boundaries. */
export interface PauseToken extends Placed {
  readonly kind: 'pause';
  readonly ms: number;
}

export type SpokenToken = SyllableToken | EnglishToken | PauseToken;

/** The mood of a sentence. `continuing`: it was cut at a comma or because of its length, so the voice does not fall. */
export type Mood = 'statement' | 'question' | 'exclamation' | 'continuing';

export interface SpokenSentence {
  readonly start: number;
  readonly end: number;
  /** The tokens; empty if the sentence has nothing that can be spoken. */
  readonly tokens: readonly SpokenToken[];
  readonly mood: Mood;
  /** The number of skipped characters: emoji, other scripts. */
  readonly skipped: number;
}

/** The warnings of specification 2, section 4.5: 100 unsupported markup tag, 101 voice not found. */
export interface SynthesisWarning {
  readonly code: 100 | 101;
  readonly message: string;
}

/** The values of `config.format` (specification 2, section 2.6). */
export const spokenFormats = ['pcm', 'alaw', 'ulaw', 'svc_speex', 'svc_opus'] as const;
export type SpokenFormat = (typeof spokenFormats)[number];
export const spokenRatesHz = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000] as const;
export type SpokenRateHz = (typeof spokenRatesHz)[number];

/**
 * The sample rate that a format carries, in Hz. A packed format takes the next higher rate of its codec, or its
 * highest.
 */
export function codedRateHz(format: SpokenFormat, sampleRateHz: SpokenRateHz): number {
  if (!(format in packedRatesHz)) return sampleRateHz;
  const rates = packedRatesHz[format as PackedFormat];
  return rates.find((rate) => rate >= sampleRateHz) ?? Math.max(...rates);
}

/** The parameters of a synthesis; the ranges of specification 2, section 2.6 have been checked. */
export interface SynthesisParams {
  readonly kind: 'tts';
  /** The voice: a property of specification 2, section 2.1, in lower case. */
  readonly property: string;
  readonly format: SpokenFormat;
  /** The rate at which the samples are made and coded (codedRateHz), Hz. */
  readonly sampleRateHz: number;
  readonly pitch: number;
  readonly volume: number;
  readonly speed: number;
  /** from 0 to 5 */
  readonly soundEffect: number;
  /**
   * A hash of the text and everything else that changes the sound, except the format. Equal keys mean equal audio
   * before coding.
   */
  readonly cacheKey: string;
}
