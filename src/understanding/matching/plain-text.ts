// Texts in the form that the matcher compares: NFKC, lower case, without punctuation, opening greetings, fillers or
// repetitions. Each character knows its original offset, so that slot values are shown as the caller said them.
import { smoothedCharacters } from '../../text/smooth.js';

/** A text with the original offset of each code unit. */
export interface Line {
  readonly text: string;
  /** For each code unit the offset of its character in the original, and finally the end of the original. */
  readonly origins: readonly number[];
}

export interface PlainText {
  /** The text without punctuation; all words stay. */
  readonly literal: Line;
  /** The text also without greetings, fillers and repetitions. */
  readonly core: Line;
}

const dropped = /[\p{P}\p{Z}\p{C}]/u;

const greetings = [
  '喂',
  '你好',
  '您好',
  '哎',
  '诶',
  '欸',
  '嗨',
  '哈喽',
  '哈罗',
  '早上好',
  '上午好',
  '下午好',
  '晚上好',
  '大家好',
];
const fillers = [
  '嗯',
  '呃',
  '额',
  '唔',
  '啊',
  '哦',
  '噢',
  '喔',
  '呀',
  '唉',
  '哎呀',
  '哎哟',
  '那个',
  '这个',
  '就是说',
  '就是',
  '然后',
  '那',
  '这样',
];
/** Openings, the longest first, so that 就是说 comes before 就是. */
const openings = [...greetings, ...fillers, 'hello', 'hi'].sort((a, b) => b.length - a.length);
const thanks = [
  '谢谢',
  '谢谢你',
  '谢谢您',
  '谢谢啊',
  '谢谢了',
  '谢了',
  '多谢',
  '多谢了',
  '感谢',
  '麻烦了',
  '麻烦你了',
  '麻烦您了',
  '辛苦了',
];
const closings = [...thanks, 'thanks', 'thankyou'].sort((a, b) => b.length - a.length);
/** The number of other characters needed to drop an opening or a closing: 那个 alone may be an answer. */
const leastRest = 2;

/** Characters whose repetition means the same as one of them. Repetitions of other characters form words: 看看, 谢谢. */
const repeatable = new Set([...'对好行是喂不有在没嗯啊哦']);
const numerals = /[零〇一二两三四五六七八九幺十百千万亿半几0-9a-z]/;
const longestRepeat = 8;

interface Character {
  readonly text: string;
  readonly origin: number;
}

/** Normalises a text. */
export function plainText(original: string): PlainText {
  const clear = clearLine(original);
  if (clear !== undefined) return { literal: clear, core: clear };
  const read = characters(original);
  const core = withoutRepeats(withoutOpening(withoutFillers(read)));
  return { literal: lineOf(read, original), core: lineOf(core.length === 0 ? read : core, original) };
}

/** Marks that are dropped in addition to those of ASCII. */
const clearMarks = new Set([...'，。、？！：；（）《》“”‘’—…【】'].map((mark) => mark.charCodeAt(0)));
/** The maximum length of a text for the fast path, in code units. */
const mostClear = 256;
const units = new Uint16Array(mostClear);
const [keeps, drops, unknown] = [1, 0, -1];
/** A filler, or a particle or an opening at the beginning. */
const unclear = /[嗯呃唔呣]|^[啊哦噢喔诶欸哎唉呀额]|^(?:那个|这个|就是)/;
const openingStarts = new Set(openings.map((each) => each.charAt(0)));

/**
 * A fast path for most questions: a text of Han characters, digits, letters and marks without anything to smooth.
 * undefined: the text needs the full normalisation.
 */
function clearLine(original: string): Line | undefined {
  if (original.length > mostClear) return undefined;
  const origins: number[] = [];
  let count = 0;
  for (let at = 0; at < original.length; at++) {
    const code = original.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === unknown) return undefined;
    if (kind === drops) continue;
    units[count++] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    origins.push(at);
  }
  const text = String.fromCharCode(...units.subarray(0, count));
  if (count === 0 || openingStarts.has(text.charAt(0)) || unclear.test(text) || saysTwice(text)) return undefined;
  origins.push(original.length);
  return { text, origins };
}

