-- +goose Up
-- Clients register themselves before anybody signs in, so they belong to no workspace. They hold no secret.
CREATE TABLE oauth_clients (
    id            TEXT   PRIMARY KEY,
    name          TEXT   NOT NULL,
    redirect_uris TEXT   NOT NULL, -- JSON array
    created_ms    BIGINT NOT NULL,
    used_ms       BIGINT           -- when somebody last gave it access
);
CREATE INDEX oauth_clients_unused ON oauth_clients (used_ms, created_ms);

-- A family is one sign-in of a client: all tokens that descend from it. Refresh tokens are derived from the family and
-- the generation, so that there is no row for each.
CREATE TABLE oauth_families (
    id           TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
    user_id      TEXT   NOT NULL,
    client_id    TEXT   NOT NULL REFERENCES oauth_clients (id),
    scope        TEXT   NOT NULL,
    method       TEXT   NOT NULL,  -- how the person signed in: device, browser or control
    generation   BIGINT NOT NULL,
    rotated_ms   BIGINT NOT NULL,  -- when the generation began
    expires_ms   BIGINT NOT NULL,  -- of the current refresh token
    created_ms   BIGINT NOT NULL,
    revoked_ms   BIGINT,
    revoked_for  TEXT   NOT NULL
);
CREATE INDEX oauth_families_workspace ON oauth_families (workspace_id, created_ms);
CREATE INDEX oauth_families_client ON oauth_families (client_id);
CREATE INDEX oauth_families_expiry ON oauth_families (expires_ms);

CREATE TABLE oauth_access_tokens (
    hash         TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL,
    family_id    TEXT   NOT NULL REFERENCES oauth_families (id),
    expires_ms   BIGINT NOT NULL
);
CREATE INDEX oauth_access_tokens_family ON oauth_access_tokens (family_id);
CREATE INDEX oauth_access_tokens_expiry ON oauth_access_tokens (expires_ms);

CREATE TABLE oauth_codes (
    hash         TEXT   PRIMARY KEY,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
    user_id      TEXT   NOT NULL,
    client_id    TEXT   NOT NULL REFERENCES oauth_clients (id),
    redirect_uri TEXT   NOT NULL, -- empty when the request left it out
    challenge    TEXT   NOT NULL,
    scope        TEXT   NOT NULL,
    expires_ms   BIGINT NOT NULL,
    family_id    TEXT   NOT NULL  -- empty until the code is exchanged
);
CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_ms);

CREATE TABLE oauth_devices (
    hash         TEXT   PRIMARY KEY,          -- of the device code
    user_hash    TEXT   NOT NULL UNIQUE,      -- of the user code
    client_id    TEXT   NOT NULL REFERENCES oauth_clients (id),
    scope        TEXT   NOT NULL,
    address      TEXT   NOT NULL,             -- of the device, shown to the person who is asked
    user_agent   TEXT   NOT NULL,
    interval_ms  BIGINT NOT NULL,
    polled_ms    BIGINT,
    created_ms   BIGINT NOT NULL,
    expires_ms   BIGINT NOT NULL,
    decision     TEXT   NOT NULL,             -- empty, approved or denied
    workspace_id TEXT   NOT NULL,             -- of the person who approved
    user_id      TEXT   NOT NULL,
    family_id    TEXT   NOT NULL              -- empty until the code is exchanged
);
CREATE INDEX oauth_devices_expiry ON oauth_devices (expires_ms);

-- Wrong user codes, counted against the guessing budgets.
CREATE TABLE oauth_guesses (
    id      TEXT   PRIMARY KEY,
    user_id TEXT   NOT NULL,
    address TEXT   NOT NULL,
    at_ms   BIGINT NOT NULL
);
CREATE INDEX oauth_guesses_time ON oauth_guesses (at_ms);

-- +goose Down
DROP TABLE oauth_guesses;
DROP TABLE oauth_devices;
DROP TABLE oauth_codes;
DROP TABLE oauth_access_tokens;
DROP TABLE oauth_families;
DROP TABLE oauth_clients;
