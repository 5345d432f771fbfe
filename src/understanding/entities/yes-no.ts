// Recognises yes and no in Mandarin and English telephone answers. The rule is strict: an answer consists of the words
// of yes-no-words.ts, or begins with a clear one and goes on after a pause. All other texts, and all that ask, doubt or
// set conditions, are neither.
import { keysOf } from './words/comparable.js';
import {
  answers,
  asking,
  condition,
  consented,
  doubtful,
  type Meaning,
  refused,
  strong,
  wished,
} from './yes-no-words.js';

/** Maximum length of an answer in characters; a longer text tells something. */
const longestAnswer = 60;

/** True if the text says yes, false if it says no; undefined if it says neither or is unclear. */
export function yesOrNo(text: string): boolean | undefined {
  const plain = keysOf(text).replace(/['’]/g, '');
  if (plain.length > longestAnswer || plain.includes('?')) return undefined;
  const answer = plain
    .replace(/[\p{P}\p{S}\s]+/gu, (run, at: number) => (isInEnglish(plain, run, at) ? ' ' : ','))
    .replace(/^,+|,+$/g, '');
  if (doubtful.test(answer) || asking.test(answer) || condition.test(answer)) return undefined;
  return settled(answer.replace(strong, '$1,').split(',').map(read));
}

const isInEnglish = (text: string, run: string, at: number): boolean =>
  run.trim() === '' && /[a-z]/.test(text.charAt(at - 1)) && /[a-z]/.test(text.charAt(at + run.length));

interface Clause {
  readonly said: readonly Exclude<Meaning, 'filler'>[];
  /** The clause contains nothing but words of answers. */
  readonly isAnswer: boolean;
  readonly text: string;
}

function read(text: string): Clause {
  const said: Exclude<Meaning, 'filler'>[] = [];
  let at = 0;
  while (at < text.length) {
    const next = nextWord(text, at);
    if (!next) return { said, isAnswer: false, text };
    if (next.meaning !== 'filler') said.push(next.meaning);
    at = next.end;
  }
  return { said, isAnswer: true, text };
}

const forms = [
  [consented, 'yes'],
  [refused, 'no'],
  [wished, 'yes'],
] as const;

function nextWord(text: string, at: number): { readonly meaning: Meaning; readonly end: number } | undefined {
  for (const [form, meaning] of forms) {
    form.lastIndex = at;
    if (form.test(text)) return { meaning, end: form.lastIndex };
  }
  answers.form.lastIndex = at;
  const found = answers.form.exec(text)?.[0];
  const meaning = found === undefined ? undefined : answers.meanings.get(found.trim());
  return meaning && { meaning, end: answers.form.lastIndex };
}

/** Words in a later clause that could take a yes back. */
const takenBack = /[不没别未无非]|\b(?:no|not)\b/;

/** True for a clause that gives the reason of a refusal, as in 不用了，我有了. */
const isReason = ({ text }: Clause, at: number, clauses: readonly Clause[]): boolean =>
  text.startsWith('我') && clauses.slice(0, at).some(({ said }) => said.at(-1) === 'no');

/**
 * The meaning of all clauses together. Once there is a clear answer, other clauses are ignored. In 好的，不用了 and 不用了，好的
 * the nod only acknowledges, and the refusal counts. 是的，不需要 is a refusal; 不是，是的 is unclear.
 */
function settled(clauses: readonly Clause[]): boolean | undefined {
  const told = clauses.findIndex(({ isAnswer }) => !isAnswer);
  const said = clauses.filter((each, at) => each.isAnswer && !isReason(each, at, clauses)).flatMap(({ said }) => said);
  const clear = said.filter((meaning) => meaning !== 'nod');
  if (told >= 0 && !clauses.slice(0, told).some(({ said }) => said.some((meaning) => meaning !== 'nod')))
    return undefined;
  if (clear.at(-1) === 'no') return false;
  if (clear.includes('no') || said.length === 0) return undefined;
  return clauses.some(({ isAnswer, text }) => !isAnswer && takenBack.test(text)) ? undefined : true;
}
