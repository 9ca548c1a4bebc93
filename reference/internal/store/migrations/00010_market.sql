-- +goose Up
CREATE TABLE market_connections (
    workspace_id TEXT   PRIMARY KEY,
    provider     TEXT   NOT NULL,
    base_url     TEXT   NOT NULL,
    sealed_token TEXT   NOT NULL, -- encrypted under a key outside the database
    connected_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE market_connections;
