// The SQL of lexicons, dynamic classes and word entries. No other file uses these tables.
import { limits } from '../../../protocol/limits.js';
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export type LexiconType = 'STANDARD' | 'DYNAMIC' | 'SIMPLE';

export interface LexiconRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: LexiconType;
  readonly represent_word: string;
  readonly match_var: string;
}

export interface ClassRow {
  readonly id: number;
  readonly lexicon_id: number;
  readonly name: string;
  readonly description: string;
  readonly match_value: string;
}

export interface EntryRow {
  readonly id: number;
  readonly lexicon_id: number;
  /** null if the lexicon has no classes */
  readonly class_id: number | null;
  readonly content: string;
}

export type LexiconTable = ReturnType<typeof lexiconTable>;

export function lexiconTable(db: Store) {
  const add = db.prepare<[Omit<LexiconRow, 'id'>]>(
    'INSERT INTO nlu_lexicon (tenant_id, name, description, type, represent_word, match_var) ' +
      'VALUES (:tenant_id, :name, :description, :type, :represent_word, :match_var)',
  );
  const all = db.prepare<[string], LexiconRow>(`SELECT * FROM nlu_lexicon WHERE ${seen} AND tenant_id = ? ORDER BY id`);
  const count = db.prepare<[string], number>('SELECT count(*) FROM nlu_lexicon WHERE tenant_id = ?').pluck();
  const find = db.prepare<[string, number], LexiconRow>(
    `SELECT * FROM nlu_lexicon WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const named = db.prepare<[string, string], LexiconRow>(
    `SELECT * FROM nlu_lexicon WHERE ${seen} AND tenant_id = ? AND name = ?`,
  );
  const change = db.prepare<[LexiconRow]>(
    'UPDATE nlu_lexicon SET name = :name, description = :description, represent_word = :represent_word, ' +
      'match_var = :match_var WHERE id = :id',
  );
  const hide = db.prepare<[number, number]>('UPDATE nlu_lexicon SET batch = ? WHERE id = ?');
  const countOf = db.prepare<[number], number>('SELECT count(*) FROM nlu_entry WHERE lexicon_id = ?').pluck();

  const addClass = db.prepare<[Omit<ClassRow, 'id'>]>(
    'INSERT INTO nlu_dynamic_class (lexicon_id, name, description, match_value) ' +
      'VALUES (:lexicon_id, :name, :description, :match_value)',
  );
  const classes = db.prepare<[number], ClassRow>('SELECT * FROM nlu_dynamic_class WHERE lexicon_id = ? ORDER BY id');
  const changeClass = db.prepare<[ClassRow]>(
    'UPDATE nlu_dynamic_class SET name = :name, description = :description, match_value = :match_value WHERE id = :id',
  );
  const removeClass = db.prepare<[number]>('DELETE FROM nlu_dynamic_class WHERE id = ?');

  const addEntry = db.prepare<[number, number | null, string]>(
    'INSERT INTO nlu_entry (lexicon_id, class_id, content) VALUES (?, ?, ?)',
  );
  const entriesAfter = db.prepare<[number, number | null, number, number], EntryRow>(
    'SELECT * FROM nlu_entry WHERE lexicon_id = ? AND class_id IS ? AND id > ? ORDER BY id LIMIT ?',
  );
  const entry = db.prepare<[number, number], EntryRow>('SELECT * FROM nlu_entry WHERE lexicon_id = ? AND id = ?');
  const countEntries = db.prepare<[string], number>('SELECT entries FROM nlu_tally WHERE tenant_id = ?').pluck();
  const changeEntry = db.prepare<[string, number]>('UPDATE nlu_entry SET content = ? WHERE id = ?');
  const removeEntry = db.prepare<[number]>('DELETE FROM nlu_entry WHERE id = ?');
  const addWord = db.prepare<[number, number, string, number]>(
    'INSERT INTO nlu_word (lexicon_id, class_id, word, entry_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const clearWords = db.prepare<[number]>('DELETE FROM nlu_word WHERE entry_id = ?');

  return {
    add: (row: Omit<LexiconRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    all: (tenantId: string) => all.all(tenantId),
    count: (tenantId: string) => count.get(tenantId) as number,
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    named: (tenantId: string, name: string) => named.get(tenantId, name),
    change: (row: LexiconRow) => change.run(row),
    hide: (id: number, batch: number) => hide.run(batch, id),
    countOf: (id: number) => countOf.get(id) as number,

    addClass: (row: Omit<ClassRow, 'id'>) => Number(addClass.run(row).lastInsertRowid),
    classes: (lexiconId: number) => classes.all(lexiconId),
    changeClass: (row: ClassRow) => changeClass.run(row),
    removeClass: (id: number) => removeClass.run(id),

    addEntry: (lexiconId: number, classId: number | null, content: string) =>
      Number(addEntry.run(lexiconId, classId, content).lastInsertRowid),
    /** Some of the entries, those with the smallest ids behind the given one. */
    entriesAfter: (lexiconId: number, classId: number | null, id: number) =>
      entriesAfter.all(lexiconId, classId, id, limits.nlu.batch.wordsAtOnce),
    entry: (lexiconId: number, id: number) => entry.get(lexiconId, id),
    countEntries: (tenantId: string) => countEntries.get(tenantId) ?? 0,
    changeEntry: (id: number, content: string) => changeEntry.run(content, id),
    removeEntry: (id: number) => removeEntry.run(id),
    /** Replaces the words of an entry. Returns the first word that belongs to another entry already. */
    putWords({ id, lexicon_id, class_id }: Omit<EntryRow, 'content'>, words: readonly string[]): string | undefined {
      clearWords.run(id);
      return words.find((word) => addWord.run(lexicon_id, class_id ?? 0, word, id).changes === 0);
    },
  };
}
