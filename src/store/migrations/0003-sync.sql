-- The state that two gateways need to replicate each other (docs/sync.md). Content moves into a table of its own, by
-- its hash: lists are read without it, and content from an upstream can be stored before the short transaction that
-- makes it current.

-- `profile` refers to `resource`, so both are made anew.
CREATE TEMP TABLE profile_before AS SELECT * FROM main.profile;
DROP TABLE main.profile;

CREATE TABLE content (
  sha256 TEXT PRIMARY KEY, -- lower-case hex
  bytes  BLOB NOT NULL
) STRICT;

INSERT OR IGNORE INTO content (sha256, bytes) SELECT sha256_hex(content), content FROM resource;

-- The facts of this store. `files` is the state of its ring tables and models when the revision was last incremented.
CREATE TABLE sync_self (
  one              INTEGER PRIMARY KEY CHECK (one = 1),
  origin           TEXT    NOT NULL,
  revision         INTEGER NOT NULL,
  files            TEXT    NOT NULL,
  outbox_is_seeded INTEGER NOT NULL, -- 1 if every user resource has had its row since the outbox was switched on
  applied_origin   TEXT,
  applied_revision INTEGER,
  applied_at       INTEGER
) STRICT;

INSERT INTO sync_self (one, origin, revision, files, outbox_is_seeded) VALUES (1, lower(hex(randomblob(8))), 1, '', 0);

CREATE TABLE resource_new (
  seq          INTEGER PRIMARY KEY,
  id           TEXT    NOT NULL UNIQUE,
  category     TEXT    NOT NULL CHECK (category IN ('user', 'sys')),
  cu           TEXT    NOT NULL,
  type         TEXT    NOT NULL,
  developer_id INTEGER REFERENCES developer (id), -- NULL for sys
  user_id      TEXT    NOT NULL,                  -- empty for shared ones
  name         TEXT    NOT NULL,                  -- the shown name, unique in its place
  wanted_name  TEXT    NOT NULL,                  -- the name as its maker wrote it
  lang         TEXT    NOT NULL,
  description  TEXT    NOT NULL,
  ver          INTEGER NOT NULL,
  crc64        TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  origin       TEXT    NOT NULL,                  -- the store that made this version
  ancestors    TEXT    NOT NULL,                  -- tags of earlier versions, separated by spaces, the latest first
  sha256       TEXT    NOT NULL REFERENCES content (sha256),
  CHECK ((category = 'sys') = (developer_id IS NULL))
) STRICT;

INSERT INTO resource_new
  SELECT seq, id, category, cu, type, developer_id, user_id, name, name, lang, description, ver, crc64, created_at,
         updated_at, (SELECT origin FROM sync_self), '', sha256_hex(content)
  FROM resource;
DROP TABLE resource;
ALTER TABLE resource_new RENAME TO resource;

CREATE INDEX resource_by_owner ON resource (cu, type, category, developer_id, user_id, seq);
CREATE UNIQUE INDEX resource_by_name ON resource (cu, type, category, ifnull(developer_id, 0), user_id, name);
CREATE INDEX resource_by_content ON resource (sha256);
CREATE INDEX resource_renamed ON resource (cu, type, category, developer_id, user_id) WHERE name <> wanted_name;

CREATE TABLE profile (
  name               TEXT    PRIMARY KEY,
  settings           TEXT    NOT NULL, -- JSON
  vocabulary_id      TEXT    REFERENCES resource (id),
  sensitive_words_id TEXT    REFERENCES resource (id),
  when_user_brings   TEXT    NOT NULL CHECK (when_user_brings IN ('merge', 'replace')),
  updated_at         INTEGER NOT NULL,
  origin             TEXT    NOT NULL DEFAULT '' -- the store whose state brought it; empty if made here
) STRICT, WITHOUT ROWID;
INSERT INTO profile SELECT *, '' FROM profile_before;
DROP TABLE profile_before;

-- Deleted user resources: a deletion is a version, so that an older version does not restore the resource.
CREATE TABLE tombstone (
  id           TEXT    PRIMARY KEY,
  cu           TEXT    NOT NULL,
  type         TEXT    NOT NULL,
  developer_id INTEGER NOT NULL REFERENCES developer (id),
  user_id      TEXT    NOT NULL,
  wanted_name  TEXT    NOT NULL,
  lang         TEXT    NOT NULL,
  description  TEXT    NOT NULL,
  ver          INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  origin       TEXT    NOT NULL,
  ancestors    TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tombstone_by_age ON tombstone (updated_at, id);

-- Content is deleted with the last resource that has it.
CREATE TRIGGER content_after_delete AFTER DELETE ON resource BEGIN
  DELETE FROM content WHERE sha256 = OLD.sha256 AND NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = OLD.sha256);
END;
CREATE TRIGGER content_after_update AFTER UPDATE OF sha256 ON resource WHEN OLD.sha256 <> NEW.sha256 BEGIN
  DELETE FROM content WHERE sha256 = OLD.sha256 AND NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = OLD.sha256);
END;

-- Every change of the contents of a state increments the revision.
CREATE TRIGGER revision_resource_added AFTER INSERT ON resource BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_resource_changed AFTER UPDATE ON resource BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_resource_removed AFTER DELETE ON resource BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_tombstone_added AFTER INSERT ON tombstone BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_tombstone_removed AFTER DELETE ON tombstone BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_profile_added AFTER INSERT ON profile BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_profile_changed AFTER UPDATE ON profile BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_profile_removed AFTER DELETE ON profile BEGIN UPDATE sync_self SET revision = revision + 1; END;

-- User resources whose latest version has yet to go upstream.
CREATE TABLE outbox (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  idempotency_key TEXT    NOT NULL UNIQUE,
  resource_id     TEXT    NOT NULL UNIQUE,
  made_at         INTEGER NOT NULL
) STRICT;

-- Results for entries of an outbox below, written together with the changes that they caused.
CREATE TABLE sync_key (
  idempotency_key TEXT    PRIMARY KEY,
  at              INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sync_key_by_age ON sync_key (at);

-- Versions that lost a conflict.
CREATE TABLE conflict (
  seq   INTEGER PRIMARY KEY AUTOINCREMENT,
  at    INTEGER NOT NULL,
  why   TEXT    NOT NULL,
  thing TEXT    NOT NULL, -- kind and name
  tag   TEXT    NOT NULL, -- tag of the lost version
  lost  TEXT    NOT NULL, -- JSON
  won   TEXT,             -- JSON; NULL if nothing replaced it
  bytes BLOB,
  UNIQUE (thing, tag)
) STRICT;

-- Files of an applied state that must still be put in place, written together with the state.
CREATE TABLE sync_redo (
  kind   TEXT    NOT NULL CHECK (kind IN ('ringTable', 'models')),
  name   TEXT    NOT NULL,
  wanted TEXT    NOT NULL, -- JSON
  number INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- Ring tables and models that came from an upstream.
CREATE TABLE sync_file (
  kind   TEXT NOT NULL CHECK (kind IN ('ringTable', 'model', 'slot')),
  name   TEXT NOT NULL,
  sha256 TEXT NOT NULL, -- for a slot, the model
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE app ADD COLUMN may_sync INTEGER NOT NULL DEFAULT 0;
