// Tells numerals that are numbers from others, by the counted thing and the words around them.
import { matchAt } from '../../../../text/itn/measures.js';
import { isNumeral } from '../../../../text/itn/numerals.js';
import type { Amount } from '../said.js';

/** Units and classifiers that always count: 三位, 五斤. */
const plainUnits = '兆位名件份台辆斤克吨元岁号楼倍箱盒袋瓶套票单间折成米度秒栋户期%‰';
/** Classifiers that also occur in idioms and names: 八面, 一片, 三头. */
const otherUnits =
  '个只条种次张把本块双对群批座家篇首支部股根颗粒片天年周月层毛分句项艘架匹头口杯碗桶盘顿场轮遍趟回届章节课题道门幢单室厅卫步级人晚夜笔盏扇床环格页行列排队组班代桌集声滴站车罐束枝朵棵株串卷册盆锅勺圈幅副具枚日时点厘公毫千平立英美欧港里季尺人';
const units = new Set(plainUnits + otherUnits);
const plain = new Set(`${plainUnits}个次张块天年月条种本公英平美`);
const plainForOne = new Set(`${plainUnits}个公英平美`);
/** Units that 二 may precede. Before other classifiers 二 is part of a name: 二次函数, 二人转. */
const plainForTwo = new Set([...'兆单元斤号楼月年度米公折成%倍岁分']);
const verbsBefore = /[室厅次至要有买来是住共约给还近满超就需订点开做装送换租借卖出付交了过等打差到、,。]/;
/** Characters that turn the counting word before them into another word. */
const otherWords =
  /^(?:天气|天空|天下|日本|年级|人民|级别|门口|口味|分享|分析|分配|分公|头发|头像|家乐|家具|毛线|毛巾|度假|度线|成为|成功|成员|成绩|本来|本身|代表|部门|位置|位数|点儿|点点|时候|时间|手|美丽|美术|英语|欧洲|日语|港口|公司|公园|公主|公经|千米线|分之|代人|回合|人间|号电|号线|次方|次元|次函|次曲|次世|次能|角形|年之|天之|个样|个劲|个心眼|只脚|块石|部件)/;
/** Characters after which a numeral is part of a name: 张三, 周三, 高三, 之一, 老二. */
const namesBefore = /[独周期拜初高大老张李王赵之统唯同任第小阿数其]/;

/** True if no number can begin here: inside a word, inside a run, or after a point that follows a digit. */
export function isInside(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  if (/[a-z]/.test(before) && /[a-z\d]/.test(text[at] ?? '')) return true;
  return /\d/.test(before) || (before === '.' && /\d/.test(text[at - 2] ?? ''));
}

export const dozens = /打(?![一二三四五六七八九十])(?![一-鿿]?[架人]|[扰算开电包折断针车车工卡听造印搅破发探拼架])/y;
export const mixed = / ?[又零] ?(?=[\d一二三四五六七八九十百千万]{1,12} ?(?:分 ?之|\/))/y;
/** Scores, ratios and sums such as 三比二 and 五乘以八. */
const operator = /(?:比|加上?|减去?|乘以?|除以|等于)/;
const numeral = '[零一二三四五六七八九十]';
const afterSum = '(?![个位名条件种次天年些样下起])';
const sumAfter = new RegExp(`${operator.source}${numeral}{1,3}${afterSum}`, 'y');
const sumBefore = new RegExp(`${numeral}${operator.source}$`);
const sumEnds = new RegExp(afterSum, 'y');
/** Ranges of counted things, such as 三到五个. */
const rangeAfter = /[到至]([一二两三四五六七八九十]{1,3})(.)/y;

/** True for a numeral in a sum, a score or a range. */
function isCompared(text: string, at: number, end: number): boolean {
  if (matchAt(sumAfter, text, end)) return true;
  if (sumBefore.test(text.slice(Math.max(0, at - 3), at)) && matchAt(sumEnds, text, end)) return true;
  const counted = matchAt(rangeAfter, text, end)?.[2];
  return counted !== undefined && units.has(counted) && !otherWords.test(text.slice(end + 2, end + 6));
}

