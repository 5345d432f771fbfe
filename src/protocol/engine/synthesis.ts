// The input of a synthesis: sentences as units of speech. It is plain data, which the text front end (src/tts) makes in
// the gateway and a voice speaks in an engine. All positions are UTF-16 offsets in the text of the request.
import { type PackedFormat, packedRatesHz } from './audio.js';

/** Initials: the units of the recogniser, so that speech is made of the units that were trained for hearing. */
export const initials = [
  ...['b', 'p', 'm', 'f', 'd', 't', 'n', 'l', 'g', 'k', 'h', 'j', 'q', 'x'],
  ...['zh', 'ch', 'sh', 'r', 'z', 'c', 's'],
] as const;

/** Finals. `ii` is the vowel of zi, ci, si and `iii` that of zhi, chi, shi, ri; `v` is u with two dots. */
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
/** Mandarin tones; 5 is the neutral tone. */
export type Tone = 1 | 2 | 3 | 4 | 5;
export type Phone = (typeof consonants)[number] | `${(typeof vowels)[number]}${0 | 1 | 2}`;

export type SpokenLanguage = 'cn' | 'en';

/** How digits are read (specification 2, section 2.6). */
export type DigitMode = 0 | 1 | 2 | 3;

/** Strength of the break after a token; `none` inside a word. */
export type Boundary = 'none' | 'word' | 'phrase' | 'clause' | 'sentence';

/** Changes that markup requests, relative to the session's own settings. */
export interface Prosody {
  /** Factor of the speaking rate, 0.25-4. */
  readonly rate: number;
  /** Shift of pitch in semitones, -24 to 24. */
  readonly pitchSemitones: number;
  /** Gain in dB, at most 12; -96 is silence. */
  readonly gainDb: number;
  /** A voice that the gateway knows; undefined for the session's own voice. */
  readonly voice: string | undefined;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  /** The break after this token. */
  readonly boundary: Boundary;
  /** Changes for this token; without them the session's settings apply. */
  readonly prosody?: Prosody;
}

export interface SyllableToken extends Placed {
  readonly kind: 'syllable';
  readonly initial: Initial | '';
  readonly final: Final;
  /** The tone as spoken, after tone sandhi. */
  readonly tone: Tone;
  /** True if the final ends in r (花儿). */
  readonly erhua: boolean;
}

/** A word, or the name of one letter. */
export interface EnglishToken extends Placed {
  readonly kind: 'english';
  readonly text: string;
  readonly phones: readonly Phone[];
  readonly isLetter: boolean;
}

/** Silence that markup asks for. Other pauses follow from the boundaries. */
export interface PauseToken extends Placed {
  readonly kind: 'pause';
  readonly ms: number;
}

export type SpokenToken = SyllableToken | EnglishToken | PauseToken;

/** Intonation at the end. `continuing`: the text was cut at a comma or for its length, so the voice does not fall. */
export type Mood = 'statement' | 'question' | 'exclamation' | 'continuing';

export interface SpokenSentence {
  readonly start: number;
  readonly end: number;
  /** The tokens; empty if nothing in the sentence can be spoken. */
  readonly tokens: readonly SpokenToken[];
  readonly mood: Mood;
  /** Number of characters that were left out: emoji, other scripts. */
  readonly skipped: number;
}

/** A warning of specification 2, section 4.5: 100 unsupported markup tag, 101 voice not found. */
export interface SynthesisWarning {
  readonly code: 100 | 101;
  readonly message: string;
}

/** Values of `config.format` (specification 2, section 2.6). */
export const spokenFormats = ['pcm', 'alaw', 'ulaw', 'svc_speex', 'svc_opus'] as const;
export type SpokenFormat = (typeof spokenFormats)[number];
export const spokenRatesHz = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000] as const;
export type SpokenRateHz = (typeof spokenRatesHz)[number];

/** The sample rate that a format carries. A packed format takes the next rate of its codec, at most its highest. */
export function codedRateHz(format: SpokenFormat, sampleRateHz: SpokenRateHz): number {
  if (!(format in packedRatesHz)) return sampleRateHz;
  const rates = packedRatesHz[format as PackedFormat];
  return rates.find((rate) => rate >= sampleRateHz) ?? Math.max(...rates);
}

/** Parameters that an engine needs to speak; their ranges (specification 2, section 2.6) are already checked. */
export interface SynthesisParams {
  readonly kind: 'tts';
  /** The voice: a property of section 2.1, in lower case. */
  readonly property: string;
  readonly format: SpokenFormat;
  /** The rate at which samples are made and coded (codedRateHz). */
  readonly sampleRateHz: number;
  readonly pitch: number;
  readonly volume: number;
  readonly speed: number;
  /** Number of the sound effect, 0-5. */
  readonly soundEffect: number;
  /**
   * Hash of the text and of everything else that changes the sound except the format: equal keys mean equal audio
   * before coding.
   */
  readonly cacheKey: string;
}
