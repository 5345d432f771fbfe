// Finds the questions of a robot that an input may mean: by the same text, by a regular expression, or by near texts.

import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';
import type { Entity } from '../entities/entity.js';
import { PatternRoom } from '../notation/pattern.js';
import type { MatchingRecord, QuestionRecord } from '../package/records.js';
import { KnownTexts } from '../sounds/heard-as.js';
import { ExactTexts } from './exact-texts.js';
import type { HitKind, Matcher, QuestionHit, Reading, Scope, Utterance } from './hit.js';
import { type Learns, NearQuestions } from './near-questions.js';
import { type PatternSteps, Patterns } from './patterns.js';
import { type Line, plainText, withoutThanks } from './plain-text.js';
import { type QuestionTexts, readQuestions, type SlotLexicon } from './question-texts.js';
import type { Placed } from './slot-trie.js';
import { filledSlots, nearestFillings, placed } from './slots.js';
import type { FieldReading } from './text-field.js';
import type { TrainedModel } from './trained/model.js';
import type { SentenceVectors } from './word-vectors.js';

/** The part of the entity finder that the matcher uses. */
export interface Finder {
  find(text: string, lexicons: readonly string[], context: Omit<Utterance, 'text'>): readonly Entity[];
  settle(entities: readonly Entity[], wanted?: readonly string[]): readonly Entity[];
  representWord(lexicon: string): string;
}

export interface MatcherParts {
  readonly questions: Iterable<QuestionRecord>;
  /** The ids of the questions of each scope, in order. */
  readonly scopes: ReadonlyMap<Scope, readonly number[]>;
  readonly finder: Finder;
  readonly slotLexicon: SlotLexicon;
  /** The meanings of words; without them texts are compared by their characters alone. */
  readonly vectors?: SentenceVectors | undefined;
  /** The records that were learnt when the robot was published. */
  readonly learnt?: Iterable<MatchingRecord>;
  /** See `NearParts`; `all` unless given. */
  readonly learns?: Learns;
  /** The model that the robot's author trained. */
  readonly trained?: TrainedModel | undefined;
  /** The room for regular expressions that the robot has left. */
  readonly patternRoom?: PatternRoom;
}

export interface MatchReading extends Reading {
  readonly literal: Line;
  readonly core: Line;
  /** The core without thanks at its end; undefined: it has none. */
  readonly bare: Line | undefined;
  readonly placedInLiteral: readonly Placed[];
  readonly placedInCore: readonly Placed[];
  readonly patternSteps: PatternSteps;
  /** Exact hits keyed by question; computed on first use. */
  exact?: ReadonlyMap<number, Found>;
  near?: FieldReading | undefined;
  /** The input corrected by its sound to the robot's texts; null: nothing changes. */
  heardAs?: HeardReading | null;
}

interface HeardReading {
  readonly reading: MatchReading;
  /** The factor of its scores. */
  readonly share: number;
}

interface Found {
  readonly hit: QuestionHit;
  /**
   * The order among hits of the same score: the same words, the same except for fillers, the same except for slot
   * values, pattern, near.
   */
  readonly rank: number;
}

interface Candidate extends Found {
  /** The question's position in the scope. */
  readonly place: number;
}

const ranks = { literal: 0, core: 1, slots: 2, pattern: 3, near: 4 };

export interface LearntMatcher extends Matcher<MatchReading> {
  /** The records of everything that this matcher has learnt, for a package. */
  records(): Iterable<MatchingRecord>;
  /**
   * A matcher of the same questions that orders hits by a trained model and accepts readings of this matcher. It does
   * not compute confidence.
   */
  orderedBy(trained: TrainedModel): Matcher<MatchReading>;
}

/** Builds a matcher step by step. */
export function* matcherOf(parts: MatcherParts): Steps<LearntMatcher> {
  const {
    questions,
    scopes,
    finder,
    slotLexicon,
    vectors,
    learnt = [],
    learns = 'all',
    trained,
    patternRoom = new PatternRoom(),
  } = parts;
  const representWord = (lexicon: string): string => finder.representWord(lexicon);
  const known = yield* readQuestions(questions, slotLexicon, representWord);
  const exact = yield* ExactTexts.of(known.texts);
  const patterns = yield* Patterns.of(known.patterns, patternRoom);
  const indexOf = new Map(known.questionIds.map((id, index) => [id, index]));
  const inScopes = new Map(
    Array.from(scopes, ([scope, ids]) => [scope, [...new Set(ids.flatMap((id) => indexOf.get(id) ?? []))]]),
  );
  const near = yield* NearQuestions.of({
    known,
    scopes: inScopes,
    representWord,
    vectors,
    learnt,
    learns,
    trained,
  });
  const sounds = yield* KnownTexts.of(soundingLines(known, [...inScopes.values()]));
  return new QuestionMatcher({
    ...{ finder, known, exact, patterns, near, sounds },
    scopes: new Map(Array.from(inScopes, ([scope, list]) => [scope, placesOf(list)])),
  });
}

