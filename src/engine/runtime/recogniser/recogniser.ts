// A recogniser: a model that recognises units, and the search that makes words of them. All calls share one Recogniser,
// which never changes; a RecogniserStream is one call.
import { ModelError } from '../../../models/model-error.js';
import { type Joining, joiningOf, type Search } from '../../../models/search.js';
import { nameOf } from '../../../models/slots.js';
import { type CtcOptions, corpusShare, type HotwordScale, makeCtcDecoder, noWord } from '../../../native/search.js';
import type { NativeCtcDecoder, NativeLanguageModel } from '../../../native/search-addon.js';
import { limits } from '../../../protocol/limits.js';
import type { Priority } from '../graph/batcher.js';
import type { CtcModel } from './ctc.js';
import { type DecoderLease, DecoderPool } from './decoder-pool.js';
import type { CompiledHotwords } from './hotwords.js';
import { compileHotwords, type HotwordEntry } from './hotwords.js';
import type { Language } from './language.js';
import { type RecogniserListener, RecogniserStream, type StreamParts } from './recogniser-stream.js';
import { comparedSearch, Rescoring, rescoringWeights } from './rescoring.js';
import { readAsPhones, type UnitSource } from './unit-source.js';
import type { Units } from './units.js';

export type { RecogniserListener };

export interface RecognitionOptions {
  /** Number of results, 1-10. */
  readonly nBest: number;
  readonly hotwords?: CompiledHotwords;
  /** A small-corpus model for which `takes` is true. */
  readonly corpus?: NativeLanguageModel;
  /** Weight of the language model; 0 switches it off, and the default is the tuned weight. */
  readonly languageWeight?: number;
  /** False: finals keep the order of the search, which takes less time; screening needs no more than its keywords. */
  readonly rescores?: boolean;
  /** True for partial results; the default is false. */
  readonly interim?: boolean;
  readonly priority?: Priority;
}

export class Recogniser {
  readonly model: CtcModel;
  /** The rows for the search: those of the model, or its characters read as phones. */
  readonly source: UnitSource;
  readonly language: Language | undefined;
  /** Sample rate of the audio of streams. */
  readonly sampleRateHz: 8_000 | 16_000;
  readonly #hasLexicon: boolean;
  readonly #wordOfUnit: Uint32Array;
  /** Pools of decoders, by whether they rescore, or else their number of results, and the weight of the language model. */
  readonly #pools = new Map<string, DecoderPool>();

  readonly #joining: Joining;
  readonly #rescoring: Rescoring | undefined;

  private constructor(model: CtcModel, source: UnitSource, language: Language | undefined) {
    this.model = model;
    this.source = source;
    this.language = language;
    this.sampleRateHz = model.manifest.sampleRateHz;
    this.#joining = joiningOf(model.units.kind, model.manifest.search);
    this.#hasLexicon = language !== undefined && source.units.kind === 'phones';
    this.#wordOfUnit =
      language !== undefined && this.#joining === 'units'
        ? wordsOfUnits(model.units.names, language)
        : new Uint32Array(0);
    this.#rescoring =
      this.#hasLexicon && language?.rescoring !== undefined
        ? new Rescoring(language.rescoring, language.language, (word) => language.lexicon.text(word))
        : undefined;
  }

  /** Joins model and language. Throws a ModelError if the two do not belong together. */
  static open(model: CtcModel, language?: Language): Recogniser {
    if (language === undefined) return new Recogniser(model, model, undefined);
    switch (joiningOf(model.units.kind, model.manifest.search)) {
      case 'lexicon': {
        const difference = unitDifference(model, language);
        if (difference !== undefined) throw new ModelError('bad', difference);
        return new Recogniser(model, model, language);
      }
      case 'readings':
        return new Recogniser(model, readAsPhones(model, language), language);
      case 'units':
        return new Recogniser(model, model, language);
      case 'none':
        return new Recogniser(model, model, undefined);
    }
  }

  /** The units that the search knows. */
  get units(): Units {
    return this.source.units;
  }

  /** Interval between two outputs of the model: the resolution of all times. */
  get outputMs(): number {
    return this.source.outputMs;
  }