function kindOf(code: number): number {
  if (code >= 0x4e00 && code <= 0x9fff) return keeps;
  if (code < 0x80) return asciiKinds[code] as number;
  return clearMarks.has(code) ? drops : unknown;
}

const asciiKinds = Int8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9A-Za-z]/.test(character)) return keeps;
  return /[\p{P} ]/u.test(character) ? drops : unknown;
});

/** True if something occurs twice in a row. */
function saysTwice(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const most = Math.min(longestRepeat, (text.length - at) >> 1);
    for (let length = 1; length <= most; length++) {
      if (text.charCodeAt(at + length) === code && text.startsWith(text.slice(at, at + length), at + length))
        return true;
    }
  }
  return false;
}

function lineOf(list: readonly Character[], original: string): Line {
  const origins: number[] = [];
  for (const { text, origin } of list) for (let unit = 0; unit < text.length; unit++) origins.push(origin);
  origins.push(original.length);
  return { text: joined(list), origins };
}

const joined = (list: readonly Character[]): string => list.map(({ text }) => text).join('');

function characters(original: string): Character[] {
  const list: Character[] = [];
  const marks: Character[] = [];
  let origin = 0;
  for (const character of original) {
    const text = isIdeograph(character) ? character : character.normalize('NFKC').toLowerCase();
    for (const each of text) {
      if (!dropped.test(each)) list.push({ text: each, origin });
      else if (each.trim() !== '' && !/\p{C}/u.test(each)) marks.push({ text: each, origin });
    }
    origin += character.length;
  }
  // a text of nothing but marks is compared by them
  return list.length === 0 ? marks : list;
}

function isIdeograph(character: string): boolean {
  const code = character.charCodeAt(0);
  return code >= 0x4e00 && code <= 0x9fff;
}

/** A filler, an opening or a repetition; a text without any needs no smoothing. */
const unsmooth = /[嗯呃唔呣啊哦噢喔诶欸哎唉呀额]|^(?:那个|这个|就是)|(.{1,5})\1/u;

function withoutFillers(list: readonly Character[]): readonly Character[] {
  if (!unsmooth.test(joined(list))) return list;
  const places = smoothedCharacters(list.map(({ text }) => text));
  return places.size === 0 ? list : list.filter((_, at) => !places.has(at));
}

function withoutOpening(list: readonly Character[]): readonly Character[] {
  let from = 0;
  for (;;) {
    const head = joined(list.slice(from, from + 5));
    const opening = openings.find((each) => head.startsWith(each));
    if (opening === undefined || list.length - from - opening.length < leastRest)
      return from === 0 ? list : list.slice(from);
    from += opening.length;
  }
}

/** The line without the thanks at its end; undefined: it has none, or consists of nothing else. */
export function withoutThanks({ text, origins }: Line): Line | undefined {
  const closing = closings.find((each) => text.endsWith(each));
  if (closing === undefined || text.length - closing.length < leastRest) return undefined;
  const length = text.length - closing.length;
  return { text: text.slice(0, length), origins: origins.slice(0, length + 1) };
}

/** Keeps the first of each repetition: 不需要不需要 becomes 不需要. Repetitions with numerals stay. */
function withoutRepeats(list: readonly Character[]): readonly Character[] {
  const kept: Character[] = [];
  for (const character of list) {
    kept.push(character);
    for (let length = 1; length <= longestRepeat && 2 * length <= kept.length; length++) {
      if (!endsTwice(kept, length)) continue;
      kept.length -= length;
      break;
    }
  }
  return kept;
}

function endsTwice(list: readonly Character[], length: number): boolean {
  for (let at = list.length - length; at < list.length; at++) {
    const { text } = list[at] as Character;
    if (text !== (list[at - length] as Character).text || numerals.test(text)) return false;
  }
  return length > 1 || repeatable.has((list.at(-1) as Character).text);
}
