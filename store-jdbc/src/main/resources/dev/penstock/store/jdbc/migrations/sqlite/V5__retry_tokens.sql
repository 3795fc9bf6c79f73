-- The retry tokens of accounts (design 5 and 9): a row for each process with its block, and one without a worker for the
-- bucket itself. A block's tokens are whole ones; the bucket's are millionths, as of as_of.
CREATE TABLE retry_token (
    account   TEXT    NOT NULL,
    worker    TEXT    NOT NULL,
    tokens    INTEGER NOT NULL,
    originals INTEGER NOT NULL,
    wanting   INTEGER NOT NULL,
    as_of     INTEGER NOT NULL,
    ends_at   INTEGER NOT NULL,
    PRIMARY KEY (account, worker)
) STRICT, WITHOUT ROWID;
