// Readings of Chinese text: syllables with tone digits (`zhong4`, `nv3`; 5 is the neutral tone), with polyphones read
// by context. Syllables that the recogniser heard take precedence; a dictionary of words and the rules below give
// the rest.
import type { Unit } from './heard.js';
import { polyphoneRules } from './polyphones.js';
import { readCharacters } from './readings/dictionary.js';

const han = /\p{Script=Han}/u;

/** The syllable of each unit. Letters and digits stand for themselves. */
export function readUnits(units: readonly Unit[]): Map<Unit, string> {
  const texts = units.map((unit) => unit.text.trim());
  // the dictionary takes milliseconds; it is not needed if every syllable was heard
  const isHeard = units.every((unit, at) => unit.reading !== undefined || !isOneHan(texts[at] ?? ''));
  const read = isHeard ? texts : readTexts(texts);
  return new Map(units.map((unit, at) => [unit, heardReading(unit) ?? read[at] ?? '']));
}

function heardReading(unit: Unit): string | undefined {
  return unit.reading === undefined ? undefined : citationTone(unit.text, unit.reading);
}

/** Restores the citation tone of 一 and 不, which change their tone before other syllables. */
function citationTone(character: string, syllable: string): string {
  if (character === '一') return syllable.replace(/^yi[1-5]$/, 'yi1');
  if (character === '不') return syllable.replace(/^bu[1-5]$/, 'bu4');
  return syllable;
}

/** One syllable for each text that is a single Chinese character; other texts stay as they are. */
export function readTexts(texts: readonly string[]): string[] {
  const whole = texts.map((text) => (isOneHan(text) ? text : ' ')).join('');
  const read = han.test(whole) ? readHan(whole) : []; // the dictionary is slow even without any Chinese character
  let at = 0;
  return texts.map((text) => {
    const syllable = read[at];
    at += isOneHan(text) ? [...text].length : 1;
    return isOneHan(text) ? (syllable ?? text) : text;
  });
}

function isOneHan(text: string): boolean {
  return han.test(text) && [...text].length === 1;
}

function readHan(text: string): string[] {
  const read = readCharacters([...text]);
  for (const { pattern, character, syllable } of polyphoneRules) {
    if (!text.includes(character)) continue;
    for (const match of text.matchAll(pattern)) {
      const within = match[0].indexOf(character);
      const place = [...text.slice(0, match.index)].length + [...match[0].slice(0, within)].length;
      read[place] = syllable;
    }
  }
  return read;
}
