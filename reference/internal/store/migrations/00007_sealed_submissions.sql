-- +goose Up
-- When the platform was first asked to finalise the submission; null before. From then on no document can be added.
ALTER TABLE submissions ADD COLUMN sealed_ms BIGINT;
UPDATE submissions SET sealed_ms = sent_ms;

-- +goose Down
ALTER TABLE submissions DROP COLUMN sealed_ms;
