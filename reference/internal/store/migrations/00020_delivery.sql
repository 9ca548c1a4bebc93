-- +goose Up
CREATE TABLE endpoints (
    id            TEXT   PRIMARY KEY,
    workspace_id  TEXT   NOT NULL,
    url           TEXT   NOT NULL,
    events        TEXT   NOT NULL, -- JSON array of event names
    description   TEXT   NOT NULL,
    sealed_secret TEXT   NOT NULL, -- encrypted under a key outside the database
    disabled_ms   BIGINT,
    deleted_ms    BIGINT,
    created_ms    BIGINT NOT NULL
);
CREATE INDEX endpoints_workspace ON endpoints (workspace_id, created_ms);

CREATE TABLE events (
    id           TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    natural_key  TEXT   NOT NULL,
    data         TEXT   NOT NULL, -- JSON object
    created_ms   BIGINT NOT NULL
);

CREATE TABLE deliveries (
    id           TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL,
    endpoint_id  TEXT   NOT NULL REFERENCES endpoints (id),
    event_id     TEXT   NOT NULL REFERENCES events (id),
    event        TEXT   NOT NULL,
    natural_key  TEXT   NOT NULL,
    body         TEXT   NOT NULL, -- the very bytes that every attempt sends
    state        TEXT   NOT NULL, -- pending, sending, delivered, failed
    attempts     BIGINT NOT NULL, -- begun so far
    next_ms      BIGINT NOT NULL, -- pending: when the next attempt is due; sending: when another process may take over
    created_ms   BIGINT NOT NULL
);
-- At most one delivery per endpoint and natural key (spec section 6, delivery behaviour 4).
CREATE UNIQUE INDEX deliveries_once ON deliveries (endpoint_id, event, natural_key);
CREATE INDEX deliveries_due ON deliveries (state, next_ms);
CREATE INDEX deliveries_log ON deliveries (endpoint_id, created_ms);

CREATE TABLE attempts (
    delivery_id     TEXT   NOT NULL REFERENCES deliveries (id),
    number          BIGINT NOT NULL,
    started_ms      BIGINT NOT NULL,
    ended_ms        BIGINT,
    response_status BIGINT NOT NULL, -- 0 when there was none
    response_body   TEXT   NOT NULL, -- its beginning
    error           TEXT   NOT NULL,
    PRIMARY KEY (delivery_id, number)
);

-- +goose Down
DROP TABLE attempts;
DROP TABLE deliveries;
DROP TABLE events;
DROP TABLE endpoints;
