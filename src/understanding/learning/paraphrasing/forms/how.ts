// 怎么, 如何 and 怎样 for the way to do something, and 怎么 and 为什么 for the reason.
import type { PhraseTable } from '../phrase-table.js';
import { type Form, isPerson, joined, placeOf, type Variant, variants } from './form.js';
import { howWords, whyWords } from './form-words.js';
import { disposalVerbs, frontingVerbs, handledVerbs, processVerbs } from './service-verbs.js';

const how = new Set(howWords);
const why = new Set(whyWords);
const before = /(?:要|该|应该|得|需要)$/;
/** Words after 怎么 that ask for the reason, or are no verb. */
const noWay =
  /^(?:还|没|不|这么|那么|这样|会|了|又|老|都|就|是|总|呢|个|一直|突然|有|搞|着|那|这|变|样|回事|说|看|叫|称呼|啦|知道|晓得|你|我|他|她|它|样才|能|可能|敢)/;
const ways = /^(?:才能|才可以|可以|去|来)/;
/** Actions that fail, after which 怎么 asks for the reason: 怎么用不了. */
const failing = /不[了上到出成动通见开去]|没[有能法]/;
/** Verbs that need no object after 怎么: 怎么收费, 怎么走, 怎么算. */
const alone = /^(?:收费|走|去|算|卖|收|来|过去|坐|到|样|办|弄|做|联系|操作|处理|收取|扣|还|选)/;

export const howForm: Form = (words, table) => {
  const at = placeOf(words, how);
  if (at < 0) return [];
  const head = joined(words.slice(0, at)).replace(before, '');
  const rest = joined(words.slice(at + 1));
  if (rest === '' || noWay.test(rest)) return [];
  const action = rest.replace(ways, '');
  if (action === '' || noWay.test(action) || failing.test(action)) return [];
  const found = variants(0, ...['怎么', '如何', '怎样'].map((word) => `${head}${word}${action}`));
  // 是怎么算的 asks how something is, and takes no 要
  if (head.endsWith('是')) return found;
  found.push(...variants(0.03, `${head}要怎么${action}`, `${head}该怎么${action}`, `${head}应该怎么${action}`));
  if (!alone.test(action)) found.push(...variants(0.02, `${head}怎么才能${action}`, `${head}怎样才能${action}`));
  if (head.length + action.length <= 5) found.push(...variants(0.08, `${head}咋${action}`));
  const verbs = table.split(action);
  if (isPerson(head) && action.length >= 3)
    found.push(...asTopic(head, action, processVerbs.has(verbs[0] ?? '')), ...fronted(head, verbs, table));
  if (!isPerson(head)) found.push(...unfronted(head, verbs, table));
  return found;
};

/** Variants with the action in front: 查话费怎么弄 for 怎么查话费. */
function asTopic(head: string, action: string, isProcess: boolean): Variant[] {
  if (/[了的着过吗呢一]$/.test(action) || action.length > 14) return [];
  return [
    ...(isProcess ? variants(0.06, `${action}的流程是什么`, `${action}有什么步骤`, `${action}要走什么流程`) : []),
    ...variants(0.04, `${action}怎么弄`, `${action}怎么操作`, `${action}要怎么弄`, `${action}需要怎么操作`),
    ...variants(0.03, `我想知道怎么${action}`, `教我怎么${action}`),
    ...(head === '' ? variants(0.02, `我要怎么${action}`, `我该怎么${action}`) : variants(0.02, `怎么${action}`)),
    ...variants(0.03, `我想${action}怎么弄`, `我想${action}要怎么操作`, `想${action}怎么弄`),
  ];
}

/** Variants with the object in front: 套餐怎么取消 and 怎么把套餐取消掉 for 怎么取消套餐. */
function fronted(head: string, words: readonly string[], table: PhraseTable): Variant[] {
  const [verb = '', ...object] = words;
  const thing = joined(object);
  if (!frontingVerbs.has(verb) || !isThing(object, table)) return [];
  const found = variants(
    0.01,
    ...[`${thing}怎么${verb}`, `${thing}如何${verb}`, `${thing}要怎么${verb}`, `${thing}怎样${verb}`],
  );
  found.push(...variants(0.04, `${thing}该怎么${verb}`));
  if (head !== '') found.push(...variants(0.03, `${thing}${head}要怎么${verb}`));
  if (verb.length === 2 && handledVerbs.has(verb)) found.push(...variants(0.03, `怎么把${thing}${verb}`));
  if (disposalVerbs.has(verb) && !verb.endsWith('掉'))
    found.push(...variants(0.03, `怎么把${thing}${verb}掉`, `${thing}怎么${verb}掉`));
  return found;
}

/** Variants with the object behind the verb: 怎么激活信用卡 for 信用卡怎么激活. */
function unfronted(head: string, words: readonly string[], table: PhraseTable): Variant[] {
  const things = table.split(head);
  if (words.length !== 1 || !frontingVerbs.has(words[0] as string) || !isThing(things, table)) return [];
  const [verb] = words as [string];
  const found = variants(
    0.01,
    `怎么${verb}${head}`,
    `如何${verb}${head}`,
    `要怎么${verb}${head}`,
    `怎样${verb}${head}`,
  );
  if (verb.length === 2) found.push(...variants(0.04, `${verb}${head}要怎么弄`, `${verb}${head}怎么操作`));
  found.push(...variants(0.03, `我想知道怎么${verb}${head}`, `${head}要怎么${verb}`));
  if (verb.length === 2 && handledVerbs.has(verb)) found.push(...variants(0.04, `怎么把${head}${verb}`));
  return found;
}

const notThing = /[了着过吗呢吧啊到给在把被让和跟对从向来去好完出起]|一下|如果|的时候|以后|之后|之前/;

/** True if the words look like a noun: not too short, and without anything that continues after a verb. */
export function isThing(words: readonly string[], table: PhraseTable): boolean {
  const text = joined(words);
  if (text.length < 2 || text.length > 12 || notThing.test(text)) return false;
  if (/^[我你您他她](?!们?的)/.test(text)) return false;
  return !words.slice(0, -1).some((word) => word.length === 1 && word !== '的' && table.isVerb(word));
}

/** Forms of the reason: 怎么这么慢 and 这么慢是什么原因 for 为什么这么慢. */
export const whyForm: Form = (words) => {
  const at = placeOf(words, why);
  if (at < 0) {
    const asked = placeOf(words, new Set(['怎么', '咋']));
    if (asked < 0) return [];
    const rest = joined(words.slice(asked + 1));
    if (!/^(?:还没|还不|没|不|这么|那么|老|总|一直|突然|又)/.test(rest) && !failing.test(rest)) return [];
    const head = joined(words.slice(0, asked));
    return variants(0, `${head}为什么${rest}`, `${head}怎么${rest}`, `${head}为啥${rest}`, `为什么${head}${rest}`);
  }
  const head = joined(words.slice(0, at));
  const rest = joined(words.slice(at + 1));
  if (rest === '') return [];
  const found = variants(0, `${head}为什么${rest}`, `为什么${head}${rest}`, `${head}怎么${rest}`);
  found.push(...variants(0.05, `${head}为啥${rest}`));
  if (!/[吗呢]$/.test(rest)) {
    const whole = `${head}${rest}`;
    found.push(
      ...variants(0.03, `${whole}是什么原因`, `${whole}是怎么回事`, `${whole}是为什么`, `我想知道为什么${whole}`),
    );
  }
  return found;
};
