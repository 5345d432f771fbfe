// Lexicons and tag groups belong to the tenant: an import uses those with the same name and content, and makes the
// others.
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../protocol/errors.js';
import { entriesInStep, type Steps } from '../../protocol/steps.js';
import { parseSimpleEntry, parseWordEntry } from '../../understanding/notation/entries.js';
import { NotationFault } from '../../understanding/notation/fault.js';
import type { Lexicons } from '../resource/lexicon/service.js';
import type { Tags } from '../resource/tag/service.js';
import type { DocumentLexicon, DocumentTagGroup } from './document.js';
import { within } from './place.js';

export function* shareLexicons(lexicons: Lexicons, tenantId: string, drafts: readonly DocumentLexicon[]): Steps<void> {
  if (drafts.length === 0) return;
  const there = new Map(lexicons.all(tenantId).map(({ name, id }) => [name, id]));
  for (const [index, draft] of drafts.entries()) {
    const id = there.get(draft.name);
    if (id === undefined) yield* makeLexicon(lexicons, tenantId, draft, `lexicons[${index}]`);
    else if (!(yield* isStored(yield* lexiconOf(lexicons, tenantId, id), draft))) {
      throw other(`lexicons[${index}].name`, 'lexicon', draft.name);
    }
    yield undefined;
  }
}

function* makeLexicon(
  lexicons: Lexicons,
  tenantId: string,
  { entries, classes, ...draft }: DocumentLexicon,
  place: string,
): Steps<void> {
  const id = within(place, () => lexicons.create(tenantId, draft));
  function* add(words: readonly string[], at: string, classId?: number): Steps<void> {
    for (const [index, content] of words.entries()) {
      within(`${at}.entries[${index}]`, () => lexicons.createEntry(tenantId, id, content, classId));
      yield undefined;
    }
  }
  yield* add(entries, place);
  for (const [index, { entries: words, ...each }] of classes.entries()) {
    const at = `${place}.classes[${index}]`;
    const classId = within(at, () => lexicons.createClass(tenantId, id, each));
    yield undefined;
    yield* add(words, at, classId);
  }
}

/** A stored lexicon in the form of a document. */
export type StoredLexicon = ReturnType<typeof lexiconOf> extends Steps<infer T> ? T : never;

export function* lexiconOf(lexicons: Lexicons, tenantId: string, id: number) {
  const { name, description, type, representWord, matchVar, dynamicClasses = [] } = lexicons.view(tenantId, id);
  const entries: readonly string[] = type === 'DYNAMIC' ? [] : yield* lexicons.contents(tenantId, id);
  const classes = [];
  for (const each of dynamicClasses) {
    const about = { name: each.name, description: each.description, matchValue: each.matchValue };
    classes.push({ ...about, entries: yield* lexicons.contents(tenantId, id, each.id) });
  }
  return { ...{ name, description, type, representWord, matchVar, entries }, classes };
}

/** True: the lexicon of the document would be stored as this one is. */
function* isStored(stored: StoredLexicon, { entries, classes, ...draft }: DocumentLexicon): Steps<boolean> {
  const { entries: storedEntries, classes: storedClasses, ...about } = stored;
  const { name, description, type, representWord = '', matchVar } = draft;
  const represented = representWord === '' && type !== 'SIMPLE' ? name : representWord;
  if (!isDeepStrictEqual(about, { name, description, type, representWord: represented, matchVar })) return false;
  if (classes.length !== storedClasses.length || !(yield* haveSameWords(type, storedEntries, entries))) return false;
  for (const [at, { entries: words, ...each }] of classes.entries()) {
    const { entries: itsWords, ...its } = storedClasses[at] as (typeof storedClasses)[number];
    if (!isDeepStrictEqual(its, each) || !(yield* haveSameWords(type, itsWords, words))) return false;
  }
  return true;
}

function* haveSameWords(
  type: DocumentLexicon['type'],
  stored: readonly string[],
  drafts: readonly string[],
): Steps<boolean> {
  if (stored.length !== drafts.length) return false;
  for (let at = 0; at < drafts.length; at++) {
    if (at % entriesInStep === 0) yield;
    if (storedWords(type, drafts[at] as string) !== stored[at]) return false;
  }
  return true;
}

function storedWords(type: DocumentLexicon['type'], content: string): string {
  try {
    const { standard, synonyms } = type === 'SIMPLE' ? parseSimpleEntry(content) : parseWordEntry(content);
    return [standard, ...synonyms].join('\t');
  } catch (fault) {
    if (fault instanceof NotationFault) return content; // it differs from everything that is stored
    throw fault;
  }
}

export function* shareTagGroups(tags: Tags, tenantId: string, drafts: readonly DocumentTagGroup[]): Steps<void> {
  const there = new Map(tags.groups(tenantId).map(({ name, id }) => [name, id]));
  for (const [index, draft] of drafts.entries()) {
    const [id, place] = [there.get(draft.name), `tagGroups[${index}]`];
    if (id === undefined) {
      const groupId = within(place, () => tags.createGroup(tenantId, draft));
      for (const [at, tag] of draft.tags.entries()) {
        within(`${place}.tags[${at}]`, () => tags.createTag(tenantId, groupId, tag));
        yield undefined;
      }
    } else if (!isDeepStrictEqual(tagGroupOf(tags, tenantId, id), draft)) {
      throw other(`${place}.name`, 'tag group', draft.name);
    }
    yield undefined;
  }
}

/** A stored tag group in the form of a document. */
export function tagGroupOf(tags: Tags, tenantId: string, id: number): DocumentTagGroup {
  const { name, description, exclusive, tags: its } = tags.group(tenantId, id);
  return { name, description, exclusive, tags: its.map((tag) => ({ name: tag.name, description: tag.description })) };
}

function other(place: string, what: string, name: string): ServiceError {
  const why = `there is already a ${what} ${JSON.stringify(name)} with different content`;
  return new ServiceError('CONFLICT', `${place}: ${why}; make the two equal, or rename one`);
}
