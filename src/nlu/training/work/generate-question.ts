// Extended questions for the questions of a request.
import { readFileSync } from 'node:fs';
import { addon } from '../../../native/index.js';
import { likelihoodOf } from '../../../native/likelihood.js';
import { InputFault } from '../../../understanding/learning/fault.js';
import type { LearningAssets, ParaphraseOrder } from '../../../understanding/learning/order.js';
import { paraphrase } from '../../../understanding/learning/paraphrasing/paraphrase.js';
import { PhraseTable } from '../../../understanding/learning/paraphrasing/phrase-table.js';
import { writeResult } from './files.js';
import { sentenceVectorsOf } from './models.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<ParaphraseOrder> = (order, { disk, onProgress }) => {
  const { questions, topBeams, modelPath, assets, resultPath } = order;
  const parts = {
    phrases: phrasesOf(assets),
    vectors: sentenceVectorsOf(assets.vectors, modelPath, 'modelPath'),
    likelihood: likelihoodIn(assets),
  };
  const result = paraphrase(questions, { topBeams }, parts, (progress) => onProgress({ progress }));
  writeResult(disk, resultPath, result);
  return undefined;
};

function phrasesOf({ phrases }: LearningAssets): PhraseTable {
  if (phrases === undefined)
    throw new InputFault('the phrases of the service are missing: install its model phrases-zh');
  return new PhraseTable(readFileSync(phrases.words, 'utf8'), readFileSync(phrases.phrases, 'utf8'));
}

/** Without a language model candidates are ranked by their likeness alone. */
const likelihoodIn = ({ language }: LearningAssets): ((text: string) => number) | undefined =>
  language && likelihoodOf(new addon.Lexicon(language.lexicon), new addon.LanguageModel(language.model));
