-- A tenant that is deleted is hidden at once, and what is in it is removed in pieces; its row goes last. A start goes on with it.
ALTER TABLE tenant ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
CREATE INDEX tenant_removed ON tenant (removed) WHERE removed = 1;
CREATE INDEX nlu_publish_of_tenant ON nlu_publish (tenant_id);
