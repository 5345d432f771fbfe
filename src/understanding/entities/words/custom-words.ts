// The words of a robot's own lexicons. One table holds all of them by their characters, a second one holds those that
// may be found by their sound.
import { parseSimpleEntry, parseWordEntry } from '../../notation/entries.js';
import type { Variables } from '../../notation/expression.js';
import type { EntryRecord, LexiconRecord } from '../../package/records.js';
import { slips } from '../../sounds/slips.js';
import { type NearSound, soundsNear, soundsOf, soundsOfWords } from '../../sounds/syllables.js';
import type { Entity } from '../entity.js';
import { type Comparable, keysOf, placeOf } from './comparable.js';
import { WordTable } from './word-table.js';

/** The number of a set: the entries of a lexicon, or of one class of a dynamic lexicon. */
type WordSet = number;

interface Lexicon {
  readonly record: LexiconRecord;
  /** Keyed by class; the key is null in a lexicon without classes. */
  readonly sets: ReadonlyMap<number | null, WordSet>;
}

/**
 * Maximum length of a text that is searched for near sounds, in code units. A longer text is no answer to a question,
 * and each character costs many comparisons.
 */
const longestNearly = 60;
/** The number of words followed at once if characters of a text have several readings. */
const mostReadings = 16;

const endsInParticle = /[吗吧呢嘛么啊呀了的也都就]$/u;

export class CustomWords {
  readonly #lexicons = new Map<string, Lexicon>();
  readonly #byText: WordTable;
  readonly #bySound: WordTable;
  /** The set of each word of the first table. */
  readonly #sets: Uint32Array;
  readonly #standards: readonly string[];
  readonly #standardOf: Uint32Array;
  /** For each word of the second table its index in the first one. */
  readonly #spelled: Uint32Array;

  constructor(lexicons: Iterable<LexiconRecord>, entries: Iterable<EntryRecord>) {
    const byId = new Map<number, Lexicon>();
    let setCount = 0;
    for (const record of lexicons) {
      const classes = record.type === 'DYNAMIC' ? record.classes.map(({ id }) => id) : [null];
      const made = { record, sets: new Map(classes.map((id) => [id, setCount++])) };
      byId.set(record.id, made);
      this.#lexicons.set(record.name, made);
    }
    const words: string[] = [];
    const sets: number[] = [];
    const standards: string[] = [];
    const standardOf: number[] = [];
    const speakable: number[] = [];
    for (const { lexiconId, classId, content } of entries) {
      const lexicon = byId.get(lexiconId);
      const set = lexicon?.sets.get(classId);
      if (!lexicon || set === undefined) continue;
      const isSimple = lexicon.record.type === 'SIMPLE';
      const { standard, synonyms } = isSimple ? parseSimpleEntry(content) : parseWordEntry(content);
      standards.push(standard);
      for (const word of [standard, ...synonyms]) {
        const keys = keysOf(word);
        words.push(keys);
        sets.push(set);
        standardOf.push(standards.length - 1);
        if (!isSimple) speakable.push(words.length - 1);
      }
    }
    this.#sets = Uint32Array.from(sets);
    this.#standards = standards;
    this.#standardOf = Uint32Array.from(standardOf);
    const allSounds = soundsOfWords(speakable.map((word) => words[word] as string));
    const spelled = speakable.filter((_, at) => allSounds[at] !== undefined);
    this.#spelled = Uint32Array.from(spelled);
    this.#byText = new WordTable(words, (one, other) => (sets[one] as number) - (sets[other] as number));
    const sounds = allSounds.filter((sound) => sound !== undefined);
    const setOf = (sound: number) => sets[spelled[sound] as number] as number;
    this.#bySound = new WordTable(sounds, (one, other) => setOf(one) - setOf(other));
  }

  has(lexicon: string): boolean {
    return this.#lexicons.has(lexicon);
  }

  record(lexicon: string): LexiconRecord | undefined {
    return this.#lexicons.get(lexicon)?.record;
  }

  /**
   * Finds words as they are spelled. Then finds words by their sound, unless a word of the first kind overlaps them, or
   * the text ends in a particle there: 行吗 is 姓马 only to `findNearly`, as an answer to the question for a name.
   */
  find(text: Comparable, lexicons: readonly string[], variables: Variables): Entity[] {
    const wanted = this.#wanted(lexicons, variables);
    if (wanted.size === 0) return [];
    const spelled = this.#collector(text, wanted);
    this.#byText.eachIn(text.keys, spelled.add);
    if (this.#bySound.isEmpty || [...wanted.values()].every((name) => this.record(name)?.type === 'SIMPLE')) {
      return spelled.found;
    }
    const sounding = this.#collector(text, wanted);
    this.#eachSound(text.keys, sounding.add);
    const heard = sounding.found.filter(({ value }) => !endsInParticle.test(value));
    return [...spelled.found, ...withoutOverlap(heard, spelled.found, text.text.length)];
  }

