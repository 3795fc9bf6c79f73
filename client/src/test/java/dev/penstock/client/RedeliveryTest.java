package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What a queue delivers again, judged from the simulator's log")
class RedeliveryTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-OP-7 a redelivery after the commit, to another process, gets the stored answer and sends nothing")
    void redelivery_afterTheCommit_isAnsweredFromTheLedger() throws Exception {
        ChatCall call = Bench.call().withKey("message-1");
        Result first;
        try (Ledger ledger = open();
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            first = bench.penstock().call(call);
        }
        try (Ledger ledger = open();
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            assertSame(bench.penstock().call(call), first);
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName("R-ADMIT-10 a stored answer and a conflict are given by an engine that dispatches nothing any more")
    void repeat_whileParked_isAnswered() throws Exception {
        try (Ledger ledger = open();
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            Result first = bench.penstock().call(Bench.call().withKey("k"));
            bench.penstock().park(null);

            assertSame(bench.penstock().call(Bench.call().withKey("k")), first);
            assertThat(bench.penstock()
                            .call(ChatCall.of(Bench.BODY.replace("hi", "ho")).withKey("k")))
                    .isInstanceOf(Result.KeyConflict.class);
            assertThat(bench.penstock().call(Bench.call().withKey("new"))).isInstanceOf(Result.Parked.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private static void assertSame(Result again, Result first) {
        assertThat(again).isInstanceOfSatisfying(Result.Answered.class, replayed -> {
            assertThat(replayed.operation().replayed()).isTrue();
            assertThat(first)
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered -> assertThat(replayed.answer().json())
                                    .isEqualTo(answered.answer().json()));
        });
    }

    private Ledger open() {
        return SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system()));
    }
}
