-- The ledger (design 8), as in SQLite. Times are UTC epoch milliseconds on the store's clock, spans are milliseconds.
-- Names compare by their bytes, whatever the database's locale.
-- Every statement ends with a semicolon at the end of its line.

-- Key ring ("fingerprint_key.N") and the server that the store was last on ("server").
CREATE TABLE meta (
    name  text COLLATE "C" NOT NULL PRIMARY KEY,
    value bytea            NOT NULL
);

-- One row per start of a process; a worker without a row, or with an expired one, has ended.
CREATE TABLE worker (
    id            text COLLATE "C" NOT NULL PRIMARY KEY,
    registered_at bigint           NOT NULL,
    expires_at    bigint           NOT NULL
);

-- One row per generation. Counters and sums repeat what the attempts say, so that one row answers a caller.
CREATE TABLE operation (
    op                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant                text COLLATE "C" NOT NULL,
    op_key                text COLLATE "C" NOT NULL,
    operation_id          text COLLATE "C" NOT NULL,
    generation            integer          NOT NULL,
    batch                 text COLLATE "C",
    fingerprint_version   integer          NOT NULL,
    fingerprint_key       integer          NOT NULL,
    fingerprint           bytea            NOT NULL,
    payload_version       text             NOT NULL,
    mode                  text             NOT NULL,
    replay                text             NOT NULL,
    max_attempts          integer          NOT NULL,
    route                 text COLLATE "C" NOT NULL,
    state                 text             NOT NULL,
    reason                text,
    epoch                 bigint           NOT NULL,
    created_write         bigint           NOT NULL,
    last_write            bigint           NOT NULL,
    worker                text COLLATE "C",
    received_at           bigint           NOT NULL,
    deadline_at           bigint           NOT NULL,
    dispatch_started_at   bigint,
    response_completed_at bigint,
    settled_at            bigint,
    cancel_requested_at   bigint,
    retry_available_at    bigint,
    attempt_ends_by       bigint,
    started               integer          NOT NULL DEFAULT 0,
    charged               integer          NOT NULL DEFAULT 0,
    sent                  integer          NOT NULL DEFAULT 0,
    ambiguous             integer          NOT NULL DEFAULT 0,
    not_reopenable        integer          NOT NULL DEFAULT 0,
    flags                 text             NOT NULL DEFAULT '',
    last_error            text,
    prompt_tokens         bigint,
    completion_tokens     bigint,
    cache_hit_tokens      bigint,
    reasoning_tokens      bigint,
    cost                  text,
    currency              text,
    unexported            smallint         NOT NULL DEFAULT 0,
    UNIQUE (tenant, op_key, generation),
    UNIQUE (tenant, operation_id, generation)
);

-- None of these names a column that every transition changes: settled_at and unexported move once per end.
CREATE INDEX operation_batch ON operation (tenant, batch) WHERE batch IS NOT NULL;
CREATE INDEX operation_open ON operation (op) WHERE settled_at IS NULL;
CREATE INDEX operation_settled ON operation (settled_at, op) WHERE settled_at IS NOT NULL;
CREATE INDEX operation_unexported ON operation (tenant, batch, settled_at) WHERE unexported = 1;

-- Requests and answers; insert-only, removed by retention. Evidence is kept beside the answer and never served as it.
CREATE TABLE operation_body (
    body         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    op           bigint   NOT NULL REFERENCES operation (op),
    kind         text     NOT NULL,
    evidence     smallint NOT NULL DEFAULT 0,
    content_type text     NOT NULL,
    bytes        bytea    NOT NULL
);

CREATE INDEX operation_body_op ON operation_body (op, kind);

-- The queue of background work. A row with a worker is only for that one.
CREATE TABLE ready (
    op     bigint           PRIMARY KEY REFERENCES operation (op),
    due_at bigint           NOT NULL,
    worker text COLLATE "C"
);

CREATE INDEX ready_due ON ready (due_at, op);

