-- What calls without a key used (design 12): a row for each minute, route and model, and for each process that made calls.
CREATE TABLE spend (
    tenant            TEXT    NOT NULL,
    minute            INTEGER NOT NULL,
    route             TEXT    NOT NULL,
    model             TEXT    NOT NULL,
    source            TEXT    NOT NULL,
    attempts          INTEGER NOT NULL,
    sends             INTEGER NOT NULL,
    ambiguous         INTEGER NOT NULL,
    usage_unknown     INTEGER NOT NULL,
    cost_unknown      INTEGER NOT NULL,
    prompt_tokens     INTEGER,
    completion_tokens INTEGER,
    cache_hit_tokens  INTEGER,
    reasoning_tokens  INTEGER,
    cost              TEXT,
    currency          TEXT,
    PRIMARY KEY (tenant, minute, route, model, source)
) STRICT, WITHOUT ROWID;
