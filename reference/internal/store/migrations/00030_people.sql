-- +goose Up
-- A person may belong to several workspaces, so a person is not a row of one.
CREATE TABLE users (
    id            TEXT   PRIMARY KEY,
    email         TEXT   NOT NULL UNIQUE, -- lower case
    password_hash TEXT   NOT NULL,        -- argon2id in its PHC form
    created_ms    BIGINT NOT NULL
);

CREATE TABLE memberships (
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
    user_id      TEXT   NOT NULL REFERENCES users (id),
    role         TEXT   NOT NULL, -- owner or member
    created_ms   BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- A one-time link with which a person chooses a password and joins a workspace.
CREATE TABLE invitations (
    id           TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL,        -- empty for the link that sets up the first workspace
    hash         TEXT   NOT NULL UNIQUE, -- keyed hash of the link's secret
    role         TEXT   NOT NULL,
    created_ms   BIGINT NOT NULL,
    expires_ms   BIGINT NOT NULL,
    used_ms      BIGINT
);
CREATE INDEX invitations_workspace ON invitations (workspace_id, created_ms);

CREATE TABLE web_sessions (
    id           TEXT   PRIMARY KEY,
    hash         TEXT   NOT NULL UNIQUE, -- keyed hash of the cookie
    user_id      TEXT   NOT NULL REFERENCES users (id),
    workspace_id TEXT   NOT NULL,        -- the workspace shown; empty when the person has none
    address      TEXT   NOT NULL,
    user_agent   TEXT   NOT NULL,
    flash        TEXT   NOT NULL,        -- sealed; what the next page shows once
    created_ms   BIGINT NOT NULL,
    seen_ms      BIGINT NOT NULL,
    expires_ms   BIGINT NOT NULL
);
CREATE INDEX web_sessions_user ON web_sessions (user_id);
CREATE INDEX web_sessions_expiry ON web_sessions (expires_ms);

-- +goose Down
DROP TABLE web_sessions;
DROP TABLE invitations;
DROP TABLE memberships;
DROP TABLE users;
