-- What calls without a key used (design 12): a row for each minute, route and model, and for each process that made calls.
CREATE TABLE spend (
    tenant            text COLLATE "C" NOT NULL,
    minute            bigint           NOT NULL,
    route             text COLLATE "C" NOT NULL,
    model             text COLLATE "C" NOT NULL,
    source            text COLLATE "C" NOT NULL,
    attempts          bigint           NOT NULL,
    sends             bigint           NOT NULL,
    ambiguous         bigint           NOT NULL,
    usage_unknown     bigint           NOT NULL,
    cost_unknown      bigint           NOT NULL,
    prompt_tokens     bigint,
    completion_tokens bigint,
    cache_hit_tokens  bigint,
    reasoning_tokens  bigint,
    cost              text,
    currency          text,
    PRIMARY KEY (tenant, minute, route, model, source)
);
