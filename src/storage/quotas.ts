// The quota of bytes that a developer may store, all kinds together. Each feature counts its own kind; every request
// that stores more is checked here before its body is read.
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';

export interface StoredKind {
  /** The kind in words, for messages. */
  readonly name: string;
  bytesOf(developerId: number): number;
}

interface Use {
  readonly atMs: number;
  readonly bytes: number;
  /** `resources 1.2 MB, …` */
  readonly words: string;
}

export class Quotas {
  readonly #quotaBytes: number;
  readonly #now: () => number;
  readonly #kinds: StoredKind[] = [];
  readonly #uses = new Map<number, Use>();

  /** `now`: monotonic clock, ms */
  constructor(quotaBytes: number, now: () => number = () => performance.now()) {
    this.#quotaBytes = quotaBytes;
    this.#now = now;
  }

  count(kind: StoredKind): void {
    this.#kinds.push(kind);
  }

  /** Throws STORAGE_FULL if `bytes` more do not fit, or the quota is used up. */
  need(developerId: number, bytes = 0): void {
    const isOver = (use: Use) => use.bytes + bytes > this.#quotaBytes || use.bytes >= this.#quotaBytes;
    const known = this.#use(developerId, limits.storage.useFreshMs);
    if (!isOver(known)) return;
    const use = this.#use(developerId, limits.storage.overUseFreshMs); // something may have been deleted
    if (!isOver(use)) return;
    const more = bytes > 0 ? ` and wants to store ${inMb(bytes)} more` : '';
    throw new ServiceError(
      'STORAGE_FULL',
      `the developer has stored ${inMb(use.bytes)} (${use.words})${more}; the quota is ${inMb(this.#quotaBytes)} ` +
        '(storage.developerMib): delete something first',
    );
  }

  #use(developerId: number, freshMs: number): Use {
    const known = this.#uses.get(developerId);
    const atMs = this.#now();
    if (known !== undefined && atMs - known.atMs < freshMs) return known;
    const parts = this.#kinds.map(({ name, bytesOf }) => ({ name, bytes: bytesOf(developerId) }));
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const words = parts
      .filter((part) => part.bytes > 0)
      .map((part) => `${part.name} ${inMb(part.bytes)}`)
      .join(', ');
    const use = { atMs, bytes, words };
    this.#uses.set(developerId, use);
    return use;
  }
}

const inMb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
