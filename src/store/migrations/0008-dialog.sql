-- Whether the robot answers several questions in one input, one after another.
ALTER TABLE nlu_robot ADD COLUMN several_questions INTEGER NOT NULL DEFAULT 0 CHECK (several_questions IN (0, 1));

-- Conversations with robots (specification 3, section 4.1). Each belongs to a tenant and to one of the two services.
CREATE TABLE dialog_session (
  id         TEXT    PRIMARY KEY,
  tenant_id  TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  -- the application that started it
  appkey     TEXT    NOT NULL,
  service    TEXT    NOT NULL CHECK (service IN ('recog', 'resource')),
  robot_id   TEXT    NOT NULL,
  -- the value from the client
  publish_id TEXT    NOT NULL,
  -- hash of the held package; null for the robot's newest state at each turn
  sha256     TEXT,
  -- JSON that only the understanding process interprets
  state      TEXT    NOT NULL,
  turns      INTEGER NOT NULL,
  timeout_s  INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  extra_info TEXT    NOT NULL,
  -- JSON: an interrupted turn whose web calls were answered, so that none of them is made again
  pending    TEXT
) STRICT;
CREATE INDEX dialog_session_of ON dialog_session (tenant_id, expires_at);
CREATE INDEX dialog_session_due ON dialog_session (expires_at);
CREATE INDEX dialog_session_package ON dialog_session (sha256) WHERE sha256 IS NOT NULL;
