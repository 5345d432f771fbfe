// Regular expressions that authors write. RE2 matches in time linear in the length of the text.
import { RE2JS, RE2JSException } from 're2js';
import { limits } from '../../protocol/limits.js';
import { Lru } from '../../storage/lru.js';
import { NotationFault, quoted, RobotTooLarge } from './fault.js';

const { patternCharacters, patternParts } = limits.nlu;

/** A valid expression. It is compiled when it is first needed, unless its check has compiled it. */
export class Pattern {
  #re: RE2JS | undefined;

  constructor(
    readonly source: string,
    /** The names of its groups. */
    readonly groups: readonly string[],
    re?: RE2JS,
  ) {
    this.#re = re;
  }

  get re(): RE2JS {
    this.#re ??= RE2JS.compile(this.source);
    return this.#re;
  }
}

/** The outcome of a check: the names of the groups, or the fault at offset 0 of the expression. It can be sent between threads. */
export type PatternOutcome = { readonly groups: readonly string[] } | { readonly at: number; readonly fault: string };

/** Outcomes for the requests that need them soon after. */
const checked = new Lru<string, PatternOutcome>(limits.nlu.checkedPatterns);

/** Tells whether the outcome of an expression is remembered. */
export const isChecked = (source: string): boolean => checked.get(source) !== undefined;

/** Remembers an outcome, so that `compilePattern` need not compile the expression while its request is carried out. */
export function rememberOutcome(source: string, outcome: PatternOutcome): void {
  checked.set(source, outcome, source.length);
}

/** Checks an expression, which may take 30 ms. */
export function outcomeOf(source: string): PatternOutcome {
  try {
    return { groups: compiledAt(source, 0).groups };
  } catch (fault) {
    if (fault instanceof NotationFault) return { at: fault.at, fault: fault.message };
    throw fault;
  }
}

/**
 * Checks the expression, which may take 30 ms unless its outcome is remembered. `at` is its offset in the surrounding text.
 * @throws NotationFault
 */
export function compilePattern(source: string, at: number): Pattern {
  const known = checked.get(source);
  if (known === undefined) return compiledAt(source, at);
  if ('fault' in known) throw new NotationFault(known.at + at, known.fault);
  return new Pattern(source, known.groups);
}

