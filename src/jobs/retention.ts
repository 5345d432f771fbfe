// Removes what has had its time.

export interface Expired<Left> {
  readonly ids: readonly string[];
  /** Removes the rows, and says what is left to remove; undefined: somebody needs it again by now. */
  forget(id: string): Left | undefined;
  /** Removes the files. */
  remove(left: Left): Promise<void>;
}

/** Rows first: after a crash there are files without a row, which a start removes, and never a row without its files. */
export async function removeExpired<Left>({ ids, forget, remove }: Expired<Left>): Promise<void> {
  for (const id of ids) {
    const left = forget(id);
    if (left !== undefined) await remove(left);
  }
}

/** Finds what nobody has needed for a while. In memory: after a restart the time begins anew. */
export class Unneeded {
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #sinceMs = new Map<string, number>();

  /** `now`: monotonic clock, ms. */
  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** The keys whose time is over, again and again as long as they are there. */
  expired(keys: Iterable<string>, isNeeded: (key: string) => boolean): string[] {
    const over: string[] = [];
    const seen = new Set<string>();
    for (const key of keys) {
      if (isNeeded(key)) continue;
      seen.add(key);
      const sinceMs = this.#sinceMs.get(key) ?? this.#now();
      this.#sinceMs.set(key, sinceMs);
      if (this.#now() - sinceMs >= this.#keepMs) over.push(key);
    }
    for (const key of this.#sinceMs.keys()) if (!seen.has(key)) this.#sinceMs.delete(key);
    return over;
  }
}
