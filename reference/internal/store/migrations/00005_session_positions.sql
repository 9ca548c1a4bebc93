-- +goose Up
-- The how-manieth session of its month: it orders those that were made in the same millisecond.
ALTER TABLE sessions ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
DROP INDEX sessions_workspace;
CREATE INDEX sessions_workspace ON sessions (workspace_id, created_ms, position, id);

-- +goose Down
DROP INDEX sessions_workspace;
CREATE INDEX sessions_workspace ON sessions (workspace_id, created_ms, id);
ALTER TABLE sessions DROP COLUMN position;
