// Reusable memory for recordings in large bodies. The memory of a clip outlives the young generation, and only a
// collection of the old generation would free it. A wave of clips would cause such a collection every few hundred ms,
// and each delays every call for tens of ms.
import { limits } from '../../protocol/limits.js';

const { slabStepBytes, slabIdleBytes, slabIdleMs } = limits.shares;

export class Slabs {
  readonly #own = new WeakSet<ArrayBufferLike>();
  #idle: Buffer[] = [];
  #idleBytes = 0;
  #forget: NodeJS.Timeout | undefined;

  /**
   * Gives memory that nobody else uses. It holds whatever it held before. Memory that is not given back is lost to the
   * pool.
   */
  take(bytes: number): Buffer {
    const fits = this.#idle.filter(({ length }) => length >= bytes && length <= 2 * bytes);
    const slab = fits.reduce<Buffer | undefined>(
      (best, each) => (best && best.length <= each.length ? best : each),
      undefined,
    );
    if (slab === undefined) {
      const made = Buffer.allocUnsafeSlow(Math.ceil(bytes / slabStepBytes) * slabStepBytes);
      this.#own.add(made.buffer);
      return made.subarray(0, bytes);
    }
    this.#idle.splice(this.#idle.indexOf(slab), 1);
    this.#idleBytes -= slab.length;
    return slab.subarray(0, bytes);
  }

  /**
   * Takes back memory that `take` gave. Call it once, when nobody reads the memory any more. Memory from elsewhere is
   * ignored.
   */
  give({ buffer }: Buffer): void {
    if (!this.#own.has(buffer) || this.#idle.some((each) => each.buffer === buffer)) return;
    const slab = Buffer.from(buffer);
    if (this.#idleBytes + slab.length > slabIdleBytes) return;
    this.#idle.push(slab);
    this.#idleBytes += slab.length;
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => this.#drop(), slabIdleMs).unref();
  }

  get idleBytes(): number {
    return this.#idleBytes;
  }

  #drop(): void {
    this.#idle = [];
    this.#idleBytes = 0;
  }
}

export const slabs = new Slabs();
