// Memory for recordings in large bodies, used again and again. What a clip takes outlives the young generation, and only a collection of
// the old one would give it back: a wave of clips made one every few hundred ms, each of which holds up every call for tens of ms.
import { limits } from '../../protocol/limits.js';

const { slabStepBytes, slabIdleBytes, slabIdleMs } = limits.shares;

export class Slabs {
  readonly #own = new WeakSet<ArrayBufferLike>();
  #idle: Buffer[] = [];
  #idleBytes = 0;
  #forget: NodeJS.Timeout | undefined;

  /** Bytes that nobody else has, with whatever they held before. Who does not give them back has taken them out. */
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

  /** Takes back what `take` gave, once, when nobody reads it any more. Other memory stays whose it is. */
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
