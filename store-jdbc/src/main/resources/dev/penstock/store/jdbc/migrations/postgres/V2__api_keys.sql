-- The keys that tenants are known by (design 12). The secret is not kept, only its SHA-256.
CREATE TABLE api_key (
    id            text COLLATE "C" NOT NULL PRIMARY KEY,
    hash          bytea            NOT NULL UNIQUE,
    tenant        text COLLATE "C" NOT NULL,
    name          text COLLATE "C" NOT NULL,
    max_priority  text             NOT NULL,
    max_replay    text             NOT NULL,
    max_deadline  bigint           NOT NULL,
    created_at    bigint           NOT NULL,
    revoked_at    bigint,
    revoked_write bigint
);
