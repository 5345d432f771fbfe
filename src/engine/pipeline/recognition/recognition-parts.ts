// The engine's models for one recognition call. A property without a recogniser is refused here; models for
// punctuation, voice activity and gender are optional.
import { addon } from '../../../native/index.js';
import { hotwordBounds } from '../../../native/search.js';
import type { HotwordRule, RecognitionParams } from '../../../protocol/engine/recognition.js';
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { Lru } from '../../../storage/lru.js';
import { genderOfSpeech } from '../../runtime/classifiers/gender.js';
import type { ModelSet } from '../../runtime/models/model-set.js';
import { nearCosts, nearUnits } from '../../runtime/recogniser/confusable-phones.js';
import type { CompiledHotwords, HotwordEntry } from '../../runtime/recogniser/hotwords.js';
import type { Recogniser } from '../../runtime/recogniser/recogniser.js';
import type { HearGender } from '../analysis/gender.js';
import type { FrontendPool } from '../audio/frontend.js';
import { openSpeechFor } from '../audio/vad.js';
import { MappedCorpora } from './mapped-corpora.js';
import type { RecognitionParts } from './recognition.js';
import { type Punctuate, SentenceText } from './sentence-text.js';
import { phonesOf } from './syllables.js';

type Wanted = Pick<RecognitionParams, 'property' | 'text' | 'hotwords' | 'languageModel'>;

/** Work for which nobody waits. */
export interface Background {
  readonly puncWeight: number;
  /** Resolves when nothing live waits. */
  readonly quiet: () => Promise<void>;
}

export class RecognitionModels {
  readonly #models: ModelSet;
  readonly #lists: CompiledLists = new CompiledLists();

  readonly #corpora: MappedCorpora;

  /** `fault` is called for a small-corpus model that cannot be used; the call goes on without it. */
  constructor(models: ModelSet, fault: (fault: unknown) => void) {
    this.#models = models;
    this.#corpora = new MappedCorpora(fault);
  }

  partsFor(
    { property, text, hotwords, languageModel }: Wanted,
    frontends: FrontendPool,
    background?: Background,
  ): RecognitionParts {
    const recogniser = this.#models.recogniser(property);
    if (recogniser === undefined) {
      throw new ServiceError('PROPERTY_NOT_FOUND', `property ${property}: no recogniser serves it`);
    }
    return {
      recogniser,
      hotwords: this.#lists.of(recogniser, hotwords),
      corpus: languageModel === undefined ? undefined : this.#corpora.of(recogniser, languageModel),
      text: new SentenceText(text, hotwords, this.#punctuate(property, background)),
      openSpeech: openSpeechFor(this.#models, property),
      frontends,
      gender: this.#gender(property),
      ...(background && { priority: 'background' }),
    };
  }

  #punctuate(property: string, background: Background | undefined): Punctuate | undefined {
    const model = this.#models.get('punctuation', property);
    if (model === undefined) return undefined;
    if (background === undefined) return (line, options) => model.punctuate(line, options);
    const { puncWeight: weight, quiet } = background;
    return async (line, options) => {
      await quiet();
      return model.punctuate(line, { ...options, weight });
    };
  }

  #gender(property: string): HearGender | undefined {
    const model = this.#models.get('gender', property);
    if (model === undefined) return undefined;
    const { sampleRateHz } = model.manifest;
    return (samples, fromHz) => genderOfSpeech(model, resampled(samples, fromHz, sampleRateHz));
  }
}

function resampled(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  return fromHz === toHz ? samples : new addon.Resampler(fromHz, toHz).push(samples);
}

/** The most recent compiled lists: a user's list comes again with every call. */
class CompiledLists {
  readonly #kept = new Map<Recogniser, Lru<string, CompiledHotwords>>();

  of(recogniser: Recogniser, rules: readonly HotwordRule[]): CompiledHotwords {
    const weighted = rules.filter((rule) => rule.kind === 'weighted');
    const key = JSON.stringify(weighted);
    const kept =
      this.#kept.get(recogniser) ?? new Lru<string, CompiledHotwords>({ entries: limits.asr.keptHotwordLists });
    this.#kept.set(recogniser, kept);
    return kept.getOr(key, () => hotwordsOf(recogniser, weighted));
  }
}

type Weighted = Extract<HotwordRule, { kind: 'weighted' }>;

/** The weighted rules of a client's lists, in the form that the search takes. */
export function hotwordsOf(recogniser: Recogniser, rules: readonly Weighted[]): CompiledHotwords {
  const near = nearUnits(recogniser.units.names, nearCosts);
  return recogniser.compileHotwords(rules.map(entryOf), { ...hotwordBounds, near });
}

function entryOf({ text, weight, readings }: Weighted): HotwordEntry {
  // A word is converted to lower case, as the lexicon reads it (specification 1, 2.4).
  const runs = weight < 0 ? [] : readings.map(phonesOfReading).filter((run) => run !== undefined);
  return { text, weight: searchWeight(weight), ...(runs.length > 0 && { readings: runs }) };
}

/** The phones of syllables in a row, with or without spaces between them; undefined if one of them is no syllable. */
function phonesOfReading(reading: string): string[] | undefined {
  const syllables = reading.match(/[^\s\d]+\d?/g) ?? [];
  const phones = syllables.map(phonesOf);
  return phones.every((each) => each !== undefined) ? phones.flat() : undefined;
}

/**
 * Converts a weight. Weight 0, the default, also raises a word (specification 1, 2.4), but means nothing to the search.
 */
const searchWeight = (weight: number): number => (weight < 0 ? weight : 1 + (4 * weight) / 5);