function compiledAt(source: string, at: number): Pattern {
  if (source.trim() === '') throw new NotationFault(at, 'the regular expression is empty');
  if (source.length > patternCharacters) {
    throw new NotationFault(
      at,
      `the regular expression has ${source.length} characters, must have at most ${patternCharacters}`,
    );
  }
  const parts = writtenOut(source);
  if (parts > patternParts) {
    throw new NotationFault(
      at,
      `the regular expression has ${parts} parts when every {n,m} is written out, must have at most ${patternParts}; ` +
        'use smaller numbers in braces, or * or +',
    );
  }
  try {
    const re = RE2JS.compile(source);
    return new Pattern(source, Object.keys(re.namedGroups()), re);
  } catch (fault) {
    if (!(fault instanceof RE2JSException)) throw fault;
    const [why = '', part = ''] = fault.message.replace(/^error parsing regexp: /, '').split(': `');
    const refused = part.replace(/`$/, '');
    const place = refused === '' ? -1 : source.indexOf(refused);
    const named = refused === '' ? '' : ` ${quoted(refused)}`;
    throw new NotationFault(
      at + Math.max(0, place),
      `RE2 refuses this regular expression: ${why}${named}; it has no lookaround and no back-references`,
    );
  }
}

/** The maximum product of an expression's instructions and a text's characters; it takes about 20 ms at worst. */
const mostSteps = 400_000;

/** The part of a text on which an expression is matched: all of it, or its beginning if all would take too long. */
export const seenBy = ({ re }: Pattern, text: string): string =>
  text.slice(0, Math.floor(mostSteps / re.programSize()));

/** The steps of a match on a text, as `mostSteps` counts them. */
export const stepsOn = ({ re }: Pattern, text: string): number => re.programSize() * (text.length + 1);

/** The share of an expression in the `patternPartsPerRobot`: its parts, and at least a quarter of its length. */
export const weightOf = (source: string): number => Math.max(writtenOut(source), Math.ceil(source.length / 4));

/** Counts the regular expressions of one robot before they are compiled. */
export class PatternRoom {
  #left: number = limits.nlu.patternPartsPerRobot;

  /** @throws RobotTooLarge */
  take(source: string): void {
    this.#left -= weightOf(source);
    if (this.#left >= 0) return;
    throw new RobotTooLarge(
      `the regular expressions of the robot have more than ${limits.nlu.patternPartsPerRobot} parts; ` +
        'use fewer, or smaller numbers in braces',
    );
  }
}

const escapedPart = /^\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x[0-9A-Fa-f]{2}|[0-7]{1,3}|.)/su;
const classPart = /^\[\^?\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*\]/su;
const groupBegin = /^\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?/;
const countPart = /^\{(\d+)(,(\d*))?\}/;

/**
 * The number of characters, classes and groups of an expression, each counted as often as braces repeat it. RE2 expands
 * them before it matches, so this number determines time and memory. It is computed without compiling; invalid
 * expressions have some number, too.
 */
export function writtenOut(source: string): number {
  const ignoresCase = caseFlag.test(source);
  /** For each open group its parts, and the parts of its last element, which a count repeats. */
  const open = [{ parts: 0, last: 0 }];
  const add = (parts: number) => {
    const group = open.at(-1);
    if (group === undefined) return;
    group.parts += parts;
    group.last = parts;
  };
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    const count = countPart.exec(rest);
    const group = open.at(-1);
    if (count !== null && group !== undefined) {
      const [whole, least = '0', range, most] = count;
      const times = Math.max(1, Number(range === undefined ? least : most || Number(least) + 1));
      group.parts += group.last * (times - 1);
      group.last *= times;
      at += whole.length;
      continue;
    }
    if (source[at] === '(') {
      open.push({ parts: 0, last: 0 });
      at += groupBegin.exec(rest)?.[0].length ?? 1;
    } else if (source[at] === ')') {
      const closed = open.length > 1 ? open.pop() : undefined;
      add((closed?.parts ?? 0) + 1);
      at++;
    } else if (/[*+?|^$]/.test(source[at] ?? '')) {
      at++;
    } else {
      const [part] = escapedPart.exec(rest) ?? classPart.exec(rest) ?? ['.'];
      add(1 + setParts(part, ignoresCase));
      at += part.length;
    }
  }
  return open.reduce((sum, { parts }) => sum + parts, 0);
}

const caseFlag = /\(\?[a-zA-Z]*i/;
const unicodeSet = /\\[pP]/g;
const range = /(\\x\{[^}]*\}|\\?[^\\])-(\\x\{[^}]*\}|\\?[^\\])/gsu;
/** Parts that a set of Unicode counts as, and characters of a range that count as one part if case is ignored. */
const sizes = { set: 20, folded: 5, rangeInPart: 100 };

/** The parts that sets of characters add: to compile `\pL` or, ignoring case, `[一-龥]` takes as long as many characters. */
function setParts(part: string, ignoresCase: boolean): number {
  const sets = (part.match(unicodeSet) ?? []).length * sizes.set;
  if (!ignoresCase || !part.startsWith('[')) return ignoresCase ? sets * sizes.folded : sets;
  if (part.startsWith('[^')) return sets * sizes.folded + sizes.set;
  const ranges = Array.from(part.matchAll(range), ([, from = '', to = '']) => Math.abs(codeOf(to) - codeOf(from)));
  return ranges.reduce((sum, width) => sum + Math.floor(width / sizes.rangeInPart), sets * sizes.folded);
}

const codeOf = (character: string): number =>
  character.startsWith('\\x{') ? Number.parseInt(character.slice(3, -1), 16) || 0 : (character.codePointAt(0) ?? 0);
