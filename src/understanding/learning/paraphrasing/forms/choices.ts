// Questions for yes or no: 能不能…, 可以…吗, 有没有…, 要不要…, 是不是….
import type { PhraseTable } from '../phrase-table.js';
import { asksOpenly, type Form, isPerson, joined, placeOf, type Variant, variants } from './form.js';
import { canAsked, haveAsked, needAsked } from './form-words.js';
import { isThing } from './how.js';
import { frontingVerbs } from './service-verbs.js';

const can = new Set(canAsked);
const canPlain = new Set(['能', '可以', '能够', '可']);
const need = new Set(needAsked);
const needPlain = new Set(['要', '需要', '用']);
const have = new Set(haveAsked);
const final = /[吗么]$/;
/** Words before 能 or 要 that give it another meaning. */
const bound = /(?:[不没才还就只都也怎哪谁么样想]|怎么|如何|为什么|什么时候|多久|是)$/;

interface Asked {
  readonly head: string;
  readonly rest: string;
}

function asked(words: readonly string[], whole: ReadonlySet<string>, plain: ReadonlySet<string>): Asked | undefined {
  const at = placeOf(words, whole);
  if (at >= 0) {
    const rest = joined(words.slice(at + 1)).replace(final, '');
    const head = joined(words.slice(0, at));
    return asksOpenly(words.slice(0, at)) || asksOpenly(words.slice(at + 1)) ? undefined : { head, rest };
  }
  if (!final.test(joined(words))) return undefined;
  const place = placeOf(words, plain);
  if (place < 0 || asksOpenly(words)) return undefined;
  const head = joined(words.slice(0, place));
  return bound.test(head) ? undefined : { head, rest: joined(words.slice(place + 1)).replace(final, '') };
}

export const canForm: Form = (words, table) => {
  const found = asked(words, can, canPlain);
  if (found === undefined || found.rest === '' || /^(?:的|了|不|说|吗)/.test(found.rest)) return [];
  const { head, rest } = found;
  if (/[不没]/.test(rest) && /^(?:不|没)/.test(rest)) return [];
  const made = variants(
    0,
    ...[`${head}能不能${rest}`, `${head}可不可以${rest}`, `${head}可以${rest}吗`, `${head}能${rest}吗`],
  );
  made.push(...variants(0.04, `${head}能否${rest}`, `${head}是否可以${rest}`, `${head}是不是可以${rest}`));
  if (isPerson(head)) {
    if (!/[吧了的]$/.test(rest)) made.push(...variants(0.03, `${rest}可以吗`, `${rest}行不行`, `${rest}行吗`));
    made.push(...helped(rest), ...fronted(rest, table.split(rest)));
  }
  return made;

  function fronted(whole: string, parts: readonly string[]): Variant[] {
    const [verb = '', ...object] = parts;
    const thing = joined(object);
    if (whole.length > 14 || !frontingVerbs.has(verb) || !isThing(object, table)) return [];
    return variants(0.03, `${thing}能不能${verb}`, `${thing}可以${verb}吗`, `${thing}能${verb}吗`);
  }
};

/** Requests without the question: 帮我查话费 and 麻烦帮我查话费 for 能不能帮我查话费. */
function helped(rest: string): Variant[] {
  if (!/^(?:帮我|给我|帮忙)/.test(rest)) return [];
  return variants(0.02, rest, `麻烦${rest}`, `请${rest}`, `麻烦你${rest}`);
}

export const needForm: Form = (words, table) => {
  const found = asked(words, need, needPlain);
  if (found === undefined || found.rest === '' || /^(?:是|求|么|的|不|了|点|紧|人)/.test(found.rest)) return [];
  const { head, rest } = found;
  if (/(?:不|主|重|只|还|快|将|就|必|首|也|都|都要|我)$/.test(head)) return [];
  return [
    ...variants(0, `${head}要不要${rest}`, `${head}需要${rest}吗`, `${head}要${rest}吗`, `${head}需不需要${rest}`),
    ...variants(0.03, `${head}是不是要${rest}`, `${head}是否需要${rest}`),
    ...(isDone(table.split(rest), table) ? variants(0.03, `${head}用不用${rest}`) : []),
  ];
};

/** True if 用不用 asks about an action and not about a thing. */
const isDone = ([first = '']: readonly string[], table: PhraseTable): boolean =>
  table.isVerb(first) || /^(?:先|提前|重新|另外|再|自己|专门|亲自)/.test(first);

export const haveForm: Form = (words) => {
  const trimmed = words.join('').replace(/(?<=有.+)(?:没有|没)$/u, '吗');
  const list = trimmed === words.join('') ? words : splitEnd(words);
  const found = asked(list, have, new Set(['有']));
  if (found === undefined || found.rest.length < 1 || /(?:没|还|只|所|具|拥|持|含|享)$/.test(found.head)) return [];
  const { head, rest } = found;
  if (/^[的过没时]/.test(rest) || /[了过]$/.test(rest)) return [];
  return [
    ...variants(0, `${head}有没有${rest}`, `${head}有${rest}吗`),
    ...variants(0.03, `${head}有${rest}没有`, `${head}是不是有${rest}`, `${head}是否有${rest}`),
  ];
};

/** The words of a question in the form 有发票吗 instead of 有发票没有. */
const splitEnd = (words: readonly string[]): string[] =>
  /^没有?$/.test(words.at(-1) ?? '') ? [...words.slice(0, -1), '吗'] : [...words];

/** The forms with 会不会 or 是不是, or with a repeated character: 远不远, 收不收费. */
export const choiceForm: Form = (words) => {
  const text = joined(words);
  const found = /^(.*?)(会|是|收|送|卖|包|算|去|来|贵|远|难|支持|影响|含)不\2(?!以|能)(.*)$/u.exec(text);
  if (found !== null) {
    const [, head = '', verb = '', rest = ''] = found;
    if (/[什谁哪怎啥几]|多少|如何/.test(`${head}${rest}`) || /[吗呢吧]$/.test(rest)) return [];
    if (verb === '是') {
      return [
        ...variants(0, text, `${head}是${rest}吗`.replace('是是', '是'), `${head}是否${rest}`),
        ...(head === '' || /[的了]$/.test(rest) ? [] : variants(0.03, `${head}${rest}是不是`)),
      ];
    }
    return [
      ...variants(0, text, `${head}${verb}${rest}吗`),
      ...(verb === '会' ? variants(0.03, `${head}是不是会${rest}`, `${head}是否会${rest}`) : []),
    ];
  }
  const plain = /^(.*?)(?<![不机社误开议学都才还])会(?!议|员|计|馆)(.+)吗$/u.exec(text);
  if (plain === null || /[什谁哪怎啥几]|多少|如何/.test(text)) return [];
  const [, head = '', rest = ''] = plain;
  return variants(0, `${head}会不会${rest}`, `${head}会${rest}吗`, `${head}是不是会${rest}`);
};
