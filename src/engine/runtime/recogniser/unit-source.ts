// The source of the search's rows: a model, or a model of characters that is read as phones.
import type { CtcManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { NativeLexicon } from '../../../native/search-addon.js';
import type { Priority } from '../graph/batcher.js';
import type { AudioStream } from '../graph/stream-model.js';
import type { CtcListener, CtcModel } from './ctc.js';
import type { Language } from './language.js';
import { CharacterReadings } from './readings.js';
import type { Units } from './units.js';

export interface UnitSource {
  readonly manifest: CtcManifest;
  readonly units: Units;
  /** Interval between two rows. */
  readonly outputMs: number;
  /** Audio that the model takes before an output: a whole chunk and its look-ahead. */
  readonly collectsMs: number;
  open(listener: CtcListener, priority?: Priority): AudioStream;
}

/** Largest share of words without a reading; with more, the lexicon was not made for these characters. */
const mostUnheardShare = 0.1;
const shownWords = 5;
/** Number of the blank in every lexicon. */
const lexiconBlank = 0;

/**
 * A source that reads characters as phones. Throws a ModelError if too many words of the lexicon cannot be recognised.
 */
export function readAsPhones(model: CtcModel, { name, lexicon }: Language): UnitSource {
  const { units, manifest } = model;
  const readings = new CharacterReadings(units.names, lexicon, lexiconBlank);
  const both = `${name} does not fit ${nameOf(manifest)}`;
  if (!readings.hasAny)
    throw new ModelError('bad', `${both}: its lexicon has no reading for any character of the model`);
  const unheard = readings.unheardWords();
  if (unheard.length > mostUnheardShare * lexicon.words) {
    const shown = unheard.slice(0, shownWords).join(', ');
    throw new ModelError(
      'bad',
      `${both}: ${unheard.length} of ${lexicon.words} words of its lexicon, such as ${shown}, have sounds that no character of the model can produce`,
    );
  }
  return new PhoneSource(model, lexicon, readings);
}

class PhoneSource implements UnitSource {
  readonly manifest: CtcManifest;
  readonly units: Units;
  readonly outputMs: number;
  readonly collectsMs: number;
  readonly #model: CtcModel;
  readonly #readings: CharacterReadings;

  constructor(model: CtcModel, { units: names }: NativeLexicon, readings: CharacterReadings) {
    this.#model = model;
    this.#readings = readings;
    this.manifest = model.manifest;
    this.outputMs = model.outputMs;
    this.collectsMs = model.collectsMs;
    this.units = { kind: 'phones', names, blank: readings.blank };
  }

  open(listener: CtcListener, priority?: Priority): AudioStream {
    const phones = this.#readings.open();
    return this.#model.open(
      {
        logProbabilities: (rows, count) => listener.logProbabilities(phones.push(rows, count), count),
        looked: (rows, count) => listener.looked?.(phones.peek(rows, count), count),
        finished: () => {
          listener.logProbabilities(phones.end(), 1);
          listener.finished();
        },
        failed: (fault) => listener.failed(fault),
      },
      priority,
    );
  }
}
