// The hotwords and sensitive words that a call gets, and its warnings, by the "Dynamic optimization resource rules" of
// specification 2, section 2.3. Lists come from the lookup, their grammar from the readers.

import type { HotwordRule, LanguageModelFile } from '../protocol/engine/recognition.js';
import { limits } from '../protocol/limits.js';
import type { AsrConfig } from '../protocol/wire/asr-config.js';
import type { Warning } from '../protocol/wire/speech-messages.js';
import { contentOf, type ListContent, type ResourceLookup, type StoredList, type SystemWords } from './resources.js';

/** A list that is not what its grammar says; the message names the line. */
export class WordListFault extends Error {
  override readonly name = 'WordListFault';
}

/** Readers of list content. Both throw WordListFault. */
export interface WordListReaders {
  hotwords(content: ListContent): readonly HotwordRule[];
  /** Warnings about lines that are legal but may not work as intended; each names its line. */
  hotwordNotes(content: ListContent): readonly string[];
  sensitiveWords(content: ListContent): readonly string[];
}

export interface Caller {
  readonly developerId: number;
  /** empty or `*` if no particular user is meant */
  readonly userId: string;
}

export interface ResolvedWords {
  readonly hotwords: readonly HotwordRule[];
  readonly sensitiveWords: readonly string[];
  readonly languageModel: LanguageModelFile | undefined;
  readonly warnings: readonly Warning[];
}

/** 101 to 104 are the specification's; 106, of small-corpus models, is ours. */
export const wordWarnings = { vocabId: 101, vocab: 102, senswordId: 103, sensword: 104, olmId: 106 } as const;

type Fields = Pick<AsrConfig, 'vocabId' | 'vocab' | 'senswordId' | 'sensword' | 'wordFilter' | 'olmId'>;

export function resolveWords(
  config: Fields,
  caller: Caller,
  system: SystemWords,
  lookup: ResourceLookup,
  readers: WordListReaders,
): ResolvedWords {
  const warnings: Warning[] = [];
  const warn = (key: keyof typeof wordWarnings, reason: string) =>
    void warnings.push({ code: wordWarnings[key], message: `${key}: ${reason}` });
  const hotwords = resolveHotwords(config, caller, system, lookup, readers, warn);
  const sensitiveWords = resolveSensitiveWords(config, caller, system, lookup, readers, warn);
  const languageModel = resolveLanguageModel(config.olmId, caller, system, lookup, warn);
  return { hotwords, sensitiveWords, languageModel, warnings };
}

type Warn = (key: keyof typeof wordWarnings, reason: string) => void;

/** Applies rules 1, 2, 3 and 5. The lists of the request come before the profile's, because earlier lines win. */
function resolveHotwords(
  { vocabId, vocab }: Fields,
  caller: Caller,
  system: SystemWords,
  lookup: ResourceLookup,
  readers: WordListReaders,
  warn: Warn,
): HotwordRule[] {
  let brings = false;
  let invalidVocab = false;
  const own: HotwordRule[] = [];
  const warnOfLines = (key: 'vocab' | 'vocabId', content: ListContent, id = '') => {
    for (const each of readers.hotwordNotes(content)) warn(key, id + each);
  };
  if (vocab !== '') {
    const content = contentOf(Buffer.from(vocab));
    const read = attempt(() => readers.hotwords(content));
    if (typeof read === 'string') {
      warn('vocab', read);
      invalidVocab = true;
    } else {
      warnOfLines('vocab', content);
      own.push(...read);
      brings = true;
    }
  }
  for (const list of listsOf(vocabId, caller, lookup, warn)) {
    const read = attempt(() => readers.hotwords(list.content));
    if (typeof read === 'string') {
      warn('vocabId', `${list.id}: ${read}`);
      continue;
    }
    if (!fits(own, read)) {
      warn('vocabId', `${list.id}: this list and the ones before it together exceed the limit of a call`);
      continue;
    }
    warnOfLines('vocabId', list.content, `${list.id}: `);
    own.push(...read);
    brings = true;
  }
  if (invalidVocab) return []; // rule 3: an invalid vocab disables all hotwords
  const all = withSystem(own, brings, system.vocabulary, system, readers.hotwords);
  return fits([], all) ? all : own;
}

/** Size of a rule that is sent to the engine, without its texts. */
const ruleBytes = 64;

function fits(rules: readonly HotwordRule[], more: readonly HotwordRule[]): boolean {
  return bytesOf(rules) + bytesOf(more) <= limits.asr.hotwordBytes;
}

