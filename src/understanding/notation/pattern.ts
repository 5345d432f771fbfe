// Regular expressions that authors write. RE2 matches in time linear in the length of the text.
import { RE2JS, RE2JSException } from 're2js';
import { limits } from '../../protocol/limits.js';
import { NotationFault, quoted } from './fault.js';

const { patternCharacters, patternParts } = limits.nlu;

/** Compiles the expression. `at` is its offset in the surrounding text. @throws NotationFault */
export function compilePattern(source: string, at: number): RE2JS {
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
    return RE2JS.compile(source);
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
export const seenBy = (re: RE2JS, text: string): string => text.slice(0, Math.floor(mostSteps / re.programSize()));

const escapedPart = /^\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|x[0-9A-Fa-f]{2}|[0-7]{1,3}|.)/su;
const classPart = /^\[\^?\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*\]/su;
const groupBegin = /^\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?/;
const countPart = /^\{(\d+)(,(\d*))?\}/;

/**
 * The number of characters, classes and groups of an expression, each counted as often as braces repeat it. RE2 expands
 * them before it matches, so this number determines time and memory. It is computed without compiling; invalid
 * expressions have some number, too.
 */
export function writtenOut(source: string): number {
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
      add(1);
      at += (escapedPart.exec(rest) ?? classPart.exec(rest) ?? ['.'])[0].length;
    }
  }
  return open.reduce((sum, { parts }) => sum + parts, 0);
}
