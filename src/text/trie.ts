// Searches for many sequences of keys at once. One walk from each place finds all of them, however many there are.

export interface Trie<T> {
  readonly next: Map<string, Trie<T>>;
  value: T | undefined;
}

export function emptyTrie<T>(): Trie<T> {
  return { next: new Map(), value: undefined };
}

/** Adds a sequence. If it is there already, its first value stays. */
export function insert<T>(root: Trie<T>, keys: readonly string[], value: T): void {
  let node = root;
  for (const key of keys) {
    let next = node.next.get(key);
    if (!next) {
      next = emptyTrie();
      node.next.set(key, next);
    }
    node = next;
  }
  node.value ??= value;
}

export interface Found<T> {
  readonly end: number;
  readonly value: T;
}

const none: readonly Found<never>[] = [];

/** Every sequence that begins at `from`, the shortest first. */
export function runsAt<T>(root: Trie<T>, keys: readonly string[], from: number): readonly Found<T>[] {
  let node = root.next.get(keys[from] as string);
  if (!node) return none;
  const found: Found<T>[] = [];
  for (let end = from + 1; node; end++) {
    if (node.value !== undefined) found.push({ end, value: node.value });
    node = end < keys.length ? node.next.get(keys[end] as string) : undefined;
  }
  return found;
}
