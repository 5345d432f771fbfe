// The SQL of dialog sessions. No other file uses this table.
import { limits } from '../../protocol/limits.js';
import type { Store } from '../../store/open.js';

export type Service = 'recog' | 'resource';

export interface SessionRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly appkey: string;
  readonly service: Service;
  readonly robot_id: string;
  /** The value from the client. */
  readonly publish_id: string;
  /** Hash of the held package; null for the robot's newest state at each turn. */
  readonly sha256: string | null;
  /** JSON */
  readonly state: string;
  readonly turns: number;
  readonly timeout_s: number;
  /** ms of elapsed time */
  readonly expires_at: number;
  readonly extra_info: string;
  /** JSON of PendingTurn; null if no turn is in progress */
  readonly pending: string | null;
}

export type SessionTable = ReturnType<typeof sessionTable>;

export function sessionTable(db: Store) {
  const add = db.prepare<[Omit<SessionRow, 'pending'>]>(
    'INSERT INTO dialog_session (id, tenant_id, appkey, service, robot_id, publish_id, sha256, state, turns, timeout_s, ' +
      'expires_at, extra_info) VALUES (:id, :tenant_id, :appkey, :service, :robot_id, :publish_id, :sha256, :state, :turns, ' +
      ':timeout_s, :expires_at, :extra_info)',
  );
  const find = db.prepare<[{ id: string; tenant_id: string; service: Service; now: number }], SessionRow>(
    'SELECT * FROM dialog_session WHERE id = :id AND tenant_id = :tenant_id AND service = :service AND expires_at > :now',
  );
  const count = db
    .prepare<[string, number], number>('SELECT count(*) FROM dialog_session WHERE tenant_id = ? AND expires_at > ?')
    .pluck();
  const open = db.prepare<[number], number>('SELECT count(*) FROM dialog_session WHERE expires_at > ?').pluck();
  const turned = db.prepare<[Pick<SessionRow, 'id' | 'state' | 'turns' | 'timeout_s' | 'expires_at'>]>(
    'UPDATE dialog_session SET state = :state, turns = :turns, timeout_s = :timeout_s, expires_at = :expires_at, ' +
      'pending = NULL WHERE id = :id AND turns = :turns - 1',
  );
  const pend = db.prepare<[Pick<SessionRow, 'id' | 'turns' | 'pending'>]>(
    'UPDATE dialog_session SET pending = :pending WHERE id = :id AND turns = :turns',
  );
  const remove = db.prepare<[string]>('DELETE FROM dialog_session WHERE id = ?');
  const removeSome = db.prepare<[string, number]>(
    'DELETE FROM dialog_session WHERE id IN (SELECT id FROM dialog_session WHERE tenant_id = ? LIMIT ?)',
  );
  const due = db
    .prepare<[{ now: number; most: number }], string>(
      'SELECT id FROM dialog_session WHERE expires_at <= :now ORDER BY expires_at LIMIT :most',
    )
    .pluck();
  const packages = db
    .prepare<[], string>('SELECT DISTINCT sha256 FROM dialog_session WHERE sha256 IS NOT NULL')
    .pluck();

  return {
    add: (row: Omit<SessionRow, 'pending'>) => void add.run(row),
    /** The session, if it belongs to this tenant and service and has not expired. */
    find: (service: Service, tenantId: string, id: string, now: number) =>
      find.get({ id, tenant_id: tenantId, service, now }),
    count: (tenantId: string, now: number) => count.get(tenantId, now) as number,
    open: (now: number) => open.get(now) as number,
    /** Saves a turn. False if the session is gone, or another turn came between. */
    turned: (row: Pick<SessionRow, 'id' | 'state' | 'turns' | 'timeout_s' | 'expires_at'>) =>
      turned.run(row).changes > 0,
    pend: (row: Pick<SessionRow, 'id' | 'turns' | 'pending'>) => void pend.run(row),
    remove: (id: string) => remove.run(id).changes > 0,
    /** Some sessions of the tenant; false: none is left. */
    removeSome: (tenantId: string) => removeSome.run(tenantId, limits.nlu.batch.wordsAtOnce).changes > 0,
    /** Expired sessions, the oldest first. */
    due: (now: number, most: number) => due.all({ now, most }),
    packages: () => packages.all(),
  };
}
