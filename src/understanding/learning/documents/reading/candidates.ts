// Finds the parts of a sentence that could answer a question of a kind: dates for "when", personal names for "who".
import type { Entity } from '../../../entities/entity.js';
import {
  compoundSurnames,
  foreignCharacters,
  givenCharacters,
  notPersons,
  rareSurnames,
  surnames,
} from '../../../entities/names/lists/person-names.js';
import { placesIn } from '../../../entities/names/places.js';
import { findQuantities } from '../../../entities/quantities.js';
import type { Asked, AskedKind } from './asked.js';

export interface Candidate {
  readonly start: number;
  readonly end: number;
}

/** True for kinds whose candidates can be recognised; for other kinds a sentence without one is not rated lower. */
export const tellsKind = (kind: AskedKind): boolean => kind !== 'other';

const yearly =
  /(?:\d{2,4}|[〇零一二三四五六七八九]{2,4})年代?(?:初|末|底)?|世纪|(?:[春夏秋冬]|清晨|凌晨|早上|上午|中午|下午|晚上|夜间|傍晚)[季天]?|次年|同年|翌年|年间|时期|星期.|周[一二三四五六日末]|(?:唐|宋|元|明|清|汉|隋|周|秦|晋|民国)(?:朝|代|初|末|时)|节假日|[朝代]末|\d{1,2}[:：]\d{2}/g;
const reasons =
  /因|由于|为了|以便|以免|避免|源于|得名|导致|所以|故而?|使得|致使|缘于|鉴于|由此|是为|归功|根据|说明|以(?=[^，。]{1,14}而)/g;
const names = /又?[名称叫](?:为|作|叫)?|命名|改名|本名|原名|别名|俗称|旧名|“|《/g;
const ways =
  /先|再|然后|通过|采用|利用|使用|用|按照?|以[^，。]{1,12}(?:方式|方法|办法)|步骤|请|须|应|凭|即可|可以|可|点击|输入|拨打|联系/g;
const allowances = /可以?|不得|不可|不能|能够?|须|必须|应当?|禁止|允许|免|不|需要?|没有|凭/g;
const places =
  /(?:位于|坐落于?|地处|设[在于]|建[在于]|葬[在于]|[收珍]?藏[在于]|发源于|[迁搬移]往|[迁搬移][到至]|隶属于?|现?属于?|生于|出生在?|来自|在|于|从|到|至|赴|往)([^，。；、\d]{1,18}?(?:[省市县区镇乡村国岛洲州湾港湖海江河山岭峰沟谷寺庙院馆厅楼层街路巷门站场库房校厂店园桥口岸城]|山区|盆地|平原|高原|附近|对面|旁边|脚下|内|里|外|上|下|中))/g;
const origins = /[\p{Script=Han}]{2,6}(?:省|市|县|区|镇|乡|村|国)?人(?=[，。；（]|$)/gu;
const roles =
  /(?:由|是|师从|名叫|导演|作者|作家|教授|博士|先生|女士|校长|总经理|总裁|院长|所长|工程师|设计师|创始人|学家|皇帝|将军|艺人|传承人|选手|农民|商人|港商|工匠|师傅|[^\s，。]{1,3}家)(?=[\p{Script=Han}])/gu;
const anyRole = /(?:负责人|部门|小组|协会|公司|委员会|单位|部队|工兵连|本行|承担|老人|儿童|军人|学生)/g;

/** Sentences have no time of their own; words such as "today" are found like any others. */
const anyMoment = { nowMs: 0, timeZone: 'UTC' } as const;

/** The parts of a sentence that could answer a question of the kind. */
export function candidatesOf(kind: AskedKind, sentence: string): Candidate[] {
  switch (kind) {
    case 'time':
      return [...matches(sentence, yearly), ...quantities(sentence, ['SYS.date', 'SYS.time', 'SYS.date-duration'])];
    case 'duration':
      return quantities(sentence, ['SYS.duration']);
    case 'money':
      return quantities(sentence, ['SYS.money']).concat(matches(sentence, /免费|百分之|[%％]|半价|折/g));
    case 'number':
      return quantities(sentence, ['SYS.number', 'SYS.money', 'SYS.age', 'SYS.duration', 'SYS.ordinal']);
    case 'person':
      return personsIn(sentence);
    case 'place':
      return [...placesIn(sentence), ...matches(sentence, places), ...matches(sentence, origins)];
    case 'reason':
      return matches(sentence, reasons);
    case 'name':
      return matches(sentence, names);
    case 'list':
      return matches(sentence, /、|和|及|与|或/g);
    case 'way':
      return matches(sentence, ways);
    case 'allowed':
      return matches(sentence, allowances);
    default:
      return [];
  }
}

function quantities(sentence: string, lexicons: readonly string[]): Candidate[] {
  return findQuantities(sentence, anyMoment).filter(({ lexicon }: Entity) => lexicons.includes(lexicon));
}

const matches = (text: string, form: RegExp): Candidate[] =>
  Array.from(text.matchAll(form), ({ 0: { length }, index }) => ({ start: index, end: index + length }));

/**
 * Personal names in a text about third persons, where nothing announces names. All that looks like a name counts, best
 * if a role precedes it.
 */
function personsIn(sentence: string): Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at < sentence.length; at++) {
    const end = chineseName(sentence, at) ?? foreignName(sentence, at);
    if (end === undefined) continue;
    found.push({ start: at, end });
    at = end - 1;
  }
  for (const role of sentence.matchAll(roles)) {
    const start = role.index + role[0].length;
    if (found.some((each) => each.start === start)) found.push({ start, end: start + 3 });
  }
  return found.length > 0 ? found : matches(sentence, anyRole);
}

function chineseName(text: string, at: number): number | undefined {
  const pair = text.slice(at, at + 2);
  const isPair = compoundSurnames.includes(pair);
  const first = text.charAt(at);
  if (!isPair && (!surnames.has(first) || rareSurnames.has(first))) return undefined;
  const begin = at + (isPair ? 2 : 1);
  let end = begin;
  while (end < begin + 2 && givenCharacters.has(text.charAt(end))) end++;
  if (end === begin || notPersons.has(text.slice(at, end)) || notPersons.has(pair)) return undefined;
  return end;
}

function foreignName(text: string, at: number): number | undefined {
  let end = at;
  let dots = 0;
  while (end < text.length && end - at < 20) {
    const character = text.charAt(end);
    if (character === '·' || character === '•') dots++;
    else if (!foreignCharacters.has(character)) break;
    end++;
  }
  return end - at >= (dots > 0 ? 4 : 3) ? end : undefined;
}

const numeral = '[\\d〇零一二两三四五六七八九十百千万亿半多余几]';

/** True if the sentence counts the thing that the question asks about, or has its unit. */
export function hasCounted({ kind, noun, units }: Asked, text: string): boolean {
  if (units !== '') return new RegExp(`${numeral}(?:个|多|余|平方|立方|公|英|华)?(?:${units})`).test(text);
  if (noun === '') return false;
  const isCount = kind === 'number' || kind === 'duration' || kind === 'money' || kind === 'time';
  if (!isCount) return text.includes(noun) || (noun.length > 1 && text.includes(noun.slice(-1)));
  return new RegExp(`${numeral}(?:个|名|位|多|余)*(?:${escaped(noun)}|${escaped(noun.charAt(0))})`).test(text);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
