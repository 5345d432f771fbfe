// A few forms of English questions that callers use interchangeably.
import type { Facts } from './facts.js';
import { type Variant, variants } from './forms/form.js';

const polite = /^(?:please|excuse me|hello|hi)[,\s]+|[,\s]+please$/gi;

interface Shape {
  readonly asked: RegExp;
  readonly forms: readonly string[];
}

/** Forms of questions; `$1` is the rest of the question. The first match counts. */
const shapes: readonly Shape[] = [
  {
    asked: /^(?:how (?:do|can|could|would|should|may) (?:i|we)|how to|what is the way to) (.+)$/i,
    forms: [
      'How do I $1',
      'How can I $1',
      'How could I $1',
      'What do I have to do to $1',
      'Can you tell me how to $1',
      'How to $1',
    ],
  },
  {
    asked: /^(?:can|could|may|might) i (?!help)(.+)$/i,
    forms: ['Can I $1', 'Could I $1', 'May I $1', 'Is it possible to $1', 'Am I able to $1'],
  },
  {
    asked: /^(?:can|could|would|will) you (?:please )?(.+)$/i,
    forms: ['Can you $1', 'Could you $1', 'Could you please $1', 'Would you $1', 'Please $1'],
  },
  {
    asked: /^(?:i want to|i'd like to|i would like to|i need to|i wish to) (.+)$/i,
    forms: ["I'd like to $1", 'I want to $1', 'I need to $1', 'Can I $1', 'I would like to $1'],
  },
  { asked: /^where(?:'s| is) (.+)$/i, forms: ['Where is $1', "Where's $1", 'Can you tell me where $1 is'] },
  { asked: /^what(?:'s| is) (.+)$/i, forms: ['What is $1', "What's $1", 'Can you tell me what $1 is'] },
];

export const isEnglish = (text: string): boolean => /[A-Za-z]{2}/.test(text) && !/[\u3400-\u9fff]/.test(text);

/** Other forms of an English question, with polite variants. */
export function englishVariants(question: string): Variant[] {
  const mark = /[\s?!.]*$/.exec(question)?.[0] ?? '';
  const text = question
    .slice(0, question.length - mark.length)
    .replace(polite, '')
    .trim();
  if (text === '') return [];
  const shape = shapes.find(({ asked }) => asked.test(text));
  // a function, because `$` in the question must stay literal
  const rest = shape === undefined ? '' : (shape.asked.exec(text)?.[1] ?? '');
  const forms = shape === undefined ? [] : shape.forms.map((form) => form.replace('$1', () => rest));
  const asksMore = /\b(?:who|what|where|when|why|how|which)\b/i.test(rest) && /^(?:what|where)/i.test(text);
  const told = asksMore ? forms.filter((form) => !form.startsWith('Can you tell')) : forms;
  return [
    ...variants(0, ...told.map((form) => `${form}${mark}`)),
    ...variants(
      0.05,
      `Please, ${lowered(text)}${mark}`,
      `Excuse me, ${lowered(text)}${mark}`,
      `${text}, please${mark}`,
    ),
    ...variants(0.1, ...told.slice(0, 2).map((form) => `Hello, ${lowered(form)}${mark}`)),
    ...(text === question ? [] : variants(0.02, text)),
  ];
}

const lowered = (text: string): string => (/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));

const denials = /\b(?:not|no|never|without|cannot|nothing|none)\b|n't\b/gi;
/** Figures, held parts, and capitalised words inside a sentence. */
const kept = /[0-9]+(?:[.,:][0-9]+)*|[\ue000-\uefff]|(?<=[^.?!]\s)(?!I\b)[A-Z][A-Za-z]*/gu;

export const englishFactsOf = (text: string): Facts => ({
  negations: (text.match(denials) ?? []).length,
  kept: (text.match(kept) ?? []).sort(),
});
