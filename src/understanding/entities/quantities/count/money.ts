// SYS.money: 三块五, 五万元, ¥35.5, 二十美元, 两毛五, 三到五万元. The value is a number with the ISO 4217 code of the currency.
import { matchAt } from '../../../../text/itn/measures.js';
import { isNumeral } from '../../../../text/itn/numerals.js';
import type { Reading } from '../reading.js';
import type { Amount, NumberSaid } from '../said.js';
import { type CurrencySaid, currencyAt, signAt, signBegins } from './currencies.js';
import { decimalOf, plain, times } from './decimal.js';
import { englishAmountAt } from './english-numbers.js';

const begins = new RegExp(`[\\d零一二两三四五六七八九十廿卅百千万半几数上a-z${signBegins}]`);

interface Sum {
  readonly end: number;
  readonly value: number;
  readonly decimal: string;
  readonly code: string;
}

/** Reads the sum of money at `at`; undefined: there is none. */
export function moneyAt(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  if (!begins.test(text[at] ?? '') || isInside(text, at)) return undefined;
  const sum = signedRange(reading, at) ?? signedSum(reading, at) ?? rangeOf(reading, at) ?? sumAt(reading, at);
  if (!sum) return undefined;
  return 'normValue' in sum ? sum : { start: at, end: sum.end, normValue: `${sum.decimal} ${sum.code}` };
}

function isInside(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  if (/[a-z]/.test(before) && /[a-z\d]/.test(text[at] ?? '')) return true;
  return before === '第' || (isNumeral(text[at]) && isNumeral(before)) || /[\d.]/.test(before);
}

/** A sum after a currency sign or name: $20, 人民币三千元整. */
function signedSum(reading: Reading, at: number): Sum | undefined {
  const { text } = reading;
  const sign = signAt(text, at);
  if (!sign) return undefined;
  const from = sign.end + (matchAt(/[: ]{0,2}/y, text, sign.end)?.[0].length ?? 0);
  const sum = sumAt(reading, from);
  if (sum) return { ...sum, code: sign.code };
  const amount = reading.amount(from);
  if (!amount || (/[一-鿿]/.test(text[at] ?? '') && amount.value < 10)) return undefined;
  return { end: amount.end, value: amount.value, decimal: amount.decimal, code: sign.code };
}

/** A range of signed sums: ￥500-￥800, $20-30. */
function signedRange(reading: Reading, at: number): NumberSaid | undefined {
  const low = signedSum(reading, at);
  const link = low && matchAt(until, reading.text, low.end);
  if (!low || !link) return undefined;
  const from = low.end + link[0].length;
  const high = signedSum(reading, from) ?? sumAt(reading, from) ?? reading.amount(from);
  if (!high || high.value <= low.value || ('code' in high && high.code !== low.code)) return undefined;
  return { start: at, end: high.end, normValue: `${low.decimal}/${high.decimal} ${low.code}` };
}

const more = / ?(多|余|来|几|好几)?个? ?/y;
/** Words that begin like a currency: 元旦, 块儿, 欧洲, 刀具. */
const otherWords: Readonly<Record<string, RegExp>> = {
  元: /^(?:[数音醇运区县]|旦|宵|素|件|老|首|音|气|朝|代|曲|配|方程|函数|复始|论|化|及第|材料|电池|桥|里)/,
  块: /^(?:儿|状|头|腹|[石砖玉地田牌屏木肉糖布表手蛋电饼板玻](?!钱))/,
  刀: /^(?:具|子|片|削|法|切|鱼|客|锋|两断)/,
  欧: /^(?:洲|阳|盟|姆)/,
  镑: /^重/,
  人民币: /^x/,
};

/** A number with its currency and its smaller units. */
function sumAt(reading: Reading, at: number): Sum | undefined {
  const { text } = reading;
  if (text[at] === '半') return halfOf(text, at);
  const amount = reading.amount(at);
  if (!amount || (amount.form === 'digits' && amount.end - at > 6)) return undefined;
  const link = matchAt(more, text, amount.end)?.[0].length ?? 0;
  const currency = currencyAt(text, amount.end + link);
  if (!currency || otherWords[currency.name]?.test(text.slice(currency.end, currency.end + 2))) {
    return smallChange(text, at, amount);
  }
  if (link > 0 && text[amount.end] === '个' && amount.form !== 'figures' && !/^(?:BTC|ETH)$/.test(currency.code))
    return undefined;
  return withChange(reading, amount, currency);
}

/** Sums of half a unit: 半块钱, 半毛钱. */
function halfOf(text: string, at: number): Sum | undefined {
  const found = matchAt(/半([块元毛角分])钱/y, text, at);
  if (!found) return undefined;
  const value = found[1] === '分' ? 0.005 : /[毛角]/.test(found[1] ?? '') ? 0.05 : 0.5;
  return { end: at + 3, value, decimal: decimalOf(value), code: 'CNY' };
}

