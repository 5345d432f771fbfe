// The recordings that an engine transcribes. Live work goes first: recordings wait for a turn in which nothing else
// needs the process.
import type { TranscriptionParams } from '../../channel/messages.js';
import type { ModelSet } from '../../runtime/models/model-set.js';
import type { FrontendPool } from '../audio/frontend.js';
import { diariserOf } from '../diarization/diarise.js';
import type { RecognitionModels } from '../recognition/recognition-parts.js';
import type { Speaking } from '../synthesis/speaking.js';
import { sessionParamsOf } from './transcribed.js';
import { Transcription, type TranscriptionSink } from './transcription.js';

export interface TranscribingParts {
  readonly recognition: RecognitionModels;
  readonly models: Pick<ModelSet, 'hasLiveWork' | 'get'>;
  readonly speaking: Pick<Speaking, 'isIdle'>;
  /** Frontends that take slices of any length. */
  readonly frontends: FrontendPool;
}

export class Transcribing {
  readonly #parts: TranscribingParts;
  readonly #files = new Map<number, Transcription>();

  constructor(parts: TranscribingParts) {
    this.#parts = parts;
  }

  /** Opens a recording. Throws PROPERTY_NOT_FOUND if no recogniser serves the property. */
  open(session: number, params: TranscriptionParams, say: TranscriptionSink): void {
    const { recognition, frontends, models } = this.#parts;
    const quiet = () => this.#quiet();
    const background = { puncWeight: params.options.text.puncWeight, quiet };
    const wanted = { ...params, text: sessionParamsOf(params).text, languageModel: undefined };
    const parts = recognition.partsFor(wanted, frontends, background);
    const model = models.get('speaker', params.property);
    const diarise = model && diariserOf({ model, openSpeech: parts.openSpeech, quiet });
    const forget = () => this.#files.delete(session);
    this.#files.set(
      session,
      new Transcription(
        params,
        { recognition: parts, quiet, diarise },
        {
          event: (said) => say.event(said),
          ended: () => {
            forget();
            say.ended();
          },
          failed: (fault) => {
            forget();
            say.failed(fault);
          },
        },
      ),
    );
  }

  close(session: number): void {
    this.#files.get(session)?.release();
    this.#files.delete(session);
  }

  /**
   * Resolves in a turn without live work: messages that have already arrived are read first, and their work is done
   * first.
   */
  async #quiet(): Promise<void> {
    const { models, speaking } = this.#parts;
    do await nextTurn();
    while (models.hasLiveWork || !speaking.isIdle);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
