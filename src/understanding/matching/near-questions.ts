// The questions of each scope that an input is near to, with how sure that is.
import { createHash } from 'node:crypto';
import type { Entity } from '../entities/entity.js';
import type { MatchingRecord } from '../package/records.js';
import type { Steps } from '../steps.js';
import { type Calibration, priorOf, scores } from './confidence.js';
import { Head } from './head.js';
import type { Scope } from './hit.js';
import { type LearntScope, learnScope } from './learn-scope.js';
import { learntOf, recordOf } from './learnt-record.js';
import type { Line } from './plain-text.js';
import { QuestionField } from './question-field.js';
import type { QuestionTexts, RepresentWord } from './question-texts.js';
import { ScopeRanker, type ScopeTexts } from './scope-ranker.js';
import type { Placed } from './slot-trie.js';
import { groupedBy } from './tables/grouped.js';
import type { FieldReading } from './text-field.js';
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

export interface NearParts {
  readonly known: QuestionTexts;
  /** Of each scope its questions. */
  readonly scopes: ReadonlyMap<Scope, readonly number[]>;
  readonly representWord: RepresentWord;
  readonly vectors: SentenceVectors | undefined;
  /** What was learnt when the robot was published. */
  readonly learnt: Iterable<MatchingRecord>;
  /** What is missing there, or was learnt from other texts or with other word vectors, is learnt now: all of it, which takes long,
   * the scopes that take no time, or nothing. The rest is guessed. */
  readonly learns: Learns;
}

/** Questions times texts of the scopes that are learnt within about half a second. */
const smallWork = 10_000;
/** Without a head, and as sure as scopes are on average. */
const guess: LearntScope = { head: undefined, calibration: priorOf(false, true) };

export class NearQuestions {
  readonly #field: QuestionField;
  readonly #vectors: SentenceVectors | undefined;
  /** The records of the scopes, and what was learnt of those that have none yet. */
  readonly #learnt = new Map<Scope, MatchingRecord | { readonly texts: string; readonly learnt: LearntScope }>();
  readonly #searches = new Map<Scope, ScopeSearch>();

  private constructor(field: QuestionField, vectors: SentenceVectors | undefined) {
    this.#field = field;
    this.#vectors = vectors;
  }

  static *of({ known, scopes, representWord, vectors, learnt, learns }: NearParts): Steps<NearQuestions> {
    const near = new NearQuestions(yield* QuestionField.of(known, representWord, vectors), vectors);
    const questionOf = new Map(known.questionIds.map((id, question) => [id, question]));
    const fitting = [...learnt].filter((record) => record.vectors === (vectors?.fingerprint ?? ''));
    const records = groupedBy(fitting, ({ scope }) => scope);
    let left = learns === 'all' ? Number.POSITIVE_INFINITY : learns === 'small' ? smallWork : 0;
    for (const [scope, questions] of scopes) {
      yield;
      const texts = near.#textsOf(questions);
      const fingerprint = near.#fingerprintOf(texts);
      yield;
      const candidates = records.get(scope) ?? [];
      const record = candidates.find((each) => each.texts === fingerprint);
      const known = record && learntOf(record, (id) => questionOf.get(id));
      if (record !== undefined && known !== undefined) {
        near.#learnt.set(scope, record);
        near.#add(scope, texts, known);
        continue;
      }
      const work = texts.size * [...texts.values()].flat().length;
      if (work <= left) {
        left -= work;
        const made = near.#learn(texts);
        near.#learnt.set(scope, { texts: fingerprint, learnt: made });
        near.#add(scope, texts, made);
        continue;
      }
      // what is known of older texts says more than what holds on average
      const [older] = candidates;
      if (older !== undefined) near.#learnt.set(scope, older);
      near.#add(scope, texts, older?.head === null ? { head: undefined, calibration: older.calibration } : guess);
    }
    near.#field.field.forgetWords();
    return near;
  }

  /** Of all that learning sees. */
  #fingerprintOf(texts: ScopeTexts): string {
    const hash = createHash('sha256');
    for (const [question, own] of texts) {
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

  #learn(texts: ScopeTexts): LearntScope {
    const all = [...texts.values()].flat();
    return learnScope(
      all.map((text) => this.#field.field.texts[text] as QuestionField['field']['texts'][number]),
      this.#vectors,
    );
  }

  #add(scope: Scope, texts: ScopeTexts, learnt: LearntScope): void {
    const head = learnt.head && { head: new Head(learnt.head.weights), questions: learnt.head.questions };
    const ranker = new ScopeRanker(this.#field.field, texts, head);
    this.#searches.set(scope, { ranker, calibration: learnt.calibration });
  }

  /** What was learnt of the scopes, now or before. */
  *records(): Iterable<MatchingRecord> {
    const idOf = (question: number): number => this.#field.known.questionIds[question] as number;
    const vectors = this.#vectors?.fingerprint ?? '';
    for (const [scope, each] of this.#learnt) {
      yield 'learnt' in each ? recordOf(scope, each.learnt, { vectors, texts: each.texts }, idOf) : each;
    }
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
