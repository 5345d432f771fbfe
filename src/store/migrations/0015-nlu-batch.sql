-- A batch is a change of a tenant's resources that is too long for one transaction: it is written in pieces. Rows name
-- the batch that made or removes them. While the batch exists and is not at work, these rows are hidden; its last piece
-- removes it, and its objects appear at once. Ids are never reused, so the number may stay in the rows. A start removes
-- the unfinished batches of a stop.

CREATE TABLE nlu_batch (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id TEXT    NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  at_work   INTEGER NOT NULL CHECK (at_work IN (0, 1)) -- 1 only within the transaction of a piece
) STRICT;
CREATE INDEX nlu_batch_of_tenant ON nlu_batch (tenant_id);

ALTER TABLE nlu_robot ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_skill ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_scene ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_task_question ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_intent ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_dir ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_lexicon ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_tag_group ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_question ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_response ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nlu_processor ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;

CREATE INDEX nlu_robot_in_batch ON nlu_robot (batch) WHERE batch > 0;
CREATE INDEX nlu_skill_in_batch ON nlu_skill (batch) WHERE batch > 0;
CREATE INDEX nlu_scene_in_batch ON nlu_scene (batch) WHERE batch > 0;
CREATE INDEX nlu_task_question_in_batch ON nlu_task_question (batch) WHERE batch > 0;
CREATE INDEX nlu_intent_in_batch ON nlu_intent (batch) WHERE batch > 0;
CREATE INDEX nlu_dir_in_batch ON nlu_dir (batch) WHERE batch > 0;
CREATE INDEX nlu_lexicon_in_batch ON nlu_lexicon (batch) WHERE batch > 0;
CREATE INDEX nlu_tag_group_in_batch ON nlu_tag_group (batch) WHERE batch > 0;

-- Rows that a piece of a batch makes name the batch.
CREATE TRIGGER nlu_robot_made_in_batch AFTER INSERT ON nlu_robot WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_robot SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE seq = NEW.seq;
END;
CREATE TRIGGER nlu_skill_made_in_batch AFTER INSERT ON nlu_skill WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_skill SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_scene_made_in_batch AFTER INSERT ON nlu_scene WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_scene SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_task_question_made_in_batch AFTER INSERT ON nlu_task_question WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_task_question SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_intent_made_in_batch AFTER INSERT ON nlu_intent WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_intent SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_dir_made_in_batch AFTER INSERT ON nlu_dir WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_dir SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_lexicon_made_in_batch AFTER INSERT ON nlu_lexicon WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_lexicon SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_tag_group_made_in_batch AFTER INSERT ON nlu_tag_group WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_tag_group SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_question_made_in_batch AFTER INSERT ON nlu_question WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_question SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_response_made_in_batch AFTER INSERT ON nlu_response WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_response SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
CREATE TRIGGER nlu_processor_made_in_batch AFTER INSERT ON nlu_processor WHEN EXISTS (SELECT 1 FROM nlu_batch WHERE at_work = 1) BEGIN
  UPDATE nlu_processor SET batch = (SELECT id FROM nlu_batch WHERE at_work = 1) WHERE id = NEW.id;
END;
