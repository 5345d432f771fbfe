// Lexicons (specification 3, sections 2.3 and 4.4): words that fill slots, stop words, sensitive words.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { Steps } from '../../../protocol/steps.js';
import { parseSimpleEntry, parseWordEntry } from '../../../understanding/notation/entries.js';
import { checkedLexiconName, checkedPath } from '../../../understanding/notation/names.js';
import { systemLexiconName } from '../../../understanding/notation/system-lexicons.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { notation, refuseMore } from '../fields.js';
import { readOneState } from '../one-state.js';
import { agreed, refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import type { ClassRow, EntryRow, LexiconRow, LexiconTable, LexiconType } from './table.js';
import { classView, entryView, lexiconView } from './views.js';

export interface LexiconParts {
  readonly table: LexiconTable;
  readonly references: References;
  readonly changes: Changes;
}

export interface LexiconDraft {
  readonly name: string;
  readonly description: string;
  readonly type: LexiconType;
  readonly representWord?: string | undefined;
  readonly matchVar?: string | undefined;
}

export interface ClassDraft {
  readonly name: string;
  readonly description: string;
  readonly matchValue: string;
}

/** The class whose entries are wanted. */
export interface NamedClass {
  readonly className?: string | undefined;
  readonly classId?: number | undefined;
}

type Changed<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A lexicon to which something is bound. Only custom ones have an id. */
export type BoundLexicon = { readonly name: string; readonly id?: number; readonly type?: LexiconType };

export class Lexicons {
  readonly #parts: LexiconParts;

  constructor(parts: LexiconParts) {
    this.#parts = parts;
  }

  all(tenantId: string) {
    return this.#parts.table.all(tenantId).map((row) => this.#viewOf(row));
  }

  view(tenantId: string, id: number) {
    return this.#viewOf(this.#row(tenantId, id));
  }

  create(tenantId: string, draft: LexiconDraft): number {
    const { table, changes } = this.#parts;
    const { description, type, representWord = '', matchVar = '' } = draft;
    const name = nameOf(draft.name);
    refuseMatchVar(type, matchVar);
    return changes.save(tenantId, () => {
      refuseMore(table.count(tenantId), limits.nlu.perTenant.lexicons, 'lexicons in a tenant');
      this.#refuseTaken(tenantId, name);
      const represent_word = representWord.trim() === '' && type !== 'SIMPLE' ? name : representWord;
      return table.add({ tenant_id: tenantId, name, description, type, represent_word, match_var: matchVar });
    });
  }

  change(tenantId: string, id: number, body: Changed<LexiconDraft>): void {
    const { table, changes, references } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, this.#viewOf(row), ['name', 'description', 'representWord', 'matchVar']);
      const name = body.name === undefined ? row.name : nameOf(body.name);
      const represent_word = body.representWord ?? row.represent_word;
      if (represent_word.trim() === '' && row.type !== 'SIMPLE') {
        throw new ServiceError('INVALID_ARGUMENT', `representWord: must not be empty for a ${row.type} lexicon`);
      }
      const match_var = body.matchVar ?? row.match_var;
      refuseMatchVar(row.type, match_var);
      if (name !== row.name) this.#refuseTaken(tenantId, name);
      const referrers = references.to('lexicon', id);
      if ((name !== row.name || represent_word !== row.represent_word) && referrers.length > 0) {
        const key = name === row.name ? 'representWord' : 'name';
        throw new ServiceError('REFERENCED', `${key}: cannot be changed: ${namedBy(row.name, referrers)}`);
      }
      table.change({ ...row, name, description: body.description ?? row.description, represent_word, match_var });
    });
  }

  /** Hides the lexicon, so that a batch can remove it. */
  hide(tenantId: string, id: number, batch: number): void {
    const { table, references } = this.#parts;
    const { name } = this.#row(tenantId, id);
    const referrers = references.to('lexicon', id);
    if (referrers.length > 0) throw new ServiceError('REFERENCED', `cannot be deleted: ${namedBy(name, referrers)}`);
    table.hide(id, batch);
  }

  /** Number of entries of the lexicon. */
  weight(id: number): number {
    return this.#parts.table.countOf(id);
  }

  /**
   * The lexicon to which a slot, a question or a group of sensitive words is bound. `where` is the place of its name.
   */
  bound(tenantId: string, name: string, where: string): BoundLexicon {
    const system = systemLexiconName(name);
    if (system !== undefined) return { name: system };
    const row = this.#parts.table.named(tenantId, name.normalize('NFC'));
    if (row !== undefined) return { name: row.name, id: row.id, type: row.type };
    const advice = 'GET /lexicons and /sys_lexicons list the lexicons';
    throw new ServiceError('INVALID_ARGUMENT', `${where}: there is no lexicon ${JSON.stringify(name)}; ${advice}`);
  }

  classes(tenantId: string, lexiconId: number) {
    return this.#parts.table.classes(this.#row(tenantId, lexiconId).id).map(classView);
  }

  class(tenantId: string, lexiconId: number, id: number) {
    return classView(this.#class(this.#row(tenantId, lexiconId), id));
  }

  createClass(tenantId: string, lexiconId: number, draft: ClassDraft): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const { type } = this.#row(tenantId, lexiconId);
      if (type !== 'DYNAMIC') {
        throw new ServiceError(
          'INVALID_ARGUMENT',
          `a ${type} lexicon has no dynamic classes; only a DYNAMIC lexicon has them`,
        );
      }
      this.#refuseSameClass(lexiconId, draft, undefined);
      const { name, description, matchValue: match_value } = draft;
      return table.addClass({ lexicon_id: lexiconId, name, description, match_value });
    });
  }

  changeClass(tenantId: string, lexiconId: number, id: number, body: Changed<ClassDraft>): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#class(this.#row(tenantId, lexiconId), id);
      refuseFixed(body, classView(row), ['name', 'description', 'matchValue']);
      const { name = row.name, description = row.description, matchValue = row.match_value } = body;
      this.#refuseSameClass(lexiconId, { name, matchValue }, id);
      table.changeClass({ ...row, name, description, match_value: matchValue });
    });
  }

  removeClass(tenantId: string, lexiconId: number, id: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => table.removeClass(this.#class(this.#row(tenantId, lexiconId), id).id));
  }

  /** Reads what an entry says, of a lexicon without classes or of one class. */
  *contents(tenantId: string, lexiconId: number, classId: number | null = null): Steps<string[]> {
    const found: string[] = [];
    for (const rows of this.#pages(this.#row(tenantId, lexiconId).id, classId)) {
      for (const { content } of rows) found.push(content);
      yield;
    }
    return found;
  }

  /**
   * The entries of a lexicon, those of one class where there are classes, which `className` or `classId` must name: the list that the
   * interface shows, as JSON.
   */
  entriesAsJson(tenantId: string, lexiconId: number, named: NamedClass, signal: AbortSignal): Promise<string> {
    const steps = () => this.#entriesAsJson(tenantId, lexiconId, named);
    return readOneState(this.#parts.changes, tenantId, steps, { signal });
  }

  *#entriesAsJson(tenantId: string, lexiconId: number, named: NamedClass): Steps<string> {
    const row = this.#row(tenantId, lexiconId);
    const dynamicClass = row.type === 'DYNAMIC' ? this.#namedClass(row, named) : undefined;
    const pages: string[] = [];
    for (const rows of this.#pages(row.id, dynamicClass?.id ?? null)) {
      pages.push(JSON.stringify(rows.map((entry) => entryView(entry))).slice(1, -1));
      yield;
    }
    const shown = dynamicClass === undefined ? '' : `,"dynamicClass":${JSON.stringify(classView(dynamicClass))}`;
    return `{"wordLists":[${pages.join(',')}]${shown}}`;
  }

  *#pages(lexiconId: number, classId: number | null): Generator<readonly EntryRow[]> {
    for (let after = 0; ; ) {
      const rows = this.#parts.table.entriesAfter(lexiconId, classId, after);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.id;
    }
  }

  #namedClass(lexicon: LexiconRow, { className, classId }: NamedClass): ClassRow {
    const name = className?.normalize('NFC');
    const isNamed = (each: ClassRow) => (name ?? each.name) === each.name && (classId ?? each.id) === each.id;
    const classes = name === undefined && classId === undefined ? [] : this.#parts.table.classes(lexicon.id);
    const found = classes.find(isNamed);
    if (found !== undefined) return found;
    const advice = 'dynamic_class_name must name one of its classes';
    throw new ServiceError('RESOURCE_NOT_FOUND', `lexicon ${lexicon.id} is dynamic and has no such class: ${advice}`);
  }

  entry(tenantId: string, lexiconId: number, id: number) {
    const { lexicon, row } = this.#entry(tenantId, lexiconId, id);
    return entryView(row, row.class_id === null ? undefined : this.#class(lexicon, row.class_id));
  }

  createEntry(tenantId: string, lexiconId: number, content: string, classId: number | undefined): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const lexicon = this.#row(tenantId, lexiconId);
      const words = wordsOf(lexicon.type, content);
      const class_id = this.#classFor(lexicon, classId);
      refuseMore(table.countEntries(tenantId), limits.nlu.perTenant.entries, 'word entries in a tenant');
      const id = table.addEntry(lexiconId, class_id, words.join('\t'));
      this.#putWords({ id, lexicon_id: lexiconId, class_id }, words);
      return id;
    });
  }

  changeEntry(
    tenantId: string,
    lexiconId: number,
    id: number,
    body: { content?: string | undefined; wordList?: string | undefined },
  ): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const { lexicon, row } = this.#entry(tenantId, lexiconId, id);
      const dynamicClass = row.class_id === null ? undefined : this.#class(lexicon, row.class_id);
      refuseFixed(body, { ...entryView(row, dynamicClass), dynamicClassId: row.class_id }, ['content', 'wordList']);
      const spellings = { key: 'content', given: body.content, alias: 'wordList', aliasGiven: body.wordList };
      const content = agreed({ ...spellings, present: row.content });
      if (content === undefined) return;
      const words = wordsOf(lexicon.type, content);
      table.changeEntry(id, words.join('\t'));
      this.#putWords(row, words);
    });
  }

  removeEntry(tenantId: string, lexiconId: number, id: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => table.removeEntry(this.#entry(tenantId, lexiconId, id).row.id));
  }

  #viewOf(row: LexiconRow) {
    return lexiconView(row, row.type === 'DYNAMIC' ? this.#parts.table.classes(row.id) : undefined);
  }

  #row(tenantId: string, id: number): LexiconRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('lexicon', id);
    return row;
  }

  #class(lexicon: LexiconRow, id: number): ClassRow {
    const row = this.#parts.table.classes(lexicon.id).find((each) => each.id === id);
    if (row === undefined) throw noSuch(`dynamic class in lexicon ${lexicon.id}:`, id);
    return row;
  }

  #entry(tenantId: string, lexiconId: number, id: number): { lexicon: LexiconRow; row: EntryRow } {
    const lexicon = this.#row(tenantId, lexiconId);
    const row = this.#parts.table.entry(lexiconId, id);
    if (row === undefined) throw noSuch(`word entry in lexicon ${lexiconId}:`, id);
    return { lexicon, row };
  }

  #classFor(lexicon: LexiconRow, classId: number | undefined): number | null {
    if (lexicon.type !== 'DYNAMIC') {
      if (classId === undefined) return null;
      throw new ServiceError('INVALID_ARGUMENT', `dynamicClassId: a ${lexicon.type} lexicon has no dynamic classes`);
    }
    if (classId === undefined) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        'dynamicClassId: required, because each entry of a DYNAMIC lexicon belongs to a class',
      );
    }
    return this.#class(lexicon, classId).id;
  }

  #putWords(entry: Omit<EntryRow, 'content'>, words: readonly string[]): void {
    const taken = this.#parts.table.putWords(entry, words);
    if (taken === undefined) return;
    const scope = entry.class_id === null ? 'lexicon' : 'dynamic class';
    const place = `word ${words.indexOf(taken) + 1}`;
    throw new ServiceError('CONFLICT', `content: ${place}, ${JSON.stringify(taken)}, is already in this ${scope}`);
  }

  #refuseTaken(tenantId: string, name: string): void {
    if (this.#parts.table.named(tenantId, name) === undefined) return;
    throw new ServiceError('CONFLICT', `name: there is already a lexicon ${JSON.stringify(name)}`);
  }

  /** Refuses a class whose name or match value is not unique in its lexicon. */
  #refuseSameClass(lexiconId: number, draft: Pick<ClassDraft, 'name' | 'matchValue'>, but: number | undefined): void {
    const others = this.#parts.table.classes(lexiconId).filter(({ id }) => id !== but);
    if (others.some(({ name }) => name === draft.name)) {
      throw new ServiceError('CONFLICT', `name: the lexicon already has a class ${JSON.stringify(draft.name)}`);
    }
    const same = others.find(({ match_value }) => match_value === draft.matchValue);
    if (same === undefined) return;
    const shown = draft.matchValue === '' ? 'a default class (with an empty value)' : 'a class for this value';
    throw new ServiceError('CONFLICT', `matchValue: the lexicon already has ${shown}: ${JSON.stringify(same.name)}`);
  }
}

