-- A developer's objects belong to tenants. Every developer has a default tenant, which is made together with the
-- developer.

CREATE TABLE tenant (
  id           TEXT    PRIMARY KEY,
  developer_id INTEGER NOT NULL REFERENCES developer (id),
  is_default   INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tenant_default ON tenant (developer_id) WHERE is_default = 1;
CREATE INDEX tenant_by_developer ON tenant (developer_id);

INSERT INTO tenant (id, developer_id, is_default, created_at)
  SELECT lower(hex(randomblob(12))), id, 1, created_at FROM developer;

CREATE TRIGGER tenant_of_developer AFTER INSERT ON developer BEGIN
  INSERT INTO tenant (id, developer_id, is_default, created_at)
    VALUES (lower(hex(randomblob(12))), NEW.id, 1, NEW.created_at);
END;
