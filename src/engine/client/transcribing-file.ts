// A transcription as the gateway holds it: an engine reads the file from the disk, and sends results as it hears them.

import type { PcmFile, TranscribeRequest, Transcript } from '../../protocol/engine/transcription.js';
import type { ServiceError } from '../../protocol/errors.js';
import { unreachable } from '../../protocol/unreachable.js';
import type { TranscriptionEvent } from '../channel/messages.js';
import { HeldSession } from './held-session.js';
import type { EngineProcess } from './process.js';
import { type HeardFile, transcriptOf } from './transcript.js';

interface Ends {
  readonly resolve: (transcript: Transcript) => void;
  readonly reject: (reason: unknown) => void;
}

export class TranscribingFile extends HeldSession<TranscriptionEvent> {
  readonly #ends: Ends;
  readonly #onProgress: (percent: number) => void;
  readonly #sentences: HeardFile['sentences'][number][] = [];
  #silences: HeardFile['silences'];
  #speakers: HeardFile['speakers'];
  readonly #signal: AbortSignal;
  readonly #abort = () => this.#cancel();
  protected override readonly lossMessage = 'the engine that was transcribing the file stopped';

  constructor(
    number: number,
    process: EngineProcess,
    readonly pcm: PcmFile,
    readonly request: TranscribeRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
    ends: Ends,
  ) {
    super(number, process, { ...request, kind: 'trans', pcm });
    this.#ends = ends;
    this.#onProgress = onProgress;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  protected event(event: TranscriptionEvent): void {
    switch (event.type) {
      case 'transcribed':
        this.#sentences.push({ channel: event.channel, sentence: event.sentence });
        return;
      case 'progress':
        this.#onProgress(event.percent);
        return;
      case 'silences':
        this.#silences = event.silences;
        return;
      case 'speakers':
        this.#speakers = event.speakers;
        return;
      case 'ended': {
        this.#forgetSignal();
        const heard = { sentences: this.#sentences, silences: this.#silences, speakers: this.#speakers };
        this.#onProgress(100);
        this.#ends.resolve(transcriptOf(heard, this.pcm.channels, this.request.options));
        return;
      }
      default:
        unreachable(event);
    }
  }

  protected failed(error: ServiceError): void {
    this.#forgetSignal();
    this.#ends.reject(error);
  }

  #cancel(): void {
    if (this.isOver) return;
    this.close();
    this.#ends.reject(this.#signal.reason);
  }

  #forgetSignal(): void {
    this.#signal.removeEventListener('abort', this.#abort);
  }
}