  /**
   * Finds words that sound similar to a part of the text, with at most one slip per two syllables. Slips are common
   * confusions of people and recognisers: n and l, in and ing, z and zh.
   */
  findNearly(text: Comparable, lexicon: string, variables: Variables): Entity[] {
    const wanted = this.#wanted([lexicon], variables);
    if (
      text.keys.length > longestNearly ||
      wanted.size === 0 ||
      this.#bySound.isEmpty ||
      this.record(lexicon)?.type === 'SIMPLE'
    )
      return [];
    const { found, add } = this.#collector(text, wanted);
    this.#eachSound(text.keys, add, soundsNear);
    return found;
  }

  /** The sets to search, with the names of their lexicons. */
  #wanted(names: readonly string[], variables: Variables): ReadonlyMap<WordSet, string> {
    const wanted = new Map<WordSet, string>();
    for (const name of names) {
      const lexicon = this.#lexicons.get(name);
      if (!lexicon) continue;
      const classId = classOf(lexicon.record, variables);
      const set = classId === undefined ? undefined : lexicon.sets.get(classId);
      if (set !== undefined) wanted.set(set, name);
    }
    return wanted;
  }

  /** Collects entities for words of the first table that were found in the keys. */
  #collector(text: Comparable, wanted: ReadonlyMap<WordSet, string>) {
    const found: Entity[] = [];
    let before = { from: -1, to: -1, set: -1 };
    const add = (from: number, to: number, word: number) => {
      const set = this.#sets[word] as number;
      const lexicon = wanted.get(set);
      if (lexicon === undefined) return;
      // if two entries of a lexicon have the same word, the earlier one counts
      if (before.from === from && before.to === to && before.set === set) return;
      before = { from, to, set };
      const place = placeOf(text, from, to);
      if (!place) return;
      const normValue = this.#standards[this.#standardOf[word] as number] as string;
      found.push({ lexicon, ...place, value: text.text.slice(place.start, place.end), normValue });
    };
    return { found, add };
  }

  /** Reports each word that sounds like a part of the keys, by its index in the first table. */
  #eachSound(
    keys: string,
    found: (from: number, to: number, word: number) => void,
    alike: (unit: number) => readonly NearSound[] = exactly,
  ): void {
    const table = this.#bySound;
    const sounds = soundsOf(keys).map((units) => units.flatMap(alike));
    for (let from = 0; from < sounds.length; from++) {
      let nodes: readonly Reached[] = [{ node: 0, cost: 0 }];
      for (let to = from + 1; nodes.length > 0 && to <= sounds.length; to++) {
        nodes = step(table, nodes, sounds[to - 1] as readonly NearSound[]);
        for (const { node, cost } of nodes) {
          if (cost > mostSlips * (to - from)) continue;
          table.eachAt(node, (word) => found(from, to, this.#spelled[word] as number));
        }
      }
    }
  }
}

/** A node of the table, and the cost of the slips on the way to it. */
interface Reached {
  readonly node: number;
  readonly cost: number;
}

/** The maximum cost of slips per syllable of a word. */
const mostSlips = slips.near / 2;

const exactly = (unit: number): readonly NearSound[] => [{ unit, cost: 0 }];

/** The child nodes for these sounds, those with the fewest slips first. */
function step(table: WordTable, nodes: readonly Reached[], sounds: readonly NearSound[]): Reached[] {
  const next: Reached[] = [];
  for (const { node, cost } of nodes) {
    for (const sound of sounds) {
      const child = table.child(node, sound.unit);
      if (child !== 0) next.push({ node: child, cost: cost + sound.cost });
    }
  }
  return next.length <= 1 ? next : next.sort((a, b) => a.cost - b.cost).slice(0, mostReadings);
}

/** The class whose value equals the variable's; otherwise the default class, which has no value. */
function classOf(record: LexiconRecord, variables: Variables): number | null | undefined {
  if (record.type !== 'DYNAMIC') return null;
  const value = variables(record.matchVar.split('.'));
  const isBasic = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const shown = isBasic ? String(value) : '';
  const matched = record.classes.find(({ matchValue }) => matchValue === shown);
  return (matched ?? record.classes.find(({ matchValue }) => matchValue === ''))?.id;
}

/** Drops words found by sound that overlap a spelled word of the same lexicon, or lie within one of another. */
function withoutOverlap(sounds: readonly Entity[], spelled: readonly Entity[], length: number): Entity[] {
  if (spelled.length === 0 || sounds.length === 0) return [...sounds];
  const farthest = new Int32Array(length).fill(-1);
  const covered = new Map<string, Uint8Array>();
  for (const { lexicon, start, end } of spelled) {
    farthest[start] = Math.max(farthest[start] as number, end);
    let own = covered.get(lexicon);
    if (!own) {
      own = new Uint8Array(length);
      covered.set(lexicon, own);
    }
    own.fill(1, start, end);
  }
  for (let at = 1; at < length; at++) farthest[at] = Math.max(farthest[at] as number, farthest[at - 1] as number);
  return sounds.filter(
    ({ lexicon, start, end }) =>
      (farthest[start] as number) < end && !covered.get(lexicon)?.subarray(start, end).includes(1),
  );
}
