-- +goose Up
CREATE TABLE key_mark ( -- one row, of the whole database: what the hash key makes of a fixed text, to tell another key
    id   BIGINT PRIMARY KEY,
    mark TEXT   NOT NULL
);

-- +goose Down
DROP TABLE key_mark;
