// Hundreds of thousands of words in a few flat arrays. They form a tree of UTF-16 code units whose nodes are stored
// level by level, with the children of a node adjacent and sorted. A node takes 14 bytes, and a word about five nodes.

/** The words below each node during construction: sorted words from `from` to `to` that share their first units. */
interface Level {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

export class WordTable {
  readonly #unit: Uint16Array;
  /** The first child of each node. The children of node n end where those of n + 1 begin. */
  readonly #children: Uint32Array;
  /** The range of sorted words that end at each node. */
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #order: Uint32Array;

  /** Builds the table. Words may repeat; `before` orders equal ones. */
  constructor(words: readonly string[], before: (one: number, other: number) => number = () => 0) {
    const order = new Uint32Array(words.length);
    for (let at = 0; at < order.length; at++) order[at] = at;
    order.sort((one, other) => {
      const [left, right] = [words[one] as string, words[other] as string];
      if (left !== right) return left < right ? -1 : 1;
      return before(one, other) || one - other;
    });
    const most = words.reduce((sum, word) => sum + word.length, 1);
    const level: Level = { from: new Uint32Array(most), to: new Uint32Array(most) };
    level.to[0] = words.length;
    const unit = new Uint16Array(most);
    const children = new Uint32Array(most + 1);
    const first = new Uint32Array(most);
    const last = new Uint32Array(most);
    let count = 1;
    let depth = 0;
    let levelEnd = 1;
    for (let node = 0; node < count; node++) {
      if (node === levelEnd) {
        depth += 1;
        levelEnd = count;
      }
      children[node] = count;
      const to = level.to[node] as number;
      let at = level.from[node] as number;
      first[node] = at;
      while (at < to && (words[order[at] as number] as string).length === depth) at += 1;
      last[node] = at;
      while (at < to) {
        const next = (words[order[at] as number] as string).charCodeAt(depth);
        const from = at;
        while (at < to && (words[order[at] as number] as string).charCodeAt(depth) === next) at += 1;
        unit[count] = next;
        level.from[count] = from;
        level.to[count] = at;
        count += 1;
      }
    }
    children[count] = count;
    this.#unit = unit.slice(0, count);
    this.#children = children.slice(0, count + 1);
    this.#first = first.slice(0, count);
    this.#last = last.slice(0, count);
    this.#order = order;
  }

  get isEmpty(): boolean {
    return this.#order.length === 0;
  }

  /** The child that a unit leads to; 0 (the root): there is none. */
  child(node: number, unit: number): number {
    let low = this.#children[node] as number;
    let high = this.#children[node + 1] as number;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#unit[middle] as number) < unit) low = middle + 1;
      else high = middle;
    }
    return low < (this.#children[node + 1] as number) && this.#unit[low] === unit ? low : 0;
  }

  /** Reports the words that end at a node, by their indices in the constructor's list. */
  eachAt(node: number, found: (word: number) => void): void {
    const last = this.#last[node] as number;
    for (let sorted = this.#first[node] as number; sorted < last; sorted++) found(this.#order[sorted] as number);
  }

  /** Reports each word that occurs in the keys, by its index in the list. */
  eachIn(keys: string, found: (from: number, to: number, word: number) => void): void {
    for (let from = 0; from < keys.length; from++) {
      let node = this.child(0, keys.charCodeAt(from));
      for (let to = from + 1; node !== 0; to++) {
        const end = to;
        this.eachAt(node, (word) => found(from, end, word));
        node = to < keys.length ? this.child(node, keys.charCodeAt(to)) : 0;
      }
    }
  }
}
