// Paraphrases, made with the shipped phrases and language model.
import { readFileSync } from 'node:fs';
import { addon } from '../../../native/index.js';
import { likelihoodOf } from '../../../native/likelihood.js';
import type { LearningAssets } from '../../../understanding/learning/order.js';
import { type ParaphraseParts, paraphrase } from '../../../understanding/learning/paraphrasing/paraphrase.js';
import { PhraseTable } from '../../../understanding/learning/paraphrasing/phrase-table.js';

/**
 * The parts; undefined if the phrases are not installed. Without a language model, candidates are ranked by likeness
 * alone.
 */
export function paraphraseParts(
  { phrases, language }: LearningAssets,
  vectors: ParaphraseParts['vectors'],
): ParaphraseParts | undefined {
  return (
    phrases && {
      vectors,
      phrases: new PhraseTable(readFileSync(phrases.words, 'utf8'), readFileSync(phrases.phrases, 'utf8')),
      likelihood:
        language && likelihoodOf(new addon.Lexicon(language.lexicon), new addon.LanguageModel(language.model)),
    }
  );
}

/** A function that paraphrases a text; undefined if the phrases are not installed. */
export function paraphraserOf(
  assets: LearningAssets,
  vectors: ParaphraseParts['vectors'],
): ((text: string, most: number) => readonly string[]) | undefined {
  const parts = paraphraseParts(assets, vectors);
  return parts && ((text, topBeams) => paraphrase([text], { topBeams }, parts, () => {})[0]?.e ?? []);
}
