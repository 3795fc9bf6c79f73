-- The ledger (design 8). Times are UTC epoch milliseconds on the store's clock, spans are milliseconds.
-- Every statement ends with a semicolon at the end of its line.

-- Key ring ("fingerprint_key.N") and markers ("unconfirmed_copy").
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- One row per start of a process; a worker without a row, or with an expired one, has ended.
CREATE TABLE worker (
    id            TEXT    NOT NULL PRIMARY KEY,
    registered_at INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row per generation. Counters and sums repeat what the attempts say, so that one row answers a caller.
CREATE TABLE operation (
    op                    INTEGER PRIMARY KEY,
    tenant                TEXT    NOT NULL,
    op_key                TEXT    NOT NULL,
    operation_id          TEXT    NOT NULL,
    generation            INTEGER NOT NULL,
    batch                 TEXT,
    fingerprint_version   INTEGER NOT NULL,
    fingerprint_key       INTEGER NOT NULL,
    fingerprint           BLOB    NOT NULL,
    payload_version       TEXT    NOT NULL,
    mode                  TEXT    NOT NULL,
    replay                TEXT    NOT NULL,
    max_attempts          INTEGER NOT NULL,
    route                 TEXT    NOT NULL,
    state                 TEXT    NOT NULL,
    reason                TEXT,
    epoch                 INTEGER NOT NULL,
    created_write         INTEGER NOT NULL,
    last_write            INTEGER NOT NULL,
    worker                TEXT,
    received_at           INTEGER NOT NULL,
    deadline_at           INTEGER NOT NULL,
    dispatch_started_at   INTEGER,
    response_completed_at INTEGER,
    settled_at            INTEGER,
    cancel_requested_at   INTEGER,
    retry_available_at    INTEGER,
    attempt_ends_by       INTEGER,
    started               INTEGER NOT NULL DEFAULT 0,
    charged               INTEGER NOT NULL DEFAULT 0,
    sent                  INTEGER NOT NULL DEFAULT 0,
    ambiguous             INTEGER NOT NULL DEFAULT 0,
    not_reopenable        INTEGER NOT NULL DEFAULT 0,
    flags                 TEXT    NOT NULL DEFAULT '',
    last_error            TEXT,
    prompt_tokens         INTEGER,
    completion_tokens     INTEGER,
    cache_hit_tokens      INTEGER,
    reasoning_tokens      INTEGER,
    cost                  TEXT,
    currency              TEXT,
    unexported            INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, op_key, generation),
    UNIQUE (tenant, operation_id, generation)
) STRICT;

-- None of these names a column that every transition changes: settled_at and unexported move once per end.
CREATE INDEX operation_batch ON operation (tenant, batch) WHERE batch IS NOT NULL;
CREATE INDEX operation_open ON operation (op) WHERE settled_at IS NULL;
CREATE INDEX operation_settled ON operation (settled_at, op) WHERE settled_at IS NOT NULL;
CREATE INDEX operation_unexported ON operation (tenant, batch, settled_at) WHERE unexported = 1;

-- Requests and answers; insert-only, removed by retention. Evidence is kept beside the answer and never served as it.
CREATE TABLE operation_body (
    body         INTEGER PRIMARY KEY,
    op           INTEGER NOT NULL REFERENCES operation (op),
    kind         TEXT    NOT NULL,
    evidence     INTEGER NOT NULL DEFAULT 0,
    content_type TEXT    NOT NULL,
    bytes        BLOB    NOT NULL
) STRICT;

CREATE INDEX operation_body_op ON operation_body (op, kind);

-- The queue of background work. A row with a worker is only for that one.
CREATE TABLE ready (
    op     INTEGER PRIMARY KEY REFERENCES operation (op),
    due_at INTEGER NOT NULL,
    worker TEXT
) STRICT;

CREATE INDEX ready_due ON ready (due_at, op);

-- One row per attempt, durable before its first byte. Without ended_at nobody reported its end; vouched marks one that
-- a person says was not sent.
CREATE TABLE attempt (
    op                  INTEGER NOT NULL REFERENCES operation (op),
    number              INTEGER NOT NULL,
    epoch               INTEGER NOT NULL,
    kind                TEXT    NOT NULL,
    route               TEXT    NOT NULL,
    model               TEXT    NOT NULL,
    edits               TEXT    NOT NULL,
    streamed            INTEGER NOT NULL,
    hard_limit          INTEGER NOT NULL,
    must_remain         INTEGER NOT NULL,
    waited              INTEGER,
    started_at          INTEGER NOT NULL,
    intent_write        INTEGER NOT NULL,
    ended_at            INTEGER,
    settle_write        INTEGER,
    vouched             INTEGER NOT NULL DEFAULT 0,
    category            TEXT,
    verdict             TEXT,
    class_row           INTEGER,
    charged             INTEGER,
    stage               TEXT,
    request_bytes       INTEGER,
    response_bytes      INTEGER,
    connection_reused   INTEGER,
    connected_ns        INTEGER,
    request_complete_ns INTEGER,
    response_started_ns INTEGER,
    first_output_ns     INTEGER,
    ended_ns            INTEGER,
    proof               TEXT,
    status              INTEGER,
    error_code          TEXT,
    provider_request_id TEXT,
    prompt_tokens       INTEGER,
    completion_tokens   INTEGER,
    cache_hit_tokens    INTEGER,
    reasoning_tokens    INTEGER,
    cost                TEXT,
    currency            TEXT,
    PRIMARY KEY (op, number)
) STRICT, WITHOUT ROWID;

