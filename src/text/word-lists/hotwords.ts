// Hotword lists (specification 1, section 2.4). The form of a line tells its kind:
//   word [phonetic] weight      weighted; phonetic and weight are optional
//   hotword (heard text)        text replacement
//   hotword ([phonetic])        phoneme replacement; () stands for automatic readings
import type { HotwordRule } from '../../protocol/engine/recognition.js';
import { isPhone } from '../english-syllables.js';
import { syllablesOf } from '../in-mandarin.js';
import { automaticReadings } from './annotate.js';
import { type Diagnostic, fault, listLines, note } from './lines.js';
import { isTonalSyllable, isTonelessSyllable, tidySyllable } from './syllables.js';

export interface HotwordList {
  /** Rules in the order of the lines. */
  readonly rules: readonly HotwordRule[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface HotwordOptions {
  /** Phoneme replacement then compares syllables without tones. */
  readonly ignoreTone: boolean;
}

const bounds = { min: -5, max: 5 };
const replacement = /^(.*\S)[ \t]+\(([^()]*)\)$/u;
const weighted = /^(\S+)(?:[ \t]+\[([^\][]*)\])?(?:[ \t]+(\S+))?$/u;
const grammar = '<word> [<phonetic>] <weight>, <hotword> (<heard text>) or <hotword> ([<phonetic>])';

type Outcome = { readonly rule?: HotwordRule; readonly diagnostics: readonly Diagnostic[] };

/** Parses a hotword list. It never throws: lines that are wrong become diagnostics. */
export function parseHotwords(content: Uint8Array | string, options: HotwordOptions): HotwordList {
  const { lines, diagnostics } = listLines(content);
  const rules: HotwordRule[] = [];
  const byWord = new Map<string, number>();
  for (const { line, text } of lines) {
    const outcome = readLine(line, text, options);
    diagnostics.push(...outcome.diagnostics);
    const { rule } = outcome;
    if (!rule) continue;
    const same = rule.kind === 'weighted' ? byWord.get(`${rule.text} ${rule.weight}`) : undefined;
    if (rule.kind === 'weighted' && same !== undefined) {
      rules[same] = withReadings(rules[same] as HotwordRule, rule.readings);
      continue;
    }
    if (rule.kind === 'weighted') byWord.set(`${rule.text} ${rule.weight}`, rules.length);
    rules.push(rule);
  }
  return { rules, diagnostics: diagnostics.sort((a, b) => a.line - b.line) };
}

/** Adds readings to a rule. Several lines for one word with one weight are its readings. */
function withReadings(rule: HotwordRule, readings: readonly string[]): HotwordRule {
  if (rule.kind !== 'weighted' || readings.every((reading) => rule.readings.includes(reading))) return rule;
  return { ...rule, readings: [...new Set([...rule.readings, ...readings])] };
}

function readLine(line: number, text: string, options: HotwordOptions): Outcome {
  const replaced = replacement.exec(text);
  if (replaced) return readReplacement(line, replaced[1] ?? '', (replaced[2] ?? '').trim(), options);
  const parts = weighted.exec(text);
  if (!parts) return wrong(line, complaintOf(text), grammar);
  const outcome = readWeighted(line, parts[1] ?? '', parts[2], parts[3]);
  return fullWidth.test(text) ? { ...outcome, diagnostics: [...outcome.diagnostics, fullWidthNote(line)] } : outcome;
}

/** Full-width brackets are symbols of the word, so that a replacement written with them is none. */
const fullWidth = /（.*）|［.*］/;
const fullWidthNote = (line: number): Diagnostic =>
  note(
    line,
    'the full-width brackets are part of the word',
    '<hotword> (<heard text>) with plain brackets, if it is to be replaced',
  );

function complaintOf(text: string): string {
  if (/[ \t]\([^)]*$/.test(text)) return 'a parenthesis is not closed, or something follows it';
  if (/[ \t]\[[^\]]*$/.test(text)) return 'a bracket is not closed';
  return `"${shortened(text)}" has parts that cannot be read`;
}

function readReplacement(line: number, text: string, inside: string, { ignoreTone }: HotwordOptions): Outcome {
  const bracketed = /^\[([^\][]*)\]$/.exec(inside)?.[1]?.trim();
  const isAutomatic = inside === '' || bracketed === '';
  if (isAutomatic) {
    const readings = automaticReadings(text);
    if (readings.length === 0)
      return wrong(line, `"${shortened(text)}" cannot be read automatically`, 'write ([pinyin])');
    return { rule: { kind: 'phonemes', readings, tonal: !ignoreTone, text }, diagnostics: [] };
  }
  if (bracketed !== undefined) {
    const phonetic = isEnglish(bracketed) ? readEnglish(line, bracketed) : readPhonetic(line, bracketed, true);
    if ('diagnostic' in phonetic) return { diagnostics: [phonetic.diagnostic] };
    const { syllables, isTonal } = phonetic;
    const rule: HotwordRule = {
      kind: 'phonemes',
      readings: [syllables.join(' ')],
      tonal: isTonal && !ignoreTone,
      text,
    };
    return { rule, diagnostics: [] };
  }
  if (/[ \t]/.test(inside)) return wrong(line, 'spaces in the heard text', 'the heard text without spaces');
  if (/[\][]/.test(inside)) return wrong(line, 'a bracket in the heard text', 'either (text) or ([pinyin])');
  return { rule: { kind: 'text', heard: inside, text }, diagnostics: [] };
}

function readWeighted(
  line: number,
  word: string,
  phonetic: string | undefined,
  weightText: string | undefined,
): Outcome {
  const isGlued = /\S\[[^\][]*\]$/.test(word) || (/\S\[/.test(word) && weightText?.endsWith(']'));
  if (isGlued) return wrong(line, 'no space before the bracket', 'a space or tab between the parts');
  const weight = weightText === undefined ? 0 : Number(weightText);
  if (weightText !== undefined && !/^[+-]?\d+$/.test(weightText)) {
    return wrong(
      line,
      `the weight is "${shortened(weightText)}"`,
      `a whole number from ${bounds.min} to ${bounds.max}`,
    );
  }
  if (weight < bounds.min || weight > bounds.max) {
    return wrong(line, `the weight is ${weight}`, `a whole number from ${bounds.min} to ${bounds.max}`);
  }
  if (weight >= 0 && phonetic !== undefined && phonetic.trim() !== '') return readSpoken(line, word, phonetic, weight);
  const readings = automaticReadings(word);
  const diagnostics: Diagnostic[] = [];
  if (weight < 0 && phonetic !== undefined) {
    diagnostics.push(note(line, 'a phonetic with a negative weight is ignored', 'no phonetic'));
  }
  if (readings.length === 0) {
    diagnostics.push(note(line, `"${shortened(word)}" cannot be read automatically`, 'add [approximate pinyin]'));
  }
  // -0 would be a weight of its own
  return { rule: { kind: 'weighted', text: word, weight: weight + 0, readings }, diagnostics };
}

function readSpoken(line: number, word: string, written: string, weight: number): Outcome {
  if (isEnglish(written)) {
    const english = readEnglish(line, written);
    if ('syllables' in english) {
      return {
        rule: { kind: 'weighted', text: word, weight, readings: [english.syllables.join(' ')] },
        diagnostics: [],
      };
    }
    const rule: HotwordRule = { kind: 'weighted', text: word, weight, readings: automaticReadings(word) };
    return { rule, diagnostics: [english.diagnostic] };
  }
  const phonetic = readPhonetic(line, written, false);
  if ('diagnostic' in phonetic) return { diagnostics: [phonetic.diagnostic] };
  const { syllables } = phonetic;
  const characters = [...word].length;
  if (/^\p{Script=Han}+$/u.test(word) && syllables.length !== characters) {
    return wrong(line, `${characters} characters, ${syllables.length} syllables`, 'one syllable for each character');
  }
  return { rule: { kind: 'weighted', text: word, weight, readings: [syllables.join(' ')] }, diagnostics: [] };
}

/** True for English phonemes, such as HH AH0 L OW1. */
function isEnglish(phonetic: string): boolean {
  return /^[A-Z]{1,3}[0-2]?(?:[ \t]+[A-Z]{1,3}[0-2]?)*$/.test(phonetic.trim());
}

type Phonetic = { readonly syllables: string[]; readonly isTonal: boolean } | { readonly diagnostic: Diagnostic };

/**
 * Converts English phonemes to the nearest Mandarin syllables, which is what a Mandarin recogniser hears. Stress says
 * nothing about tone; vowels without a stress digit count as stressed.
 */
function readEnglish(line: number, written: string): Phonetic {
  const parts = written.trim().split(/[ \t]+/);
  const phones = parts.map((part) => (isPhone(`${part}1`) ? `${part}1` : part));
  const strange = phones.find((phone) => !isPhone(phone));
  if (strange === undefined) return { syllables: syllablesOf(phones.filter(isPhone)), isTonal: false };
  const right = 'English phonemes such as HH AH0 L OW1, or approximate pinyin';
  return { diagnostic: note(line, `"${strange}" is not an English phoneme, so the phonetic is not used`, right) };
}

function readPhonetic(line: number, written: string, mayLackTones: boolean): Phonetic {
  const syllables = written
    .split(/[ \t]+/)
    .filter((part) => part !== '')
    .map(tidySyllable);
  const isTonal = syllables.some((syllable) => /\d$/.test(syllable));
  for (const syllable of syllables) {
    const isGood = isTonal || !mayLackTones ? isTonalSyllable(syllable) : isTonelessSyllable(syllable);
    if (isGood) continue;
    const right = isTonelessSyllable(syllable)
      ? `a tone digit 1-5: ${syllable}1`
      : 'lower-case pinyin with tone digits 1-5 and spaces between: zhong1 guo2';
    return { diagnostic: fault(line, `"${shortened(syllable)}" is not a syllable with a tone`, right) };
  }
  return { syllables, isTonal };
}

function wrong(line: number, what: string, right: string): Outcome {
  return { diagnostics: [fault(line, what, right)] };
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text;
}
