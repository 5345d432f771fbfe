// npm run eval:nlu-documents -- [DIR] [--fit] [--write]: how often the sentence that answers a question is found in documents.
// The sets in DIR (else the project's own in sets/):
//
//   documents*.txt   "# TITLE", a line that is one paragraph, then lines "? QUESTION<TAB>WORDS OF THE SENTENCE THAT ANSWERS IT"
//   *.json           data[].paragraphs[]: context, qas[] of question and answers[].text
//
// All paragraphs of a set are the documents of one session. `--fit` fits the weights of the features on a set, in five parts by
// paragraphs, and prints them; `--write` puts the table into docs/measurements.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DocumentReader } from '../../../../dist/understanding/learning/documents/reader.js';
import { featureNames } from '../../../../dist/understanding/learning/documents/reading/judge.js';
import { sentenceAt } from '../../../../dist/understanding/learning/documents/reading/passages.js';
import { WordVectors } from '../../../../dist/understanding/matching/word-vectors.js';
import { finished } from '../../../../dist/understanding/steps.js';
import { crossValidated } from './documents-fit.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fit: { type: 'boolean' }, write: { type: 'boolean' }, misses: { type: 'boolean' } },
});
const directory = positionals[0] ?? path.join(here, 'sets');
const vectorFile = path.join(here, '../../../../models/sent-zh/words.bin');
const vectors = existsSync(vectorFile) ? new WordVectors(readFileSync(vectorFile)) : undefined;
const config = { nbest: 10, maxAnswerCharacters: 500, docBufferCharacters: 150 };

/** @typedef {{ doc: string, text: string, questions: { question: string, answers: string[] }[] }} Paragraph */

/** @param {string} file @returns {Paragraph[]} */
function paragraphsOf(file) {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) {
    return JSON.parse(text).data.flatMap((/** @type {any} */ { paragraphs }, /** @type {number} */ at) =>
      paragraphs.map((/** @type {any} */ { context, qas }, /** @type {number} */ nth) => ({
        doc: `${at}.${nth}`,
        text: context,
        questions: qas.map((/** @type {any} */ { question, answers }) => ({
          question,
          answers: answers.map((/** @type {any} */ { text: own }) => own),
        })),
      })),
    );
  }
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title, body, ...rest] = part.trim().split('\n');
      const questions = rest.map((line) => {
        const [question, answer] = line.slice(2).split('\t');
        if (!body.includes(answer)) throw new Error(`${title}: ${question}: the paragraph does not have ${answer}`);
        return { question, answers: [answer] };
      });
      return { doc: title, text: body, questions };
    });
}

const percent = (/** @type {number} */ count, /** @type {number} */ all) => ((100 * count) / all).toFixed(1);

for (const name of readdirSync(directory)
  .filter((each) => /^documents.*\.txt$|\.json$/.test(each))
  .sort()) {
  const paragraphs = paragraphsOf(path.join(directory, name));
  const readerOf = (/** @type {WordVectors | undefined} */ own) => finished(DocumentReader.of(paragraphs, config, own));
  const reader = readerOf(vectors);
  const groups = paragraphs.flatMap(({ doc, questions }, paragraph) =>
    questions.map(({ question, answers }) => {
      const judged = reader.judged(question);
      const isRight = judged.map(
        (each) =>
          each.passage.doc === doc && answers.some((answer) => holds(sentenceAt(each.passage, each.at), answer)),
      );
      const found = reader
        .ask(question)
        .map((each) => each.doc === doc && answers.some((answer) => holds(each.answer, answer)));
      return {
        paragraph,
        question,
        doc,
        judged,
        isRight,
        found,
        answers,
        features: judged.map(({ features }) => features),
      };
    }),
  );
  const all = groups.length;
  const row = (/** @type {string} */ title, /** @type {(group: typeof groups[number]) => boolean[]} */ order) => {
    const orders = groups.map(order);
    const top = (/** @type {number} */ count) => orders.filter((each) => each.slice(0, count).some(Boolean)).length;
    return [title, percent(top(1), all), percent(top(5), all)];
  };
  const sortedBy =
    (/** @type {(features: Float64Array) => number} */ score) =>
    (/** @type {typeof groups[number]} */ { judged, isRight }) =>
      judged
        .map((each, at) => ({ score: score(each.features), right: isRight[at] }))
        .sort((a, b) => b.score - a.score)
        .map(({ right }) => right);
  const at = (/** @type {typeof featureNames[number]} */ feature) => featureNames.indexOf(feature);
  const table = [
    [name, 'Top-1', 'Top-5'],
    row(
      'bigrams: cosine of the sentence',
      sortedBy((f) => f[at('cosine')]),
    ),
    row(
      'bigrams: share of the question',
      sortedBy((f) => f[at('coverage')] + 0.2 * f[at('passage')]),
    ),
    row('all features: sentences', ({ isRight }) => isRight),
    row('all features: answers of one to three sentences', ({ found }) => found),
  ];
  process.stdout.write(
    `\n${paragraphs.length} paragraphs, ${all} questions\n\n${table.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`,
  );
  const lengths = groups.map(({ question }) => reader.ask(question)[0]?.answer.length ?? 0);
  process.stdout.write(
    `mean length of the first answer ${(lengths.reduce((a, b) => a + b, 0) / all).toFixed(0)} characters\n`,
  );
  if (values.misses) {
    for (const { question, judged, isRight, answers } of groups) {
      if (isRight[0]) continue;
      const [best] = judged;
      process.stdout.write(
        `${question} [${answers[0]}] ${isRight.indexOf(true) + 1}: ${best && sentenceAt(best.passage, best.at)}\n`,
      );
    }
  }
  if (values.fit) process.stdout.write(crossValidated(groups, featureNames));
}

/** @param {string} text @param {string} answer */
function holds(text, answer) {
  const plain = (/** @type {string} */ each) => each.replace(/[\s。，、；：？！“”"'（）()]+/g, '');
  return plain(text).includes(plain(answer));
}
