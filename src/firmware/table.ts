// The SQL of firmware: rollouts, boxes, and what an upstream wants. Nobody else touches these tables.
import type { Store } from '../store/open.js';

export interface ReleaseRow {
  readonly product: string;
  readonly version: string;
  readonly min_from: string | null;
  readonly sha256: string;
  readonly bytes: number;
  readonly window_from: number | null;
  readonly window_to: number | null;
  readonly wave_percent: number;
  readonly hold_back_percent: number;
  readonly allow_downgrade: number;
  readonly is_held: number;
  readonly published_at: number;
}

export interface BoxRow {
  readonly box: string;
  readonly appkey: string;
  readonly product: string;
  readonly version: string;
  readonly state: string;
  readonly sha256: string;
  readonly reason: string;
  readonly reported_at: number;
  readonly shown_at: number;
}

export type FirmwareTable = ReturnType<typeof firmwareTable>;

export function firmwareTable(db: Store) {
  const releases = db.prepare<[], ReleaseRow>('SELECT * FROM firmware_release ORDER BY product');
  const release = db.prepare<[string], ReleaseRow>('SELECT * FROM firmware_release WHERE product = ?');
  const putRelease = db.prepare(
    'INSERT OR REPLACE INTO firmware_release VALUES (:product, :version, :min_from, :sha256, :bytes, :window_from, ' +
      ':window_to, :wave_percent, :hold_back_percent, :allow_downgrade, :is_held, :published_at)',
  );
  const removeRelease = db.prepare<[string]>('DELETE FROM firmware_release WHERE product = ?');
  const hold = db.prepare<[string]>('UPDATE firmware_release SET is_held = 1 WHERE product = ? AND is_held = 0');
  const putBox = db.prepare(
    'INSERT INTO firmware_box VALUES (:box, :appkey, :product, :version, :state, :sha256, :reason, 0, :reported_at, :shown_at) ' +
      'ON CONFLICT (box) DO UPDATE SET appkey = excluded.appkey, product = excluded.product, version = excluded.version, ' +
      'is_excused = is_excused AND sha256 = excluded.sha256 AND state = excluded.state, ' +
      'state = excluded.state, sha256 = excluded.sha256, reason = excluded.reason, reported_at = excluded.reported_at, ' +
      'shown_at = excluded.shown_at',
  );
  const cutBoxes = db.prepare<[number]>(
    'DELETE FROM firmware_box WHERE box IN (SELECT box FROM firmware_box ORDER BY reported_at DESC LIMIT -1 OFFSET ?)',
  );
  const isBad =
    "(state IN ('failed', 'wentBack') OR (state IN ('restarting', 'trying') AND reported_at < :silent_since))";
  const outcome = db.prepare<unknown[], { good: number; bad: number }>(
    `SELECT count(*) FILTER (WHERE state = 'good') AS good, count(*) FILTER (WHERE ${isBad} AND is_excused = 0) AS bad ` +
      'FROM firmware_box WHERE sha256 = :sha256',
  );
  const excuse = db.prepare(`UPDATE firmware_box SET is_excused = 1 WHERE sha256 = :sha256 AND ${isBad}`);
  const states = db.prepare<[string], { state: string; count: number }>(
    'SELECT state, count(*) AS count FROM firmware_box WHERE product = ? GROUP BY state ORDER BY state',
  );
  const boxes = db.prepare<unknown[], BoxRow>(
    "SELECT * FROM firmware_box WHERE (:state = '' OR state = :state) ORDER BY reported_at DESC, box LIMIT :limit",
  );
  const wanted = db.prepare<[], { item: string }>('SELECT item FROM firmware_wanted ORDER BY product');
  const clearWanted = db.prepare('DELETE FROM firmware_wanted');
  const putWanted = db.prepare<[string, string]>('INSERT INTO firmware_wanted VALUES (?, ?)');
  return {
    db,
    releases: () => releases.all(),
    release: (product: string) => release.get(product),
    putRelease: (row: ReleaseRow) => void putRelease.run(row),
    /** False: there is none. */
    removeRelease: (product: string) => removeRelease.run(product).changes > 0,
    /** True: it was not held before. */
    hold: (product: string) => hold.run(product).changes > 0,
    putBox: (row: BoxRow, most: number): void => {
      putBox.run(row);
      cutBoxes.run(most);
    },
    outcome: (sha256: string, silentSince: number) =>
      outcome.get({ sha256, silent_since: silentSince }) as { good: number; bad: number },
    excuse: (sha256: string, silentSince: number) => void excuse.run({ sha256, silent_since: silentSince }),
    states: (product: string) => states.all(product),
    boxes: (state: string, limit: number) => boxes.all({ state, limit }),
    wanted: () => wanted.all().map(({ item }) => item),
    setWanted(items: ReadonlyMap<string, string>): void {
      clearWanted.run();
      for (const [product, item] of items) putWanted.run(product, item);
    },
  };
}
