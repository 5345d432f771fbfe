// Forms of questions by the thing that they ask for: a price, a place, a time, a duration, a list.
import { asks, type Form, joined, placeOf, variants } from './form.js';
import { howLong, whenWords, whereWords } from './form-words.js';

/** Verbs after which an amount is no price: 我欠多少钱. */
const owing = /欠|还|剩|扣|付|交|缴|充|花|借|贷|存|取|转|退|赔|给|有|收|罚|省|赚|奖|返|便宜|优惠|涨|拿|报/;

export const priceForm: Form = (words) => {
  const text = joined(words);
  const found = /^(.*?)(?:是|要|需要|得|大概要|大概)?多少钱(一[个次年月天张台件份位晚])?$/u.exec(text);
  if (found === null) return [];
  const [, head = '', each = ''] = found;
  if (owing.test(head) || /[和跟比]/.test(head)) return [];
  const of = `${head}${each}`;
  const made = variants(0, `${of}多少钱`, `${of}要多少钱`, `${of}怎么收费`, `${of}什么价格`);
  made.push(...variants(0.03, `${of}需要多少钱`, `${of}得多少钱`, `${of}什么价`, `${of}怎么收钱`));
  if (each === '' && !/[了过]$/.test(head)) {
    made.push(...variants(0.02, `${head}价格是多少`, `${head}价格多少`, `${head}费用是多少`, `${head}收费标准是什么`));
  }
  return made;
};

const where = new Set(whereWords);

export const whereForm: Form = (words) => {
  const at = placeOf(words, where);
  if (at < 0) return [];
  const before = words.slice(0, at);
  const way = /^[在去到]$/.test(before.at(-1) ?? '') ? (before.pop() as string) : '';
  const head = joined(before);
  const rest = joined(words.slice(at + 1));
  if (/^[个家些种款天位张]/.test(rest) || /^(?:来|有|知道|错|不)/.test(rest)) return [];
  if (rest === '') {
    if (way !== '在' || head === '') return [];
    return [
      ...variants(0, `${head}在哪里`, `${head}在哪`, `${head}在哪儿`, `${head}在什么地方`, `${head}在什么位置`),
      ...(/[了过着]/.test(head) ? [] : variants(0.03, `${head}的位置在哪`, `${head}位置在哪里`)),
    ];
  }
  const action = rest.replace(/^(?:可以|能|能够)/, '');
  if (/^[了的呢]/.test(action) || action.length < 2) return [];
  return [
    ...variants(
      0,
      `${head}在哪里${action}`,
      `${head}在哪${action}`,
      `${head}去哪里${action}`,
      `${head}哪里可以${action}`,
    ),
    ...variants(
      0.02,
      `${head}在哪儿${action}`,
      `${head}在什么地方${action}`,
      `${head}哪里能${action}`,
      `${head}去哪${action}`,
    ),
    ...variants(0.03, `${head}到哪里${action}`, `${head}哪个地方可以${action}`, `${head}要去哪里${action}`),
    ...(head === '' ? variants(0.03, `${action}要去哪里`, `${action}去哪`, `${action}在哪里弄`) : []),
  ];
};

const when = new Set(whenWords);

export const whenForm: Form = (words) => {
  const at = placeOf(words, when);
  if (at < 0) return [];
  const head = joined(words.slice(0, at));
  const rest = joined(words.slice(at + 1));
  if (rest === '') return variants(0, ...[...when].map((word) => `${head}${word}`));
  if (/^(?:的|了|是|呢|都)/.test(rest)) return [];
  const action = rest.replace(/^(?:才能|能够|能|可以|会)/, '');
  const made = variants(0, `${head}什么时候${rest}`, `${head}啥时候${rest}`, `${head}什么时间${rest}`);
  if (action !== rest || /到|发|送|退|来|恢复|处理|解决|办/.test(action)) {
    made.push(
      ...variants(0.01, `${head}什么时候能${action}`, `${head}什么时候可以${action}`, `${head}啥时候能${action}`),
    );
  }
  if (action !== rest) made.push(...variants(0.02, `${head}什么时候${action}`, `${head}什么时候才能${action}`));
  return made;
};

const long = new Set(howLong);

