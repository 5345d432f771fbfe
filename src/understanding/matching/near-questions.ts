// The questions of each scope that an input is near to, with how sure that is.
import type { Entity } from '../entities/entity.js';
import type { MatchingRecord } from '../package/records.js';
import type { Steps } from '../steps.js';
import { type Calibration, priors, scores } from './confidence.js';
import { Head } from './head.js';
import type { Scope } from './hit.js';
import { type LearntScope, learnScope } from './learn-scope.js';
import { learntOf, recordOf } from './learnt-record.js';
import type { Line } from './plain-text.js';
import { QuestionField } from './question-field.js';
import type { QuestionTexts, RepresentWord } from './question-texts.js';
import { ScopeRanker, type ScopeTexts } from './scope-ranker.js';
import type { Placed } from './slot-trie.js';
import type { FieldReading } from './text-field.js';
import type { WordVectors } from './word-vectors.js';

export interface NearHit {
  readonly question: number;
  readonly text: number;
  readonly score: number;
}

interface ScopeSearch {
  readonly ranker: ScopeRanker;
  readonly calibration: Calibration;
}

export interface NearParts {
  readonly known: QuestionTexts;
  /** Of each scope its questions. */
  readonly scopes: ReadonlyMap<Scope, readonly number[]>;
  readonly representWord: RepresentWord;
  readonly vectors: WordVectors | undefined;
  /** What was learnt when the robot was published. */
  readonly learnt: Iterable<MatchingRecord>;
  /** What is missing there, or was learnt with other word vectors, is learnt now, which takes long; otherwise it is guessed. */
  readonly learns: boolean;
}

/** Without a head, and as sure as scopes are on average. */
const guess: LearntScope = { head: undefined, calibration: priors.plain };

export class NearQuestions {
  readonly #field: QuestionField;
  readonly #vectors: WordVectors | undefined;
  readonly #learnt = new Map<Scope, LearntScope>();
  readonly #searches = new Map<Scope, ScopeSearch>();

  private constructor(field: QuestionField, vectors: WordVectors | undefined) {
    this.#field = field;
    this.#vectors = vectors;
  }

  static *of({ known, scopes, representWord, vectors, learnt, learns }: NearParts): Steps<NearQuestions> {
    const near = new NearQuestions(yield* QuestionField.of(known, representWord, vectors), vectors);
    const questionOf = new Map(known.questionIds.map((id, question) => [id, question]));
    const records = new Map(Array.from(learnt, (record) => [record.scope, record]));
    for (const [scope, questions] of scopes) {
      yield;
      const texts = near.#textsOf(questions);
      const record = records.get(scope);
      const isFitting = record !== undefined && record.vectors === (vectors?.fingerprint ?? '');
      const known = isFitting ? learntOf(record, (id) => questionOf.get(id)) : undefined;
      yield;
      near.#add(scope, texts, known ?? (learns ? near.#learn(texts) : guess));
    }
    near.#field.field.forgetWords();
    return near;
  }

  #textsOf(questions: readonly number[]): ScopeTexts {
    return new Map(questions.map((question) => [question, this.#field.textsOf[question] ?? []]));
  }

  #learn(texts: ScopeTexts): LearntScope {
    const all = [...texts.values()].flat();
    return learnScope(
      all.map((text) => this.#field.field.texts[text] as QuestionField['field']['texts'][number]),
      this.#vectors,
    );
  }

  #add(scope: Scope, texts: ScopeTexts, learnt: LearntScope): void {
    this.#learnt.set(scope, learnt);
    const head = learnt.head && { head: new Head(learnt.head.weights), questions: learnt.head.questions };
    const ranker = new ScopeRanker(this.#field.field, texts, head);
    this.#searches.set(scope, { ranker, calibration: learnt.calibration });
  }

  /** What was learnt of each scope. */
  *records(): Iterable<MatchingRecord> {
    const idOf = (question: number): number => this.#field.known.questionIds[question] as number;
    for (const [scope, learnt] of this.#learnt) yield recordOf(scope, learnt, this.#vectors?.fingerprint ?? '', idOf);
  }

  read(
    core: Line,
    placed: readonly Placed[],
    settle: (entities: readonly Entity[]) => readonly Entity[],
  ): FieldReading {
    return this.#field.field.read(this.#field.query(core, placed, settle));
  }

  /** Best first. */
  hits(reading: FieldReading, scope: Scope, isOpen: (question: number) => boolean, count: number): readonly NearHit[] {
    const search = this.#searches.get(scope);
    const ranking = reading.query.line === '' ? undefined : search?.ranker.rank(reading, isOpen);
    if (search === undefined || ranking === undefined) return [];
    const sure = scores(ranking, search.calibration, search.ranker.hasHead);
    return ranking.ranked
      .slice(0, count)
      .map(({ question, text }, place) => ({ question, text, score: sure[place] as number }));
  }
}
