// Forward-only migrations, numbered by `user_version`. Each runs in its own transaction together with its number, so a
// power cut leaves the schema before it or after it, never between.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { realDisk } from '../storage/disk.js';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Reads the migrations: files `NNNN-name.sql`, numbered from 1 without a gap. */
export function readMigrations(directory: string): readonly Migration[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file, index) => {
    const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file);
    if (match === null || Number(match[1]) !== index + 1) {
      throw new Error(`migration ${file}: expected number ${String(index + 1).padStart(4, '0')}`);
    }
    return { version: index + 1, name: match[2] as string, sql: readFileSync(join(directory, file), 'utf8') };
  });
}

export const schemaVersion = (db: Database.Database): number => db.pragma('user_version', { simple: true }) as number;

/** Runs the missing migrations. `copy`: the file to which an existing database was copied first, if any was. */
export function migrate(db: Database.Database, migrations: readonly Migration[]): { copy?: string; applied: string[] } {
  const from = schemaVersion(db);
  const pending = migrations.filter((migration) => migration.version > from);
  if (pending.length === 0) return { applied: [] };
  const copy = from > 0 && !db.memory ? copyBefore(db, from) : undefined;
  db.function('sha256_hex', { deterministic: true, directOnly: true }, sha256Hex); // SQLite has no such function
  for (const { version, sql } of pending) {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
  const applied = pending.map((migration) => migration.name);
  return copy === undefined ? { applied } : { copy, applied };
}

const sha256Hex = (bytes: unknown): string =>
  createHash('sha256')
    .update(bytes as Buffer)
    .digest('hex');

/** Copies the database, so that the older software finds its own schema after a rollback. */
function copyBefore(db: Database.Database, version: number): string {
  const copy = `${db.name}.v${version}`;
  const part = `${copy}.part`;
  realDisk.remove(part);
  db.prepare('VACUUM INTO ?').run(part);
  const written = realDisk.extend(part);
  written.sync();
  written.close();
  realDisk.rename(part, copy);
  realDisk.syncDirectory(dirname(copy));
  return copy;
}
