// A live session that begins before the models are loaded. It hears tones from its first slice and keeps its audio;
// once the models are loaded, it hears all of it again with a recogniser, and reports only new results.
import type { RingVerdict } from '../../../protocol/engine/ring.js';
import type { ScreeningSession, ScreeningSink } from './screening.js';

interface EarlyParts {
  /** Opens a session with the models that are loaded at that time. */
  readonly open: (audioMaxMs: number, sink: ScreeningSink) => ScreeningSession;
  readonly audioMaxMs: number;
  readonly loading: Promise<void>;
  /** Limit of the kept audio; a session with more stays without a recogniser. */
  readonly keptBytes: number;
  readonly sink: ScreeningSink;
}

export class EarlyScreening {
  readonly #parts: EarlyParts;
  #session: ScreeningSession;
  /** Kept audio; undefined once the session is like any other. */
  #kept: (Uint8Array | 'answered')[] | undefined = [];
  #keptBytes = 0;
  #said = new Set<string>();
  #isEnding = false;
  #isOver = false;

  constructor(parts: EarlyParts) {
    this.#parts = parts;
    // The second hearing decides where the audio ends.
    this.#session = parts.open(Number.POSITIVE_INFINITY, {
      result: (verdict, evidence) => {
        this.#said.add(nameOf(verdict));
        parts.sink.result(verdict, evidence);
      },
      ended: (cause) => {
        this.#isOver = true;
        parts.sink.ended(cause);
      },
    });
    void parts.loading.then(() => this.#hearAgain());
  }

  get isBehind(): boolean {
    return this.#session.isBehind;
  }

  push(slice: Uint8Array): void {
    if (this.#isEnding) return;
    this.#kept?.push(slice.slice()); // a copy, since a slice is a view of a much larger piece
    this.#keptBytes += slice.length;
    this.#session.push(slice);
    if (this.#keptBytes > this.#parts.keptBytes) this.#hearAgain();
  }

  answered(): void {
    if (this.#isEnding) return;
    this.#kept?.push('answered');
    this.#session.answered();
  }

  end(cancel: boolean): void {
    if (cancel || this.#kept === undefined) this.#session.end(cancel);
    else this.#isEnding = true; // the last words are still to be heard
  }

  release(): void {
    this.#isOver = true;
    this.#session.release();
  }

  #hearAgain(): void {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined || this.#isOver) return;
    this.#session.release();
    const { open, audioMaxMs, sink } = this.#parts;
    this.#session = open(audioMaxMs, {
      result: (verdict, evidence) => {
        if (verdict.isFinal || !this.#said.has(nameOf(verdict))) sink.result(verdict, evidence);
      },
      ended: sink.ended,
    });
    for (const each of kept) {
      if (each === 'answered') this.#session.answered();
      else this.#session.push(each);
    }
    if (this.#isEnding) this.#session.end(false);
  }
}

const nameOf = ({ resultId, resultName }: RingVerdict): string => `${resultId} ${resultName}`;
