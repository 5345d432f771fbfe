// Prints the results of learning from files as people read them on a terminal.
import type { DocumentAnswer, MinedLists, QuestionList, SplitText, Trained } from './learning-parts.js';

export const questionsText = (lists: readonly QuestionList[]): string =>
  lists.map(({ q, e }) => [q, ...e.map((each) => `  ${each}`)].map((line) => `${line}\n`).join('')).join('\n');

export function minedText({ kb, new_kb }: MinedLists): string {
  const known = (kb ?? []).map(({ i, q, e }) => ({ q: `${i}  ${q}`, e }));
  const parts = [
    ...(kb === undefined ? [] : [`additional questions for known points: ${kb.length}\n`, questionsText(known)]),
    `new points: ${new_kb.length}\n`,
    questionsText(new_kb),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

export const splitText = (documents: readonly SplitText[]): string =>
  documents
    .map(({ doc, qa }) => {
      const pairs = qa.map(({ q, a }) => `\n${q}\n${a.replace(/^/gm, '  ')}\n`);
      return `${doc}: ${qa.length} ${qa.length === 1 ? 'pair' : 'pairs'}\n${pairs.join('')}`;
    })
    .join('\n');

export const answersText = (answers: readonly DocumentAnswer[]): string =>
  answers.length === 0
    ? 'no answer\n'
    : answers
        .map(
          ({ doc, answer, docScore, answerScore }) =>
            `${answerScore.toFixed(2)}  ${answer}\n      ${doc}, ${docScore.toFixed(2)}\n`,
        )
        .join('');

export function trainedText({ epochFinished, results }: Trained): string {
  const lines = results.map(({ modelPath, type, eval: { rate } }) => {
    const [top1 = 0, , , , top5 = 0] = rate;
    return `${modelPath}  ${type}  Top-1 ${percent(top1)}  Top-5 ${percent(top5)}\n`;
  });
  return `${epochFinished} ${epochFinished === 1 ? 'epoch' : 'epochs'}\n${lines.join('')}`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
