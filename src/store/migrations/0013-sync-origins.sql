-- The revision of the last applied state of each origin: an older state of the same origin is refused, also after
-- states of other origins and after a restart.
CREATE TABLE sync_origin (
  origin   TEXT PRIMARY KEY,
  revision INTEGER NOT NULL,
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sync_origin (origin, revision, at)
  SELECT applied_origin, applied_revision, ifnull(applied_at, 0) FROM sync_self
  WHERE applied_origin IS NOT NULL AND applied_revision IS NOT NULL;
