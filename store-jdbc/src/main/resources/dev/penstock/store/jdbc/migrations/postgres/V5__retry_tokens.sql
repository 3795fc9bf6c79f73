-- The retry tokens of accounts (design 5 and 9): a row for each process with its block, and one without a worker for the
-- bucket itself. A block's tokens are whole ones; the bucket's are millionths, as of as_of.
CREATE TABLE retry_token (
    account   text COLLATE "C" NOT NULL,
    worker    text COLLATE "C" NOT NULL,
    tokens    bigint           NOT NULL,
    originals bigint           NOT NULL,
    wanting   smallint         NOT NULL,
    as_of     bigint           NOT NULL,
    ends_at   bigint           NOT NULL,
    PRIMARY KEY (account, worker)
);
