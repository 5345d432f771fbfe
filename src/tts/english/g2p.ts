// Letter-to-sound conversion for words that no list contains. It applies the longest matching rule at each place, then
// assigns the stress.
import { type Phone, vowels } from '../../protocol/engine/synthesis.js';
import { soundRules } from './letter-to-sound.js';
import { withD, withS } from './lexicon.js';

const rulesByLetter = new Map<string, { pattern: RegExp; phones: readonly string[] }[]>();
for (const line of soundRules.trim().split('\n')) {
  const split = line.lastIndexOf('=');
  const [letters, phones] = [line.slice(0, split), line.slice(split + 1)];
  const pattern = letters.replaceAll('C', '[bcdfghjklmnpqrstvwxz]').replaceAll('V', '[aeiouy]');
  const first = pattern.charAt(contextEnd(pattern));
  const rule = { pattern: new RegExp(pattern, 'y'), phones: phones.split(' ').filter((each) => each !== '') };
  rulesByLetter.set(first, [...(rulesByLetter.get(first) ?? []), rule]);
}

/** Length of the look-behind at the start of the pattern, after which the letters begin. */
function contextEnd(pattern: string): number {
  if (!pattern.startsWith('(?<')) return 0;
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '(') depth++;
    if (pattern[at] === ')' && --depth === 0) return at + 1;
  }
  return 0;
}

const vowelNames: ReadonlySet<string> = new Set(vowels);

/** The phones of a word of small letters and apostrophes. A word with a letter has at least one phone. */
export function soundOut(word: string): readonly Phone[] {
  const plain = word.replace(/[^a-z]/g, '');
  const hissed = /^(.*[aeiouy].*(?:x|z|ch|sh|ss))es$/.exec(plain)?.[1];
  if (hissed !== undefined) return withS(soundOut(hissed));
  const stem = plain.slice(0, -1);
  if (/[^suio]s$/.test(plain) && /[aeiouy]/.test(stem)) return withS(soundOut(stem));
  const past = /^(.*[aeiouy].*)ed$/.exec(plain);
  if (past && !/ee$/.test(plain.slice(0, -1))) return withD(soundOut(silentE(past[1] ?? '')));
  return stressed(plain, sounds(plain));
}

/** Restores the base form: called is from call, saved from save, planned from plan. */
function silentE(stem: string): string {
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return /(?:^|[^aeiou])[aeiou][bcdfgklmnpstvz]$|[sc]$|[^aeiou]l$/.test(stem) ? `${stem}e` : stem;
}

function sounds(word: string): string[] {
  const phones: string[] = [];
  let at = 0;
  while (at < word.length) {
    const rules = rulesByLetter.get(word.charAt(at)) ?? [];
    const found = rules.find(({ pattern }) => {
      pattern.lastIndex = at;
      return pattern.test(word);
    });
    phones.push(...(found?.phones ?? []));
    at = found ? Math.max(found.pattern.lastIndex, at + 1) : at + 1;
  }
  return phones;
}

const pullsStress = /(?:[tsc]ion|ic|ical|ity|ian|ious|ial|ify|graphy|logy|ics|ency|tive)$/;
const weakPrefix = /^(?:a(?=[bcdflpt])\w{2}|be|de|re|con|com|ex|pre|pro|im|in|en|sub|un)[bcdfghjklmnpqrstvwxz]/;

function stressed(word: string, phones: readonly string[]): readonly Phone[] {
  const places = phones.flatMap((phone, at) => (vowelNames.has(phone) ? [at] : []));
  if (places.length === 0) return phones as Phone[];
  const main = places[mainSyllable(word, places.length)];
  return phones.map((phone, at) => {
    if (!vowelNames.has(phone)) return phone;
    return at === main ? `${phone}1` : `${weak(phone)}0`;
  }) as Phone[];
}

function mainSyllable(word: string, count: number): number {
  if (count === 1) return 0;
  const pull = pullsStress.exec(word)?.[0];
  if (pull !== undefined) {
    const inSuffix = /^(?:ity|ical|ify|graphy|logy|ency|ious|ial|ian)$/.test(pull) ? 3 : 2;
    return Math.max(0, count - inSuffix - (pull === 'tive' ? 1 : 0));
  }
  return count === 2 && weakPrefix.test(word) && !/(?:er|le|y|or|et|ow)$/.test(word) ? 1 : 0;
}

/** Reduces open vowels without stress to one sound. */
function weak(phone: string): string {
  return phone === 'AE' || phone === 'AA' || phone === 'AH' ? 'AH' : phone;
}