const nameOf = (text: string): string => notation('name', text, () => checkedLexiconName(text));

const wordsOf = (type: LexiconType, content: string): string[] =>
  notation('content', content, () => {
    const { standard, synonyms } = type === 'SIMPLE' ? parseSimpleEntry(content) : parseWordEntry(content);
    return [standard, ...synonyms];
  });

function refuseMatchVar(type: LexiconType, matchVar: string): void {
  if (type === 'DYNAMIC' && matchVar === '') {
    throw new ServiceError('INVALID_ARGUMENT', 'matchVar: required for a DYNAMIC lexicon, such as user.city');
  }
  if (type !== 'DYNAMIC' && matchVar !== '') {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `matchVar: must be empty for a ${type} lexicon; only a DYNAMIC lexicon has it`,
    );
  }
  if (matchVar !== '') notation('matchVar', matchVar, () => checkedPath(matchVar, 0));
}

function namedBy(name: string, referrers: readonly { kind: string; id: number }[]): string {
  const [first] = referrers;
  const words = { question: 'question', slot: 'slot', sensitiveGroup: 'sensitive-word group' };
  const kind = words[first?.kind as keyof typeof words] ?? first?.kind;
  const more = referrers.length > 1 ? ` and ${referrers.length - 1} more` : '';
  return `lexicon ${JSON.stringify(name)} is used by ${kind} ${first?.id}${more}`;
}
