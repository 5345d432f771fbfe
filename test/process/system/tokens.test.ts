// The token table and its memory, without a server. Specification 1, section 2.1.
import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../../src/store/migrate.js';
import { Apps } from '../../../src/system/apps.js';
import { newSecret } from '../../../src/system/secret.js';
import { systemTable } from '../../../src/system/table.js';
import { Tokens } from '../../../src/system/tokens.js';

const migrations = readMigrations(new URL('../../../src/store/migrations', import.meta.url).pathname);

let nowMs: number;
let db: Database.Database;
let appkey: string;

function tokensWith(options: { perAppkey?: number; cacheEntries?: number; lifeS?: number } = {}): Tokens {
  return new Tokens({ table: systemTable(db), now: () => nowMs, random: randomBytes, lifeS: 86_400, ...options });
}

beforeEach(() => {
  nowMs = 1_800_000_000_000;
  db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db, migrations);
  appkey = new Apps({ table: systemTable(db), now: () => nowMs, random: randomBytes }).add('one').appkey;
});

const rows = () => (db.prepare('SELECT count(*) AS count FROM token').get() as { count: number }).count;

describe('tokens while the database takes no writes', () => {
  /** Not a page more than it has. */
  function fill(): void {
    const pages = db.pragma('page_count', { simple: true }) as number;
    db.pragma(`max_page_count = ${pages}`);
    const insert = db.prepare('INSERT INTO developer (name, created_at) VALUES (?, 0)');
    expect(() => {
      for (let at = 0; ; at++) insert.run(`developer ${at} ${'x'.repeat(200)}`);
    }).toThrow('full');
  }
  const makeRoom = () => void db.pragma('max_page_count = 100000');

  it('are issued, hold, renew and end as others do, and are stored when there is room', () => {
    const tokens = tokensWith();
    const before = tokens.issue(appkey);
    fill();
    const held = Array.from({ length: 60 }, () => tokens.issue(appkey));
    const stored = rows();
    expect(stored).toBeLessThan(61);
    for (const { token } of [before, ...held]) expect(tokens.check(appkey, token)).toBe('valid');
    expect(tokens.check('another', held.at(-1)?.token ?? '')).toBe('unknown');

    const renewed = [before, held.at(-1) as typeof before].map(({ refresh_token }) =>
      tokens.issue(appkey, refresh_token),
    );
    nowMs += 301_000;
    for (const { token } of [before, held.at(-1) as typeof before]) expect(tokens.check(appkey, token)).toBe('expired');
    expect(tokens.storeHeld()).toBe(false);

    makeRoom();
    expect(tokens.storeHeld()).toBe(true);
    const afterwards = tokensWith(); // another process
    for (const { token } of [...held.slice(0, -1), ...renewed]) expect(afterwards.check(appkey, token)).toBe('valid');
    for (const { token } of [before, held.at(-1) as typeof before])
      expect(afterwards.check(appkey, token)).toBe('expired');
  });

  it('end with their application, and what expired is removed without a fault', () => {
    const tokens = tokensWith();
    fill();
    const held = Array.from({ length: 60 }, () => tokens.issue(appkey).token);
    nowMs += 86_400_000;
    expect(() => tokens.sweep()).not.toThrow();
    expect(tokens.check(appkey, held.at(-1) ?? '')).not.toBe('valid');
    tokens.forgetApp(appkey);
    makeRoom();
    expect(tokens.storeHeld()).toBe(true);
  });

  it('write again when the reserve on the disk made room', () => {
    const tokens = new Tokens({
      ...{ table: systemTable(db), now: () => nowMs, random: randomBytes, lifeS: 60 },
      makeRoom: () => {
        makeRoom();
        return true;
      },
    });
    fill();
    for (let at = 0; at < 60; at++) tokens.issue(appkey);
    expect(rows()).toBe(60);
  });
});

describe('tokens', () => {
  it('one too many under an appkey pushes out the one that would expire first', () => {
    const tokens = tokensWith({ perAppkey: 3 });
    const issued = [1, 2, 3].map(() => {
      nowMs += 1;
      return tokens.issue(appkey).token;
    });
    for (const token of issued) expect(tokens.check(appkey, token)).toBe('valid');
    nowMs += 1;
    const fourth = tokens.issue(appkey).token;
    expect(issued.map((token) => tokens.check(appkey, token))).toEqual(['unknown', 'valid', 'valid']);
    expect(tokens.check(appkey, fourth)).toBe('valid');
    expect(rows()).toBe(3);
  });

  it('are as true with a memory of one entry as with a large one', () => {
    const small = tokensWith({ cacheEntries: 1 });
    const first = small.issue(appkey);
    const second = small.issue(appkey);
    for (let round = 0; round < 3; round++) {
      expect(small.check(appkey, first.token)).toBe('valid');
      expect(small.check(appkey, second.token)).toBe('valid');
    }
    small.issue(appkey, first.refresh_token);
    nowMs += 300_000;
    expect([small.check(appkey, first.token), small.check(appkey, second.token)]).toEqual(['expired', 'valid']);
  });

  it('that are renewed while they are remembered lose the rest of their day', () => {
    const tokens = tokensWith();
    const old = tokens.issue(appkey);
    expect(tokens.check(appkey, old.token)).toBe('valid'); // now it is remembered
    tokens.issue(appkey, old.refresh_token);
    nowMs += 299_999;
    expect(tokens.check(appkey, old.token)).toBe('valid');
    nowMs += 1;
    expect(tokens.check(appkey, old.token)).toBe('expired');
  });

  it('are swept when they have expired, and only then', () => {
    const tokens = tokensWith({ lifeS: 60 });
    const token = tokens.issue(appkey).token;
    nowMs += 59_999;
    expect(tokens.sweep()).toBe(0);
    nowMs += 1;
    expect(tokens.check(appkey, token)).toBe('expired');
    expect(tokens.sweep()).toBe(1);
    expect(tokens.check(appkey, token)).toBe('unknown');
    expect(rows()).toBe(0);
  });

  it('go with their application', () => {
    const table = systemTable(db);
    const tokens = tokensWith();
    const apps = new Apps({ table, now: () => nowMs, random: randomBytes, onRemoved: (key) => tokens.forgetApp(key) });
    const app = apps.add('two');
    const token = tokens.issue(app.appkey).token;
    expect(tokens.check(app.appkey, token)).toBe('valid');
    apps.remove(app.appkey);
    expect(tokens.check(app.appkey, token)).toBe('unknown');
    expect(rows()).toBe(0);
  });
});

describe('applications', () => {
  it('of one developer share its id, of two developers do not', () => {
    const apps = new Apps({ table: systemTable(db), now: () => nowMs, random: randomBytes });
    const [a, b, c] = [apps.add('a', 'north'), apps.add('b', 'north'), apps.add('c', 'south')];
    const ids = [a, b, c].map(({ appkey: key }) => apps.identify(key)?.developerId);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('are never had before the first one, and always afterwards', () => {
    const fresh = new Database(':memory:');
    migrate(fresh, migrations);
    const apps = new Apps({ table: systemTable(fresh), now: () => nowMs, random: randomBytes });
    expect(apps.neverHadOne).toBe(true);
    apps.remove(apps.add('only').appkey);
    expect(apps.neverHadOne).toBe(false);
    expect(apps.count).toBe(0);
  });
});

it('a secret never begins with a dash, which a command line would take for an option', () => {
  const random = () => Buffer.alloc(32, 0xf8); // BASE64 of the URL kind begins with a dash
  expect(newSecret(random)).toMatch(/^_[\w-]{42}$/);
});
