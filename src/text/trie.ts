// Many runs of keys looked for at once: one walk from each place, however many there are.

export interface Trie<T> {
  readonly next: Map<string, Trie<T>>;
  value: T | undefined;
}

export function emptyTrie<T>(): Trie<T> {
  return { next: new Map(), value: undefined };
}

/** The first value of a run stays. */
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

/** Every run that begins at `from`, the shortest first. */
export function* runsAt<T>(root: Trie<T>, keys: readonly string[], from: number): Generator<Found<T>> {
  let node: Trie<T> | undefined = root;
  for (let at = from; at < keys.length; at++) {
    node = node.next.get(keys[at] as string);
    if (!node) return;
    if (node.value !== undefined) yield { end: at + 1, value: node.value };
  }
}
