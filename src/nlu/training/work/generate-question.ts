// Other ways to ask: questions in, with each the questions that mean the same out.
import { readFileSync } from 'node:fs';
import { addon } from '../../../native/index.js';
import { likelihoodOf } from '../../../native/likelihood.js';
import type { LearningAssets, ParaphraseOrder } from '../../../understanding/learning/order.js';
import { paraphrase } from '../../../understanding/learning/paraphrasing/paraphrase.js';
import { PhraseTable } from '../../../understanding/learning/paraphrasing/phrase-table.js';
import { writeResult } from './files.js';
import { sentenceVectorsOf } from './models.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<ParaphraseOrder> = (order, { disk, onProgress }) => {
  const { questions, topBeams, modelPath, assets, resultPath } = order;
  const parts = {
    phrases: phrasesIn(assets),
    vectors: sentenceVectorsOf(assets.vectors, modelPath, 'modelPath'),
    likelihood: likelihoodIn(assets),
  };
  const result = paraphrase(questions, { topBeams }, parts, (progress) => onProgress({ progress }));
  writeResult(disk, resultPath, result);
  return undefined;
};

/** Without a table, questions are made of forms alone. */
const phrasesIn = ({ phrases }: LearningAssets): PhraseTable =>
  phrases === undefined
    ? new PhraseTable('', '')
    : new PhraseTable(readFileSync(phrases.words, 'utf8'), readFileSync(phrases.phrases, 'utf8'));

const likelihoodIn = ({ language }: LearningAssets): ((text: string) => number) | undefined =>
  language === undefined
    ? undefined
    : likelihoodOf(new addon.Lexicon(language.lexicon), new addon.LanguageModel(language.model));
