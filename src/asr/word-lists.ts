// Word lists as recognition uses them: compiled once and kept by their content. An updated list has other content and
// so another key; a session keeps the rules that it started with.
import { limits } from '../protocol/limits.js';
import { Lru, type LruLimits } from '../storage/lru.js';
import type { Diagnostic } from '../text/word-lists/lines.js';
import { type ListKind, type ListReader, parseList, type ReadLists } from '../text/word-lists/read.js';
import type { WordLists } from './configure.js';
import { WordListFault, type WordListReaders } from './requested-words.js';
import type { ListContent } from './resources.js';

export interface WordListParts {
  /** Phoneme replacement compares syllables without their tones. */
  readonly ignoreTone: boolean;
  readonly reader: ListReader;
  /** Called for each request with whether a compiled list was at hand. */
  readonly onAsked?: (kind: ListKind, outcome: 'hit' | 'miss') => void;
  readonly kept?: LruLimits;
}

/** A cached list: its entries, or the reason why it is illegal, and the warnings for the caller. */
interface Compiled {
  readonly list: ReadLists[ListKind];
  readonly fault: string | undefined;
  readonly notes: readonly string[];
}

interface Missing {
  readonly kind: ListKind;
  readonly key: string;
  readonly bytes: Uint8Array;
}

export class CompiledLists implements WordLists {
  readonly #parts: WordListParts;
  readonly #kept: Lru<string, Compiled>;
  readonly #beingRead = new Map<string, Promise<Compiled>>();

  constructor(parts: WordListParts) {
    this.#parts = parts;
    this.#kept = new Lru(parts.kept ?? { entries: limits.wordList.keptLists, bytes: limits.wordList.keptBytes });
  }

  /** estimated size of the compiled lists */
  get keptBytes(): number {
    return this.#kept.bytes;
  }

  /** `work` runs again after the lists it missed were read, so it must only look things up. */
  with<T>(work: (readers: WordListReaders) => T): T | Promise<T> {
    const known = new Map<string, Compiled>(); // keeps lists until the work is done, even if the cache drops them
    const attempt = (): T | Promise<T> => {
      const missing: Missing[] = [];
      const result = work(this.#readers(known, missing));
      if (missing.length === 0) return result;
      const reading = missing.map(async (each) => known.set(each.key, await this.#read(each)));
      return Promise.all(reading).then(attempt);
    };
    return attempt();
  }

  #readers(known: Map<string, Compiled>, missing: Missing[]): WordListReaders {
    const find = (kind: ListKind, content: ListContent): Compiled | undefined => {
      const key = `${kind} ${content.key}`;
      if (missing.some((each) => each.key === key)) return undefined; // requested before, for its entries
      let compiled = known.get(key) ?? this.#ask(kind, key);
      if (compiled === undefined) {
        const bytes = content.bytes(); // read now, while the bytes still belong to the key
        if (bytes.length > limits.wordList.readHereBytes) {
          missing.push({ kind, key, bytes });
          return undefined;
        }
        compiled = this.#keep(key, bytes, parseList(kind, bytes, this.#parts.ignoreTone));
      }
      known.set(key, compiled);
      if (compiled.fault !== undefined) throw new WordListFault(compiled.fault);
      return compiled;
    };
    const listOf = <K extends ListKind>(kind: K, content: ListContent) =>
      find(kind, content)?.list as ReadLists[K] | undefined;
    return {
      hotwords: (content) => listOf('hotwords', content)?.rules ?? [],
      hotwordNotes: (content) => find('hotwords', content)?.notes ?? [],
      sensitiveWords: (content) => listOf('sensitiveWords', content)?.words ?? [],
    };
  }

  #ask(kind: ListKind, key: string): Compiled | undefined {
    const compiled = this.#kept.get(key);
    this.#parts.onAsked?.(kind, compiled === undefined ? 'miss' : 'hit');
    return compiled;
  }

  /** Reads a list once, however many calls wait for it. */
  #read({ kind, key, bytes }: Missing): Promise<Compiled> {
    const before = this.#beingRead.get(key);
    if (before !== undefined) return before;
    const { reader, ignoreTone } = this.#parts;
    const reading = reader
      .read(kind, bytes, ignoreTone)
      .then((list) => this.#keep(key, bytes, list))
      .finally(() => this.#beingRead.delete(key));
    this.#beingRead.set(key, reading);
    return reading;
  }

  #keep(key: string, bytes: Uint8Array, list: ReadLists[ListKind]): Compiled {
    const { diagnostics } = list;
    const compiled = {
      list: { ...list, diagnostics: [] },
      fault: firstFault(diagnostics),
      notes: firstNotes(diagnostics),
    };
    this.#kept.set(key, compiled, heapBytes(list, bytes));
    return compiled;
  }
}

/** A note says what will not work as it may be meant; only a fault makes the list illegal. */
function firstFault(diagnostics: readonly Diagnostic[]): string | undefined {
  const faults = diagnostics.filter(({ severity }) => severity === 'fault');
  const [first] = faults;
  if (first === undefined) return undefined;
  return inWords(first) + (faults.length > 1 ? `; and ${faults.length - 1} more` : '');
}

/** The notes line by line; if there are many, the first few and the number of the others. */
function firstNotes(diagnostics: readonly Diagnostic[]): string[] {
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const most = limits.asr.listNotes;
  const shown = notes.slice(0, most).map(inWords);
  return notes.length > most ? [...shown, `and ${notes.length - most} more lines`] : shown;
}

const inWords = ({ line, wrong, right }: Diagnostic): string =>
  `${line === 0 ? '' : `line ${line}: `}${wrong}; expected ${right}`;

/** Size of an entry without its texts: an object, an array, headers of strings. */
const entryBytes = 160;

/** Texts with their readings are about four times as long as the list. */
function heapBytes(list: ReadLists[ListKind], content: Uint8Array): number {
  const entries = 'rules' in list ? list.rules.length : list.words.length;
  return entryBytes * (1 + entries) + 4 * content.length;
}
