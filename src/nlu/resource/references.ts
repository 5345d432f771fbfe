// The references among the resources of dialog robots: one table, written in the transaction that saves the referring
// resource. Every refusal of the form "is named" or "is in use" reads it, and so does `check`. Triggers of the schema
// remove the rows of removed resources, on either side.
import type { Store } from '../../store/open.js';

/**
 * The kinds that refer to others. A question names lexicons, an answer tags and (RECOMMEND) questions, a scene task
 * questions and scenes, a skill its directory, intents or scene, a robot skills and its opening scene, a slot and a
 * sensitive group a lexicon.
 */
export type ReferrerKind = 'question' | 'slot' | 'answer' | 'sensitiveGroup' | 'scene' | 'skill' | 'robot';
export type ReferentKind = 'lexicon' | 'tag' | 'question' | 'taskQuestion' | 'dir' | 'intent' | 'scene' | 'skill';

export interface Referrer {
  readonly kind: ReferrerKind;
  readonly id: number;
}

export class References {
  readonly #clear;
  readonly #add;
  readonly #of;
  readonly #to;

  constructor(db: Store) {
    this.#clear = db.prepare<[ReferrerKind, number, ReferentKind]>(
      'DELETE FROM nlu_reference WHERE from_kind = ? AND from_id = ? AND to_kind = ?',
    );
    this.#add = db.prepare<[ReferrerKind, number, ReferentKind, number]>(
      'INSERT INTO nlu_reference (from_kind, from_id, to_kind, to_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#of = db.prepare<[ReferrerKind, number, ReferentKind], { to_id: number }>(
      'SELECT to_id FROM nlu_reference WHERE from_kind = ? AND from_id = ? AND to_kind = ? ORDER BY to_id',
    );
    this.#to = db.prepare<[ReferentKind, number], Referrer>(
      'SELECT from_kind AS kind, from_id AS id FROM nlu_reference WHERE to_kind = ? AND to_id = ? ORDER BY from_kind, from_id',
    );
  }

  /** Makes the referrer name exactly these ids of that kind. Within a transaction. */
  set({ kind, id }: Referrer, toKind: ReferentKind, ids: Iterable<number>): void {
    this.#clear.run(kind, id, toKind);
    for (const to of ids) this.#add.run(kind, id, toKind, to);
  }

  /** Ids that the referrer names, in ascending order. */
  of({ kind, id }: Referrer, toKind: ReferentKind): number[] {
    return this.#of.all(kind, id, toKind).map((row) => row.to_id);
  }

  /** Everything that names the resource. */
  to(kind: ReferentKind, id: number): Referrer[] {
    return this.#to.all(kind, id);
  }
}
