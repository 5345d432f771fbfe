// A data directory with robots of the developer `default` in it, before any gateway runs there.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile } from '../../../src/ops/data-dir.js';
import { closeStore, openStore } from '../../../src/store/open.js';
import { type RobotRows, robotRows } from './robot-rows.js';

export function dataDirWithRobots(add: (rows: RobotRows) => void): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonegate-robots-'));
  const { db } = openStore(databaseFile(dataDir));
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  add(robotRows(db, db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string));
  closeStore(db);
  return dataDir;
}
