// Readings of Chinese characters in their context: a text is split into the most likely words of the dictionary, which give the
// readings of their characters. Any other character has its most common reading. The result is that of pinyin-pro, from which the
// dictionary comes; the tables here take a tenth of its memory.
import { charactersByReading } from './characters.js';
import { numberWords, usualWords } from './words.js';

const usualProbability = 2e-8;
const numberProbability = 1e-12;
/** The probability of a character that is in no word. */
const singleProbability = 1e-13;
/** Smaller products are scaled up, so that a long text has no product of 0. */
const leastProbability = 1e-300;
const scaleUp = 1e300;
const shortestWord = 2;

const syllables: string[] = [''];
/** The index of its syllable for each character of one code unit; 0: unknown. */
const common = new Uint16Array(0x10000);
const commonOfPairs = new Map<string, string>();
for (const entry of charactersByReading.trim().split(/\s/)) {
  const [, syllable = '', characters = ''] = /^(.*?)(\p{Script=Han}.*)$/u.exec(entry) ?? [];
  for (const character of characters) {
    if (character.length > 1) commonOfPairs.set(character, syllable);
    else common[character.charCodeAt(0)] = syllables.length;
  }
  syllables.push(syllable);
}

/** The syllables of each word, separated by spaces. */
const usual = wordsOf(usualWords);
const numbers = wordsOf(numberWords);
const longestWord = [...usual.keys(), ...numbers.keys()].reduce((most, word) => Math.max(most, word.length), 0);

function wordsOf(text: string): ReadonlyMap<string, string> {
  const entries = text.trim().split(/[;\n]/);
  return new Map(entries.map((entry) => entry.split('=') as [string, string]));
}

const commonReading = (character: string | undefined): string | undefined => {
  if (character === undefined) return undefined;
  if (character.length > 1) return commonOfPairs.get(character);
  return syllables[common[character.charCodeAt(0)] as number] || undefined;
};

/** The syllable of each character, with its tone digit; an unknown character stands for itself. */
export function readCharacters(characters: readonly string[]): string[] {
  const lengths = likelyWords(characters);
  const read: string[] = [];
  while (read.length < characters.length) {
    const at = read.length;
    const length = lengths[at] as number;
    if (length === 1) {
      read.push(readSingle(characters[at] as string, characters[at - 1]));
      continue;
    }
    const word = characters.slice(at, at + length).join('');
    read.push(...((usual.get(word) ?? numbers.get(word)) as string).split(' '));
  }
  return read;
}

function readSingle(character: string, before: string | undefined): string {
  const readingBefore = commonReading(before);
  if (character === '了' && readingBefore === undefined) return 'liao3';
  if (character === '々') return readingBefore ?? 'tong2'; // repeats the character before it
  return commonReading(character) ?? character;
}

/** For each place at which a word of the most likely split begins, its length in characters. */
function likelyWords(characters: readonly string[]): Uint8Array {
  const count = characters.length;
  const lengths = new Uint8Array(count).fill(1);
  /** The probability of the rest of the text from each place, and how often it was scaled up. */
  const probabilities = new Float64Array(count + 1).fill(1);
  const scales = new Float64Array(count + 1);
  for (let at = count - 1; at >= 0; at--) {
    let [bestProbability, bestScale] = [-1, Number.POSITIVE_INFINITY];
    const consider = (length: number, probability: number, scaledBefore: number) => {
      const product = probability * (probabilities[at + length] as number);
      const isSmall = product < leastProbability;
      const scale = scaledBefore + (isSmall ? 1 : 0);
      const scaled = isSmall ? product * scaleUp : product;
      if (scale > bestScale || (scale === bestScale && scaled < bestProbability)) return;
      [bestProbability, bestScale] = [scaled, scale];
      lengths[at] = length;
    };
    for (let length = Math.min(longestWord, count - at); length >= shortestWord; length--) {
      const word = characters.slice(at, at + length).join('');
      const probability = usual.has(word) ? usualProbability : numbers.has(word) ? numberProbability : undefined;
      if (probability !== undefined) consider(length, probability, scales[at + length] as number);
    }
    // as in pinyin-pro, scaling begins anew behind a character that is in no word
    consider(1, singleProbability, 0);
    probabilities[at] = bestProbability;
    scales[at] = bestScale;
  }
  return lengths;
}
