-- Developers take turns in the queues of publishing and training, so a job must name its developer.

ALTER TABLE nlu_publish ADD COLUMN developer_id INTEGER NOT NULL DEFAULT 0;
UPDATE nlu_publish SET developer_id = (SELECT developer_id FROM tenant WHERE id = tenant_id);
CREATE INDEX nlu_publish_turn ON nlu_publish (state, developer_id, created_at) WHERE state = 'WORKING';
DROP INDEX nlu_publish_open;

ALTER TABLE nlu_training ADD COLUMN developer_id INTEGER NOT NULL DEFAULT 0;
UPDATE nlu_training SET developer_id = (SELECT developer_id FROM tenant WHERE id = tenant_id);
CREATE INDEX nlu_training_turn ON nlu_training (kind, developer_id, seq) WHERE state = 'OPEN';
