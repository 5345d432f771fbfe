// The table and vectors that ship; the language model is heard in test/native.
import { readFileSync } from 'node:fs';
import { type Paraphrased, paraphrase } from '../../../../../src/understanding/learning/paraphrasing/paraphrase.js';
import { PhraseTable } from '../../../../../src/understanding/learning/paraphrasing/phrase-table.js';
import { WordVectors } from '../../../../../src/understanding/matching/word-vectors.js';
import { shippedFile } from '../../../../helpers/models/shipped.js';

const table = (name: string) => readFileSync(shippedFile('phrases-zh', name), 'utf8');
export const phrases = new PhraseTable(table('words.tsv'), table('phrases.tsv'));
export const vectors = new WordVectors(readFileSync(shippedFile('sent-zh', 'words.bin')));

export const paraphrased = (questions: readonly string[], topBeams = 30): Paraphrased[] =>
  paraphrase(questions, { topBeams }, { phrases, vectors, likelihood: undefined }, () => {});
export const waysOf = (question: string, topBeams = 30): readonly string[] =>
  paraphrased([question], topBeams)[0]?.e ?? [];