  /** Compiles a list; the result is worth keeping for several streams with the same list. */
  compileHotwords(hotwords: readonly HotwordEntry[], scale: Partial<HotwordScale> = {}): CompiledHotwords {
    return compileHotwords(hotwords, this.units, this.#hasLexicon ? this.language : undefined, scale);
  }

  /** True if a custom LM has the same words. */
  takes(corpus: NativeLanguageModel): boolean {
    try {
      this.#decoder({ nBest: 1 }).setCorpus(corpus, corpusShare);
      return true;
    } catch {
      return false;
    }
  }

  open(options: RecognitionOptions, listener: RecogniserListener): RecogniserStream {
    return new RecogniserStream(this.source, this.#lease(options), this.#parts(options), listener);
  }

  #lease(asked: RecognitionOptions): DecoderLease {
    const { nBest, languageWeight, hotwords, corpus } = asked;
    const rescores = this.#rescores(asked);
    const key = rescores ? `rescored ${languageWeight ?? ''}` : `${nBest} ${languageWeight ?? ''}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      const options = { nBest, ...(languageWeight !== undefined && { languageWeight }) };
      pool = new DecoderPool(() => this.#decoder(options, rescores), limits.asr.idleDecoders);
      this.#pools.set(key, pool);
    }
    return pool.lease({ hotwords: hotwords?.graph ?? null, corpus: corpus ?? null });
  }

  #decoder(
    { nBest, languageWeight }: Pick<RecognitionOptions, 'nBest' | 'languageWeight'>,
    rescores = false,
  ): NativeCtcDecoder {
    const { units } = this;
    const usesLanguage = this.language !== undefined && (this.#hasLexicon || this.#wordOfUnit.length > 0);
    const options = {
      units: units.names.length,
      blank: units.blank,
      lexicon: this.#hasLexicon ? (this.language as Language).lexicon : null,
      language: usesLanguage ? (this.language as Language).language : null,
      wordOfUnit: this.#wordOfUnit,
      ...searchWeights(this.model.manifest.search, this.#hasLexicon),
      ...(languageWeight !== undefined && { languageWeight }),
    };
    return makeCtcDecoder({ ...options, ...(rescores ? comparedSearch : { nBest }) });
  }

  /**
   * True if whole sentences put finals in order. The n-grams must have the weight that they lose then.
   */
  #rescores({ rescores = true, languageWeight }: RecognitionOptions): boolean {
    const weight = languageWeight ?? this.model.manifest.search.languageWeight;
    const isWeighed = weight === undefined || weight >= rescoringWeights.words;
    return rescores && this.#rescoring !== undefined && isWeighed;
  }

  #parts(asked: RecognitionOptions): StreamParts {
    const { nBest, hotwords, interim, priority } = asked;
    const lexicon = this.#hasLexicon ? (this.language as Language).lexicon : undefined;
    const rescoring = this.#rescores(asked) ? this.#rescoring : undefined;
    const hotwordText = (hotword: number) => hotwords?.text(hotword) ?? '';
    return {
      wordText: lexicon && ((word: number) => lexicon.text(word)),
      hotwordText,
      inOrder: (all) => (rescoring === undefined ? all : rescoring.inOrder(all, hotwordText).slice(0, nBest)),
      interim: interim ?? true,
      priority: priority ?? 'live',
    };
  }
}

/** The weights of a search. Without a lexicon only the model counts, unless the manifest says otherwise. */
function searchWeights(
  { languageWeight, unitBonus, blankPenalty }: Search,
  hasLexicon: boolean,
): Partial<Pick<CtcOptions, 'languageWeight' | 'unitBonus' | 'blankPenalty' | 'wordBonus'>> {
  const given = {
    ...(languageWeight !== undefined && { languageWeight }),
    ...(unitBonus !== undefined && { unitBonus }),
    ...(blankPenalty !== undefined && { blankPenalty }),
  };
  return hasLexicon ? given : { languageWeight: 0, unitBonus: 0, blankPenalty: 0, wordBonus: 0, ...given };
}

/** Describes the difference if the lexicon was made for other units. */
function unitDifference({ manifest, units: { names } }: CtcModel, { name, lexicon }: Language): string | undefined {
  const theirs = lexicon.units;
  const both = `${name} does not fit ${nameOf(manifest)}`;
  if (theirs.length !== names.length)
    return `${both}: its lexicon has ${theirs.length} units, must have ${names.length}`;
  const at = names.findIndex((unit, index) => unit !== theirs[index]);
  return at < 0 ? undefined : `${both}: unit ${at} is ${theirs[at]} in its lexicon, must be ${names[at]}`;
}

/** The words of characters that are words of their own; the language model does not cover the others. */
function wordsOfUnits(names: readonly string[], { lexicon }: Language): Uint32Array {
  return Uint32Array.from(names, (name) => {
    const split = [...name].length === 1 ? lexicon.split(name) : [];
    return split.length === 1 ? (split[0] as number) : noWord;
  });
}
