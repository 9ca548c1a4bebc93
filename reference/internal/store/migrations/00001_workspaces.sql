-- +goose Up
CREATE TABLE workspaces (
    id             TEXT   PRIMARY KEY,
    name           TEXT   NOT NULL,
    plan           TEXT   NOT NULL,
    agency_profile TEXT   NOT NULL, -- JSON object of the appointment fields (spec section 4, endpoint 12)
    created_ms     BIGINT NOT NULL
);

CREATE TABLE api_keys (
    id           TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
    label        TEXT   NOT NULL,
    hash         TEXT   NOT NULL UNIQUE, -- keyed hash; the key itself is shown once and never stored
    hint         TEXT   NOT NULL,        -- last characters, so that people can tell keys apart
    created_ms   BIGINT NOT NULL,
    used_ms      BIGINT,
    revoked_ms   BIGINT
);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_ms);

-- +goose Down
DROP TABLE api_keys;
DROP TABLE workspaces;