function bytesOf(rules: readonly HotwordRule[]): number {
  let bytes = 0;
  for (const rule of rules) {
    bytes += ruleBytes + 2 * rule.text.length;
    if (rule.kind === 'text') bytes += 2 * rule.heard.length;
    else for (const reading of rule.readings) bytes += reading.length;
  }
  return bytes;
}

interface FoundList {
  readonly id: string;
  readonly content: ListContent;
}

/**
 * Rules 1 and 2: what is found, may be used by the caller, and is of the kind (shared or exclusive) of the first one.
 */
function listsOf(ids: string, { developerId, userId }: Caller, lookup: ResourceLookup, warn: Warn): FoundList[] {
  const user = userId === '*' ? '' : userId;
  const found: FoundList[] = [];
  let kind: 'shared' | 'exclusive' | undefined;
  for (const id of idsOf(ids, warn)) {
    const list = lookup.vocabulary(developerId, id);
    const refusal = refusalOf(list, user);
    if (list === undefined || refusal !== undefined) {
      warn('vocabId', `${shown(id)}: ${refusal}`);
      continue;
    }
    const itsKind = list.userId === undefined ? 'shared' : 'exclusive';
    kind ??= itsKind;
    if (itsKind === kind) found.push({ id: shown(id), content: list.content });
    else
      warn(
        'vocabId',
        `${shown(id)}: is ${itsKind}, but the lists before it are ${kind}; the two kinds cannot be mixed`,
      );
  }
  return found;
}

function refusalOf(list: StoredList | undefined, userId: string): string | undefined {
  if (list === undefined) return 'no such hotword list';
  if (list.userId === undefined || list.userId === userId) return undefined;
  return userId === '' ? 'is exclusive to a user: userId is required' : 'this userId has no such hotword list';
}

function idsOf(text: string, warn: Warn): string[] {
  const ids = [
    ...new Set(
      text
        .split(';')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    ),
  ];
  const most = limits.asr.vocabularyIds;
  if (ids.length > most) warn('vocabId', `${ids.length} ids; the first ${most} are used`);
  return ids.slice(0, most);
}

/** Applies rules 4 and 5. */
function resolveSensitiveWords(
  { wordFilter, senswordId, sensword }: Fields,
  { developerId }: Caller,
  system: SystemWords,
  lookup: ResourceLookup,
  readers: WordListReaders,
  warn: Warn,
): string[] {
  let own: readonly string[] | undefined;
  if (senswordId !== '') {
    const content = lookup.sensitiveWords(developerId, senswordId);
    const read = content === undefined ? noList(senswordId) : attempt(() => readers.sensitiveWords(content));
    if (typeof read === 'string') warn('senswordId', `${shown(senswordId)}: ${read}`);
    else own = read;
  }
  if (own === undefined && sensword !== '') {
    const read = attempt(() => readers.sensitiveWords(contentOf(Buffer.from(sensword))));
    if (typeof read === 'string') warn('sensword', read);
    else own = read;
  }
  if (!wordFilter) return [];
  return withSystem(own ?? [], own !== undefined, system.sensitiveWords, system, readers.sensitiveWords);
}

const noList = (id: string): string =>
  id.includes(';') ? 'several ids are not supported' : 'no such sensitive-word list';

/** A small-corpus model cannot be merged: the user's, or else the profile's. */
function resolveLanguageModel(
  olmId: string,
  { developerId }: Caller,
  system: SystemWords,
  lookup: ResourceLookup,
  warn: Warn,
): LanguageModelFile | undefined {
  if (olmId === '') return system.languageModel;
  const found = lookup.languageModel(developerId, olmId);
  const warning = found === undefined ? 'no such small-corpus model' : found.warning;
  if (warning !== undefined) warn('olmId', `${shown(olmId)}: ${warning}`);
  return found?.file ?? system.languageModel;
}

/** Applies rule 5. System lists were checked when they were stored; one that cannot be read now counts as absent. */
function withSystem<T>(
  own: readonly T[],
  userBrings: boolean,
  content: ListContent | undefined,
  system: SystemWords,
  read: (content: ListContent) => readonly T[],
): T[] {
  if (content === undefined || (userBrings && system.whenUserBrings === 'replace')) return [...own];
  const theirs = attempt(() => read(content));
  return typeof theirs === 'string' ? [...own] : [...own, ...theirs];
}

/** The list that was read, or the reason why it could not be. */
function attempt<T>(read: () => readonly T[]): readonly T[] | string {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof WordListFault) return fault.message;
    throw fault;
  }
}

const shown = (id: string): string => JSON.stringify(id.slice(0, limits.asr.idBytes));
