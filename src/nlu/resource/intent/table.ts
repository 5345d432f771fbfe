// The SQL of intents and their slots. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export interface IntentRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly question_id: number;
  readonly response_id: number;
  readonly confirm_response_id: number | null;
  readonly retry_response_id: number | null;
  readonly failed_response_id: number | null;
  readonly processor_id: number | null;
  readonly retry_max_times: number;
  readonly check_other_skill: 0 | 1;
  readonly auto_recover: 0 | 1;
  readonly repeat_when_recover: 0 | 1;
  readonly repeat_when_retry: 0 | 1;
}

export interface SlotRow {
  readonly id: number;
  readonly intent_id: number;
  readonly name: string;
  readonly description: string;
  readonly required: 0 | 1;
  /** Order in the interface: smaller means higher priority. */
  readonly position: number;
  readonly lexicon: string;
  readonly elicit_response_id: number;
  readonly confirm_response_id: number | null;
}

const intentColumns = [
  ...['tenant_id', 'name', 'description', 'question_id', 'response_id', 'confirm_response_id', 'retry_response_id'],
  ...['failed_response_id', 'processor_id', 'retry_max_times', 'check_other_skill', 'auto_recover'],
  ...['repeat_when_recover', 'repeat_when_retry'],
];
const slotColumns = [
  ...[
    'intent_id',
    'name',
    'description',
    'required',
    'position',
    'lexicon',
    'elicit_response_id',
    'confirm_response_id',
  ],
];
const insert = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`;
const update = (table: string, columns: readonly string[]): string =>
  `UPDATE ${table} SET ${columns.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`;

export type IntentTable = ReturnType<typeof intentTable>;

export function intentTable(db: Store) {
  const add = db.prepare<[Omit<IntentRow, 'id'>]>(insert('nlu_intent', intentColumns));
  const change = db.prepare<[IntentRow]>(update('nlu_intent', intentColumns));
  const all = db.prepare<[string], IntentRow>(`SELECT * FROM nlu_intent WHERE ${seen} AND tenant_id = ? ORDER BY id`);
  const count = db.prepare<[string], number>('SELECT count(*) FROM nlu_intent WHERE tenant_id = ?').pluck();
  const find = db.prepare<[string, number], IntentRow>(
    `SELECT * FROM nlu_intent WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const named = db.prepare<[string, string], IntentRow>(
    `SELECT * FROM nlu_intent WHERE ${seen} AND tenant_id = ? AND name = ?`,
  );
  const remove = db.prepare<[number]>('DELETE FROM nlu_intent WHERE id = ?');
  const addSlot = db.prepare<[Omit<SlotRow, 'id'>]>(insert('nlu_slot', slotColumns));
  const changeSlot = db.prepare<[SlotRow]>(update('nlu_slot', slotColumns));
  const slots = db.prepare<[number], SlotRow>('SELECT * FROM nlu_slot WHERE intent_id = ? ORDER BY position');
  const slot = db.prepare<[number, number], SlotRow>('SELECT * FROM nlu_slot WHERE intent_id = ? AND id = ?');
  const removeSlot = db.prepare<[number]>('DELETE FROM nlu_slot WHERE id = ?');
  const slotNames = db
    .prepare<[number], string>(
      'SELECT nlu_slot.name FROM nlu_slot JOIN nlu_intent ON nlu_intent.id = intent_id WHERE question_id = ?',
    )
    .pluck();
  return {
    add: (row: Omit<IntentRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    change: (row: IntentRow) => change.run(row),
    all: (tenantId: string) => all.all(tenantId),
    count: (tenantId: string) => count.get(tenantId) as number,
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    named: (tenantId: string, name: string) => named.get(tenantId, name),
    remove: (id: number) => remove.run(id),
    addSlot: (row: Omit<SlotRow, 'id'>) => Number(addSlot.run(row).lastInsertRowid),
    changeSlot: (row: SlotRow) => changeSlot.run(row),
    /** Slots in the order of their priority. */
    slots: (intentId: number) => slots.all(intentId),
    slot: (intentId: number, id: number) => slot.get(intentId, id),
    removeSlot: (id: number) => removeSlot.run(id),
    /** Names of the slots of the intent that has this question. */
    slotNamesOf: (questionId: number) => slotNames.all(questionId),
  };
}
