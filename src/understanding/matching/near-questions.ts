// Finds the questions of each scope that an input is near to, with their confidence.
import { createHash } from 'node:crypto';
import type { Steps } from '../../protocol/steps.js';
import type { Entity } from '../entities/entity.js';
import type { MatchingRecord } from '../package/records.js';
import { type Calibration, priorOf, scores } from './confidence.js';
import { Head } from './head.js';
import type { Scope } from './hit.js';
import { type LearntScope, learnScope } from './learn-scope.js';
import { learntOf, recordOf, vocabularyOf, withVocabulary } from './learnt-record.js';
import type { Line } from './plain-text.js';
import { QuestionField } from './question-field.js';
import type { QuestionTexts, RepresentWord } from './question-texts.js';
import { isLarge, type ScopeHead, ScopeRanker, type ScopeTexts, textsIn, vocabularyIn } from './scope-ranker.js';
import type { Placed } from './slot-trie.js';
import { groupedBy } from './tables/grouped.js';
import type { FieldReading } from './text-field.js';
import { TrainedHead, type TrainedModel } from './trained/model.js';
import { Vocabulary } from './vocabulary.js';
import type { SentenceVectors } from './word-vectors.js';

export interface NearHit {
  readonly question: number;
  readonly text: number;
  readonly score: number;
}

export type Learns = 'all' | 'small' | 'nothing';

interface ScopeSearch {
  readonly ranker: ScopeRanker;
  readonly calibration: Calibration;
}

interface New {
  readonly texts: string;
  readonly learnt: LearntScope;
  readonly trained: string | undefined;
}

export interface NearParts {
  readonly known: QuestionTexts;
  /** The questions of each scope. */
  readonly scopes: ReadonlyMap<Scope, readonly number[]>;
  readonly representWord: RepresentWord;
  readonly vectors: SentenceVectors | undefined;
  /** The records that were learnt when the robot was published. */
  readonly learnt: Iterable<MatchingRecord>;
  /**
   * The scopes to learn now if their records are missing, or were learnt from other texts or word vectors: all, which
   * takes long; those that take no time; or none. The others get an estimate.
   */
  readonly learns: Learns;
  /** The model that the robot's author trained. */
  readonly trained: TrainedModel | undefined;
}

/** The number of questions times texts that can be learnt within about half a second. */
const smallWork = 10_000;
/** An estimate without a head, with the average confidence of scopes. */
const guess = (hasHead: boolean): LearntScope => ({ head: undefined, calibration: priorOf(hasHead, true) });

export class NearQuestions {
  readonly #field: QuestionField;
  readonly #vectors: SentenceVectors | undefined;
  readonly #trained: TrainedHead | undefined;
  readonly #isScored: boolean;
  /** The records of the scopes, and what was learnt for scopes without a record. */
  readonly #learnt = new Map<Scope, MatchingRecord | New>();
  readonly #searches = new Map<Scope, ScopeSearch>();

  private constructor(
    field: QuestionField,
    { vectors, trained }: Pick<NearParts, 'vectors' | 'trained'>,
    isScored: boolean,
  ) {
    this.#field = field;
    this.#vectors = vectors;
    this.#trained = TrainedHead.of(trained, vectors);
    this.#isScored = isScored;
  }

  /** Prepares the search step by step: reads records that fit and learns scopes as `learns` allows. */
  static *of(parts: NearParts): Steps<NearQuestions> {
    const { known, scopes, representWord, vectors, learnt, learns } = parts;
    const near = new NearQuestions(yield* QuestionField.of(known, representWord, vectors), parts, true);
    const questionOf = new Map(known.questionIds.map((id, question) => [id, question]));
    const fitting = [...learnt].filter((record) => record.vectors === (vectors?.fingerprint ?? ''));
    const records = groupedBy(fitting, ({ scope }) => scope);
    let left = learns === 'all' ? Number.POSITIVE_INFINITY : learns === 'small' ? smallWork : 0;
    for (const [scope, questions] of scopes) {
      yield;
      const texts = near.#textsOf(questions);
      const fingerprint = yield* near.#fingerprintOf(texts);
      if (!isLarge(textsIn(texts))) yield* near.#field.field.readMeanings([...texts.values()].flat());
      const served = near.#trained?.headFor(questions, known.standards);
      const model = served && near.#trained?.fingerprint;
      const candidates = (records.get(scope) ?? []).filter(({ trained }) => trained === model);
      const record = candidates.find((each) => each.texts === fingerprint);
      const before = record && learntOf(record, (id) => questionOf.get(id));
      if (record !== undefined && before !== undefined) {
        near.#learnt.set(scope, record);
        yield* near.#add(scope, texts, before, served, vocabularyOf(record));
        continue;
      }
      const work = texts.size * textsIn(texts);
      if (work <= left) {
        left -= work;
        const made = near.#learn(texts, served !== undefined);
        near.#learnt.set(scope, { texts: fingerprint, learnt: made, trained: model });
        yield* near.#add(scope, texts, made, served);
        continue;
      }
      // a calibration for older texts is better than the average one
      const [older] = candidates;
      if (older !== undefined) near.#learnt.set(scope, older);
      const guessed = guess(served !== undefined);
      const estimate = older?.head === null ? { ...guessed, calibration: older.calibration } : guessed;
      yield* near.#add(scope, texts, estimate, served);
    }
    return near;
  }