-- One row per attempt, durable before its first byte. Without ended_at nobody reported its end; vouched marks one that
-- a person says was not sent.
CREATE TABLE attempt (
    op                  bigint   NOT NULL REFERENCES operation (op),
    number              integer  NOT NULL,
    epoch               bigint   NOT NULL,
    kind                text     NOT NULL,
    route               text     NOT NULL,
    model               text     NOT NULL,
    edits               text     NOT NULL,
    streamed            smallint NOT NULL,
    hard_limit          bigint   NOT NULL,
    must_remain         bigint   NOT NULL,
    waited              bigint,
    started_at          bigint   NOT NULL,
    intent_write        bigint   NOT NULL,
    ended_at            bigint,
    settle_write        bigint,
    vouched             smallint NOT NULL DEFAULT 0,
    category            text,
    verdict             text,
    class_row           integer,
    charged             smallint,
    stage               text,
    request_bytes       bigint,
    response_bytes      bigint,
    connection_reused   smallint,
    connected_ns        bigint,
    request_complete_ns bigint,
    response_started_ns bigint,
    first_output_ns     bigint,
    ended_ns            bigint,
    proof               text,
    status              integer,
    error_code          text,
    provider_request_id text,
    prompt_tokens       bigint,
    completion_tokens   bigint,
    cache_hit_tokens    bigint,
    reasoning_tokens    bigint,
    cost                text,
    currency            text,
    PRIMARY KEY (op, number)
);

-- Every answer that a caller got or left before (R-OP-1).
CREATE TABLE delivery (
    delivery bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    op       bigint NOT NULL REFERENCES operation (op),
    write    bigint NOT NULL,
    kind     text   NOT NULL,
    note     text,
    at       bigint NOT NULL
);

CREATE INDEX delivery_op ON delivery (op);

-- Reports about attempts that came after their generation was fenced or given up.
CREATE TABLE evidence (
    evidence            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    op                  bigint   NOT NULL REFERENCES operation (op),
    write               bigint   NOT NULL,
    number              integer  NOT NULL,
    at                  bigint   NOT NULL,
    applied             smallint NOT NULL,
    category            text     NOT NULL,
    verdict             text     NOT NULL,
    class_row           integer  NOT NULL,
    charged             smallint NOT NULL,
    stage               text     NOT NULL,
    request_bytes       bigint   NOT NULL,
    response_bytes      bigint   NOT NULL,
    connection_reused   smallint NOT NULL,
    connected_ns        bigint   NOT NULL,
    request_complete_ns bigint   NOT NULL,
    response_started_ns bigint   NOT NULL,
    first_output_ns     bigint   NOT NULL,
    ended_ns            bigint   NOT NULL,
    proof               text     NOT NULL,
    status              integer,
    error_code          text,
    provider_request_id text,
    prompt_tokens       bigint,
    completion_tokens   bigint,
    cache_hit_tokens    bigint,
    reasoning_tokens    bigint,
    cost                text,
    currency            text
);

CREATE INDEX evidence_op ON evidence (op);

-- What people and callers decided; epoch is the one the generation had before.
CREATE TABLE decision (
    decision bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    op       bigint NOT NULL REFERENCES operation (op),
    write    bigint NOT NULL,
    epoch    bigint NOT NULL,
    kind     text   NOT NULL,
    author   text   NOT NULL,
    why      text   NOT NULL,
    at       bigint NOT NULL
);

CREATE INDEX decision_op ON decision (op);

-- Blocks of an account's permits, leased to one process each (design 9).
CREATE TABLE account_permit (
    account         text COLLATE "C" NOT NULL,
    model           text COLLATE "C" NOT NULL,
    worker          text COLLATE "C" NOT NULL,
    permits         integer          NOT NULL,
    wanted          integer          NOT NULL,
    refreshed_at    bigint           NOT NULL,
    attempts_end_by bigint           NOT NULL,
    PRIMARY KEY (account, model, worker)
);

-- Routes that are stopped until something is repaired (design 6).
CREATE TABLE route_pause (
    scope             text COLLATE "C" NOT NULL PRIMARY KEY,
    what              text             NOT NULL,
    since             bigint           NOT NULL,
    next_probe_at     bigint           NOT NULL,
    credential_digest text,
    last_error        text
);

-- Protected actions of tools, unique before they are executed (design 10).
CREATE TABLE tool_action (
    tenant       text COLLATE "C" NOT NULL,
    business_key text COLLATE "C" NOT NULL,
    action       text             NOT NULL,
    tool         text             NOT NULL,
    safety       text             NOT NULL,
    state        text             NOT NULL,
    epoch        bigint           NOT NULL,
    worker       text COLLATE "C",
    approved_by  text,
    prepared_at  bigint           NOT NULL,
    executed_at  bigint,
    settled_at   bigint,
    result       bytea,
    PRIMARY KEY (tenant, business_key)
);

-- How much of a batch's output file is ours and durable (design 13).
CREATE TABLE batch_export (
    tenant      text COLLATE "C" NOT NULL,
    batch       text COLLATE "C" NOT NULL,
    output      text             NOT NULL,
    bytes       bigint           NOT NULL,
    head_digest text             NOT NULL,
    PRIMARY KEY (tenant, batch)
);
