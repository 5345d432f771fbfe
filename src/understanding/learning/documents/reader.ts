// Answers questions from documents (doc_reader). It finds the passages nearest to the question, and in them the
// sentences that are most likely to answer it.

import type { Steps } from '../../../protocol/steps.js';
import { GramIndex } from '../../matching/tables/gram-index.js';
import type { WordVectors } from '../../matching/word-vectors.js';
import { askedOf, folded } from './reading/asked.js';
import { Judge, type Judged, type NearPassage } from './reading/judge.js';
import { type Passage, passagesOf, type SourceDocument, sentenceAt } from './reading/passages.js';
import { spansOf } from './reading/spans.js';

export type { SourceDocument } from './reading/passages.js';

export interface ReaderConfig {
  /** the number of passages in which an answer is searched for */
  readonly nbest: number;
  readonly maxAnswerCharacters: number;
  /** The largest number of characters, of a sentence and of those before it, that are used together to choose an answer. */
  readonly docBufferCharacters: number;
}

export interface Answer {
  readonly doc: string;
  readonly answer: string;
  /** from 0 to 1 */
  readonly docScore: number;
  /** from 0 to 1 */
  readonly answerScore: number;
}

const mostAnswers = 5;
/** The maximum number of sentences examined for one question, taken from the nearest passages first. */
const mostSentences = 600;

export class DocumentReader {
  readonly passages: readonly Passage[];
  readonly #config: ReaderConfig;
  readonly #index: GramIndex;
  readonly #judge: Judge;

  private constructor(passages: readonly Passage[], config: ReaderConfig, index: GramIndex, judge: Judge) {
    this.passages = passages;
    this.#config = config;
    this.#index = index;
    this.#judge = judge;
  }

  /** Builds the reader step by step. Without `vectors`, texts are compared by their characters alone. */
  static *of(
    documents: readonly SourceDocument[],
    config: ReaderConfig,
    vectors: WordVectors | undefined,
  ): Steps<DocumentReader> {
    const passages: Passage[] = [];
    for (const document of documents) {
      for (const passage of passagesOf(document)) {
        passages.push(passage);
        yield;
      }
    }
    const index = yield* GramIndex.of(passages.map(({ topic, text }) => folded(topic + text)));
    const sentences = passages.flatMap((passage) =>
      passage.bounds.slice(1).map((_, at) => folded(sentenceAt(passage, at))),
    );
    const rarity = yield* GramIndex.of(sentences);
    return new DocumentReader(passages, config, index, new Judge(rarity, vectors));
  }

  /** Answers a question, best answer first; empty if no passage shares a character with the question. */
  ask(question: string): Answer[] {
    const judged = this.judged(question);
    return spansOf(judged, this.#config.maxAnswerCharacters, mostAnswers).map(
      ({ passage, text, docScore, answerScore }) => ({
        ...{ doc: passage.doc, answer: text, docScore, answerScore },
      }),
    );
  }

  /** Every sentence that was examined, best first. */
  judged(question: string): Judged[] {
    const asked = askedOf(question);
    let sentences = 0;
    const near = this.#nearest(folded(question), asked.content).filter(({ passage }) => {
      sentences += passage.bounds.length;
      return sentences <= mostSentences;
    });
    return this.#judge.judge(asked, near, this.#config.docBufferCharacters);
  }

  #nearest(question: string, content: string): NearPassage[] {
    const whole = this.#index.similarities(question);
    const own = content === question ? whole : this.#index.similarities(content);
    const near: { at: number; score: number; covered: number }[] = [];
    for (let at = 0; at < whole.cosines.length; at++) {
      const factor = this.#index.factor(at);
      if (factor === 0) continue;
      // the cosine without the passage's length: the share of the question that the passage contains
      const covered = Math.min(1, (own.cosines[at] as number) / factor / Math.sqrt(own.squares || 1));
      const score = (whole.cosines[at] as number) + covered;
      if (score > 0) near.push({ at, score, covered });
    }
    near.sort((one, other) => other.score - one.score || one.at - other.at);
    const best = near[0]?.score ?? 1;
    return near.slice(0, this.#config.nbest).map(({ at, score, covered }) => ({
      ...{ passage: this.passages[at] as Passage, docScore: covered, share: score / best },
    }));
  }
}
