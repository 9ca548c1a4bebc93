-- +goose Up
-- BYTEA is a byte string on PostgreSQL; SQLite takes the unknown name and stores the bytes as they are.
CREATE TABLE blobs (
    workspace_id TEXT   NOT NULL,
    id           TEXT   NOT NULL,
    part         BIGINT NOT NULL,
    bytes        BYTEA  NOT NULL,
    PRIMARY KEY (workspace_id, id, part)
);

CREATE TABLE filled_forms (
    workspace_id   TEXT   NOT NULL,
    session_id     TEXT   NOT NULL REFERENCES sessions (id),
    form_key       TEXT   NOT NULL,
    position       BIGINT NOT NULL,
    fields_written BIGINT NOT NULL,
    sparse         BIGINT NOT NULL,
    warnings       TEXT   NOT NULL, -- JSON array
    values_rev     BIGINT NOT NULL, -- of the session when the form was filled; older than the session's means stale
    blob_id        TEXT   NOT NULL,
    size           BIGINT NOT NULL,
    updated_ms     BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, session_id, form_key)
);

CREATE TABLE documents (
    workspace_id TEXT   NOT NULL,
    session_id   TEXT   NOT NULL REFERENCES sessions (id),
    id           TEXT   PRIMARY KEY,
    filename     TEXT   NOT NULL,
    content_type TEXT   NOT NULL,
    size         BIGINT NOT NULL,
    blob_id      TEXT   NOT NULL,
    created_ms   BIGINT NOT NULL
);
CREATE INDEX documents_session ON documents (workspace_id, session_id, created_ms, id);

CREATE TABLE submissions ( -- the row is there before anything is sent, so that a cut-off submission is known and resumed
    workspace_id  TEXT   NOT NULL,
    session_id    TEXT   NOT NULL REFERENCES sessions (id),
    submission_id TEXT,           -- the platform's; null until it has finalised
    begun_ms      BIGINT NOT NULL,
    sent_ms       BIGINT,
    PRIMARY KEY (workspace_id, session_id)
);

-- +goose Down
DROP TABLE submissions;
DROP TABLE documents;
DROP TABLE filled_forms;
DROP TABLE blobs;
