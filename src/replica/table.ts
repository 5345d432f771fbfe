// The SQL of what keeps two gateways in step, besides the things themselves. Nobody else touches these tables.
import { limits } from '../protocol/limits.js';
import type { Store } from '../store/open.js';

interface SelfRow {
  readonly origin: string;
  readonly revision: number;
  readonly files: string;
  readonly outbox_is_seeded: number;
  readonly applied_origin: string | null;
  readonly applied_revision: number | null;
  readonly applied_at: number | null;
}

export interface OutboxRow {
  readonly seq: number;
  readonly idempotency_key: string;
  readonly resource_id: string;
  readonly made_at: number;
}

export interface ConflictRow {
  readonly at: number;
  readonly why: string;
  readonly lost: string;
  readonly won: string | null;
  readonly bytes: Buffer | null;
}

export interface RedoRow {
  readonly kind: string;
  readonly name: string;
  /** JSON */
  readonly wanted: string;
  readonly number: number;
}

export type SyncTable = ReturnType<typeof syncTable>;

export function syncTable(db: Store) {
  const self = db.prepare<[], SelfRow>('SELECT * FROM sync_self');
  const setFiles = db.prepare<[string]>('UPDATE sync_self SET files = ?, revision = revision + 1');
  const setSeeded = db.prepare<[number]>('UPDATE sync_self SET outbox_is_seeded = ?');
  const setApplied = db.prepare<[string, number, number]>(
    'UPDATE sync_self SET applied_origin = ?, applied_revision = ?, applied_at = ?',
  );
  const setHighest = db.prepare<[string, number, number]>(
    'INSERT INTO sync_origin (origin, revision, at) VALUES (?, ?, ?) ' +
      'ON CONFLICT (origin) DO UPDATE SET revision = excluded.revision, at = excluded.at',
  );
  const highest = db.prepare<[string], { revision: number }>('SELECT revision FROM sync_origin WHERE origin = ?');
  const cutOrigins = db.prepare<[number]>(
    'DELETE FROM sync_origin WHERE origin IN (SELECT origin FROM sync_origin ORDER BY at DESC LIMIT -1 OFFSET ?)',
  );
  const forgetApplied = db.prepare(
    'UPDATE sync_self SET applied_origin = NULL, applied_revision = NULL, applied_at = NULL',
  );

  const addOutbox = db.prepare<[string, string, number]>(
    'INSERT INTO outbox (idempotency_key, resource_id, made_at) VALUES (?, ?, ?)',
  );
  const removeOutboxOf = db.prepare<[string]>('DELETE FROM outbox WHERE resource_id = ?');
  const removeOutbox = db.prepare<[number]>('DELETE FROM outbox WHERE seq = ?');
  const outboxByKey = db.prepare<[string], OutboxRow>('SELECT * FROM outbox WHERE idempotency_key = ?');
  const outboxOf = db.prepare<[string], OutboxRow>('SELECT * FROM outbox WHERE resource_id = ?');
  const outboxAfter = db.prepare<[number], OutboxRow>('SELECT * FROM outbox WHERE seq > ? ORDER BY seq LIMIT 1');
  const outboxFacts = db.prepare<[], { waiting: number; oldest: number | null; newest: number | null }>(
    'SELECT count(*) AS waiting, min(made_at) AS oldest, max(seq) AS newest FROM outbox',
  );

  const addKey = db.prepare<[string, number]>(
    'INSERT INTO sync_key (idempotency_key, at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const key = db.prepare<[string], unknown>('SELECT 1 FROM sync_key WHERE idempotency_key = ?');
  const expireKeys = db.prepare<[number]>('DELETE FROM sync_key WHERE at < ?');
  const cutKeys = db.prepare<[number]>(
    'DELETE FROM sync_key WHERE idempotency_key IN ' +
      '(SELECT idempotency_key FROM sync_key ORDER BY at DESC LIMIT -1 OFFSET ?)',
  );

  const addConflict = db.prepare(
    'INSERT INTO conflict (at, why, thing, tag, lost, won, bytes) VALUES (:at, :why, :thing, :tag, :lost, :won, :bytes) ' +
      'ON CONFLICT (thing, tag) DO NOTHING',
  );
  const conflicts = db.prepare<[number], ConflictRow>('SELECT * FROM conflict ORDER BY seq DESC LIMIT ?');
  const countConflicts = db.prepare<[], { count: number; bytes: number }>(
    'SELECT count(*) AS count, ifnull(sum(length(bytes)), 0) AS bytes FROM conflict',
  );
  const dropOldestConflict = db.prepare('DELETE FROM conflict WHERE seq = (SELECT min(seq) FROM conflict)');

  const putRedo = db.prepare<[string, string, string]>(
    'INSERT INTO sync_redo (kind, name, wanted, number) VALUES (?, ?, ?, 1) ' +
      'ON CONFLICT (kind, name) DO UPDATE SET wanted = excluded.wanted, number = number + 1',
  );
  const redo = db.prepare<[], RedoRow>('SELECT * FROM sync_redo ORDER BY kind DESC, name');
  const doneRedo = db.prepare<[string, string, number]>(
    'DELETE FROM sync_redo WHERE kind = ? AND name = ? AND number = ?',
  );

  const putFile = db.prepare<[string, string, string]>(
    'INSERT INTO sync_file (kind, name, sha256) VALUES (?, ?, ?) ' +
      'ON CONFLICT (kind, name) DO UPDATE SET sha256 = excluded.sha256',
  );
  const files = db.prepare<[string], { name: string; sha256: string }>(
    'SELECT name, sha256 FROM sync_file WHERE kind = ? ORDER BY name',
  );
  const clearFiles = db.prepare<[string]>('DELETE FROM sync_file WHERE kind = ?');

  return {
    db,
    self: () => self.get() as SelfRow,
    setFiles: (text: string) => void setFiles.run(text),
    setSeeded: (isSeeded: boolean) => void setSeeded.run(isSeeded ? 1 : 0),
    /** Within a transaction. The revision is remembered after the state was forgotten, too. */
    setApplied(origin: string, revision: number, now: number): void {
      setApplied.run(origin, revision, now);
      setHighest.run(origin, revision, now);
      cutOrigins.run(limits.sync.origins);
    },
    /** The revision of the last state of this origin that was applied. */
    highestOf: (origin: string) => highest.get(origin)?.revision,
    forgetApplied: () => void forgetApplied.run(),

    /** One row for a resource: the latest version is what goes up. */
    putOutbox(idempotencyKey: string, resourceId: string, now: number): void {
      removeOutboxOf.run(resourceId);
      addOutbox.run(idempotencyKey, resourceId, now);
    },
    removeOutboxOf: (resourceId: string) => void removeOutboxOf.run(resourceId),
    removeOutbox: (seq: number) => void removeOutbox.run(seq),
    outboxByKey: (idempotencyKey: string) => outboxByKey.get(idempotencyKey),
    hasOutbox: (resourceId: string) => outboxOf.get(resourceId) !== undefined,
    outboxAfter: (seq: number) => outboxAfter.get(seq),
    outboxFacts: () => outboxFacts.get() as { waiting: number; oldest: number | null; newest: number | null },

    addKey: (idempotencyKey: string, now: number) => void addKey.run(idempotencyKey, now),
    hasKey: (idempotencyKey: string) => key.get(idempotencyKey) !== undefined,
    sweepKeys(before: number, kept: number): void {
      expireKeys.run(before);
      cutKeys.run(kept);
    },

    /** False: this loser is known. */
    addConflict: (values: object) => addConflict.run(values).changes > 0,
    conflicts: (limit: number) => conflicts.all(limit),
    countConflicts: () => countConflicts.get() as { count: number; bytes: number },
    dropOldestConflict: () => void dropOldestConflict.run(),

    putRedo: (kind: string, name: string, wanted: unknown) => void putRedo.run(kind, name, JSON.stringify(wanted)),
    redo: () => redo.all(),
    doneRedo: ({ kind, name, number }: RedoRow) => void doneRedo.run(kind, name, number),

    putFile: (list: string, name: string, sha256: string) => void putFile.run(list, name, sha256),
    files: (list: string) => files.all(list),
    clearFiles: (list: string) => void clearFiles.run(list),
  };
}