-- Every answer that a caller got or left before (R-OP-1).
CREATE TABLE delivery (
    delivery INTEGER PRIMARY KEY,
    op       INTEGER NOT NULL REFERENCES operation (op),
    write    INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    note     TEXT,
    at       INTEGER NOT NULL
) STRICT;

CREATE INDEX delivery_op ON delivery (op);

-- Reports about attempts that came after their generation was fenced or given up.
CREATE TABLE evidence (
    evidence            INTEGER PRIMARY KEY,
    op                  INTEGER NOT NULL REFERENCES operation (op),
    write               INTEGER NOT NULL,
    number              INTEGER NOT NULL,
    at                  INTEGER NOT NULL,
    applied             INTEGER NOT NULL,
    category            TEXT    NOT NULL,
    verdict             TEXT    NOT NULL,
    class_row           INTEGER NOT NULL,
    charged             INTEGER NOT NULL,
    stage               TEXT    NOT NULL,
    request_bytes       INTEGER NOT NULL,
    response_bytes      INTEGER NOT NULL,
    connection_reused   INTEGER NOT NULL,
    connected_ns        INTEGER NOT NULL,
    request_complete_ns INTEGER NOT NULL,
    response_started_ns INTEGER NOT NULL,
    first_output_ns     INTEGER NOT NULL,
    ended_ns            INTEGER NOT NULL,
    proof               TEXT    NOT NULL,
    status              INTEGER,
    error_code          TEXT,
    provider_request_id TEXT,
    prompt_tokens       INTEGER,
    completion_tokens   INTEGER,
    cache_hit_tokens    INTEGER,
    reasoning_tokens    INTEGER,
    cost                TEXT,
    currency            TEXT
) STRICT;

CREATE INDEX evidence_op ON evidence (op);

-- What people and callers decided; epoch is the one the generation had before.
CREATE TABLE decision (
    decision INTEGER PRIMARY KEY,
    op       INTEGER NOT NULL REFERENCES operation (op),
    write    INTEGER NOT NULL,
    epoch    INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    author   TEXT    NOT NULL,
    why      TEXT    NOT NULL,
    at       INTEGER NOT NULL
) STRICT;

CREATE INDEX decision_op ON decision (op);

-- Blocks of an account's permits, leased to one process each (design 9).
CREATE TABLE account_permit (
    account         TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    worker          TEXT    NOT NULL,
    permits         INTEGER NOT NULL,
    wanted          INTEGER NOT NULL,
    refreshed_at    INTEGER NOT NULL,
    attempts_end_by INTEGER NOT NULL,
    PRIMARY KEY (account, model, worker)
) STRICT, WITHOUT ROWID;

-- Routes that are stopped until something is repaired (design 6).
CREATE TABLE route_pause (
    scope             TEXT    NOT NULL PRIMARY KEY,
    what              TEXT    NOT NULL,
    since             INTEGER NOT NULL,
    next_probe_at     INTEGER NOT NULL,
    credential_digest TEXT,
    last_error        TEXT
) STRICT, WITHOUT ROWID;

-- Protected actions of tools, unique before they are executed (design 10).
CREATE TABLE tool_action (
    tenant       TEXT    NOT NULL,
    business_key TEXT    NOT NULL,
    action       TEXT    NOT NULL,
    tool         TEXT    NOT NULL,
    safety       TEXT    NOT NULL,
    state        TEXT    NOT NULL,
    epoch        INTEGER NOT NULL,
    worker       TEXT,
    approved_by  TEXT,
    prepared_at  INTEGER NOT NULL,
    executed_at  INTEGER,
    settled_at   INTEGER,
    result       BLOB,
    PRIMARY KEY (tenant, business_key)
) STRICT;

-- How much of a batch's output file is ours and durable (design 13).
CREATE TABLE batch_export (
    tenant      TEXT    NOT NULL,
    batch       TEXT    NOT NULL,
    output      TEXT    NOT NULL,
    bytes       INTEGER NOT NULL,
    head_digest TEXT    NOT NULL,
    PRIMARY KEY (tenant, batch)
) STRICT, WITHOUT ROWID;
