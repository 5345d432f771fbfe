-- The users of the gateway. Times are integer milliseconds UTC; secrets and tokens are stored as SHA-256 only.

CREATE TABLE developer (
  id         INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE app (
  appkey       TEXT    PRIMARY KEY,
  developer_id INTEGER NOT NULL REFERENCES developer (id),
  name         TEXT    NOT NULL,
  secret_hash  BLOB    NOT NULL,
  created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
  token_hash   BLOB    PRIMARY KEY,
  refresh_hash BLOB    NOT NULL UNIQUE,
  appkey       TEXT    NOT NULL REFERENCES app (appkey) ON DELETE CASCADE,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX token_by_appkey ON token (appkey, expires_at);
CREATE INDEX token_by_expiry ON token (expires_at);