/**
 * The lines with which an input is compared by its sound: texts, and words in patterns, those of small scopes first.
 */
function soundingLines(
  { questionIds, texts, patterns }: QuestionTexts,
  scopes: readonly (readonly number[])[],
): string[] {
  const lines: string[][] = questionIds.map(() => []);
  for (const { question, core } of texts) lines[question]?.push(core);
  for (const { question, source } of patterns) lines[question]?.push(...(source.match(/\p{Script=Han}{2,}/gu) ?? []));
  const sounding = new Set<number>();
  let count = 0;
  for (const scope of scopes.toSorted((a, b) => a.length - b.length)) {
    for (const question of scope) if (!sounding.has(question)) count += lines[question]?.length ?? 0;
    if (count > mostSounding) break;
    for (const question of scope) sounding.add(question);
  }
  return [...sounding].flatMap((question) => lines[question] ?? []);
}

/** The maximum number of such lines; further scopes are not compared by sound. */
const mostSounding = 5_000;
/** The scores from which on an input means the question, and is near to one at all. */
const sure = { hit: 0.8, near: 0.55 };
/**
 * True if a hit on the corrected text counts. Similar-sounding text is always near some question, so only sure hits
 * count. If a question is near the text as written, only exact texts of the robot count.
 */
const isSureBySound = ({ hit, rank }: Found, best: number): boolean =>
  best >= sure.near ? rank < ranks.pattern : hit.score >= sure.hit;
/** The share of a score that is lost per unit of cost of the replaced characters. */
const doubt = 0.7;

interface Searches {
  readonly finder: Finder;
  readonly known: QuestionTexts;
  readonly exact: ExactTexts;
  readonly patterns: Patterns;
  readonly near: NearQuestions;
  /** undefined: inputs are not corrected by their sound. */
  readonly sounds: KnownTexts | undefined;
  /** The questions of each scope, with their positions. */
  readonly scopes: ReadonlyMap<Scope, ReadonlyMap<number, number>>;
}

class QuestionMatcher implements LearntMatcher {
  readonly #searches: Searches;
  readonly #finder: Finder;
  readonly #known: QuestionTexts;
  readonly #exact: ExactTexts;
  readonly #patterns: Patterns;
  readonly #patternQuestions: ReadonlySet<number>;
  readonly #near: NearQuestions;
  readonly #scopes: Searches['scopes'];

  constructor(searches: Searches) {
    const { finder, known, exact, patterns, near, scopes } = searches;
    this.#searches = searches;
    this.#finder = finder;
    this.#known = known;
    this.#exact = exact;
    this.#patterns = patterns;
    this.#patternQuestions = new Set(patterns.questions);
    this.#near = near;
    this.#scopes = scopes;
  }

  records(): Iterable<MatchingRecord> {
    return this.#near.records();
  }

