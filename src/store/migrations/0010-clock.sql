-- The gateway's knowledge of the time (src/clock). Columns for due and expiry times count elapsed time, which begins
-- with the latest time that is already stored, so that nothing waits for a time that a wrong clock once wrote.
CREATE TABLE clock (
  one          INTEGER PRIMARY KEY CHECK (one = 1),
  utc          INTEGER,          -- ms UTC when it was saved; NULL if it never was
  was_believed INTEGER NOT NULL CHECK (was_believed IN (0, 1)),
  elapsed      INTEGER NOT NULL  -- ms
) STRICT;

INSERT INTO clock (one, utc, was_believed, elapsed)
  SELECT 1, NULL, 0, ifnull(max(at), 0) FROM (
    SELECT max(created_at) AS at FROM app
    UNION ALL SELECT max(created_at) FROM token
    UNION ALL SELECT max(created_at) FROM trans_upload
    UNION ALL SELECT max(ifnull(finished_at, created_at)) FROM trans_task
    UNION ALL SELECT max(ifnull(finished_at, created_at)) FROM nlu_training
    UNION ALL SELECT max(created_at) FROM nlu_publish
    UNION ALL SELECT max(expires_at - 1000 * timeout_s) FROM dialog_session
    UNION ALL SELECT max(at) FROM sync_key
  );
