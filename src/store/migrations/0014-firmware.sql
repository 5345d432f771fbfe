-- Rollouts of firmware at an upstream, the boxes that follow them, and, on a box, the firmware that its upstream wants.
CREATE TABLE firmware_release (
  product           TEXT    PRIMARY KEY,
  version           TEXT    NOT NULL,
  min_from          TEXT,
  sha256            TEXT    NOT NULL,
  bytes             INTEGER NOT NULL,
  window_from       INTEGER, -- minutes of the day, UTC; NULL for any time
  window_to         INTEGER,
  wave_percent      REAL    NOT NULL,
  hold_back_percent REAL    NOT NULL,
  allow_downgrade   INTEGER NOT NULL CHECK (allow_downgrade IN (0, 1)),
  is_held           INTEGER NOT NULL CHECK (is_held IN (0, 1)),
  published_at      INTEGER NOT NULL  -- ms UTC
) STRICT, WITHOUT ROWID;
CREATE TRIGGER revision_firmware_added AFTER INSERT ON firmware_release BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_firmware_changed AFTER UPDATE ON firmware_release BEGIN UPDATE sync_self SET revision = revision + 1; END;
CREATE TRIGGER revision_firmware_removed AFTER DELETE ON firmware_release BEGIN UPDATE sync_self SET revision = revision + 1; END;

CREATE TABLE firmware_box (
  box         TEXT    PRIMARY KEY, -- origin of its data directory
  appkey      TEXT    NOT NULL,
  product     TEXT    NOT NULL,
  version     TEXT    NOT NULL,
  state       TEXT    NOT NULL,
  sha256      TEXT    NOT NULL, -- bundle of the state; empty for none
  reason      TEXT    NOT NULL,
  is_excused  INTEGER NOT NULL CHECK (is_excused IN (0, 1)), -- 1 if the operator has noted that it did not come back
  reported_at INTEGER NOT NULL, -- ms of elapsed time
  shown_at    INTEGER NOT NULL  -- ms UTC
) STRICT, WITHOUT ROWID;
CREATE INDEX firmware_box_by_bundle ON firmware_box (sha256, state);
CREATE INDEX firmware_box_by_age ON firmware_box (reported_at);

CREATE TABLE firmware_wanted (
  product TEXT PRIMARY KEY,
  item    TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
