-- +goose Up
CREATE TABLE sessions (
    id            TEXT   PRIMARY KEY,
    workspace_id  TEXT   NOT NULL REFERENCES workspaces (id),
    insured_name  TEXT   NOT NULL,
    state         TEXT,
    lines         TEXT   NOT NULL, -- JSON array of line-of-business keys
    naics_code    TEXT,
    form_keys     TEXT   NOT NULL, -- JSON array
    status        TEXT   NOT NULL,
    field_values  TEXT   NOT NULL, -- JSON object
    skipped       TEXT   NOT NULL, -- JSON array of field keys that the person will not answer
    asked         TEXT   NOT NULL, -- JSON array of the field keys shown last
    fields_filled BIGINT NOT NULL,
    fields_total  BIGINT NOT NULL,
    revision      BIGINT NOT NULL, -- grows with every change; a writer names the one it read
    values_rev    BIGINT NOT NULL, -- the revision at which the values changed last
    created_ms    BIGINT NOT NULL,
    updated_ms    BIGINT NOT NULL,
    completed_ms  BIGINT           -- the latest completion, kept when the session is opened again
);
CREATE INDEX sessions_workspace ON sessions (workspace_id, created_ms, id);

CREATE TABLE session_counts ( -- the monthly cap (spec section 8)
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
    month        TEXT   NOT NULL, -- 2026-03, in UTC
    n            BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, month)
);

-- +goose Down
DROP TABLE session_counts;
DROP TABLE sessions;
