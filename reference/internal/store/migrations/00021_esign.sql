-- +goose Up
-- Where the e-signature provider of a workspace reports to, and the secret that it signs with.
CREATE TABLE esign_inlets (
    workspace_id  TEXT   PRIMARY KEY,
    id            TEXT   NOT NULL UNIQUE, -- part of the callback's address
    sealed_secret TEXT   NOT NULL,        -- encrypted under a key outside the database
    created_ms    BIGINT NOT NULL
);

CREATE TABLE esign_envelopes (
    workspace_id TEXT   NOT NULL,
    envelope_id  TEXT   NOT NULL,
    session_id   TEXT   NOT NULL,
    completed_ms BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, envelope_id) -- an envelope completes once
);

-- +goose Down
DROP TABLE esign_envelopes;
DROP TABLE esign_inlets;
