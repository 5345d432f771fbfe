-- Features name the kinds of replicated things; the schema does not.

CREATE TABLE sync_redo_new (
  kind   TEXT    NOT NULL,
  name   TEXT    NOT NULL,
  wanted TEXT    NOT NULL, -- JSON
  number INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO sync_redo_new
  SELECT CASE kind WHEN 'models' THEN 'model' ELSE kind END, name, wanted, number FROM sync_redo;
DROP TABLE sync_redo;
ALTER TABLE sync_redo_new RENAME TO sync_redo;

CREATE TABLE sync_file_new (
  kind   TEXT NOT NULL, -- the kind in lists
  name   TEXT NOT NULL,
  sha256 TEXT NOT NULL, -- its mark: a hash, or the model of a slot
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO sync_file_new SELECT kind, name, sha256 FROM sync_file;
DROP TABLE sync_file;
ALTER TABLE sync_file_new RENAME TO sync_file;
