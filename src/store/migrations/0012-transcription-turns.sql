-- Developers take turns in the queue of offline transcription, so a file must name its developer.

ALTER TABLE trans_file ADD COLUMN developer_id INTEGER NOT NULL DEFAULT 0;
UPDATE trans_file SET developer_id = (SELECT developer_id FROM trans_task WHERE id = task_id);

CREATE INDEX trans_file_turn ON trans_file (code, developer_id, priority, task_seq, position) WHERE code < 4000;
DROP INDEX trans_file_queue;