  orderedBy(trained: TrainedModel): Matcher<MatchReading> {
    return new QuestionMatcher({ ...this.#searches, near: this.#near.orderedBy(trained), sounds: undefined });
  }

  read(utterance: Utterance): MatchReading {
    const { text, ...context } = utterance;
    const entities = this.#finder.find(text, this.#known.lexicons, context);
    const { literal, core } = plainText(text);
    return {
      ...{ utterance, entities, literal, core, bare: withoutThanks(core) },
      patternSteps: { steps: limits.dialog.turn.patternSteps },
      ...{ placedInLiteral: placed(literal, entities), placedInCore: placed(core, entities) },
    };
  }

  release(reading: MatchReading): void {
    if (reading.near !== undefined) this.#near.release(reading.near);
    reading.near = undefined;
    if (reading.heardAs) this.release(reading.heardAs.reading);
  }

  hits(
    reading: MatchReading,
    scope: Scope,
    count: number,
    isOpen: (questionId: number) => boolean = () => true,
  ): readonly QuestionHit[] {
    const found = this.#candidates(reading, scope, count, isOpen);
    const best = Math.max(0, ...Array.from(found.values(), ({ hit }) => hit.score));
    if (best < sure.hit) {
      const heard = this.#heardAs(reading);
      for (const [question, each] of heard ? this.#candidates(heard.reading, scope, count, isOpen) : []) {
        if (!isSureBySound(each, best)) continue;
        const score = each.hit.score * (heard?.share ?? 1);
        if ((found.get(question)?.hit.score ?? 0) >= score) continue;
        found.set(question, { ...each, hit: { ...each.hit, kind: 'near', score }, rank: ranks.near });
      }
    }
    return [...found.values()]
      .sort(byOrder)
      .slice(0, count)
      .map(({ hit }) => hit);
  }

  #heardAs(reading: MatchReading): HeardReading | null {
    if (reading.heardAs !== undefined) return reading.heardAs;
    const found = this.#searches.sounds?.heardAs(reading.core.text);
    reading.heardAs =
      found === undefined
        ? null
        : { reading: this.read({ ...reading.utterance, text: found.text }), share: 1 - doubt * found.cost };
    return reading.heardAs;
  }

  #candidates(
    reading: MatchReading,
    scope: Scope,
    count: number,
    isOpen: (questionId: number) => boolean,
  ): Map<number, Candidate> {
    const found = new Map<number, Candidate>();
    const places = this.#scopes.get(scope);
    if (places === undefined || count < 1) return found;
    const take = (question: number, each: Found): void => {
      const place = places.get(question);
      if (place === undefined || found.has(question) || !isOpen(each.hit.questionId)) return;
      found.set(question, { ...each, place });
    };
    for (const [question, each] of this.#exactHits(reading)) take(question, each);
    for (const question of this.#patternsIn(places)) {
      if (found.has(question)) continue;
      const each = this.#patternHit(reading, question);
      if (each !== undefined) take(question, each);
    }
    if (found.size < count) {
      for (const [question, each] of this.#nearHits(reading, scope, isOpen, count)) take(question, each);
    }
    return found;
  }

  #exactHits(reading: MatchReading): ReadonlyMap<number, Found> {
    if (reading.exact !== undefined) return reading.exact;
    const found = new Map<number, Found>();
    const { literal, core, bare, placedInLiteral, placedInCore } = reading;
    const take = (text: number, kind: 'literal' | 'core' | 'slots', slots: QuestionHit['slots']): void => {
      const { question, extId } = this.#known.texts[text] as QuestionTexts['texts'][number];
      const rank = ranks[kind];
      if ((found.get(question)?.rank ?? Number.POSITIVE_INFINITY) <= rank) return;
      found.set(question, { hit: this.#hit(question, extId, 'exact', 1, slots), rank });
    };
    const original = reading.utterance.text;
    const lines = [
      [literal, placedInLiteral] as const,
      ...(core.text === literal.text ? [] : [[core, placedInCore] as const]),
      ...(bare === undefined ? [] : [[bare, placed(bare, reading.entities)] as const]),
    ];
    const filled = new Map<number, QuestionHit['slots']>();
    for (const [line, entities] of lines) {
      for (const { text, fillings } of this.#exact.slotted(line, entities)) {
        if (filled.has(text)) continue;
        const { parts = [] } = this.#known.texts[text] as QuestionTexts['texts'][number];
        filled.set(text, filledSlots(parts, fillings, line, original));
      }
    }
    // a caller who says a slot's sample fills the slot with it
    const same = [...this.#exact.plain(literal.text, core.text)];
    if (same.length === 0 && bare !== undefined) same.push(...this.#exact.plain(literal.text, bare.text));
    for (const { text, isLiteral } of same) {
      take(text, isLiteral ? 'literal' : 'core', filled.get(text) ?? []);
    }
    for (const [text, slots] of filled) take(text, 'slots', slots);
    reading.exact = found;
    return found;
  }

  *#patternsIn(places: ReadonlyMap<number, number>): Iterable<number> {
    const [few, many] =
      places.size < this.#patternQuestions.size ? [places, this.#patternQuestions] : [this.#patternQuestions, places];
    for (const question of few.keys()) if (many.has(question)) yield question;
  }

  #patternHit({ utterance, literal, patternSteps }: MatchReading, question: number): Found | undefined {
    const hit = this.#patterns.hit(question, [utterance.text.trim(), literal.text], patternSteps);
    if (hit === undefined) return undefined;
    return { hit: this.#hit(question, hit.pattern.extId, 'pattern', 1, hit.slots), rank: ranks.pattern };
  }

  *#nearHits(
    reading: MatchReading,
    scope: Scope,
    isOpen: (questionId: number) => boolean,
    count: number,
  ): Iterable<[number, Found]> {
    const { core, placedInCore, utterance } = reading;
    reading.near ??= this.#near.read(core, placedInCore, (entities) => this.#finder.settle(entities));
    const open = (question: number): boolean => isOpen(this.#known.questionIds[question] as number);
    for (const { question, text, score } of this.#near.hits(reading.near, scope, open, count)) {
      const { extId, parts = [] } = this.#known.texts[text] as QuestionTexts['texts'][number];
      const fillings = nearestFillings(parts, placedInCore, utterance.text);
      const slots = filledSlots(parts, fillings, core, utterance.text);
      yield [question, { hit: this.#hit(question, extId, 'near', score, slots), rank: ranks.near }];
    }
  }

  #hit(question: number, extId: number | null, kind: HitKind, score: number, slots: QuestionHit['slots']): QuestionHit {
    return { questionId: this.#known.questionIds[question] as number, extId, kind, score, slots };
  }
}

function placesOf(questions: readonly number[]): ReadonlyMap<number, number> {
  return new Map(questions.map((question, place) => [question, place]));
}

function byOrder(a: Candidate, b: Candidate): number {
  return b.hit.score - a.hit.score || a.rank - b.rank || a.place - b.place;
}
