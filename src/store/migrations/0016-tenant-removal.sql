-- A deleted tenant is hidden at once, its rows are removed in pieces, and its own row last. A start continues a removal.
ALTER TABLE tenant ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
CREATE INDEX tenant_removed ON tenant (removed) WHERE removed = 1;
CREATE INDEX nlu_publish_of_tenant ON nlu_publish (tenant_id);
