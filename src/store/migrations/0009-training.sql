-- Tasks of the training optimisation service (specification 3, section 4.2). Each belongs to a tenant, and thus to its
-- developer.
CREATE TABLE nlu_training (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  id          TEXT    NOT NULL UNIQUE,
  tenant_id   TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind        TEXT    NOT NULL CHECK (kind IN ('model_train', 'data_mining', 'doc_to_qa', 'generate_question')),
  -- JSON: the order of the work process, with paths below the tenant's directory
  request     TEXT    NOT NULL,
  -- empty for none
  notify_url  TEXT    NOT NULL,
  -- JSON: sentences for the client
  warnings    TEXT    NOT NULL,
  -- WAITING and RUNNING have no states of their own: a lease tells which. PLACING: the models are whole and are being
  -- moved to their requested place. REMOVED: the client has deleted the task, and its partial work is being removed.
  state       TEXT    NOT NULL CHECK (state IN ('OPEN', 'PLACING', 'FINISHED', 'ERROR', 'REMOVED')),
  -- the name of the output in progress
  attempt     TEXT,
  -- JSON of a training that has ended successfully
  outcome     TEXT,
  error_code  INTEGER,
  error       TEXT,
  created_at  INTEGER NOT NULL,
  started_at  INTEGER,
  finished_at INTEGER,
  tries       INTEGER NOT NULL DEFAULT 0,
  due_at      INTEGER NOT NULL DEFAULT 0,
  lease       INTEGER,
  -- the callback of the end: NONE, DUE or DONE
  call        TEXT    NOT NULL DEFAULT 'NONE' CHECK (call IN ('NONE', 'DUE', 'DONE')),
  call_tries  INTEGER NOT NULL DEFAULT 0,
  call_due_at INTEGER NOT NULL DEFAULT 0,
  call_lease  INTEGER
) STRICT;
CREATE INDEX nlu_training_of ON nlu_training (tenant_id);
CREATE INDEX nlu_training_open ON nlu_training (kind, seq) WHERE state = 'OPEN';
CREATE INDEX nlu_training_ended ON nlu_training (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX nlu_training_call ON nlu_training (call_due_at) WHERE call = 'DUE';
