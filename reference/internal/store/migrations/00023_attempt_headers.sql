-- +goose Up
ALTER TABLE attempts ADD COLUMN request_headers TEXT NOT NULL DEFAULT ''; -- as they went out, a line each

-- +goose Down
ALTER TABLE attempts DROP COLUMN request_headers;
