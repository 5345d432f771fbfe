-- Word lists and other small resources, and the profiles that name them as defaults. Only the latest version of a
-- resource is kept: no interface serves another.

CREATE TABLE resource (
  seq          INTEGER PRIMARY KEY,
  id           TEXT    NOT NULL UNIQUE,
  category     TEXT    NOT NULL CHECK (category IN ('user', 'sys')),
  cu           TEXT    NOT NULL,
  type         TEXT    NOT NULL,
  developer_id INTEGER REFERENCES developer (id), -- NULL for sys
  user_id      TEXT    NOT NULL,                  -- empty for shared ones
  name         TEXT    NOT NULL,
  lang         TEXT    NOT NULL,
  description  TEXT    NOT NULL,
  ver          INTEGER NOT NULL,
  crc64        TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  content      BLOB    NOT NULL,                  -- last column, so that the others are read without it
  CHECK ((category = 'sys') = (developer_id IS NULL))
) STRICT;

CREATE INDEX resource_by_owner ON resource (cu, type, category, developer_id, user_id, seq);
CREATE UNIQUE INDEX resource_by_name ON resource (cu, type, category, ifnull(developer_id, 0), user_id, name);

CREATE TABLE profile (
  name               TEXT    PRIMARY KEY,
  settings           TEXT    NOT NULL, -- JSON
  vocabulary_id      TEXT    REFERENCES resource (id),
  sensitive_words_id TEXT    REFERENCES resource (id),
  when_user_brings   TEXT    NOT NULL CHECK (when_user_brings IN ('merge', 'replace')),
  updated_at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