  /** The same questions in the order of a trained model, without confidence. */
  orderedBy(trained: TrainedModel): NearQuestions {
    const near = new NearQuestions(this.#field, { vectors: this.#vectors, trained }, false);
    const { standards } = this.#field.known;
    for (const [scope, { ranker, calibration }] of this.#searches) {
      const served = near.#trained?.headFor([...ranker.texts.keys()], standards);
      const other = new ScopeRanker(this.#field.field, ranker.texts, served, ranker.vocabulary);
      near.#searches.set(scope, { ranker: other, calibration });
    }
    return near;
  }

  /** The fingerprint of everything that learning depends on. */
  *#fingerprintOf(texts: ScopeTexts): Steps<string> {
    const hash = createHash('sha256');
    for (const [question, own] of texts) {
      yield;
      const lines = own.map((text) => {
        const { line, spoken, hasGap } = this.#field.field.texts[text] as QuestionField['field']['texts'][number];
        return `\t${line}\t${spoken}\t${hasGap}\n`;
      });
      hash.update(`${this.#field.known.questionIds[question]}${lines.join('')}`);
    }
    return hash.digest('hex').slice(0, 16);
  }

  #textsOf(questions: readonly number[]): ScopeTexts {
    return new Map(questions.map((question) => [question, this.#field.textsOf[question] ?? []]));
  }

  #learn(texts: ScopeTexts, isServed: boolean): LearntScope {
    const all = [...texts.values()].flat();
    return learnScope(
      all.map((text) => this.#field.field.texts[text] as QuestionField['field']['texts'][number]),
      this.#vectors,
      { isServed },
    );
  }

  /** Adds a scope. `served` is a head that replaces the scope's own. `words` is its vocabulary, if known. */
  *#add(
    scope: Scope,
    texts: ScopeTexts,
    learnt: LearntScope,
    served: ScopeHead | undefined,
    words?: Uint32Array,
  ): Steps<void> {
    const { field } = this.#field;
    const own = learnt.head && { head: new Head(learnt.head.weights), questions: learnt.head.questions };
    yield;
    const vocabulary = words === undefined ? yield* vocabularyIn(texts, field) : new Vocabulary(words, this.#vectors);
    yield;
    const ranker = new ScopeRanker(field, texts, served ?? own, vocabulary);
    this.#searches.set(scope, { ranker, calibration: learnt.calibration });
  }

  /** The records of all scopes, whether learnt now or before. */
  *records(): Iterable<MatchingRecord> {
    const idOf = (question: number): number => this.#field.known.questionIds[question] as number;
    const vectors = this.#vectors?.fingerprint ?? '';
    for (const [scope, each] of this.#learnt) {
      if (!('learnt' in each)) {
        yield each;
        continue;
      }
      const { learnt, texts, trained } = each;
      const record = recordOf(scope, learnt, { vectors, texts, ...(trained !== undefined && { trained }) }, idOf);
      const ranker = this.#searches.get(scope)?.ranker;
      yield ranker?.isLarge === true ? withVocabulary(record, ranker.vocabulary.words) : record;
    }
  }

  read(
    core: Line,
    placed: readonly Placed[],
    settle: (entities: readonly Entity[]) => readonly Entity[],
  ): FieldReading {
    return this.#field.field.read(this.#field.query(core, placed, settle));
  }

  release(reading: FieldReading): void {
    this.#field.field.release(reading);
  }

  /** The nearest questions of a scope, best first. */
  hits(reading: FieldReading, scope: Scope, isOpen: (question: number) => boolean, count: number): readonly NearHit[] {
    const search = this.#searches.get(scope);
    if (search === undefined || reading.query.line === '') return [];
    if (!this.#isScored) {
      const ordered = search.ranker.order(reading, isOpen).slice(0, count);
      return ordered.map(({ question, text }, place) => ({ question, text, score: (count - place) / (2 * count) }));
    }
    const ranking = search.ranker.rank(reading, isOpen);
    if (ranking === undefined) return [];
    const sure = scores(ranking, search.calibration, search.ranker.hasHead);
    return ranking.ranked
      .slice(0, count)
      .map(({ question, text }, place) => ({ question, text, score: sure[place] as number }));
  }
}