export const howLongForm: Form = (words) => {
  const at = placeOf(words, long);
  if (at < 0) return [];
  const needs = /(?:大概)?(?:要|需要|得|需|要花|要等|等)$/;
  const before = joined(words.slice(0, at));
  if (/还有$|在$/.test(before))
    return variants(
      0,
      `${before}多久${joined(words.slice(at + 1))}`,
      `${before}多长时间${joined(words.slice(at + 1))}`,
    );
  const head = before.replace(needs, '');
  const rest = joined(words.slice(at + 1));
  if (rest === '') {
    if (before === head) return variants(0, `${head}多久`, `${head}多长时间`);
    return [
      ...variants(0, `${head}要多久`, `${head}需要多久`, `${head}要多长时间`, `${head}需要多长时间`, `${head}得多久`),
      ...variants(0.03, `${head}大概要多久`, `${head}要等多久`, `${head}得多长时间`),
    ];
  }
  const action = rest.replace(/^(?:才能|能够|能|可以|会|才)/, '');
  if (action === '' || /^[了的没不前]/.test(action)) return [];
  if (before === head && action === rest && !/到|发|送|退|来|好|完|恢复|处理|解决|审/.test(action)) {
    return variants(0, `${head}多久${rest}`, `${head}多长时间${rest}`);
  }
  return [
    ...variants(0, `${head}多久能${action}`, `${head}多长时间能${action}`, `${head}多久可以${action}`),
    ...variants(0.02, `${head}要多久才能${action}`, `${head}需要多久才能${action}`, `${head}要多长时间才能${action}`),
    ...variants(0.02, `${head}多久才能${action}`),
  ];
};

export const listForm: Form = (words) => {
  const text = joined(words);
  const found = /^(.*?)(?:都)?有(?:哪些|什么|啥)(?!时候|地方|用|关系|意思|事|办法)(.+)$/u.exec(text);
  if (found !== null) {
    const [, head = '', rest = ''] = found;
    if (/没$/.test(head) || /[吗呢]$/.test(rest)) return [];
    if (/[会能]$|可以$/.test(head)) return variants(0, `${head}有什么${rest}`, `${head}有哪些${rest}`);
    return [
      ...variants(
        0,
        `${head}有什么${rest}`,
        `${head}有哪些${rest}`,
        `${head}都有什么${rest}`,
        `${head}都有哪些${rest}`,
      ),
      ...variants(0.05, `${head}有啥${rest}`),
    ];
  }
  const need = /^(.*?)(?:要|需要|得)(带|准备|提供|提交|交|填)(?:哪些|什么|啥)(.*)$/u.exec(text);
  if (need !== null) {
    const [, head = '', verb = '', rest = ''] = need;
    const things = rest === '' ? '东西' : rest;
    return [
      ...variants(0, `${head}需要${verb}什么${rest}`, `${head}要${verb}哪些${things}`, `${head}要${verb}什么${rest}`),
      ...variants(
        0.02,
        `${head}需要${verb}哪些${things}`,
        `${head}都要${verb}什么${rest}`,
        `${head}得${verb}什么${rest}`,
      ),
    ];
  }
  const what = /^(.{2,12})是什么(意思)?$/u.exec(text) ?? /^什么(?:叫|是)(.{2,12})$/u.exec(text);
  if (what === null || /[什怎哪]/.test(what[1] as string)) return [];
  const [, thing = ''] = what;
  if (text.startsWith('什么') || text.endsWith('意思')) {
    return variants(0, `${thing}是什么意思`, `什么是${thing}`, `什么叫${thing}`, `${thing}是啥意思`);
  }
  return variants(0, `${thing}是什么`, `${thing}是啥`);
};

/** A form for any open question: 儿科在几楼, 我想知道儿科在几楼. */
export const toldForm: Form = (words) => {
  const text = joined(words);
  if (!asks(words) || /[吗么]$|是不是|[能可要会]不|有没有|是否|能否|^(?:请|麻烦|帮|给|我想|想|教)/.test(text))
    return [];
  if (/还|怎么[没不这那老总]/.test(text)) return [];
  return variants(0.08, `我想知道${text}`, `能告诉我${text}吗`, `可以告诉我${text}吗`, `想知道${text}`);
};
