// Compiles sample text (an `olm` resource) into a language model of its words in the format of docs/model-formats.md,
// over the vocabulary of a lexicon. The same text and lexicon give the same bytes. The model has runs of one to three
// words with Witten-Bell smoothing: the words that follow a run in the text share the probability with all other words,
// in the proportion of the count of the run to the number of different words that follow it. Source: T. Bell, J.
// Cleary, I. Witten, Text compression, 1990, method C, interpolated.
import type { NativeLexicon } from '../../../native/search-addon.js';

/** Part of the name of a compiled file; it changes with every change of the compiler's output. */
export const compilerVersion = 1;

const begin = 0;
const end = 1;
const unknown = 2;
const firstWord = 3;
/** Factor of a run's place in a key; every word is below it (65535 at most). */
const base = 65_536;
const codes = 256;
const never = -99;

const sentenceEnds = /[\n\r。！？；!?;]+/u;
const spoken = /[\p{Script=Han}\p{L}\p{N}]+/gu;

/** Sentences of a text, each cut into its longest words of the lexicon. */
export function sentencesOf(text: string, lexicon: NativeLexicon): number[][] {
  const words = (piece: string): number[] => Array.from(lexicon.split(piece), (word) => word + firstWord);
  return text
    .normalize('NFKC')
    .split(sentenceEnds)
    .map((sentence) =>
      (sentence.match(spoken) ?? []).flatMap((piece) => {
        const whole = words(piece);
        if (whole.length > 0) return whole;
        return [...piece].flatMap((character) => {
          const known = words(character);
          return known.length > 0 ? known : [unknown];
        });
      }),
    )
    .filter((sentence) => sentence.length > 0);
}

/** Runs of one length. `keys` ascend: place in the level before × 65536 + last word. */
interface Level {
  readonly keys: Float64Array;
  readonly counts: Float64Array;
  readonly placeOf: Map<number, number>;
}

/** Compiles the text. `vocabulary`: the lexicon's number, from its file. */
export function compileSmallCorpus(text: string, lexicon: NativeLexicon, vocabulary: bigint): Uint8Array {
  const sentences = sentencesOf(text, lexicon).map((words) => [begin, ...words, end]);
  const size = lexicon.words + firstWord;
  const unigrams = new Float64Array(size);
  for (const words of sentences) for (const word of words.slice(1)) unigrams[word] = (unigrams[word] ?? 0) + 1;
  const bigrams = levelOf(sentences, (words, at) => (at < 1 ? undefined : key(words[at - 1], words[at])));
  const placeOfPair = (one: number | undefined, two: number | undefined) => bigrams.placeOf.get(key(one, two));
  const trigrams = levelOf(sentences, (words, at) =>
    at < 2 ? undefined : key(placeOfPair(words[at - 2], words[at - 1]), words[at]),
  );
  const afterWord = followers(size, bigrams);
  const afterPair = followers(bigrams.keys.length, trigrams);
  const one = oneWord(unigrams);
  const two = Float64Array.from(bigrams.keys, (each, place) => {
    return shared(bigrams.counts[place], afterWord, Math.floor(each / base), one[each % base]);
  });
  const three = Float64Array.from(trigrams.keys, (each, place) => {
    const pair = Math.floor(each / base);
    const shorter = placeOfPair((bigrams.keys[pair] ?? 0) % base, each % base) ?? 0;
    return shared(trigrams.counts[place], afterPair, pair, two[shorter]);
  });
  const logs = (values: Float64Array) => Float64Array.from(values, (value) => (value > 0 ? Math.log(value) : never));
  const file = new FileOfSections(header(vocabulary, [size, bigrams.keys.length, trigrams.keys.length, 0]));
  file.addCoded(logs(one), afterWord.rest);
  file.addU32(afterWord.ranges);
  // The tables of a level come before its words.
  file.addCoded(logs(two), afterPair.rest, bigrams.keys);
  file.addU32(afterPair.ranges);
  file.addCoded(logs(three), undefined, trigrams.keys);
  return file.bytes();
}

const key = (place = 0, word = 0): number => place * base + word;

function levelOf(
  sentences: readonly (readonly number[])[],
  keyAt: (words: readonly number[], at: number) => number | undefined,
): Level {
  const counted = new Map<number, number>();
  for (const words of sentences) {
    for (let at = 0; at < words.length; at++) {
      const each = keyAt(words, at);
      if (each !== undefined) counted.set(each, (counted.get(each) ?? 0) + 1);
    }
  }
  const keys = Float64Array.from(counted.keys()).sort();
  const placeOf = new Map(Array.from(keys, (each, place) => [each, place]));
  return { keys, counts: Float64Array.from(keys, (each) => counted.get(each) ?? 0), placeOf };
}

