// Splits a document into pairs of question and answer (doc_to_qa): one for each section with text of its own, one for
// each row of a table with a header, and one for each question that the document itself answers.

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

/** Splits a document. `name` is the document's name in the result. */
export function splitDocument(name: string, text: string): SplitDocument {
  const sections = outlineOf(text);
  const taken = new Set<string>();
  const qa: QuestionAnswer[] = [];
  const add = (q: string, a: string): void => {
    if (q === '' || a.trim() === '') return; // a heading of punctuation asks nothing
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

/** The shortest question for a section that no other section has. */
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
