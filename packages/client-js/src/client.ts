import { Connection, type ConnectionOptions } from './connection.js';
import { UsageError } from './errors.js';
import { Fork, type ForkOptions } from './fork.js';
import { type RecogniseOptions, Recognition, type RecognitionOptions, recognise } from './recognition.js';
import { Screening, type ScreeningOptions, type ScreenOptions, screen } from './screening.js';
import { type SpeakOptions, Speech } from './synthesis.js';
import { type Abortable, Transcription } from './transcription.js';
import { writeWav } from './wav.js';
import type { AsrClipReply, RingClipReply, VerdictReply } from './wire.js';

/** An application at a gateway. One client serves any number of calls at once; they share its token. */
export class TonegateClient {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  /** An access token that is valid for some time, for requests of your own. */
  accessToken({ signal }: Abortable = {}): Promise<string> {
    return this.#connection.token.current(signal);
  }

  /** Screens a whole recording of early media. */
  screen(audio: Uint8Array, options: ScreenOptions = {}): Promise<RingClipReply> {
    return screen(this.#connection, audio, options);
  }

  /** Screens a call while it rings. */
  openScreening(options: ScreeningOptions = {}): Promise<Screening> {
    return Screening.open(this.#connection, options);
  }

  /** Recognises a whole recording of at most a minute. */
  recognise(audio: Uint8Array, options: RecogniseOptions = {}): Promise<AsrClipReply> {
    return recognise(this.#connection, audio, options);
  }

  /** Recognises speech while it is spoken. */
  openRecognition(options: RecognitionOptions = {}): Promise<Recognition> {
    return Recognition.open(this.#connection, options);
  }

  /** The audio of a text, slice by slice. */
  speak(text: string, options: SpeakOptions = {}): Promise<Speech> {
    return Speech.open(this.#connection, text, options);
  }

  /** The audio of a text as a WAV file. */
  async speakWav(text: string, options: SpeakOptions = {}): Promise<Buffer> {
    if (options.format !== undefined && options.format !== 'pcm') {
      throw new UsageError(`format ${options.format}: a WAV file is written from pcm; use speak() for the others`);
    }
    const speech = await this.speak(text, options);
    return writeWav(await speech.bytes(), options.sampleRate ?? 16_000);
  }

  /** Offline transcription. */
  transcription(property = 'cn_8k_common'): Transcription {
    return new Transcription(this.#connection, property);
  }

  /** The properties that transcribe. */
  transcriptionProperties(options: Abortable = {}): Promise<readonly string[]> {
    return Transcription.properties(this.#connection, options);
  }

  /** The newest verdict on a call that a switch sends or sent to the gateway itself. */
  verdictOf(uuid: string, { signal }: Abortable = {}): Promise<VerdictReply> {
    return this.#connection.json(`/v10/asr/ring/verdicts/${encodeURIComponent(uuid)}`, { signal });
  }

  /** A fork that screens: for frames of 20 ms. */
  openScreeningFork(options: ForkOptions) {
    return Fork.screening(this.#connection, options);
  }

  /** A fork that recognises. */
  openRecognitionFork(options: ForkOptions) {
    return Fork.recognition(this.#connection, options);
  }
}
