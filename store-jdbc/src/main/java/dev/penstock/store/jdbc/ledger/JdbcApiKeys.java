package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.ApiKey;
import dev.penstock.store.ApiKey.Ceilings;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.ApiKeys;
import dev.penstock.store.Bytes;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The keys of tenants, found by their hashes. */
final class JdbcApiKeys implements ApiKeys {

    private static final String COLUMNS =
            "id, tenant, name, max_priority, max_replay, max_deadline, created_at, revoked_at FROM api_key";

    /** Repeated after an uncertain commit, it finds its own row. */
    private static final String INSERT = """
            INSERT INTO api_key (id, hash, tenant, name, max_priority, max_replay, max_deadline, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING""";

    private static final String REVOKE =
            "UPDATE api_key SET revoked_at = ?, revoked_write = ? WHERE id = ? AND revoked_at IS NULL";

    private static final String REVOKED_BY = "SELECT 1 FROM api_key WHERE id = ? AND revoked_write = ?";

    private static final String LIST = "SELECT " + COLUMNS + " ORDER BY created_at, id";

    private static final String GOOD = "SELECT hash, " + COLUMNS + " WHERE revoked_at IS NULL";

    private final SqlReads reads;
    private final Writer writer;
    private final LedgerClock clock;

    JdbcApiKeys(SqlReads reads, Writer writer, LedgerClock clock) {
        this.reads = reads;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public Created create(Tenant tenant, String name, Ceilings ceilings) {
        ApiKeySecret secret = clock.nextApiKeySecret();
        ApiKey key = new ApiKey(clock.nextApiKeyId(), tenant, name, ceilings, clock.now(), OptionalLong.empty());
        writer.writeUninterruptibly(transaction -> transaction
                .sql(INSERT)
                .text(key.id())
                .bytes(secret.hash().unsafeArray())
                .text(tenant.id())
                .text(name)
                .text(EnumColumn.PRIORITY.text(ceilings.priority()))
                .text(EnumColumn.REPLAY.text(ceilings.replay()))
                .number(Spans.millis(ceilings.deadline()))
                .number(key.createdAt())
                .update());
        return new Created(key, secret);
    }

    @Override
    public boolean revoke(String id) {
        long write = clock.nextWriteId().value();
        return writer.writeUninterruptibly(transaction -> {
            transaction
                    .sql(REVOKE)
                    .number(transaction.now())
                    .number(write)
                    .text(id)
                    .update();
            return transaction.sql(REVOKED_BY).text(id).number(write).any();
        });
    }

    @Override
    public List<ApiKey> list() {
        return reads.read(session -> session.sql(LIST).all(JdbcApiKeys::key));
    }

    @Override
    public Map<Bytes, ApiKey> good() {
        return reads.read(session -> {
            Map<Bytes, ApiKey> keys = new HashMap<>();
            session.sql(GOOD).all(row -> keys.put(Bytes.wrap(row.bytes()), key(row)));
            return keys;
        });
    }

    private static ApiKey key(SqlRow row) throws SQLException {
        return new ApiKey(
                row.text(),
                new Tenant(row.text()),
                row.text(),
                new Ceilings(
                        EnumColumn.PRIORITY.read(row.text()),
                        EnumColumn.REPLAY.read(row.text()),
                        Duration.ofMillis(row.number())),
                row.number(),
                row.optionalNumber());
    }
}
