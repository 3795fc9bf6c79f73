package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationMode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-4 work that was taken in before the key of fingerprints changed")
class KeyRingChangeTest {

    private static final FaultScript SLOW = FaultScript.builder()
            .always(then -> then.delay(Duration.ofSeconds(1)))
            .build();

    @TempDir
    private Path folder;

    @BeforeEach
    void takeIn_changeTheKey() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
        }
        addKey(2);
    }

    @Test
    @DisplayName("R-OP-8 is joined by a repeat while a worker sends it, and refused to another request")
    void repeat_ofWhatAWorkerSends_joinsIt() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(
                        SLOW,
                        config -> config.withLedger(ledger)
                                .withBackground(BackgroundSettings.defaults().withWorkers(2)))) {
            assertThat(ledger.keyRing().currentVersion()).isEqualTo(2);
            Ledgers.await(ledger, "k", OperationState.DISPATCHING);

            Result other = bench.penstock()
                    .call(ChatCall.of(Bench.BODY.replace("hi", "ho")).withKey("k"));
            Result repeat = bench.penstock().call(Bench.call().withKey("k"));

            assertThat(other)
                    .isInstanceOfSatisfying(
                            Result.KeyConflict.class,
                            conflict -> assertThat(conflict.verifiable()).isTrue());
            assertThat(repeat).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private void addKey(int version) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("ledger"));
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO meta (name, value) VALUES (?, ?)")) {
            insert.setString(1, "fingerprint_key." + version);
            insert.setBytes(2, new byte[32]);
            insert.executeUpdate();
        }
    }
}
