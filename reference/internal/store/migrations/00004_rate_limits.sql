-- +goose Up
CREATE TABLE rate_limits (
    bucket TEXT   PRIMARY KEY, -- workspace and operation
    tat    BIGINT NOT NULL     -- theoretical arrival time of the next call, in Unix microseconds
);

-- +goose Down
DROP TABLE rate_limits;
