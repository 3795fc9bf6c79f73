-- The keys that tenants are known by (design 12). The secret is not kept, only its SHA-256.
CREATE TABLE api_key (
    id            TEXT    NOT NULL PRIMARY KEY,
    hash          BLOB    NOT NULL UNIQUE,
    tenant        TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    max_priority  TEXT    NOT NULL,
    max_replay    TEXT    NOT NULL,
    max_deadline  INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    revoked_at    INTEGER,
    revoked_write INTEGER
) STRICT, WITHOUT ROWID;
