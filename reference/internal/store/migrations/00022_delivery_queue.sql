-- +goose Up
-- The first of an endpoint's queue, however long the queue is.
CREATE INDEX deliveries_queue ON deliveries (endpoint_id, next_ms, id) WHERE state = 'pending';

-- +goose Down
DROP INDEX deliveries_queue;
