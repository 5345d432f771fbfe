// npm run eval:nlu-documents -- [DIR] [--fit] [--write]: how often the sentence that answers a question is found in
// documents. The sets in DIR (else the project's own in sets/):
//
//   documents*.txt   "# TITLE", a line that is one paragraph, then lines
//                    "? QUESTION<TAB>WORDS OF THE SENTENCE THAT ANSWERS IT"
//   *.json           data[].paragraphs[]: context, qas[] of question and answers[].text
//
// All paragraphs of a set are the documents of one session. `--fit` fits the weights of the features on the questions
// of a set, prints them, and prints their accuracy in five parts by paragraphs, none of which is both fitted and
// tested; `--misses` prints the questions whose first sentence is wrong; `--write` puts the tables into
// docs/measurements.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { finished } from '../../../../dist/protocol/steps.js';
import { DocumentReader } from '../../../../dist/understanding/learning/documents/reader.js';
import { sentenceAt } from '../../../../dist/understanding/learning/documents/reading/passages.js';
import { featureNames } from '../../../../dist/understanding/learning/documents/reading/weights.js';
import { WordVectors } from '../../../../dist/understanding/matching/word-vectors.js';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { crossValidated, fittedInWords } from './documents-fit.mjs';

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

const reports = readdirSync(directory)
  .filter((name) => /^documents.*\.txt$|\.json$/.test(name))
  .sort()
  .map((name) => reportOf(name, paragraphsOf(path.join(directory, name))));
const report = [...reports, machineLine()].join('\n\n');
process.stdout.write(`${report}\n`);
if (values.write) writeBlock('eval:nlu-documents', report);

/** @param {string} name @param {readonly Paragraph[]} paragraphs */
function reportOf(name, paragraphs) {
  const reader = finished(DocumentReader.of(paragraphs, config, vectors));
  const groups = paragraphs.flatMap(({ doc, questions }, paragraph) =>
    questions.map(({ question, answers }) => {
      const isIn = (/** @type {string} */ from, /** @type {string} */ text) =>
        from === doc && answers.some((answer) => holds(text, answer));
      const judged = reader.judged(question);
      const found = reader.ask(question);
      return {
        ...{ paragraph, question, answers, judged },
        isRight: judged.map(({ passage, at }) => isIn(passage.doc, sentenceAt(passage, at))),
        found: found.map(({ doc: from, answer }) => isIn(from, answer)),
        characters: found[0]?.answer.length ?? 0,
        features: judged.map(({ features }) => Float64Array.from(featureNames, (each) => features[each])),
      };
    }),
  );
  const row = (/** @type {string} */ title, /** @type {readonly boolean[][]} */ orders) => {
    const top = (/** @type {number} */ count) => orders.filter((each) => each.slice(0, count).some(Boolean)).length;
    return [title, percent(top(1), orders.length), percent(top(5), orders.length)];
  };
  /** @typedef {import('../../../../dist/understanding/learning/documents/reading/judge.js').Features} Features */
  const sortedBy = (/** @type {(features: Features) => number} */ score) =>
    groups.map(({ judged, isRight }) =>
      judged
        .map(({ features }, at) => ({ score: score(features), right: isRight[at] }))
        .sort((a, b) => b.score - a.score)
        .map(({ right }) => right),
    );
  const rows = [
    row(
      'sentences by grams alone: cosine',
      sortedBy(({ cosine }) => cosine),
    ),
    row(
      'sentences by grams alone: share of the question',
      sortedBy((own) => own.coverage + 0.2 * own.passage),
    ),
    ...(values.fit ? [row('sentences by all features, cross-validated', crossValidated(groups))] : []),
    row(
      'sentences by all features',
      groups.map(({ isRight }) => isRight),
    ),
    row(
      'answers of one to three sentences',
      groups.map(({ found }) => found),
    ),
  ];
  const lengths = groups.reduce((sum, { characters }) => sum + characters, 0) / groups.length;
  if (values.misses) {
    for (const { question, judged, isRight, answers } of groups.filter(({ isRight: [first] }) => !first)) {
      const [best] = judged;
      const place = isRight.indexOf(true) + 1;
      process.stderr.write(`${question} (${answers[0]}: ${place}) ${best && sentenceAt(best.passage, best.at)}\n`);
    }
  }
  if (values.fit) process.stderr.write(`${name}\n${fittedInWords(groups, featureNames)}`);
  return [
    `${name}: ${paragraphs.length} paragraphs, ${groups.length} questions; the first answer has ${lengths.toFixed(0)} characters on average`,
    markdownTable(['the sentence that answers, in %', 'Top-1', 'Top-5'], rows),
  ].join('\n\n');
}

/** @param {string} text @param {string} answer */
function holds(text, answer) {
  const plain = (/** @type {string} */ each) => each.replace(/[\s。，、；：？！“”"'（）()]+/g, '');
  return plain(text).includes(plain(answer));
}
