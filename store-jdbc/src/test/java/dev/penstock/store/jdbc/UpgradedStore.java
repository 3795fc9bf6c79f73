package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What a store of an earlier version holds in these tests, and that it is still there once it is brought forward. */
public final class UpgradedStore {

    private static final String TEXT = "an earlier answer";

    /** An answer, and a piece of background work in line; the columns are those of the first version. */
    private static final String OPERATION = """
            INSERT INTO operation (op, tenant, op_key, operation_id, generation, fingerprint_version, fingerprint_key,
                fingerprint, payload_version, mode, replay, max_attempts, route, state, reason, epoch, created_write,
                last_write, received_at, deadline_at, settled_at, started, sent)
            %s VALUES (%d, 'local', '%s', '%s', 1, 1, 1, %s, '', '%s', 'after_rejection', 4, 'main', '%s', %s, 1, 7,
                7, 1, 9000000000000, %s, 0, 0)""";

    private static final String BODY = """
            INSERT INTO operation_body (op, kind, evidence, content_type, bytes)
            VALUES (%d, '%s', 0, 'application/json', %s)""";

    private UpgradedStore() {}

    /**
     * The statements that fill it.
     *
     * @param identities what an insert says in this dialect to name its own row number; "" for nothing
     * @param bytes how the dialect writes bytes: a format of their hex digits
     */
    public static List<String> rows(String identities, String bytes) {
        String print = bytes.formatted("00".repeat(32));
        String text = bytes.formatted(java.util.HexFormat.of().formatHex(TEXT.getBytes(StandardCharsets.UTF_8)));
        return List.of(
                OPERATION.formatted(
                        identities,
                        1001,
                        "done",
                        "op_01jf4z2q8r3m5x7c9v1b2n4k6d",
                        print,
                        "attached",
                        "succeeded",
                        "'answered'",
                        "5"),
                BODY.formatted(1001, "request", text),
                BODY.formatted(1001, "result", text),
                OPERATION.formatted(
                        identities,
                        1002,
                        "line",
                        "op_01jf4z2q8r3m5x7c9v1b2n4k6e",
                        print,
                        "background",
                        "received",
                        "NULL",
                        "NULL"),
                BODY.formatted(1002, "request", text),
                "INSERT INTO ready (op, due_at, worker) VALUES (1002, 1, NULL)");
    }

    /** Fails unless all of it is there, and can be worked with. */
    public static void isWhole(Ledger ledger) throws InterruptedException {
        OperationRecord done = record(ledger, "done");
        assertThat(done.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(ledger.operations().body(done.ref(), StoredBody.Kind.RESULT))
                .hasValueSatisfying(
                        body -> assertThat(body.bytes()).isEqualTo(Bytes.wrap(TEXT.getBytes(StandardCharsets.UTF_8))));
        assertThat(ledger.operations().claimDue(ledger.workers().register(), 10))
                .extracting(claimed -> claimed.key().value())
                .containsExactly("line");
        assertThat(ledger.apiKeys().list()).isEmpty();
        assertThat(ledger.maintenance()
                        .prune(
                                Tenant.LOCAL,
                                new dev.penstock.store.Maintenance.Retention(Duration.ofDays(30), Duration.ofDays(400)))
                        .rows())
                .as("settled in 1970")
                .isEqualTo(1);
    }

    private static OperationRecord record(Ledger ledger, String key) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey(key)).orElseThrow();
    }
}
