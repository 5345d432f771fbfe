// Compiled word lists, the newest few: lists come again with every call of a user. Bounded in count and in bytes.
export interface KeptLimits {
  readonly keptLists: number;
  readonly keptBytes: number;
}

export class Lru<T> {
  readonly #limits: KeptLimits;
  readonly #lists = new Map<string, { readonly list: T; readonly bytes: number }>();
  #bytes = 0;

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#lists.size;
  }

  find(key: string): T | undefined {
    const kept = this.#lists.get(key);
    if (kept === undefined) return undefined;
    this.#lists.delete(key);
    this.#lists.set(key, kept); // the newest stands last
    return kept.list;
  }

  keep(key: string, list: T, bytes: number): void {
    this.#forget(key);
    this.#lists.set(key, { list, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= this.#limits.keptLists && this.#bytes <= this.#limits.keptBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#lists.get(key);
    if (kept === undefined) return;
    this.#lists.delete(key);
    this.#bytes -= kept.bytes;
  }
}
