// Reads a word list of either kind. The readings of a full list of new words take some tenths of a second of CPU time,
// so that a process that must stay responsive reads it in a thread (thread.ts).
import { type HotwordList, parseHotwords } from './hotwords.js';
import { parseSensitiveWords, type SensitiveList } from './sensitive.js';

/** The result of reading a list, by kind. */
export interface ReadLists {
  readonly hotwords: HotwordList;
  readonly sensitiveWords: SensitiveList;
}

export type ListKind = keyof ReadLists;

export interface ListReader {
  read<K extends ListKind>(kind: K, content: Uint8Array, ignoreTone: boolean): Promise<ReadLists[K]>;
}

const parsers: { readonly [K in ListKind]: (content: Uint8Array, ignoreTone: boolean) => ReadLists[K] } = {
  hotwords: (content, ignoreTone) => parseHotwords(content, { ignoreTone }),
  sensitiveWords: (content) => parseSensitiveWords(content),
};

/** Parses a list on the calling thread. */
export const parseList = <K extends ListKind>(kind: K, content: Uint8Array, ignoreTone: boolean): ReadLists[K] =>
  parsers[kind](content, ignoreTone);

/** A reader for processes that may block. */
export const readHere: ListReader = {
  read: async (kind, content, ignoreTone) => parseList(kind, content, ignoreTone),
};
