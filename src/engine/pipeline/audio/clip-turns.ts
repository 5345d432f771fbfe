// The turns of the one-shots that an engine hears side by side. Live sessions go on between two turns. Recognition
// waits while anything is screened, and a clip that nobody wants any more ends at its next turn.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';

interface HeardClip {
  readonly isScreening: boolean;
  isWanted: boolean;
}

export class ClipTurns {
  readonly #clips = new Map<number, HeardClip>();
  /** Calls whose client left before the clip was here, the latest ones. */
  readonly #forgotten = new Set<number>();
  #screening = 0;
  readonly #standingBack = new Set<() => void>();

  get size(): number {
    return this.#clips.size;
  }

  begin(call: number, isScreening: boolean): void {
    this.#clips.set(call, { isScreening, isWanted: !this.#forgotten.delete(call) });
    if (isScreening) this.#screening++;
  }

  end(call: number): void {
    if (this.#clips.get(call)?.isScreening) this.#screening--;
    this.#clips.delete(call);
    if (this.#screening > 0) return;
    for (const goOn of this.#standingBack) goOn();
  }

  /** The client has gone: the clip ends at its next turn. A long clip may still be on its way. */
  forget(call: number): void {
    const clip = this.#clips.get(call);
    if (clip !== undefined) {
      clip.isWanted = false;
      return;
    }
    this.#forgotten.add(call);
    const [oldest] = this.#forgotten;
    if (this.#forgotten.size > limits.engine.forgottenClips) this.#forgotten.delete(oldest as number);
  }

  /** Resolves when the clip may go on; rejects if it is no longer wanted. */
  async turn(call: number): Promise<void> {
    await nextTurn();
    const clip = this.#clips.get(call);
    if (clip?.isScreening === false && this.#screening > 0) await this.#standBack();
    if (clip?.isWanted === false)
      throw new ServiceError('REQUEST_TIMEOUT', 'the client disconnected before its audio was processed');
  }

  #standBack(): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(late);
        this.#standingBack.delete(goOn);
        resolve();
      };
      const late = setTimeout(goOn, limits.shares.standBackMs);
      this.#standingBack.add(goOn);
    });
  }
}
