// Syllable boundaries of English words. Voices are trained with these boundaries
// (scripts/train/tts/english/tts_english.mjs), so the engine must find the same ones.
import { consonants, type Phone, vowels } from '../protocol/engine/synthesis.js';

/** Consonant clusters that may begin a syllable. A single consonant may begin one too, except NG. */
const clusters: ReadonlySet<string> = new Set([
  ...['P L', 'P R', 'P Y', 'B L', 'B R', 'B Y', 'T R', 'T W', 'D R', 'D W', 'K L', 'K R', 'K W', 'K Y', 'G L', 'G R'],
  ...['G W', 'F L', 'F R', 'F Y', 'V Y', 'TH R', 'TH W', 'SH R', 'HH Y', 'HH W', 'M Y', 'N Y', 'S P', 'S T', 'S K'],
  ...['S F', 'S M', 'S N', 'S L', 'S W', 'S P L', 'S P R', 'S P Y', 'S T R', 'S K R', 'S K W', 'S K Y'],
]);

const known: ReadonlySet<string> = new Set([
  ...consonants,
  ...vowels.flatMap((vowel) => [0, 1, 2].map((stress) => vowel + stress)),
]);

/** True if the text is an ARPAbet phone; vowels carry a stress digit (0-2). */
export const isPhone = (text: string): text is Phone => known.has(text);

function isVowel(phone: string): boolean {
  return /\d$/.test(phone);
}

/**
 * Splits phones into syllables. Each syllable has one vowel, preceded by as many consonants as may begin a word. Phones
 * without a vowel form one syllable.
 */
export function syllablesOf(phones: readonly Phone[]): readonly (readonly Phone[])[] {
  const vowels = phones.flatMap((phone, at) => (isVowel(phone) ? [at] : []));
  const starts = vowels.slice(1).map((vowel, before) => onsetOf(phones, (vowels[before] as number) + 1, vowel));
  return [0, ...starts].map((start, at) => phones.slice(start, starts[at] ?? phones.length));
}

/** The stress of a syllable, which is that of its vowel. */
export function stressOf(syllable: readonly Phone[]): 0 | 1 | 2 {
  const vowel = syllable.find(isVowel) ?? '0';
  return vowel.endsWith('1') ? 1 : vowel.endsWith('2') ? 2 : 0;
}

/** The index at which a syllable starts, between `from` (the phone after the previous vowel) and its own vowel. */
function onsetOf(phones: readonly Phone[], from: number, vowel: number): number {
  for (let start = from; start < vowel - 1; start++)
    if (clusters.has(phones.slice(start, vowel).join(' '))) return start;
  return vowel > from && phones[vowel - 1] !== 'NG' ? vowel - 1 : vowel;
}
