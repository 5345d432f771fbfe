// A model of characters with a lexicon of phones: each character stands for its readings. The initial is placed in the
// output of the character, the tonal final in the next one, so that a run of characters becomes a run of phones, and
// characters that sound alike count as one.
import type { NativeLexicon } from '../../../native/search-addon.js';

/** The ids of the phones of a character's readings. */
interface CharacterPhones {
  /** Initials; empty if every reading is a final alone. */
  readonly initials: Uint16Array;
  readonly finals: Uint16Array;
}

/** Log probability below which characters are ignored: exp(-14) is under a millionth. */
const leastLog = -14;
/** Least probability of phones and blank, so that the logarithm stays finite. */
const leastProbability = 1e-9;
const leastBlank = 1e-6;
/** True for a final: its name ends with its tone. */
const isFinal = (phone: string): boolean => /[1-5]$/.test(phone);

export class CharacterReadings {
  readonly #lexicon: NativeLexicon;
  readonly #characters: readonly (CharacterPhones | undefined)[];
  readonly blank: number;

  /** `blank`: that of the lexicon's units. `names`: the characters by their ids. */
  constructor(names: readonly string[], lexicon: NativeLexicon, blank: number) {
    this.#lexicon = lexicon;
    this.blank = blank;
    const readings = readingsOf(lexicon, new Set(names.filter((name) => [...name].length === 1)));
    this.#characters = names.map((name) => phonesOf(readings.get(name) ?? []));
  }

  /** Number of phones, including the blank. */
  get width(): number {
    return this.#lexicon.units.length;
  }

  /** True if at least one character has a reading. */
  get hasAny(): boolean {
    return this.#characters.some((phones) => phones !== undefined);
  }

  /** Words that cannot be heard, because no character of the model has one of their phones. */
  unheardWords(): string[] {
    const heard = new Set<number>();
    for (const phones of this.#characters) {
      for (const phone of phones?.initials ?? []) heard.add(phone);
      for (const phone of phones?.finals ?? []) heard.add(phone);
    }
    const words: string[] = [];
    for (let word = 0; word < this.#lexicon.words; word++) {
      const text = this.#lexicon.text(word);
      const runs = this.#lexicon.readings(text);
      if (runs.length > 0 && runs.every((run) => run.some((phone) => !heard.has(phone)))) words.push(text);
    }
    return words;
  }

  /** Opens the rows of one stream, which keep the finals that belong to the next output. */
  open(): PhoneRows {
    return new PhoneRows(this.#characters, this.width, this.blank);
  }
}

/** Converts log probabilities of characters into those of phones. */
class PhoneRows {
  readonly #characters: readonly (CharacterPhones | undefined)[];
  readonly #width: number;
  readonly #blank: number;
  /** Probabilities of the finals of the previous output's characters. */
  #owed: Float32Array;

  constructor(characters: readonly (CharacterPhones | undefined)[], width: number, blank: number) {
    this.#characters = characters;
    this.#width = width;
    this.#blank = blank;
    this.#owed = new Float32Array(width);
  }

  /** Returns as many rows as it takes. */
  push(rows: Float32Array, count: number): Float32Array {
    const out = new Float32Array(count * this.#width);
    const width = this.#characters.length;
    for (let row = 0; row < count; row++) {
      const owed = new Float32Array(this.#width);
      const own = this.#owed;
      for (let character = 0; character < width; character++) {
        const log = rows[row * width + character] as number;
        const phones = log > leastLog ? this.#characters[character] : undefined;
        if (phones === undefined) continue;
        const probability = Math.exp(log);
        for (const phone of phones.initials) own[phone] = (own[phone] as number) + probability;
        for (const phone of phones.finals) owed[phone] = (owed[phone] as number) + probability;
      }
      this.#write(own, out.subarray(row * this.#width, (row + 1) * this.#width));
      this.#owed = owed;
    }
    return out;
  }

  /** Returns the result of push() without advancing the stream. */
  peek(rows: Float32Array, count: number): Float32Array {
    const owed = this.#owed.slice();
    const out = this.push(rows, count);
    this.#owed = owed;
    return out;
  }

  /** The last row, with the finals that are still due. */
  end(): Float32Array {
    const out = new Float32Array(this.#width);
    this.#write(this.#owed, out);
    this.#owed = new Float32Array(this.#width);
    return out;
  }

  #write(probabilities: Float32Array, out: Float32Array): void {
    let sum = 0;
    for (let phone = 0; phone < out.length; phone++) {
      const probability = probabilities[phone] as number;
      sum += probability;
      out[phone] = Math.log(Math.min(1, Math.max(probability, leastProbability)));
    }
    out[this.#blank] = Math.log(Math.max(1 - sum, leastBlank));
  }
}

function phonesOf(readings: Iterable<readonly number[]>): CharacterPhones | undefined {
  const initials = new Set<number>();
  const finals = new Set<number>();
  for (const run of readings) {
    const [first, second] = run;
    if (second !== undefined) initials.add(first as number);
    finals.add(run.at(-1) as number);
  }
  return finals.size === 0 ? undefined : { initials: Uint16Array.from(initials), finals: Uint16Array.from(finals) };
}

/** The readings of a character as a word, or else its readings within words. */
function readingsOf(lexicon: NativeLexicon, wanted: ReadonlySet<string>): Map<string, number[][]> {
  const alone = new Map<string, number[][]>();
  const within = new Map<string, Map<string, number[]>>();
  const { units } = lexicon;
  for (let word = 0; word < lexicon.words; word++) {
    const text = lexicon.text(word);
    const characters = [...text];
    if (!characters.some((character) => wanted.has(character))) continue;
    for (const run of lexicon.readings(text)) {
      const syllables = syllablesOf(run, units);
      if (syllables?.length !== characters.length) continue;
      for (const [at, character] of characters.entries()) {
        if (!wanted.has(character)) continue;
        const syllable = syllables[at] as number[];
        if (characters.length === 1) alone.set(character, [...(alone.get(character) ?? []), syllable]);
        else within.set(character, (within.get(character) ?? new Map()).set(syllable.join(), syllable));
      }
    }
  }
  for (const [character, runs] of within) if (!alone.has(character)) alone.set(character, [...runs.values()]);
  return alone;
}

/** The syllables of a run; undefined if it is not made of an optional initial and a final each. */
function syllablesOf(run: Uint16Array, units: readonly string[]): number[][] | undefined {
  const syllables: number[][] = [];
  let open: number[] = [];
  for (const phone of run) {
    open.push(phone);
    if (!isFinal(units[phone] ?? '')) continue;
    if (open.length > 2) return undefined;
    syllables.push(open);
    open = [];
  }
  return open.length === 0 ? syllables : undefined;
}
