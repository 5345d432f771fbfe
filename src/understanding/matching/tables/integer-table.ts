// A map from pairs of unsigned 32-bit numbers to non-negative numbers, in three typed arrays instead of an object for
// each entry.

const absent = 0xffffffff;

export class IntegerTable {
  #firsts: Uint32Array;
  #seconds: Uint32Array;
  #values: Uint32Array;
  #count = 0;

  constructor(expected = 16) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 1.6)));
    this.#firsts = new Uint32Array(places);
    this.#seconds = new Uint32Array(places);
    this.#values = new Uint32Array(places).fill(absent);
  }

  get size(): number {
    return this.#count;
  }

  /** The value of a pair; -1: it has none. */
  get(first: number, second: number): number {
    const value = this.#values[this.#place(first, second)] as number;
    return value === absent ? -1 : value;
  }

  set(first: number, second: number, value: number): void {
    const place = this.#place(first, second);
    if (this.#values[place] === absent) this.#count++;
    this.#firsts[place] = first;
    this.#seconds[place] = second;
    this.#values[place] = value;
    if (this.#count > this.#values.length * 0.7) this.#grow();
  }

  /** The value of the pair; a new pair gets the next number. */
  number(first: number, second: number): number {
    const known = this.get(first, second);
    if (known >= 0) return known;
    const next = this.#count;
    this.set(first, second, next);
    return next;
  }

  #place(first: number, second: number): number {
    const mask = this.#values.length - 1;
    let mixed = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    let place = (mixed ^ (mixed >>> 13)) & mask;
    while (
      this.#values[place] !== absent &&
      (this.#firsts[place] !== first >>> 0 || this.#seconds[place] !== second >>> 0)
    ) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const [firsts, seconds, values] = [this.#firsts, this.#seconds, this.#values];
    this.#firsts = new Uint32Array(values.length * 2);
    this.#seconds = new Uint32Array(values.length * 2);
    this.#values = new Uint32Array(values.length * 2).fill(absent);
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      if (value === absent) continue;
      const place = this.#place(firsts[at] as number, seconds[at] as number);
      this.#firsts[place] = firsts[at] as number;
      this.#seconds[place] = seconds[at] as number;
      this.#values[place] = value;
    }
  }
}
