// Words and texts by their sound. A recogniser may write what it hears with other characters of the same syllables.
// Tones are ignored, because recognisers confuse them most easily.
import { readTexts } from '../../text/pinyin.js';
import { isHan } from './han.js';
import { slip, slips } from './slips.js';

/**
 * Characters with several readings, none of them rare. In a word the neighbours decide; in a text each reading counts.
 */
const severalReadings = new Map<number, readonly string[]>(
  (
    '行xing,hang 长chang,zhang 重zhong,chong 乐le,yue ' +
    '调diao,tiao 朝chao,zhao 曾zeng,ceng 藏cang,zang 传chuan,zhuan 单dan,shan,chan 会hui,kuai 解jie,xie 卡ka,qia ' +
    '率lv,shuai 参can,shen,cen 差cha,chai,ci 盛sheng,cheng 尉wei,yu 厦sha,xia 蚌bang,beng 六liu,lu ' +
    '堡bao,bu,pu 仇chou,qiu 查cha,zha 翟zhai,di 覃qin,tan 薄bo,bao 便bian,pian 宿su,xiu 角jiao,jue 血xue,xie ' +
    '弹dan,tan 降jiang,xiang 校xiao,jiao 觉jue,jiao 柏bai,bo 剥bo,bao 辟pi,bi 落luo,la,lao ' +
    '绿lv,lu 泊bo,po 圈quan,juan 什shen,shi 熟shu,shou 畜chu,xu ' +
    '择ze,zhai 粘zhan,nian 属shu,zhu 扎zha,za 晟sheng,cheng 贾jia,gu ' +
    '隗wei,kui 召zhao,shao 缪miao,mou 祭ji,zhai 万wan,mo 俞yu,shu 谷gu,yu 颉jie,xie 茜qian,xi ' +
    '见jian,xian 壳ke,qiao 乘cheng,sheng 臭chou,xiu 伯bo,bai 塞sai,se 散san'
  )
    .split(' ')
    .map((each) => [each.charCodeAt(0), each.slice(1).split(',')]),
);

const withoutTone = (syllable: string): string => syllable.replace(/[0-5]$/, '');

/** The private range whose units stand for syllables in keys. */
const privateUse = { first: 0xe000, last: 0xf8ff } as const;
const units = new Map<string, number>();
/** The syllable of each unit, from the first one on. */
const syllableNames: string[] = [];

function unitOf(syllable: string): number {
  const known = units.get(syllable);
  if (known !== undefined) return known;
  const unit = privateUse.first + units.size;
  units.set(syllable, unit);
  syllableNames.push(syllable);
  return unit;
}

/** The readings of characters in texts, as units; the usual reading comes first. */
const readings: (readonly number[] | undefined)[] = [];

function readingsOf(unit: number): readonly number[] {
  const known = readings[unit];
  if (known) return known;
  const character = String.fromCharCode(unit);
  const [usual = character] = readTexts([character]);
  const all = [withoutTone(usual), ...(severalReadings.get(unit) ?? [])];
  // a character that the dictionary does not know represents itself
  const made = usual === character ? [unit] : [...new Set(all)].map(unitOf);
  readings[unit] = made;
  return made;
}

const spelledAs = new Map<number, readonly string[]>();

/** The toneless syllables of a character, the usual one first; none if the dictionary does not know it. */
export function syllablesOf(unit: number): readonly string[] {
  const known = spelledAs.get(unit);
  if (known !== undefined) return known;
  const names = readingsOf(unit).flatMap((each) => syllableNames[each - privateUse.first] ?? []);
  spelledAs.set(unit, names);
  return names;
}

/** The keys of words by their sound; undefined for a word with fewer than two Chinese characters. */
export function soundsOfWords(words: readonly string[]): (string | undefined)[] {
  const sounds = words.map((keys) => (hanIn(keys) < 2 ? undefined : hasSeveral(keys) ? '' : soundOf(keys, undefined)));
  const open = sounds.flatMap((sound, at) => (sound === '' ? [at] : []));
  // the dictionary is faster with many words in one text
  for (let from = 0; from < open.length; from += wordsAtOnce) {
    const places = open.slice(from, from + wordsAtOnce);
    const read = readTexts(
      places
        .map((at) => words[at] as string)
        .join(' ')
        .split(''),
    );
    let first = 0;
    for (const at of places) {
      const keys = words[at] as string;
      sounds[at] = soundOf(keys, read.slice(first, first + keys.length));
      first += keys.length + 1;
    }
  }
  return sounds;
}

const wordsAtOnce = 100;

function hanIn(keys: string): number {
  let count = 0;
  for (let at = 0; at < keys.length; at++) if (isHan(keys.charCodeAt(at))) count += 1;
  return count;
}

function hasSeveral(keys: string): boolean {
  for (let at = 0; at < keys.length; at++) if (severalReadings.has(keys.charCodeAt(at))) return true;
  return false;
}

function soundOf(keys: string, inContext: readonly string[] | undefined): string {
  let sound = '';
  for (let at = 0; at < keys.length; at++) {
    const unit = keys.charCodeAt(at);
    const syllable = severalReadings.has(unit) ? inContext?.[at] : undefined;
    if (syllable !== undefined) sound += String.fromCharCode(unitOf(withoutTone(syllable)));
    else sound += isHan(unit) ? String.fromCharCode(readingsOf(unit)[0] as number) : keys.charAt(at);
  }
  return sound;
}

/** The keys of a text by its sound: for each unit the units that it may represent. */
export function soundsOf(keys: string): readonly (readonly number[])[] {
  return Array.from({ length: keys.length }, (_, at) => {
    const unit = keys.charCodeAt(at);
    if (isHan(unit)) return readingsOf(unit);
    return unit >= privateUse.first && unit <= privateUse.last ? [] : [unit];
  });
}

/** A syllable, and the cost of taking it for the one that was written. */
export interface NearSound {
  readonly unit: number;
  readonly cost: number;
}

interface Near {
  /** The number of syllables that were compared. */
  readonly among: number;
  readonly sounds: readonly NearSound[];
}

const nearSounds = new Map<number, Near>();

/** The syllables that a syllable may be confused with, including itself; other units represent themselves. */
export function soundsNear(unit: number): readonly NearSound[] {
  const syllable = syllableNames[unit - privateUse.first];
  if (syllable === undefined) return [{ unit, cost: 0 }];
  const known = nearSounds.get(unit);
  if (known?.among === syllableNames.length) return known.sounds;
  const all = syllableNames.map((other, at) => ({ unit: privateUse.first + at, cost: slip(syllable, other) }));
  const sounds = all.filter(({ cost }) => cost <= slips.near);
  nearSounds.set(unit, { among: syllableNames.length, sounds });
  return sounds;
}
