-- Resources whose latest version was written without an access token have a budget of their own.
ALTER TABLE resource ADD COLUMN with_token INTEGER NOT NULL DEFAULT 1 CHECK (with_token IN (0, 1));
CREATE INDEX resource_without_token ON resource (developer_id) WHERE with_token = 0;