const jiao = /零?([一二两三四五六七八九\d])[毛角]/y;
const fen = /零?([一二两三四五六七八九\d])分(?!钟|之)钱?/y;
const bareDigit =
  /([一二三四五六七八九\d])(?:(?=[一每][斤个张次条份瓶盒箱包袋件支只台套公平度克升吨月年天位人晚])|(?![\d零一二两三四五六七八九十百千万亿点分个位名只条件种次张把台本块元米号楼年月天岁公厘毫小以%折成倍多.]))/y;
const bareZero = /零([一二三四五六七八九])(?=$|[,。!?吧啊呢嘛呀])/y;
/** 半 after 块, as in 一块半; 一块半生的肉 and 两块半价 are no sums. */
const halfMore = /半(?![价生熟斤个天年月夜小成两分张块公人米])/y;
const tail = /(?:钱|整|人民币)+/y;

/** A sum with its smaller units: 三块五, 三块五毛二, 十二元零五分. */
function withChange({ text }: Reading, amount: Amount, currency: CurrencySaid): Sum {
  let end = currency.end;
  let hundredths = 0;
  if (currency.name === '块' && Number.isInteger(amount.value) && matchAt(halfMore, text, end)) {
    const value = decimalOf(amount.value + 0.5);
    return {
      end: end + 1 + (text[end + 1] === '钱' ? 1 : 0),
      value: Number(value),
      decimal: value,
      code: currency.code,
    };
  }
  if (currency.code === 'CNY' && /^[块元]/.test(currency.name) && Number.isInteger(amount.value)) {
    const tenths = matchAt(jiao, text, end);
    if (tenths) {
      hundredths = 10 * digitOf(tenths[1]);
      end += tenths[0].length;
      const bare = matchAt(fen, text, end) ?? matchAt(bareDigit, text, end);
      if (bare) {
        hundredths += digitOf(bare[1]);
        end += bare[0].length;
      }
    } else {
      const cents = matchAt(fen, text, end) ?? (currency.name === '块' ? matchAt(bareZero, text, end) : undefined);
      const bare = !cents && currency.name === '块' ? matchAt(bareDigit, text, end) : undefined;
      if (cents) hundredths = digitOf(cents[1]);
      else if (bare) hundredths = 10 * digitOf(bare[1]);
      end += (cents ?? bare)?.[0].length ?? 0;
    }
    end += matchAt(tail, text, end)?.[0].length ?? 0;
  } else if (hundredthsOf[currency.code] !== undefined) {
    const cents = centsAt(text, end, hundredthsOf[currency.code] as RegExp);
    if (cents) {
      hundredths = cents.value;
      end = cents.end;
    }
  }
  if (hundredths === 0) return { end, value: amount.value, decimal: amount.decimal, code: currency.code };
  const value = Number((amount.value + hundredths / 100).toPrecision(15));
  return { end, value, decimal: plain(value.toFixed(2)), code: currency.code };
}

const hundredthsOf: Readonly<Record<string, RegExp>> = {
  ...{ USD: /美?分|cents?/y, EUR: /欧?分|cents?/y, GBP: /便士|pence/y, HKD: /分/y, AUD: /分/y, CAD: /分/y },
};
const twoFigures = / ?(?:零|又|and )?(\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])/y;

function centsAt(text: string, at: number, name: RegExp): { end: number; value: number } | undefined {
  const inWords = /^ [a-z]/.test(text.slice(at))
    ? englishAmountAt(text, at + (text.startsWith(' and ', at) ? 5 : 1))
    : undefined;
  const unitOfWords = inWords && inWords.value < 100 ? matchAt(name, text, inWords.end + 1) : undefined;
  if (inWords && unitOfWords) return { end: inWords.end + 1 + unitOfWords[0].length, value: inWords.value };
  const number = matchAt(twoFigures, text, at);
  if (!number) return undefined;
  const from = at + number[0].length + (text[at + number[0].length] === ' ' ? 1 : 0);
  const unit = matchAt(name, text, from);
  return unit && { end: from + unit[0].length, value: twoDigits(number[1] ?? '') };
}

function twoDigits(said: string): number {
  if (/^\d/.test(said)) return Number(said);
  const [tens = '', ones = ''] = said.includes('十') ? said.split('十') : ['', said];
  return (said.includes('十') ? 10 * (tens === '' ? 1 : digitOf(tens)) : 0) + digitOf(ones);
}

function digitOf(said: string | undefined): number {
  if (said === undefined || said === '') return 0;
  return said === '两' ? 2 : /\d/.test(said) ? Number(said) : '零一二三四五六七八九'.indexOf(said);
}

const change =
  / ?(?:多|来)?([毛角])(?![笔线巾孩病衣驴豆皮虫绒毛躁糙发茸坯尖膜鼓脚子儿料](?!钱))(?!洲|星|形|楼|场|债|恋|函|度|落|色|亭|龙|大楼|茴|枫|架|裤|梅|铁|阀|钢|尺|关|眼|边|枝|马|鱼|片|虫|流)/y;
