package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.Steps;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that dies at any point loses nothing that it was told is durable (R-OP-5, R-OP-6). */
class CrashTest {

    private static final int WHOLE = 3;

    @TempDir
    private Path directory;

    /** Answers a few operations, then dies at a named point of the next one. */
    static final class DiesAtAPoint {
        public static void main(String[] arguments) throws InterruptedException {
            CrashHook.Point deadly = CrashHook.Point.valueOf(arguments[1]);
            AtomicInteger passed = new AtomicInteger();
            SqliteLedger ledger =
                    SqliteLedger.open(Opened.engine(Path.of(arguments[0])).withCrashHook(point -> {
                        if (point == deadly && passed.getAndIncrement() == WHOLE) {
                            Runtime.getRuntime().halt(9);
                        }
                    }));
            WorkerId worker = ledger.workers().register();
            for (int i = 0; ; i++) {
                OperationRecord sent = Steps.reserved(ledger, worker, "k" + i);
                say("sent " + i);
                Steps.answer(ledger, sent, "answer " + i);
                say("answered " + i);
            }
        }
    }

    /** Answers operations on many threads until it is killed. */
    static final class WorksUntilKilled {
        public static void main(String[] arguments) throws InterruptedException {
            SqliteLedger ledger = SqliteLedger.open(Opened.engine(Path.of(arguments[0])));
            WorkerId worker = ledger.workers().register();
            List<Thread> threads = new ArrayList<>();
            for (int caller = 0; caller < 16; caller++) {
                String name = "c" + caller + "-";
                threads.add(Thread.startVirtualThread(() -> work(ledger, worker, name)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private static void work(SqliteLedger ledger, WorkerId worker, String name) {
            try {
                for (int i = 0; ; i++) {
                    OperationRecord sent = Steps.reserved(ledger, worker, "k" + name + i);
                    say("sent " + name + i);
                    Steps.answer(ledger, sent, "answer " + name + i);
                    say("answered " + name + i);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_INTENT_COMMIT", "AFTER_INTENT_COMMIT", "BEFORE_SETTLE_COMMIT", "AFTER_SETTLE_COMMIT"})
    @DisplayName("R-OP-6 before the intent's commit nothing was sent; between it and the result's it is unknown")
    void open_afterADeathAtEachPoint_knowsWhatIsKnown(CrashHook.Point point)
            throws IOException, InterruptedException, SQLException {
        Path file = directory.resolve("store.db");
        try (ChildJvm child = ChildJvm.start(DiesAtAPoint.class, file.toString(), point.name())) {
            assertThat(child.rest()).contains("answered " + (WHOLE - 1)).doesNotContain("answered " + WHOLE);
            assertThat(child.exitCode()).isEqualTo(9);
        }

        assertThat(Opened.ask(file, "PRAGMA integrity_check")).isEqualTo("ok");
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file))) {
            ledger.workers().recover();
            for (int i = 0; i < WHOLE; i++) {
                assertAnswered(ledger, "" + i);
            }
            Optional<OperationState> last = find(ledger, "" + WHOLE).map(OperationRecord::state);
            switch (point) {
                case BEFORE_INTENT_COMMIT -> assertThat(last).isEmpty();
                case AFTER_INTENT_COMMIT, BEFORE_SETTLE_COMMIT ->
                    assertThat(last).contains(OperationState.UNKNOWN_OUTCOME);
                case AFTER_SETTLE_COMMIT -> assertThat(last).contains(OperationState.SUCCEEDED);
                case BEFORE_OTHER_COMMIT, AFTER_OTHER_COMMIT -> throw new AssertionError(point);
            }
        }
    }

    @Test
    @DisplayName("R-OP-5 kill -9 in the middle of many writers: whatever was acknowledged is there")
    void open_afterKillNine_hasEverythingThatWasAcknowledged() throws IOException, InterruptedException, SQLException {
        Path file = directory.resolve("store.db");
        List<String> said = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(WorksUntilKilled.class, file.toString())) {
            while (said.size() < 200) {
                said.add(Objects.requireNonNull(child.line()));
            }
            child.kill();
            said.addAll(child.rest());
        }

        assertThat(Opened.ask(file, "PRAGMA integrity_check")).isEqualTo("ok");
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file))) {
            ledger.workers().recover();
            for (String line : said) {
                String[] words = line.split(" ", -1);
                if (words.length == 2 && words[0].equals("answered")) {
                    assertAnswered(ledger, words[1]);
                } else if (words.length == 2 && words[0].equals("sent")) {
                    assertThat(find(ledger, words[1])).as(line).isPresent();
                }
            }
        }
        assertThat(Opened.ask(file, "SELECT count(*) FROM operation WHERE settled_at IS NULL"))
                .isEqualTo("0");
    }

    private static void assertAnswered(SqliteLedger ledger, String name) {
        OperationRecord record = find(ledger, name).orElseThrow();
        assertThat(record.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(ledger.operations().body(record.ref(), StoredBody.Kind.RESULT))
                .hasValueSatisfying(body ->
                        assertThat(body.bytes()).isEqualTo(dev.penstock.store.tck.Samples.bytes("answer " + name)));
    }

    private static Optional<OperationRecord> find(SqliteLedger ledger, String name) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey("k" + name));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
