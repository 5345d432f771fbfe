// Tones as they are spoken: 一 and 不 before other syllables, neutral syllables, and third tones in a row.
import type { Tone } from '../../protocol/engine/synthesis.js';
import type { Group, Word } from './group.js';

/** A character in an unbroken run. `isFixed`: the tone was given and must not change. */
export interface Spoken {
  readonly character: string;
  readonly isFixed: boolean;
  tone: Tone;
}

const digits = /^[零二三四五六七八九幺]$/;
const beforeOne = /(?:统|唯|单|之|专|周|期|拜|初|归|合|逐|划|第)$/;
const numbered = /^(?:月|号|楼|班|级|期|线(?!希望)|等[奖舱座品功]|环|季度|年级|审|中全会)/;

/** Changes the tones of 一 and 不 according to the next syllable. */
export function changeOneAndNot(run: Spoken[]): void {
  const cited = run.map(({ tone }) => tone);
  const text = run.map(({ character }) => character).join('');
  for (const [at, syllable] of run.entries()) {
    if (syllable.isFixed) continue;
    if (syllable.character === '一') syllable.tone = toneOfOne(run, cited, text, at);
    if (syllable.character === '不') syllable.tone = toneOfNot(run, cited, text, at);
  }
}

function toneOfOne(run: readonly Spoken[], cited: readonly Tone[], text: string, at: number): Tone {
  const previous = run[at - 1]?.character ?? '';
  const next = run[at + 1];
  if (next === undefined) return 1;
  if (previous === next.character && isVerb(previous)) return 5;
  if (beforeOne.test(previous) || digits.test(previous) || next.character === '一' || previous === '一') return 1;
  const isPlace = /^[百千万亿]$/.test(next.character);
  if (digits.test(next.character) || next.character === '十') return 1;
  if (/^[十百千万亿]$/.test(previous) && !isPlace) return 1;
  if (previous === '点' && /[零一二三四五六七八九十]点$/.test(text.slice(0, at))) return 1;
  if (next.character === '点' && digits.test(run[at + 2]?.character ?? '')) return 1;
  if (numbered.test(text.slice(at + 1))) return 1;
  return cited[at + 1] === 4 || next.character === '个' ? 2 : 4;
}

const verbs = new Set([...'看想说试等听问聊走坐谢笑谈找数读写用猜查算学尝摸动歇']);

function isVerb(character: string): boolean {
  return verbs.has(character);
}

const potential =
  /(?:[看听说想吃喝做打买卖走跑找拿睡记忍受靠用放装赶来去起过对差了舍划听搞弄学写读赢输分离免少])不(?:了(?![解])|到|见|起|动|完|上|下|出|来|去|开|住|清|懂|着|得|掉|及|多)/y;

function toneOfNot(run: readonly Spoken[], cited: readonly Tone[], text: string, at: number): Tone {
  const previous = run[at - 1]?.character;
  const next = run[at + 1];
  if (next === undefined) return 4;
  if (previous === next.character) return 5;
  if (at > 0) {
    potential.lastIndex = at - 1;
    if (potential.test(text)) return 5;
  }
  return cited[at + 1] === 4 ? 2 : 4;
}

/** Makes the second syllable of doubled verbs neutral (看看, 想想); a third tone before it still rises. */
export function softenDoubledVerbs(run: Spoken[]): void {
  for (let at = 1; at < run.length; at++) {
    const first = run[at - 1] as Spoken;
    const second = run[at] as Spoken;
    if (first.character !== second.character || !isVerb(second.character) || first.isFixed || second.isFixed) continue;
    if (run[at - 2]?.character === first.character || run[at + 1]?.character === first.character) continue;
    if (first.tone === 3) first.tone = 2;
    second.tone = 5;
  }
}

/**
 * Applies third-tone sandhi to the groups of one phrase, from its end: later syllables are settled before earlier ones.
 */
export function raiseThirdTones(run: Spoken[], groups: readonly Group[]): void {
  for (let number = groups.length - 1; number >= 0; number--) {
    const group = groups[number] as Group;
    const next = groups[number + 1];
    raiseInGroup(run, group);
    const last = group.words.at(-1);
    const first = next?.words[0];
    if (!last || !first || (sizeOf(last) > 1 && sizeOf(first) > 1)) continue;
    raiseBefore(run, group.end - 1);
  }
}

function raiseInGroup(run: Spoken[], group: Group): void {
  for (const word of group.words) raiseInWord(run, word);
  const isAllSingle = group.words.every((word) => sizeOf(word) === 1);
  if (isAllSingle) raiseRow(run, group.start, group.end);
  else for (const word of [...group.words].reverse()) if (word.end < group.end) raiseBefore(run, word.end - 1);
}

/** Characters that stand apart at the start of a word of three: 小老虎 is 小 and 老虎, but 展览馆 is 展览 and 馆. */
const prefixes = new Set([...'小老纸好母冷总副很买有我你打洗请总与']);

function raiseInWord(run: Spoken[], word: Word): void {
  const size = sizeOf(word);
  if (size === 3 && prefixes.has(run[word.start]?.character ?? '')) {
    raiseRow(run, word.start + 1, word.end);
    raiseBefore(run, word.start);
  } else if (size <= 3) raiseRow(run, word.start, word.end);
  else {
    for (let at = word.start; at < word.end; at += 2) raiseRow(run, at, word.end - at === 3 ? word.end : at + 2);
    for (let at = word.end - 2; at > word.start; at--) raiseBefore(run, at);
  }
}

/** Raises all but the last of a row of third tones. */
function raiseRow(run: Spoken[], start: number, end: number): void {
  for (let at = start; at < Math.min(end, run.length) - 1; at++) raiseBefore(run, at);
}

function raiseBefore(run: Spoken[], at: number): void {
  const syllable = run[at];
  if (syllable?.tone === 3 && run[at + 1]?.tone === 3) syllable.tone = 2;
}

function sizeOf(word: Word): number {
  return word.end - word.start;
}
