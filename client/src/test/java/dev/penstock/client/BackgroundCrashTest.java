package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-DEADLINE-7 R-OP-6 kill -9: accepted background work is finished by the next process, calls are not")
class BackgroundCrashTest {

    private static final int COUNT = 10;

    private static final FaultScript SLOW = FaultScript.builder()
            .always(then -> then.delay(Duration.ofMillis(250)))
            .build();

    @TempDir
    private Path folder;

    @Test
    void killed_backgroundWorkGoesOn_attachedCallsDoNot() throws Exception {
        try (Bench bench = new Bench(SLOW)) {
            killOnceItSends(bench);
            long attachedBefore = attachedSends(bench);

            try (Ledger ledger = Ledgers.open(folder);
                    Penstock next = Penstock.open(
                            bench.config().withLedger(ledger).withBackground(BackgroundSettings.defaults()))) {
                for (int i = 0; i < COUNT; i++) {
                    assertFinished(bench, Ledgers.awaitSettled(ledger, "background-" + i), "background-" + i);
                }
                assertThat(next.awaitIdle(Duration.ofSeconds(10))).isTrue();
                for (int i = 0; i < COUNT; i++) {
                    ledger.operations()
                            .find(Tenant.LOCAL, new IdempotencyKey("attached-" + i))
                            .ifPresent(record -> assertThat(record.state())
                                    .isIn(
                                            OperationState.SUCCEEDED,
                                            OperationState.UNKNOWN_OUTCOME,
                                            OperationState.DEAD_LETTER));
                }
            }
            assertThat(attachedSends(bench)).isEqualTo(attachedBefore);
        }
    }

    /** At most one send, and what was under way at the crash is unknown. */
    private static void assertFinished(Bench bench, OperationRecord record, String key) {
        assertThat(sends(bench, key)).isLessThanOrEqualTo(1);
        switch (record.state()) {
            case SUCCEEDED -> assertThat(sends(bench, key)).isEqualTo(1);
            case UNKNOWN_OUTCOME -> assertThat(record.reason()).isEqualTo(EndReason.CRASHED);
            case RECEIVED,
                    CLAIMED,
                    DISPATCHING,
                    RETRY_SCHEDULED,
                    FAILED_PERMANENT,
                    DEAD_LETTER,
                    CANCELLED_BEFORE_DISPATCH -> throw new AssertionError(key + " ended as " + record.state());
        }
    }

    private void killOnceItSends(Bench bench) throws IOException, InterruptedException {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BackgroundVictim.class.getName(),
                        folder.toString(),
                        bench.simulator().baseUrl(),
                        String.valueOf(COUNT))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("accepted");
            assertThat(bench.simulator().awaitFinished(2, Duration.ofSeconds(20)))
                    .isTrue();
        } finally {
            victim.toHandle().destroyForcibly();
            victim.waitFor();
        }
    }

    private static long attachedSends(Bench bench) {
        long sends = 0;
        for (int i = 0; i < COUNT; i++) {
            sends += sends(bench, "attached-" + i);
        }
        return sends;
    }

    /** The requests that the simulator has read for a key. */
    private static long sends(Bench bench, String key) {
        return bench.simulator().requests().stream()
                .filter(LogEntry::isReceived)
                .filter(entry -> sha256(key).equals(entry.received().contentSha256()))
                .count();
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
