// Folds full-width characters, traditional characters and the formal numerals of cheques into one spelling. The text
// keeps its length, so that offsets in it are offsets in the input.

import { radioDigitsAt } from '../../../text/itn/codes.js';

const pairs: readonly (readonly [from: string, to: string])[] = [
  [
    '兩點時週後個號歲塊錢幣萬億圓鐘鍾禮從過這內間節國慶陽曆農雙',
    '两点时周后个号岁块钱币万亿元钟钟礼从过这内间节国庆阳历农双',
  ],
  [
    '現當將來幾餘負對雙單條隻張臺臘齡電話開紀終還長無歐鎊盧馬韓灣',
    '现当将来几余负对双单条只张台腊龄电话开纪终还长无欧镑卢马韩湾',
  ],
  ['請問約達滿虛實傍總轉機與禮樓層門間頁課題項輛顆條斤', '请问约达满虚实傍总转机与礼楼层门间页课题项辆颗条斤'],
  ['壹贰貳弍叁參叄肆伍陆陸柒捌玖拾佰仟', '一二二二三三三四五六六七八九十百千'],
  ['：，。－～￥＄％、／＋．—–〜﹣（）', ':,.-~¥$%、/+.--~-()'],
];

const folded = new Map<string, string>();
for (const [from, to] of pairs) {
  const targets = [...to];
  for (const [at, character] of [...from].entries()) folded.set(character, targets[at] as string);
}
for (let code = 0xff10; code <= 0xff5a; code++) {
  const character = String.fromCharCode(code);
  if (/[０-９Ａ-Ｚａ-ｚ]/.test(character)) folded.set(character, String.fromCharCode(code - 0xfee0));
}
for (const space of ['\u3000', '\u00a0', '\t']) folded.set(space, ' ');

/** Finds 么 among digits, where it stands for 幺, which sounds like it. */
const spelledOne =
  /(?<=[零〇一二三四五六七八九幺])么(?=[零〇一二三四五六七八九幺])|(?<![什怎多这那要])么(?=[零〇一二三四五六七八九幺]{4})/g;

/** Folds a text; its length stays the same. Latin letters become small. */
export function fold(given: string): string {
  let text = '';
  for (const character of given.split('')) text += folded.get(character) ?? inSmallLetters(character);
  if (text.includes('么')) text = text.replace(spelledOne, '幺');
  return /[洞拐勾]/.test(text) ? withoutRadioDigits(text) : text;
}

const mayBeRadio = /[零〇一二两三四五六七八九幺洞拐勾]{2,}/g;

/** Replaces the digits of radio speech by plain ones: 幺洞洞八六 is 幺零零八六. */
function withoutRadioDigits(text: string): string {
  return text.replace(mayBeRadio, (run: string, at: number) => {
    const plain = radioDigitsAt(text, at) ?? '';
    return plain + run.slice(plain.length);
  });
}

const numeral = /[\d零〇一二两三四五六七八九幺十廿卅百千万亿]/;
const han = /[一-鿿]/;

export interface Closed {
  readonly text: string;
  /** The offset in the input of each character and of the end. */
  readonly places: readonly number[];
}

/**
 * Removes the spaces next to Chinese characters: 2026 年 11 月 3 日. A space between two numerals stays, because it is a
 * pause.
 */
export function closeUp(text: string): Closed {
  const spaced = spacesWithin(text);
  const places: number[] = [];
  let closed = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ' ' && (spaced.has(at) || !isPause(closed.at(-1) ?? '', text[at + 1] ?? ''))) continue;
    closed += text.charAt(at);
    places.push(at);
  }
  places.push(text.length);
  return { text: closed, places };
}

/**
 * Numerals separated by spaces with a ten or a larger unit among them (三 百 五 十), and numbers that go on after a space
 * (五百 万).
 */
const oneByOne =
  /(?<![零〇一二两三四五六七八九十百千万亿])[零〇一二两三四五六七八九十百千万亿](?: [零〇一二两三四五六七八九十百千万亿])+(?![零〇一二两三四五六七八九十百千万亿])/g;
const unitGoesOn = /(?<=[零〇一二两三四五六七八九十百千]) (?=[百千万亿])/g;
const handful = /[一-鿿]{2}/;

/** Offsets of the spaces that stand within a number, or between all characters of the text. */
function spacesWithin(text: string): ReadonlySet<number> {
  const spaces = new Set<number>();
  if (!text.includes(' ')) return spaces;
  if (!handful.test(text) && /[一-鿿] [一-鿿] [一-鿿]/.test(text) && /[^零〇一二两三四五六七八九幺 ]/.test(text)) {
    for (const { index } of text.matchAll(/(?<=[一-鿿]) (?=[一-鿿])/g)) spaces.add(index);
    return spaces;
  }
  for (const { index, 0: run } of text.matchAll(oneByOne)) {
    if (!/[十百千万亿]/.test(run)) continue;
    for (let at = 1; at < run.length; at += 2) spaces.add(index + at);
  }
  for (const { index } of text.matchAll(unitGoesOn)) spaces.add(index);
  return spaces;
}

function isPause(before: string, after: string): boolean {
  return (!han.test(before) && !han.test(after)) || (numeral.test(before) && numeral.test(after)) || after === ' ';
}

/** Lower-cases ASCII letters only, because some other capitals become two characters. */
function inSmallLetters(character: string): string {
  return character >= 'A' && character <= 'Z' ? character.toLowerCase() : character;
}
