// A transcription as the gateway holds it: an engine reads the file from the disk, and what it hears comes in pieces.
import { ServiceError } from '../protocol/errors.js';
import type { PcmFile, TranscribeRequest, Transcript } from '../protocol/transcription.js';
import { unreachable } from '../protocol/unreachable.js';
import type { TranscriptionSaid } from './messages.js';
import type { EngineProcess, SessionEar, SessionMessage } from './process.js';
import { type HeardFile, transcriptOf } from './transcript.js';

interface Ends {
  readonly resolve: (transcript: Transcript) => void;
  readonly reject: (reason: unknown) => void;
}

export class TranscribingFile implements SessionEar {
  readonly #ends: Ends;
  readonly #onProgress: (percent: number) => void;
  readonly #sentences: HeardFile['sentences'][number][] = [];
  #silences: HeardFile['silences'];
  #speakers: HeardFile['speakers'];
  #isOver = false;
  readonly #signal: AbortSignal;
  readonly #abort = () => this.#cancel();

  constructor(
    readonly number: number,
    readonly process: EngineProcess,
    readonly pcm: PcmFile,
    readonly request: TranscribeRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
    ends: Ends,
  ) {
    this.#ends = ends;
    this.#onProgress = onProgress;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort, { once: true });
    process.sessions.set(number, this);
    process.send({ type: 'open', session: number, params: { ...request, kind: 'trans', pcm } });
  }

  /** The engine reads the file by itself: nothing is queued. */
  taken(): void {}

  heard(message: SessionMessage): void {
    if (this.#isOver) return;
    switch (message.type) {
      case 'said':
        this.#take(message.said as TranscriptionSaid);
        return;
      case 'slice':
        return; // nothing that hears is given audio
      case 'failed':
        this.#finish();
        this.#ends.reject(new ServiceError(message.refusal.code, message.refusal.message));
        return;
      default:
        unreachable(message);
    }
  }

  lost(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#ends.reject(new ServiceError('ENGINE_LOST', 'the engine that transcribed the file stopped'));
  }

  #take(said: TranscriptionSaid): void {
    switch (said.type) {
      case 'transcribed':
        this.#sentences.push({ channel: said.channel, sentence: said.sentence });
        return;
      case 'progress':
        this.#onProgress(said.percent);
        return;
      case 'silences':
        this.#silences = said.silences;
        return;
      case 'speakers':
        this.#speakers = said.speakers;
        return;
      case 'ended': {
        this.#finish();
        const heard = { sentences: this.#sentences, silences: this.#silences, speakers: this.#speakers };
        this.#onProgress(100);
        this.#ends.resolve(transcriptOf(heard, this.pcm.channels, this.request.options));
        return;
      }
      default:
        unreachable(said);
    }
  }

  #cancel(): void {
    if (this.#isOver) return;
    this.#finish();
    this.process.sessions.delete(this.number);
    this.process.send({ type: 'close', session: this.number });
    this.#ends.reject(this.#signal.reason);
  }

  #finish(): void {
    this.#isOver = true;
    this.#signal.removeEventListener('abort', this.#abort);
  }
}
