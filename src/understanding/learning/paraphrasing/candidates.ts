// Generates other ways to say a question: other forms of its clauses, synonyms, politeness and fillers. Many are odd;
// the ranking and the facts check remove those.

import { type Clauses, clausesOf } from './clauses.js';
import { howLongForm, listForm, priceForm, toldForm, whenForm, whereForm } from './forms/asked-things.js';
import { canForm, choiceForm, haveForm, needForm } from './forms/choices.js';
import { asks, type Form, type Variant } from './forms/form.js';
import { howForm, whyForm } from './forms/how.js';
import { replyForm, requestForm } from './forms/requests.js';
import type { PhraseTable } from './phrase-table.js';
import { substituted } from './substitutes.js';

const forms: readonly Form[] = [
  ...[howForm, whyForm, canForm, needForm, haveForm, choiceForm, priceForm, whereForm, whenForm, howLongForm, listForm],
  ...[requestForm, replyForm, toldForm],
];

/** The approximate total length of all candidates in characters; a longer text therefore gets fewer candidates. */
const mostCharacters = 24_000;
const mostCandidates = 360;
const leastCandidates = 36;
const mostClauses = 4;
const longestClause = 60;
const mostForms = 36;

export interface Candidates {
  readonly plain: readonly Variant[];
  /** Variants with a filler in front. */
  readonly filled: readonly Variant[];
}

/** Generates candidates. `text` has one character in place of each held part. */
export function candidatesOf(text: string, table: PhraseTable): Candidates {
  const most = Math.max(leastCandidates, Math.min(mostCandidates, Math.floor(mostCharacters / text.length)));
  const clauses = clausesOf(text);
  const asked = formed(clauses, table);
  const list = [...asked];
  const share = Math.max(2, Math.ceil((most - list.length) / Math.max(1, asked.length)));
  const replacements = asked.map((variant, at) => substituted(variant, table, at === 0 ? 4 * share : share));
  const longest = Math.max(0, ...replacements.map(({ length }) => length));
  for (let rank = 0; rank < longest && list.length < most; rank++) {
    for (const some of replacements) {
      const variant = some[rank];
      if (variant !== undefined && list.length < most) list.push(variant);
    }
  }
  const isQuestion = asks(table.split(text)) || /[吗么][\s?？]*$/u.test(text);
  const opened = list.map((variant, at) => dressed(variant, at, clauses, isQuestion));
  return { plain: [...list.map((each) => closed(each, clauses)), ...opened.flat()], filled: filled(list, clauses) };
}

/** The question itself and its forms, without opening and closing. */
function formed({ parts, particle }: Clauses, table: PhraseTable): Variant[] {
  const whole = parts.join('');
  const found = new Map<string, Variant>([[whole, { text: whole, cost: 0 }]]);
  const clauseCount = (parts.length + 1) / 2;
  for (let clause = Math.max(0, clauseCount - mostClauses); clause < clauseCount; clause++) {
    const part = parts[2 * clause] as string;
    if (part.length < 2 || part.length > longestClause) continue;
    const words = table.split(part);
    for (const form of forms) {
      for (const { text, cost } of form(words, table)) {
        const all = [...parts.slice(0, 2 * clause), text, ...parts.slice(2 * clause + 1)].join('');
        const known = found.get(all);
        if (known === undefined || known.cost > cost) found.set(all, { text: all, cost });
      }
    }
  }
  for (const text of shortened(whole)) if (!found.has(text)) found.set(text, { text, cost: 0.01 });
  if (particle !== '' && asks(table.split(whole))) {
    found.set(`${whole}${particle}`, { text: `${whole}${particle}`, cost: 0.01 });
  }
  return [...found.values()].sort((one, other) => one.cost - other.cost).slice(0, mostForms);
}

/** Shorter and politer variants: 我卡 for 我的卡, 您 for 你. */
function shortened(text: string): string[] {
  const made = [
    text.replace(/([我你您他她咱]们?)的(?=[\u4e00-\u9fff]{2})/u, '$1'),
    text.replace(/^(?:我|我们)(?=能|可以|怎么|如何|要怎么|该怎么|什么时候|在哪)/u, ''),
    text.replace(/一下(?=[\u4e00-\u9fff])/u, ''),
    text.replace(/你(?!们|好)/gu, '您'),
    text.replace(/您(?!们|好)/gu, '你'),
  ];
  return made.filter((each) => each !== text && each.length >= 2);
}

const closed = ({ text, cost }: Variant, { closing }: Clauses): Variant => ({ text: `${text}${closing}`, cost });

const openings = ['请问', '我想问一下，', '麻烦问一下，', '想问下，', '请问一下，', '我想咨询一下，'];
/** The cost of polite openings, which carry no meaning: a few of them appear in a list, after real rewordings. */
const openingCost = 0.08;
const unopened = /^(?:我想知道|我想问|想问|麻烦|请|教我|帮我|给我|我要|我想|想)/u;
const endings = ['呢', '啊'];

/** Variants with an opening or an ending, each for every third candidate. */
function dressed({ text, cost }: Variant, at: number, { opening, closing }: Clauses, isQuestion: boolean): Variant[] {
  const made: Variant[] = [];
  if (at === 0 && opening !== '') made.push({ text: `${opening}${text}${closing}`, cost });
  if (!isQuestion) return made;
  const turn = Math.floor(at / 3);
  const isAsked = !unopened.test(text);
  if (at % 3 === 0 && isAsked) {
    made.push({ text: `${openings[turn % openings.length]}${text}${closing}`, cost: cost + openingCost });
  }
  if (at % 3 === 1 && /什么|怎|哪|多少|多久|谁|几/.test(text) && !/[吗呢吧啊]$/.test(text)) {
    made.push({ text: `${text}${endings[turn % endings.length]}${closing}`, cost: cost + 0.05 });
  }
  if (at === 0 && isAsked) {
    for (const each of openings) made.push({ text: `${each}${text}${closing}`, cost: cost + openingCost });
  }
  return made;
}

const fillers = ['嗯', '那个', '就是'];

function filled(list: readonly Variant[], { closing }: Clauses): Variant[] {
  return fillers.flatMap((filler, at) => {
    const variant = list[at];
    return variant === undefined ? [] : [{ text: `${filler}${variant.text}${closing}`, cost: 0.3 }];
  });
}
