// Reads figures as words according to digitMode (specification 2, section 2.6). Rules call the method for the kind of
// number they found; a mode that says "always" uses one reading for all kinds.

import type { DigitMode } from '../../protocol/engine/synthesis.js';
import { limits } from '../../protocol/limits.js';
import { fixedOne } from '../pieces.js';

const digitNames = ['零', fixedOne, '二', '三', '四', '五', '六', '七', '八', '九'];
const places = ['', '十', '百', '千'];
const sections = ['', '万', '亿', '万亿'];

export interface Reader {
  readonly mode: DigitMode;
  /** Reads the value; accepts 1,234.5 and -3 as well. */
  cardinal(figures: string): string;
  /** Reads years and versions digit by digit. */
  digits(figures: string): string;
  /** Reads telephone numbers and codes digit by digit, with 幺 for 1. */
  code(figures: string): string;
  /** Reads a number of unknown kind as the mode decides. */
  bare(figures: string): string;
}

/** Builds the Chinese reader for a digitMode. */
export function makeReader(mode: DigitMode): Reader {
  const always = mode === 2 ? digitByDigit : mode === 3 ? readNumber : undefined;
  return {
    mode,
    cardinal: always ?? readNumber,
    digits: always ?? digitByDigit,
    code: mode === 3 ? readNumber : (figures) => digitByDigit(figures).replaceAll(fixedOne, '幺'),
    bare: always ?? ((figures) => readBare(figures, mode)),
  };
}

/** Reads a number of unknown kind. One with nine or more digits, or with a leading zero, is hardly a quantity. */
function readBare(figures: string, mode: DigitMode): string {
  const isGrouped = /[.,]/.test(figures);
  if (!isGrouped && (mode === 1 || figures.length > 8 || /^0\d/.test(figures))) return digitByDigit(figures);
  return readNumber(figures);
}

function digitByDigit(figures: string): string {
  return figures.replace(/,/g, '').replace(/^-/, '负').replace(/\./g, '点').replace(/\d/g, digitName);
}

function digitName(digit: string): string {
  return digitNames[Number(digit)] ?? '';
}

function readNumber(figures: string): string {
  const [whole = '', fraction] = figures.replace(/[-,]/g, '').split('.');
  const sign = figures.startsWith('-') ? '负' : '';
  const said = cardinalOf(whole);
  return sign + (fraction === undefined || fraction === '' ? said : `${said}点${digitByDigit(fraction)}`);
}

/** Reads a whole number: 一百二十三, 两千, 十二; 二百 keeps its 二. */
function cardinalOf(written: string): string {
  const figures = written.replace(/^0+(?=\d)/, '');
  if (figures.length > limits.tts.cardinalDigits) return digitByDigit(figures);
  if (figures === '0' || figures === '') return '零';
  let said = '';
  let needsZero = false;
  for (let section = Math.ceil(figures.length / 4) - 1; section >= 0; section--) {
    const end = figures.length - section * 4;
    const four = figures.slice(Math.max(0, end - 4), end);
    if (Number(four) === 0) {
      needsZero = said !== '';
      if (section === 2 && figures.length > 12) said += '亿';
      continue;
    }
    if (said !== '' && (needsZero || four.startsWith('0'))) said += '零';
    needsZero = false;
    // 万亿 shares its 亿 with the section below it, if there is one
    const unit = section === 3 ? '万' : (sections[section] ?? '');
    said += sectionOf(four.replace(/^0+/, ''), said === '', unit) + unit;
  }
  return said;
}

function sectionOf(figures: string, isFirst: boolean, unit: string): string {
  if (figures === '1' && unit !== '') return '一';
  if (figures === '2' && unit !== '' && isFirst) return '两';
  let said = '';
  let needsZero = false;
  for (const [at, digit] of [...figures].entries()) {
    const place = figures.length - 1 - at;
    if (digit === '0') {
      needsZero = true;
      continue;
    }
    if (needsZero) said += '零';
    needsZero = false;
    said += placed(digit, place, isFirst && at === 0) + (places[place] ?? '');
  }
  return said;
}

function placed(digit: string, place: number, isFirst: boolean): string {
  if (digit === '1') return place >= 2 ? '一' : place === 1 && isFirst ? '' : fixedOne;
  return digit === '2' && place === 3 && isFirst ? '两' : digitName(digit);
}
