-- +goose Up
-- What the last message changed, and what stood there before: the next one may take it back. A JSON array or null.
ALTER TABLE sessions ADD COLUMN recent TEXT NOT NULL DEFAULT 'null';

-- +goose Down
ALTER TABLE sessions DROP COLUMN recent;