/** True if the amount at `at` is a number. A single numeral is more often part of a word. */
export function isNumber(text: string, at: number, { end, form, isRough }: Amount): boolean {
  if (form === 'figures' || form === 'english') return true;
  const before = text[at - 1] ?? '';
  const after = text[end] ?? '';
  if (end - at > 1) {
    if (isRough)
      return plain.has(after) || (isEdge(before) && isEdge(after)) || /[十百千万亿]/.test(text.slice(at, end));
    if (form === 'digits' && end - at === 3 && /零/.test(text.slice(at, end))) return isEdge(after) || plain.has(after);
    if (/^[零〇].$/.test(text.slice(at, end))) return isEdge(after);
    return !(namesBefore.test(before) && end - at === 2 && !units.has(after) && /[周期拜]/.test(before));
  }
  if (isNumeral(before) || isNumeral(after)) return false;
  if (isEdge(before) && isEdge(after)) return true;
  if (isCompared(text, at, end)) return true;
  if (matchAt(dozens, text, end) || matchAt(mixed, text, end)) return true;
  if (namesBefore.test(before) || isInIdiom(text, at)) return false;
  if (/[多几余来]/.test(after)) return units.has(text[end + 1] ?? '');
  if (isEdge(after))
    return (
      /[选按要等了有]/.test(before) ||
      (before === '是' && text[at - 2] !== text[at]) ||
      (/[乘除加减到以]/.test(before) && isNumeral(text[at - 2]))
    );
  return units.has(after) && !otherWords.test(text.slice(end, end + 4)) && isCounted(text, at);
}

/** Negations and repetitions with 一, such as 一个都不要, 一个人也没有 and 一遍又一遍. */
const notOne = /^一.(?:[一-鿿]{0,2}[都也][不没别]|又一)/;
/** Words before a price or rate per unit, such as 多少钱一个, 怎么卖一斤 and 一遍又一遍. */
const perOne = /(?:多少钱?|钱|怎么卖|.又)$/;

/**
 * True if the single numeral at `at` counts something. Plain units always count; others only if the sentence shows it.
 */
function isCounted(text: string, at: number): boolean {
  const unit = text[at + 1] ?? '';
  const numeral = text[at] ?? '';
  const set = numeral === '一' ? plainForOne : numeral === '二' ? plainForTwo : plain;
  if (numeral === '一' && (notOne.test(text.slice(at, at + 8)) || perOne.test(text.slice(Math.max(0, at - 3), at))))
    return false;
  if (/[零〇]/.test(numeral)) return /[度分元]/.test(unit);
  if (
    /[平美公英]/.test(unit) &&
    !/^.(?:平[米方]|美[元金刀]|公[里斤分顷升吨尺]|英[镑里尺寸亩])/.test(text.slice(at, at + 3))
  )
    return false;
  if (unit === '台' && /[县市区州山风河]/.test(text[at + 2] ?? '')) return false;
  if (set.has(unit)) return !(numeral === '一' && /[上下每另某这那哪次再]/.test(text[at - 1] ?? ''));
  if (numeral === '二') return false;
  const before = text[at - 1] ?? '';
  return (
    (isEdge(before) && isEdge(text[at + 2] ?? '')) ||
    verbsBefore.test(before) ||
    /^(?:口人|道题|道菜|双鞋|对夫|[室房][一二两三四五六零]厅)/.test(text.slice(at + 1))
  );
}

/**
 * True for numerals in idioms such as 五花八门, 三头六臂 and 一目十行: a second numeral stands next to a word that counts nothing.
 */
function isInIdiom(text: string, at: number): boolean {
  const isWord = (character = ''): boolean => /[一-鿿]/.test(character) && !units.has(character);
  if (/[零一二三四五六七八九十百千万]/.test(text[at - 2] ?? '') && isWord(text[at - 1])) {
    return !/[加减乘除比到至和与跟或有要买是]/.test(text[at - 1] ?? '') && !isNumeral(text[at - 3]);
  }
  return isNumeral(text[at + 2]) && !isNumeral(text[at + 3]) && isWord(text[at + 3]);
}

function isEdge(character: string): boolean {
  return character === '' || /[,。.!?;:、…\s'"()[\]吧啊呢嘛呀哦的~]/.test(character);
}
