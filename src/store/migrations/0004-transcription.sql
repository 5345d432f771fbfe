-- Offline transcription (docs/transcription.md): uploads, tasks and their files. These rows are the queue; memory holds
-- only the progress of running work. Files are found by the ids below the data directory.

CREATE TABLE trans_upload (
  id           TEXT    PRIMARY KEY,
  developer_id INTEGER NOT NULL REFERENCES developer (id),
  name         TEXT    NOT NULL,
  bytes        INTEGER NOT NULL,
  slice_bytes  INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  task_id      TEXT REFERENCES trans_task (id) ON DELETE CASCADE -- NULL until a task uses it
) STRICT, WITHOUT ROWID;

CREATE INDEX trans_upload_by_age ON trans_upload (task_id, created_at);
CREATE INDEX trans_upload_by_owner ON trans_upload (developer_id, task_id);

-- Slices whose bytes are on the disk.
CREATE TABLE trans_slice (
  upload_id TEXT    NOT NULL REFERENCES trans_upload (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  PRIMARY KEY (upload_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE trans_task (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  id            TEXT    NOT NULL UNIQUE,
  developer_id  INTEGER NOT NULL REFERENCES developer (id),
  property      TEXT    NOT NULL,
  priority      REAL    NOT NULL,
  request       TEXT    NOT NULL,                                  -- JSON: options of its files
  invalid_vocab INTEGER NOT NULL,
  failure       TEXT,                                              -- reason if the whole task failed; then no file runs
  created_at    INTEGER NOT NULL,
  finished_at   INTEGER,                                           -- end of its last file; NULL while one is unfinished
  -- The step that follows the last file, and its state.
  step          TEXT    NOT NULL CHECK (step IN ('files', 'save', 'notify', 'done')),
  step_tries    INTEGER NOT NULL DEFAULT 0,
  step_due_at   INTEGER NOT NULL DEFAULT 0,
  step_lease    INTEGER,                                           -- lease of the work on it
  save_status   INTEGER CHECK (save_status IN (0, 1)),
  CHECK ((step = 'files') = (finished_at IS NULL))
) STRICT;

CREATE INDEX trans_task_by_owner ON trans_task (developer_id, property, seq);
CREATE INDEX trans_task_by_step ON trans_task (step, step_due_at) WHERE step IN ('save', 'notify');
CREATE INDEX trans_task_by_end ON trans_task (finished_at) WHERE step = 'done';

CREATE TABLE trans_file (
  task_id      TEXT    NOT NULL REFERENCES trans_task (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  task_seq     INTEGER NOT NULL,           -- copy of its task's, as the next one, for the order of the queue
  priority     REAL    NOT NULL,
  url          TEXT    NOT NULL,
  shown        TEXT    NOT NULL,           -- the url without its secrets
  code         INTEGER NOT NULL,           -- specification 2, section 3.3
  info         TEXT    NOT NULL,
  tries        INTEGER NOT NULL DEFAULT 0, -- failed tries of this stage
  due_at       INTEGER NOT NULL DEFAULT 0, -- earliest time of the next try
  lease        INTEGER,                    -- lease of the work on it: results of other leases are ignored
  rate_hz      INTEGER,                    -- rate of the converted audio
  channels     INTEGER NOT NULL DEFAULT -1,
  duration_ms  INTEGER NOT NULL DEFAULT -1,
  started_at   INTEGER,                    -- start of its recognition
  finished_at  INTEGER,
  progress     INTEGER NOT NULL DEFAULT 0, -- progress when it ended
  PRIMARY KEY (task_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX trans_file_queue ON trans_file (code, priority, task_seq, position) WHERE code < 4000;
CREATE INDEX trans_file_due ON trans_file (due_at) WHERE code < 4000 AND due_at > 0;
CREATE INDEX trans_file_open ON trans_file (task_id) WHERE code < 4000;
CREATE INDEX trans_file_leased ON trans_file (lease) WHERE lease IS NOT NULL;
