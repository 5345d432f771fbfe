// The SQL of publishes and of online robots.
import { type JobRows, jobRows } from '../../jobs/rows.js';
import type { Store } from '../../store/open.js';
import { seen } from '../resource/seen.js';

export type PublishState = 'WORKING' | 'FINISHED' | 'ERROR';

export interface PublishRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly robot_seq: number;
  readonly state: PublishState;
  readonly description: string;
  readonly model_id: number | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
  /** ms UTC */
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly error: string | null;
  readonly tries: number;
}

export type PublishValues = Pick<PublishRow, 'state' | 'model_id' | 'sha256' | 'bytes' | 'finished_at' | 'error'>;

export interface OnlineRow {
  readonly tenant_id: string;
  readonly robot_id: string;
  readonly publish_id: string;
  readonly sha256: string;
  readonly bytes: number;
  /** ms UTC */
  readonly since: number;
  /** Store whose state brought the row; empty if it was set here. */
  readonly origin: string;
}

/** An online row with its tenant as other stores know it. */
export interface OwnedOnlineRow extends OnlineRow {
  readonly developer: string;
  readonly is_default: 0 | 1;
  readonly tenant_name: string;
}

export type PublishTable = ReturnType<typeof publishTable>;

export function publishTable(db: Store) {
  const robotSeq = db
    .prepare<[string, string], number>(`SELECT seq FROM nlu_robot WHERE ${seen} AND tenant_id = ? AND id = ?`)
    .pluck();
  const robotId = db.prepare<[number], string>('SELECT id FROM nlu_robot WHERE seq = ?').pluck();

  const add = db.prepare<[Pick<PublishRow, 'id' | 'tenant_id' | 'robot_seq' | 'description' | 'created_at'>]>(
    'INSERT INTO nlu_publish (id, tenant_id, developer_id, robot_seq, state, description, created_at) ' +
      "VALUES (:id, :tenant_id, (SELECT developer_id FROM tenant WHERE id = :tenant_id), :robot_seq, 'WORKING', :description, :created_at)",
  );
  const all = db.prepare<[number], PublishRow>(
    'SELECT * FROM nlu_publish WHERE robot_seq = ? ORDER BY created_at DESC, id DESC',
  );
  const find = db.prepare<[number, string], PublishRow>('SELECT * FROM nlu_publish WHERE robot_seq = ? AND id = ?');
  const lastFinished = db.prepare<[number], PublishRow>(
    "SELECT * FROM nlu_publish WHERE robot_seq = ? AND state = 'FINISHED' ORDER BY created_at DESC, id DESC LIMIT 1",
  );
  const count = db.prepare<[number], number>('SELECT count(*) FROM nlu_publish WHERE robot_seq = ?').pluck();
  const remove = db.prepare<[string]>('DELETE FROM nlu_publish WHERE id = ?');
  const removeOldest = db.prepare<[{ seq: number; online: string }]>(
    'DELETE FROM nlu_publish WHERE id = (SELECT id FROM nlu_publish WHERE robot_seq = :seq AND id <> :online ' +
      "AND state <> 'WORKING' ORDER BY created_at, id LIMIT 1)",
  );
  const named = db
    .prepare<[{ sha256: string }], number>(
      'SELECT EXISTS (SELECT 1 FROM nlu_publish WHERE sha256 = :sha256) ' +
        'OR EXISTS (SELECT 1 FROM nlu_online WHERE sha256 = :sha256)',
    )
    .pluck();

  const online = db.prepare<[string, string], OnlineRow>(
    'SELECT * FROM nlu_online WHERE tenant_id = ? AND robot_id = ?',
  );
  const owned =
    'SELECT nlu_online.*, developer.name AS developer, tenant.is_default, tenant.name AS tenant_name FROM nlu_online ' +
    'JOIN tenant ON tenant.id = tenant_id JOIN developer ON developer.id = tenant.developer_id';
  const ownedOnline = db.prepare<[string, string], OwnedOnlineRow>(`${owned} WHERE tenant_id = ? AND robot_id = ?`);
  const allOnline = db.prepare<[], OwnedOnlineRow>(`${owned} ORDER BY tenant_id, robot_id`);
  const onlineWith = db.prepare<[string], OnlineRow>('SELECT * FROM nlu_online WHERE sha256 = ? LIMIT 1');
  const putOnline = db.prepare<[OnlineRow]>(
    'INSERT INTO nlu_online (tenant_id, robot_id, publish_id, sha256, bytes, since, origin) ' +
      'VALUES (:tenant_id, :robot_id, :publish_id, :sha256, :bytes, :since, :origin) ' +
      'ON CONFLICT (tenant_id, robot_id) DO UPDATE SET publish_id = excluded.publish_id, sha256 = excluded.sha256, ' +
      'bytes = excluded.bytes, since = excluded.since, origin = excluded.origin',
  );
  const robotsOnline = db
    .prepare<[string], string>('SELECT robot_id FROM nlu_online WHERE tenant_id = ? ORDER BY robot_id')
    .pluck();
  const removeOnline = db.prepare<[string, string]>('DELETE FROM nlu_online WHERE tenant_id = ? AND robot_id = ?');

  const dropOpen = db.prepare<[string]>("DELETE FROM nlu_publish WHERE tenant_id = ? AND state = 'WORKING'");

  const jobs: JobRows<PublishRow, PublishValues> = jobRows(db, {
    table: 'nlu_publish',
    key: ['id'],
    open: "state = 'WORKING'",
    order: 'created_at',
    lane: 'state', // the open ones are all in one
    owner: 'developer_id',
  });

  return {
    db,
    jobs,
    robotSeq: (tenantId: string, id: string) => robotSeq.get(tenantId, id),
    robotId: (seq: number) => robotId.get(seq),
    add: (row: Pick<PublishRow, 'id' | 'tenant_id' | 'robot_seq' | 'description' | 'created_at'>) => void add.run(row),
    /** All publishes, the latest first. */
    all: (robotSeq: number) => all.all(robotSeq),
    find: (robotSeq: number, id: string) => find.get(robotSeq, id),
    lastFinished: (robotSeq: number) => lastFinished.get(robotSeq),
    count: (robotSeq: number) => count.get(robotSeq) as number,
    remove: (id: string) => void remove.run(id),
    /** Removes the oldest finished publish other than `online`; false if there is none. */
    removeOldest: (seq: number, online: string) => removeOldest.run({ seq, online }).changes > 0,
    /** Those of the tenant that have not ended. */
    dropOpen: (tenantId: string) => void dropOpen.run(tenantId),
    isNamed: (sha256: string) => named.get({ sha256 }) === 1,

    online: (tenantId: string, robotId: string) => online.get(tenantId, robotId),
    ownedOnline: (tenantId: string, robotId: string) => ownedOnline.get(tenantId, robotId),
    allOnline: () => allOnline.all(),
    onlineWith: (sha256: string) => onlineWith.get(sha256),
    putOnline: (row: OnlineRow) => void putOnline.run(row),
    robotsOnline: (tenantId: string) => robotsOnline.all(tenantId),
    /** Takes a robot offline; false if it was not online. */
    removeOnline: (tenantId: string, robotId: string) => removeOnline.run(tenantId, robotId).changes > 0,
  };
}
