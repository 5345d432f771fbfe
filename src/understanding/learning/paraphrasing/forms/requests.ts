// Wishes and requests: 我想…, 我要…, 帮我…, 给我….
import { asks, type Form, joined, type Variant, variants } from './form.js';
import { helpVerbs } from './service-verbs.js';

const wish = /^(?:我|我们)?(?:想要|想|要|需要|打算|准备)(?!求|么|是|一下|一想|想|法|起|到|着|过|的|了|不|点|紧|问)/u;
const help = /^(?:请|麻烦|麻烦你|麻烦您|你|你们)?(?:帮我|帮忙|替我|帮)(?!助|手|了|到)/u;
const giving = /^(?:请|麻烦|麻烦你)?给我(?!的|说|讲|们)/u;

export const requestForm: Form = (words, table) => {
  const text = joined(words);
  if (asks(words) || /[吗么吧呢不]$/.test(text)) return [];
  const gift = giving.exec(text);
  if (gift !== null) return given(text.slice(gift[0].length));
  const asked = help.exec(text);
  if (asked !== null) {
    const action = text.slice(asked[0].length);
    return action.length < 2
      ? []
      : [...helped(action), ...(isServed(action, table.split(action)) ? wished(action) : [])];
  }
  const wanted = wish.exec(text);
  if (wanted === null) return [];
  const action = text.slice(wanted[0].length);
  if (action.length < 2 || /^[在去来]?(?:我|你)/.test(action)) return [];
  return [...wished(action), ...(isServed(action, table.split(action)) ? helped(action) : [])];
};

const isServed = (action: string, words: readonly string[]): boolean =>
  !/^.{0,4}(?:自己|我的意思)/.test(action) && helpVerbs.has(words[0] ?? '');

const wished = (action: string): Variant[] => [
  ...variants(0, `我想${action}`, `我要${action}`, `我想要${action}`, `我需要${action}`, `想${action}`),
  ...variants(0.04, `我打算${action}`),
];

const helped = (action: string): Variant[] => [
  ...variants(0.01, `帮我${action}`, `麻烦帮我${action}`, `请帮我${action}`, `麻烦你帮我${action}`),
  ...variants(0.02, `能不能帮我${action}`, `可以帮我${action}吗`, `能帮我${action}吗`),
];

const given = (action: string): Variant[] => [
  ...variants(0, `给我${action}`, `请给我${action}`, `麻烦给我${action}`, `麻烦你给我${action}`),
  ...variants(0.02, `能不能给我${action}`, `可以给我${action}吗`, `能给我${action}吗`),
];

/** Variants of statements: final particles, and pronouns that may be dropped. */
export const replyForm: Form = (words) => {
  const text = joined(words);
  if (asks(words) || /[吗么]$/.test(text) || text.length < 2) return [];
  const made: Variant[] = [];
  const bare = text.replace(/[啊呀哦吧呢啦嘛的]$/u, '');
  if (bare.length >= 2 && bare !== text && !/[的]$/.test(text)) made.push(...variants(0.02, bare));
  if (!/[啊呀哦吧呢啦嘛]$/u.test(text) && !/^(?:请|麻烦|帮)/.test(text)) made.push(...variants(0.05, `${text}啊`));
  if (/^我(?!们|的|就|是|家|妈|爸|这|那|想|要)/.test(text) && text.length >= 4) {
    made.push(...variants(0.02, text.slice(1)));
  } else if (/^(?:没|不需要|不想|不用|暂时|现在|正在|已经|刚)/.test(text)) made.push(...variants(0.02, `我${text}`));
  return made;
};
