// The most recently used entries, bounded in count and in bytes: a value that is soon needed again is not made again.

export interface LruLimits {
  readonly entries: number;
  /** Limit for all entries together; default: no limit. */
  readonly bytes?: number;
  /** An entry with more bytes is not kept; default: no such limit. */
  readonly entryBytes?: number;
}

export class Lru<K, V> {
  readonly #limits: Required<LruLimits>;
  /** The most recently used entry comes last. */
  readonly #entries = new Map<K, { readonly value: V; readonly bytes: number }>();
  #bytes = 0;

  constructor({ entries, bytes = Number.POSITIVE_INFINITY, entryBytes = bytes }: LruLimits) {
    this.#limits = { entries, bytes, entryBytes: Math.min(bytes, entryBytes) };
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Marks the entry as used now. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The cached value, or else the result of `make`, which is then cached. */
  getOr(key: K, make: () => V): V {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Adds an entry. One above `entryBytes` is not kept, and still removes the older entry of its key. */
  set(key: K, value: V, bytes = 0): void {
    this.delete(key);
    if (bytes > this.#limits.entryBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return;
      this.delete(oldest);
    }
  }

  /** All values, the most recently used last; none is marked as used. */
  values(): V[] {
    return [...this.#entries.values()].map(({ value }) => value);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  /** Removes every entry for which `isStale` is true, without marking any as used. */
  deleteWhere(isStale: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isStale(value)) this.delete(key);
  }
}
