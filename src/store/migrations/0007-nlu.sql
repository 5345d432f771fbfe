-- The resources of dialog robots. Each belongs to a tenant. Ids are never reused (AUTOINCREMENT). Sub-resources
-- (questions, responses, processors) live and die with their owners: the triggers below ensure that, whatever removes
-- the owner.

ALTER TABLE tenant ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE tenant ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE tenant ADD COLUMN enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1));
CREATE UNIQUE INDEX tenant_name ON tenant (developer_id, name) WHERE name <> '';

-- Applications that may use a tenant other than their developer's default tenant.
CREATE TABLE tenant_app (
  tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  appkey    TEXT NOT NULL REFERENCES app (appkey) ON DELETE CASCADE,
  PRIMARY KEY (tenant_id, appkey)
) STRICT, WITHOUT ROWID;
CREATE INDEX tenant_app_by_app ON tenant_app (appkey);

-- A number that grows with every change of a tenant's resources.
CREATE TABLE nlu_revision (
  tenant_id TEXT    PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  revision  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Numbers of objects, updated as they come and go: counting a hundred thousand rows for every new one takes too long.
CREATE TABLE nlu_tally (
  tenant_id TEXT    PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  questions INTEGER NOT NULL DEFAULT 0,
  entries   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Names of resources in other resources, written in the transaction that saves the referring one.
CREATE TABLE nlu_reference (
  from_kind TEXT    NOT NULL,
  from_id   INTEGER NOT NULL,
  to_kind   TEXT    NOT NULL,
  to_id     INTEGER NOT NULL,
  PRIMARY KEY (from_kind, from_id, to_kind, to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_reference_to ON nlu_reference (to_kind, to_id);

CREATE TABLE nlu_lexicon (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id      TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name           TEXT    NOT NULL,
  description    TEXT    NOT NULL,
  type           TEXT    NOT NULL CHECK (type IN ('STANDARD', 'DYNAMIC', 'SIMPLE')),
  represent_word TEXT    NOT NULL,
  match_var      TEXT    NOT NULL,
  UNIQUE (tenant_id, name)
) STRICT;

CREATE TABLE nlu_dynamic_class (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  lexicon_id  INTEGER NOT NULL REFERENCES nlu_lexicon (id) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  description TEXT    NOT NULL,
  match_value TEXT    NOT NULL,
  UNIQUE (lexicon_id, name),
  UNIQUE (lexicon_id, match_value)
) STRICT;

-- An entry: the standard word and its synonyms, separated by tabs.
CREATE TABLE nlu_entry (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  lexicon_id INTEGER NOT NULL REFERENCES nlu_lexicon (id) ON DELETE CASCADE,
  class_id   INTEGER REFERENCES nlu_dynamic_class (id) ON DELETE CASCADE,
  content    TEXT    NOT NULL
) STRICT;
CREATE INDEX nlu_entry_of ON nlu_entry (lexicon_id, class_id);

-- Every word of an entry, unique in its lexicon or dynamic class. class_id is 0 if there is no class.
CREATE TABLE nlu_word (
  lexicon_id INTEGER NOT NULL,
  class_id   INTEGER NOT NULL,
  word       TEXT    NOT NULL,
  entry_id   INTEGER NOT NULL REFERENCES nlu_entry (id) ON DELETE CASCADE,
  PRIMARY KEY (lexicon_id, class_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_word_of_entry ON nlu_word (entry_id);

CREATE TABLE nlu_question (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id  TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  owner_kind TEXT    NOT NULL CHECK (owner_kind IN ('pair', 'taskQuestion', 'intent')),
  text       TEXT    NOT NULL
) STRICT;
CREATE INDEX nlu_question_of_tenant ON nlu_question (tenant_id);

CREATE TABLE nlu_ext_question (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  question_id INTEGER NOT NULL REFERENCES nlu_question (id) ON DELETE CASCADE,
  text        TEXT    NOT NULL,
  UNIQUE (question_id, text)
) STRICT;

CREATE TABLE nlu_tag_group (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id   TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  description TEXT    NOT NULL,
  exclusive   INTEGER NOT NULL CHECK (exclusive IN (0, 1)),
  UNIQUE (tenant_id, name)
) STRICT;

CREATE TABLE nlu_tag (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  group_id    INTEGER NOT NULL REFERENCES nlu_tag_group (id) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  description TEXT    NOT NULL,
  UNIQUE (group_id, name)
) STRICT;

CREATE TABLE nlu_response (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id   TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  return_type TEXT    NOT NULL CHECK (return_type IN ('FIRST', 'RANDOM'))
) STRICT;
CREATE INDEX nlu_response_of_tenant ON nlu_response (tenant_id);

-- The tags of an answer, and the questions of a RECOMMEND answer, are rows of nlu_reference.
CREATE TABLE nlu_answer (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  response_id INTEGER NOT NULL REFERENCES nlu_response (id) ON DELETE CASCADE,
  type        TEXT    NOT NULL CHECK (type IN ('TEXT', 'TTS', 'AUDIO', 'VIDEO', 'HTML', 'RECOMMEND')),
  content     TEXT    NOT NULL,
  cmd         TEXT    NOT NULL
) STRICT;
CREATE INDEX nlu_answer_of ON nlu_answer (response_id);

-- content is JSON.
CREATE TABLE nlu_processor (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  type      TEXT    NOT NULL CHECK (type IN ('SIMPLE', 'WEBAPI')),
  content   TEXT    NOT NULL
) STRICT;
CREATE INDEX nlu_processor_of_tenant ON nlu_processor (tenant_id);

-- A directory without a parent is a domain. pairs: number of pairs in it, updated as they come and go.
CREATE TABLE nlu_dir (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id   TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  parent_id   INTEGER REFERENCES nlu_dir (id) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  description TEXT    NOT NULL,
  pairs       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX nlu_dir_name ON nlu_dir (tenant_id, ifnull(parent_id, 0), name);
CREATE INDEX nlu_dir_of_parent ON nlu_dir (parent_id);

-- Times are ms UTC; null if open on that side.
CREATE TABLE nlu_pair (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  dir_id      INTEGER NOT NULL REFERENCES nlu_dir (id) ON DELETE CASCADE,
  question_id INTEGER NOT NULL UNIQUE REFERENCES nlu_question (id),
  response_id INTEGER NOT NULL UNIQUE REFERENCES nlu_response (id),
  enabled     INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  effect_at   INTEGER,
  invalid_at  INTEGER
) STRICT;
CREATE INDEX nlu_pair_of ON nlu_pair (dir_id, id);

CREATE TABLE nlu_task_question (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id   TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  label       TEXT    NOT NULL,
  question_id INTEGER NOT NULL UNIQUE REFERENCES nlu_question (id)
) STRICT;
CREATE INDEX nlu_task_question_of ON nlu_task_question (tenant_id, label);

CREATE TABLE nlu_intent (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id           TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name                TEXT    NOT NULL,
  description         TEXT    NOT NULL,
  question_id         INTEGER NOT NULL UNIQUE REFERENCES nlu_question (id),
  response_id         INTEGER NOT NULL UNIQUE REFERENCES nlu_response (id),
  confirm_response_id INTEGER UNIQUE REFERENCES nlu_response (id),
  retry_response_id   INTEGER UNIQUE REFERENCES nlu_response (id),
  failed_response_id  INTEGER UNIQUE REFERENCES nlu_response (id),
  processor_id        INTEGER UNIQUE REFERENCES nlu_processor (id),
  retry_max_times     INTEGER NOT NULL,
  check_other_skill   INTEGER NOT NULL CHECK (check_other_skill IN (0, 1)),
  auto_recover        INTEGER NOT NULL CHECK (auto_recover IN (0, 1)),
  repeat_when_recover INTEGER NOT NULL CHECK (repeat_when_recover IN (0, 1)),
  repeat_when_retry   INTEGER NOT NULL CHECK (repeat_when_retry IN (0, 1)),
  UNIQUE (tenant_id, name)
) STRICT;

-- position: order in the interface; smaller means higher priority.
CREATE TABLE nlu_slot (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  intent_id           INTEGER NOT NULL REFERENCES nlu_intent (id) ON DELETE CASCADE,
  name                TEXT    NOT NULL,
  description         TEXT    NOT NULL,
  required            INTEGER NOT NULL CHECK (required IN (0, 1)),
  position            INTEGER NOT NULL,
  lexicon             TEXT    NOT NULL,
  elicit_response_id  INTEGER NOT NULL UNIQUE REFERENCES nlu_response (id),
  confirm_response_id INTEGER UNIQUE REFERENCES nlu_response (id),
  UNIQUE (intent_id, name)
) STRICT;

-- A tenant's selection from the system models, or a trained model. At most one of them is enabled.
CREATE TABLE nlu_model (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id     TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name          TEXT    NOT NULL,
  description   TEXT    NOT NULL,
  type          TEXT    NOT NULL CHECK (type IN ('BASE', 'OPTIMIZED')),
  sys_model     TEXT    NOT NULL,
  model_path    TEXT    NOT NULL,
  base_model_id INTEGER REFERENCES nlu_model (id),
  enabled       INTEGER NOT NULL CHECK (enabled IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX nlu_model_enabled ON nlu_model (tenant_id) WHERE enabled = 1;

CREATE TABLE nlu_scene (
  id                 INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id          TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name               TEXT    NOT NULL,
  description        TEXT    NOT NULL,
  retry_max_times    INTEGER NOT NULL,
  retry_response_id  INTEGER UNIQUE REFERENCES nlu_response (id),
  failed_response_id INTEGER UNIQUE REFERENCES nlu_response (id),
  repeat_when_retry  INTEGER NOT NULL CHECK (repeat_when_retry IN (0, 1))
) STRICT;
CREATE INDEX nlu_scene_of_tenant ON nlu_scene (tenant_id);

-- Task questions of a node are rows of nlu_node_question; those of the whole scene are rows of nlu_reference.
CREATE TABLE nlu_node (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  scene_id     INTEGER NOT NULL REFERENCES nlu_scene (id) ON DELETE CASCADE,
  name         TEXT    NOT NULL,
  type         TEXT    NOT NULL CHECK (type IN ('ENTRY', 'UNDERSTAND', 'DISPATCH', 'PROCESS', 'RESPONSE')),
  conditional  INTEGER NOT NULL CHECK (conditional IN (0, 1)),
  next_id      INTEGER REFERENCES nlu_node (id) ON DELETE SET NULL,
  processor_id INTEGER UNIQUE REFERENCES nlu_processor (id),
  response_id  INTEGER UNIQUE REFERENCES nlu_response (id)
) STRICT;
CREATE INDEX nlu_node_of ON nlu_node (scene_id);
CREATE INDEX nlu_node_next ON nlu_node (next_id);

CREATE TABLE nlu_node_question (
  node_id          INTEGER NOT NULL REFERENCES nlu_node (id) ON DELETE CASCADE,
  position         INTEGER NOT NULL,
  task_question_id INTEGER NOT NULL REFERENCES nlu_task_question (id),
  PRIMARY KEY (node_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_node_question_by_question ON nlu_node_question (task_question_id);

-- A branch leads to a node of its scene, to another scene's unconditional entry, or nowhere (the dialog leaves the
-- scene).
CREATE TABLE nlu_branch (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id       INTEGER NOT NULL REFERENCES nlu_node (id) ON DELETE CASCADE,
  position      INTEGER NOT NULL,
  name          TEXT    NOT NULL,
  condition     TEXT    NOT NULL,
  next_id       INTEGER REFERENCES nlu_node (id) ON DELETE SET NULL,
  next_scene_id INTEGER REFERENCES nlu_scene (id)
) STRICT;
CREATE INDEX nlu_branch_of ON nlu_branch (node_id);
CREATE INDEX nlu_branch_next ON nlu_branch (next_id);
CREATE INDEX nlu_branch_next_scene ON nlu_branch (next_scene_id);

-- Thresholds: null takes that of the robot or of the model.
CREATE TABLE nlu_skill (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id           TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name                TEXT    NOT NULL,
  description         TEXT    NOT NULL,
  type                TEXT    NOT NULL CHECK (type IN ('QABASE', 'INTENT', 'SCENE')),
  dir_id              INTEGER REFERENCES nlu_dir (id),
  scene_id            INTEGER REFERENCES nlu_scene (id),
  threshold           REAL,
  direct_threshold    REAL,
  recommend_threshold REAL,
  top_n               INTEGER,
  check_other_skill   INTEGER NOT NULL CHECK (check_other_skill IN (0, 1)),
  auto_recover        INTEGER NOT NULL CHECK (auto_recover IN (0, 1)),
  recommend_start     TEXT    NOT NULL,
  recommend_end       TEXT    NOT NULL
) STRICT;
CREATE INDEX nlu_skill_of_tenant ON nlu_skill (tenant_id);
CREATE INDEX nlu_skill_dir ON nlu_skill (dir_id);
CREATE INDEX nlu_skill_scene ON nlu_skill (scene_id);

CREATE TABLE nlu_skill_intent (
  skill_id  INTEGER NOT NULL REFERENCES nlu_skill (id) ON DELETE CASCADE,
  intent_id INTEGER NOT NULL REFERENCES nlu_intent (id),
  position  INTEGER NOT NULL,
  PRIMARY KEY (skill_id, intent_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_skill_intent_by_intent ON nlu_skill_intent (intent_id);

-- seq is the number in nlu_reference; id is shown in the interface.
CREATE TABLE nlu_robot (
  seq                  INTEGER PRIMARY KEY AUTOINCREMENT,
  id                   TEXT    NOT NULL UNIQUE,
  tenant_id            TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  name                 TEXT    NOT NULL,
  description          TEXT    NOT NULL,
  forget_turns         INTEGER NOT NULL,
  session_timeout_s    INTEGER NOT NULL,
  return_type          TEXT    NOT NULL CHECK (return_type IN ('FIRST', 'RANDOM')),
  threshold            REAL,
  direct_threshold     REAL,
  recommend_threshold  REAL,
  top_n                INTEGER,
  opening_response_id  INTEGER UNIQUE REFERENCES nlu_response (id),
  opening_scene_id     INTEGER REFERENCES nlu_scene (id),
  fallback_response_id INTEGER UNIQUE REFERENCES nlu_response (id),
  created_at           INTEGER NOT NULL
) STRICT;
CREATE INDEX nlu_robot_of_tenant ON nlu_robot (tenant_id);
CREATE INDEX nlu_robot_opening_scene ON nlu_robot (opening_scene_id);

-- Null takes the value of the skill.
CREATE TABLE nlu_robot_skill (
  robot_seq           INTEGER NOT NULL REFERENCES nlu_robot (seq) ON DELETE CASCADE,
  skill_id            INTEGER NOT NULL REFERENCES nlu_skill (id),
  position            INTEGER NOT NULL,
  threshold           REAL,
  direct_threshold    REAL,
  recommend_threshold REAL,
  top_n               INTEGER,
  check_other_skill   INTEGER CHECK (check_other_skill IN (0, 1)),
  auto_recover        INTEGER CHECK (auto_recover IN (0, 1)),
  PRIMARY KEY (robot_seq, skill_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_robot_skill_by_skill ON nlu_robot_skill (skill_id);

CREATE TABLE nlu_sensitive_group (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  robot_seq   INTEGER NOT NULL REFERENCES nlu_robot (seq) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  lexicon     TEXT    NOT NULL,
  response_id INTEGER NOT NULL UNIQUE REFERENCES nlu_response (id),
  UNIQUE (robot_seq, name)
) STRICT;

-- cases is JSON: an array of {text, expected}.
CREATE TABLE nlu_test_set (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  robot_seq   INTEGER NOT NULL REFERENCES nlu_robot (seq) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  description TEXT    NOT NULL,
  cases       TEXT    NOT NULL,
  UNIQUE (robot_seq, name)
) STRICT;

-- A row is a job until it is FINISHED or ERROR. Its package is the file that sha256 names.
CREATE TABLE nlu_publish (
  id          TEXT    PRIMARY KEY,
  tenant_id   TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  robot_seq   INTEGER NOT NULL REFERENCES nlu_robot (seq) ON DELETE CASCADE,
  state       TEXT    NOT NULL CHECK (state IN ('WORKING', 'FINISHED', 'ERROR')),
  description TEXT    NOT NULL,
  model_id    INTEGER,
  sha256      TEXT,
  bytes       INTEGER,
  created_at  INTEGER NOT NULL,
  finished_at INTEGER,
  error       TEXT,
  tries       INTEGER NOT NULL DEFAULT 0,
  due_at      INTEGER NOT NULL DEFAULT 0,
  lease       INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_publish_of ON nlu_publish (robot_seq, created_at);
CREATE INDEX nlu_publish_open ON nlu_publish (created_at) WHERE state = 'WORKING';
CREATE INDEX nlu_publish_package ON nlu_publish (sha256) WHERE sha256 IS NOT NULL;

-- The version of a robot that the dialog service serves. origin is empty if it was set here, otherwise the upstream.
CREATE TABLE nlu_online (
  tenant_id  TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  robot_id   TEXT    NOT NULL,
  publish_id TEXT    NOT NULL,
  sha256     TEXT    NOT NULL,
  bytes      INTEGER NOT NULL,
  since      INTEGER NOT NULL,
  origin     TEXT    NOT NULL,
  PRIMARY KEY (tenant_id, robot_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX nlu_online_package ON nlu_online (sha256);

-- Other gateways follow the online versions, so changes of them increment the revision of this store.
CREATE TRIGGER revision_online_added AFTER INSERT ON nlu_online BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_online_changed AFTER UPDATE ON nlu_online BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_online_removed AFTER DELETE ON nlu_online BEGIN UPDATE sync_self SET revision = revision + 1; END;

CREATE TRIGGER nlu_entry_added AFTER INSERT ON nlu_entry BEGIN
  INSERT INTO nlu_tally (tenant_id, entries) SELECT tenant_id, 1 FROM nlu_lexicon WHERE id = NEW.lexicon_id
    ON CONFLICT (tenant_id) DO UPDATE SET entries = entries + 1;
END;
CREATE TRIGGER nlu_entry_removed BEFORE DELETE ON nlu_entry BEGIN
  UPDATE nlu_tally SET entries = entries - 1
    WHERE tenant_id = (SELECT tenant_id FROM nlu_lexicon WHERE id = OLD.lexicon_id);
END;
-- Runs while the lexicon still exists, since its tenant is needed to count its entries down.
CREATE TRIGGER nlu_lexicon_leaves BEFORE DELETE ON nlu_lexicon BEGIN
  DELETE FROM nlu_entry WHERE lexicon_id = OLD.id;
END;
CREATE TRIGGER nlu_question_added AFTER INSERT ON nlu_question BEGIN
  INSERT INTO nlu_tally (tenant_id, questions) VALUES (NEW.tenant_id, 1)
    ON CONFLICT (tenant_id) DO UPDATE SET questions = questions + 1;
END;

-- Owners take their sub-resources with them.
CREATE TRIGGER nlu_pair_added AFTER INSERT ON nlu_pair BEGIN
  UPDATE nlu_dir SET pairs = pairs + 1 WHERE id = NEW.dir_id;
END;
CREATE TRIGGER nlu_pair_removed AFTER DELETE ON nlu_pair BEGIN
  UPDATE nlu_dir SET pairs = pairs - 1 WHERE id = OLD.dir_id;
  DELETE FROM nlu_question WHERE id = OLD.question_id;
  DELETE FROM nlu_response WHERE id = OLD.response_id;
END;
CREATE TRIGGER nlu_task_question_removed AFTER DELETE ON nlu_task_question BEGIN
  DELETE FROM nlu_reference WHERE to_kind = 'taskQuestion' AND to_id = OLD.id;
  DELETE FROM nlu_question WHERE id = OLD.question_id;
END;
CREATE TRIGGER nlu_intent_removed AFTER DELETE ON nlu_intent BEGIN
  DELETE FROM nlu_reference WHERE to_kind = 'intent' AND to_id = OLD.id;
  DELETE FROM nlu_question WHERE id = OLD.question_id;
  DELETE FROM nlu_response
    WHERE id IN (OLD.response_id, OLD.confirm_response_id, OLD.retry_response_id, OLD.failed_response_id);
  DELETE FROM nlu_processor WHERE id = OLD.processor_id;
END;
CREATE TRIGGER nlu_slot_removed AFTER DELETE ON nlu_slot BEGIN
  DELETE FROM nlu_reference WHERE from_kind = 'slot' AND from_id = OLD.id;
  DELETE FROM nlu_response WHERE id IN (OLD.elicit_response_id, OLD.confirm_response_id);
END;
CREATE TRIGGER nlu_scene_removed AFTER DELETE ON nlu_scene BEGIN
  DELETE FROM nlu_reference WHERE (from_kind = 'scene' AND from_id = OLD.id) OR (to_kind = 'scene' AND to_id = OLD.id);
  DELETE FROM nlu_response WHERE id IN (OLD.retry_response_id, OLD.failed_response_id);
END;
CREATE TRIGGER nlu_node_removed AFTER DELETE ON nlu_node BEGIN
  DELETE FROM nlu_processor WHERE id = OLD.processor_id;
  DELETE FROM nlu_response WHERE id = OLD.response_id;
END;
CREATE TRIGGER nlu_robot_removed AFTER DELETE ON nlu_robot BEGIN
  DELETE FROM nlu_reference WHERE from_kind = 'robot' AND from_id = OLD.seq;
  DELETE FROM nlu_online WHERE tenant_id = OLD.tenant_id AND robot_id = OLD.id AND origin = '';
  DELETE FROM nlu_response WHERE id IN (OLD.opening_response_id, OLD.fallback_response_id);
END;
CREATE TRIGGER nlu_sensitive_group_removed AFTER DELETE ON nlu_sensitive_group BEGIN
  DELETE FROM nlu_reference WHERE from_kind = 'sensitiveGroup' AND from_id = OLD.id;
  DELETE FROM nlu_response WHERE id = OLD.response_id;
END;

-- Removed objects are neither named nor do they name others.
CREATE TRIGGER nlu_lexicon_removed AFTER DELETE ON nlu_lexicon BEGIN
  DELETE FROM nlu_reference WHERE to_kind = 'lexicon' AND to_id = OLD.id;
END;
CREATE TRIGGER nlu_question_removed AFTER DELETE ON nlu_question BEGIN
  UPDATE nlu_tally SET questions = questions - 1 WHERE tenant_id = OLD.tenant_id;
  DELETE FROM nlu_reference WHERE (from_kind = 'question' AND from_id = OLD.id) OR (to_kind = 'question' AND to_id = OLD.id);
END;
CREATE TRIGGER nlu_tag_removed AFTER DELETE ON nlu_tag BEGIN
  DELETE FROM nlu_reference WHERE to_kind = 'tag' AND to_id = OLD.id;
END;
CREATE TRIGGER nlu_answer_removed AFTER DELETE ON nlu_answer BEGIN
  DELETE FROM nlu_reference WHERE from_kind = 'answer' AND from_id = OLD.id;
END;
CREATE TRIGGER nlu_dir_removed AFTER DELETE ON nlu_dir BEGIN
  DELETE FROM nlu_reference WHERE to_kind = 'dir' AND to_id = OLD.id;
END;
CREATE TRIGGER nlu_skill_removed AFTER DELETE ON nlu_skill BEGIN
  DELETE FROM nlu_reference WHERE (from_kind = 'skill' AND from_id = OLD.id) OR (to_kind = 'skill' AND to_id = OLD.id);
END;