interface Followers {
  /** Count of the words after each run, and number of different words among them. */
  readonly counts: Float64Array;
  readonly kinds: Float64Array;
  /** Natural logarithm of the share that is left to words that never follow the run. */
  readonly rest: Float64Array;
  /** Start of each run in the next level; the last entry is the length of that level. */
  readonly ranges: Uint32Array;
}

function followers(runs: number, next: Level): Followers {
  const counts = new Float64Array(runs);
  const kinds = new Float64Array(runs);
  for (const [place, each] of next.keys.entries()) {
    const run = Math.floor(each / base);
    counts[run] = (counts[run] ?? 0) + (next.counts[place] ?? 0);
    kinds[run] = (kinds[run] ?? 0) + 1;
  }
  const rest = counts.map((count, run) => {
    const kind = kinds[run] ?? 0;
    return kind > 0 ? Math.log(kind / (count + kind)) : 0;
  });
  const ranges = new Uint32Array(runs + 1);
  for (let run = 0; run < runs; run++) ranges[run + 1] = (ranges[run] ?? 0) + (kinds[run] ?? 0);
  return { counts, kinds, rest, ranges };
}

/** Scores of single words. Words that the text does not contain share the rest evenly. A begin is never looked up. */
function oneWord(counts: Float64Array): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const kinds = Math.max(1, counts.filter((count) => count > 0).length);
  return counts.map((count, word) => (word === begin ? 0 : (count + kinds / (counts.length - 1)) / (total + kinds)));
}

function shared(count = 0, { counts, kinds }: Followers, run: number, shorter = 0): number {
  const kind = kinds[run] ?? 0;
  return (count + kind * shorter) / ((counts[run] ?? 0) + kind);
}

function header(vocabulary: bigint, counts: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('TGLM'));
  view.setUint16(4, 1, true);
  bytes[6] = 3;
  view.setBigUint64(8, vocabulary, true);
  for (const [at, count] of counts.entries()) view.setUint32(16 + 4 * at, count, true);
  return bytes;
}

/** Arrays after a header; each begins at a multiple of 8 bytes from the header's end. */
class FileOfSections {
  readonly #parts: Uint8Array[];
  #length = 0;

  constructor(head: Uint8Array) {
    this.#parts = [head];
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }

  addU32(values: Uint32Array): void {
    this.#add(4 * values.length, (view) => {
      for (const [at, value] of values.entries()) view.setUint32(4 * at, value, true);
    });
  }

  /** Adds a level without its ranges: tables, words, codes. */
  addCoded(scores: Float64Array, weights?: Float64Array, keys?: Float64Array): void {
    const tables = [scores, ...(weights ? [weights] : [])].map(evenly);
    for (const { table } of tables) {
      this.#add(4 * codes, (view) => {
        for (const [at, value] of table.entries()) view.setFloat32(4 * at, value, true);
      });
    }
    if (keys) {
      this.#add(2 * keys.length, (view) => {
        for (const [at, each] of keys.entries()) view.setUint16(2 * at, each % base, true);
      });
    }
    for (const { coded } of tables) this.#add(coded.length, (view) => new Uint8Array(view.buffer).set(coded));
  }

  #add(length: number, write: (view: DataView<ArrayBuffer>) => void): void {
    const padding = (8 - (this.#length % 8)) % 8;
    const bytes = new Uint8Array(length);
    write(new DataView(bytes.buffer));
    this.#parts.push(new Uint8Array(padding), bytes);
    this.#length += padding + length;
  }
}

/** Quantises values to 256 even steps between the least and the greatest; `never` has the first step for itself. */
function evenly(values: Float64Array): { table: Float64Array; coded: Uint8Array } {
  let least = 0;
  let most = never;
  for (const value of values) {
    if (value <= never) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const step = Math.max(0, most - least) / (codes - 2);
  const table = Float64Array.from({ length: codes }, (_, at) => (at === 0 ? never : least + step * (at - 1)));
  for (let at = 1; at < codes; at++) table[at] = Math.min(0, table[at] ?? 0);
  const codeOf = (value: number) => (value <= never ? 0 : 1 + (step > 0 ? Math.round((value - least) / step) : 0));
  return { table, coded: Uint8Array.from(values, codeOf) };
}
