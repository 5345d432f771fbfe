// A document as pairs of question and answer (doc_to_qa): one for each section that has text of its own, for each row of a table
// with a header, and for each question that the document answers itself.

import type { Heading } from './outline/heading.js';
import { outlineOf, type Section } from './outline/outline.js';
import { rowPairs } from './outline/row-pairs.js';
import { isQuestion, questionOf } from './questions.js';

export interface QuestionAnswer {
  readonly q: string;
  readonly a: string;
}

export interface SplitDocument {
  readonly doc: string;
  readonly qa: readonly QuestionAnswer[];
}

/** `name`: of the document, as results show it. */
export function splitDocument(name: string, text: string): SplitDocument {
  const sections = outlineOf(text);
  const taken = new Set<string>();
  const qa: QuestionAnswer[] = [];
  const add = (q: string, a: string): void => {
    if (q === '' || a.trim() === '') return; // a heading of marks alone asks nothing
    taken.add(q);
    qa.push({ q, a });
  };
  for (const section of sections) {
    const { heading, paragraphs, tables } = section;
    if (heading === undefined) continue;
    if (paragraphs.length > 0) add(ownQuestion(section, heading, taken), paragraphs.join('\n'));
    for (const table of tables) {
      for (const { question, answer } of rowPairs(table)) {
        add(`${heading.title || heading.label}：${question}`, answer);
      }
    }
  }
  return { doc: name, qa };
}

/** The shortest one that no other section has. */
function ownQuestion({ ancestors }: Section, heading: Heading, taken: ReadonlySet<string>): string {
  const around = ancestors.filter(({ kind, title, label }) => kind !== 'question' && title + label !== '');
  const least = isQuestion(heading.title) ? 0 : 1;
  let question = '';
  for (let count = least; count <= Math.max(least, around.length); count++) {
    question = questionOf(heading, count === 0 ? [] : around.slice(-count));
    if (!taken.has(question)) break;
  }
  return question;
}