const cent = / ?分钱/y;
/** Names of hundredths that may stand alone: 五美分. */
const foreignCents = / ?(?:(美分)|(欧分)|(便士|pence|penny)|(澳分)|(加分)|(港分)|(戈比))/y;
const foreignCodes = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'HKD', 'RUB'];
const afterChange =
  /([一二三四五六七八九])(?:分钱?|(?![\d零一二两三四五六七八九十百千万亿点个位名只条件种次张把台本块元米号楼年月天岁以]))/y;

/** Sums below one yuan: 五毛, 两毛五, 八分钱. */
function smallChange(text: string, at: number, { end, value, form, isRough }: Amount): Sum | undefined {
  const tenths = matchAt(change, text, end);
  if (tenths && value < 100 && !isRough) {
    if (form === 'spoken' && value >= 10) return undefined;
    if (form === 'spoken' && tenths[1] === '毛' && !isPaid(text, at, end + 1)) return undefined;
    // 八角 and 三角 are words; 五角钱 and 五角五分 are sums
    if (
      form === 'spoken' &&
      tenths[1] === '角' &&
      !/^(?:钱|[一二三四五六七八九]分)/.test(text.slice(end + tenths[0].length)) &&
      !isBareJiao(text, at, end + tenths[0].length)
    )
      return undefined;
    let to = end + tenths[0].length;
    const more = form === 'spoken' ? matchAt(afterChange, text, to) : undefined;
    to += more?.[0].length ?? 0;
    if (text[to] === '钱') to++;
    const total = Number((value / 10 + digitOf(more?.[1]) / 100).toPrecision(12));
    return { end: to, value: total, decimal: decimalOf(total), code: 'CNY' };
  }
  const foreign = matchAt(foreignCents, text, end);
  const cents = foreign ?? matchAt(cent, text, end) ?? matchAt(/ cents?(?![a-z])/y, text, end);
  if (!cents) return undefined;
  const total = times(value, 0.01);
  const code = foreign && foreignCodes[foreign.slice(1).findIndex((each) => each !== undefined)];
  return {
    end: end + cents[0].length,
    value: total,
    decimal: decimalOf(total),
    code: code ?? (cents[0].includes('c') ? 'USD' : 'CNY'),
  };
}

/** True for 五角 with no characters around it. 三角, 四角, 六角, 八角 and 一角 are words. */
function isBareJiao(text: string, at: number, end: number): boolean {
  return /[二两五七九]/.test(text[at] ?? '') && !/[一-鿿]/.test((text[at - 1] ?? '') + (text[end] ?? ''));
}

/** True if 毛 means money here. In 九牛一毛 and 颊上三毛 it means hair. */
function isPaid(text: string, at: number, end: number): boolean {
  if (/^(?:钱|[一二三四五六七八九])/.test(text.slice(end))) return true;
  return (
    /[^一-鿿]|^$|[要花差贵涨降减加付收给还宜卖买块元少多补找是才就每省赚到]/.test(text[at - 1] ?? '') &&
    !/^[猫狗党特衣巾]/.test(text.slice(end))
  );
}

const until = / ?(?:到|至|-|~|—) ?/y;

/**
 * A range of sums: 三到五万元, 100-200元. The first number takes unit and currency from the second, unless it has its own
 * (三块到五块).
 */
function rangeOf(reading: Reading, at: number): NumberSaid | undefined {
  const { text } = reading;
  const low = reading.amount(at);
  if (!low) return undefined;
  const paid = matchAt(until, text, low.end) ? undefined : sumAt(reading, at);
  const lowEnd = paid?.end ?? low.end;
  const link = matchAt(until, text, lowEnd);
  if (!link) return undefined;
  const from = lowEnd + link[0].length;
  const high = reading.amount(from);
  const sum = high && sumAt(reading, from);
  if (!high || !sum) return undefined;
  if (paid && paid.code !== sum.code) return undefined;
  const unit = paid ? 1 : commonUnit(text.slice(from, high.end), low, high);
  const first = paid?.value ?? times(low.value, unit);
  if (first >= sum.value) return undefined;
  return { start: at, end: sum.end, normValue: `${decimalOf(first)}/${sum.decimal} ${sum.code}` };
}

/** The unit that the first number takes from the second: 三到五万, 两到三千. */
function commonUnit(said: string, low: Amount, high: Amount): number {
  const last = said.charAt(said.length - 1);
  if (last === '亿' || last === '万') return low.value < 1_000 ? (last === '亿' ? 100_000_000 : 10_000) : 1;
  const unit = last === '千' ? 1_000 : last === '百' ? 100 : 1;
  return low.form === 'spoken' && low.value < 10 && low.value * unit < high.value ? unit : 1;
}
