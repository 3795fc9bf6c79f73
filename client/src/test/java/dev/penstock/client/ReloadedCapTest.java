package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.PermitBlocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-ADMIT-8 a block of permits is kept back for as long as attempts may last after a reload")
class ReloadedCapTest {

    private static final Duration CAP = Duration.ofMinutes(10);
    private static final int LOOKS = 20;

    @TempDir
    private Path folder;

    private final BlockingQueue<Duration> renewed = new LinkedBlockingQueue<>();

    @Test
    @DisplayName("a longer cap holds from the next renewals on: no attempt is cut short by its block")
    void longerCap_theNextRenewalsSayIt() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench =
                        new Bench(FaultScript.NONE, config -> capped(config).withLedger(shared(ledger)))) {
            assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.Answered.class);
            assertThat(renewed.take()).isBetween(CAP, CAP.multipliedBy(2).minusMillis(1));

            reload(bench, CAP.multipliedBy(2));

            assertThat(nextOfAtLeast(CAP.multipliedBy(2))).isTrue();
        }
    }

    @Test
    @DisplayName("what was taken in before a shorter one may still last as long as it might")
    void shorterCap_theBlockIsKeptAsLong() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench =
                        new Bench(FaultScript.NONE, config -> capped(config).withLedger(shared(ledger)))) {
            assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.Answered.class);

            reload(bench, CAP.dividedBy(2));
            renewed.clear();
            renewed.take();

            assertThat(renewed.take()).isGreaterThanOrEqualTo(CAP);
        }
    }

    private static PenstockConfig capped(PenstockConfig config) {
        return config.withPolicy(PolicySettings.defaults().withAttemptCap(CAP));
    }

    private static void reload(Bench bench, Duration cap) {
        bench.penstock()
                .reload(
                        bench.config().policy().withAttemptCap(cap),
                        bench.config().upstreamStream());
    }

    private boolean nextOfAtLeast(Duration cap) throws InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            Duration told = renewed.poll(1, TimeUnit.MINUTES);
            if (told != null && told.compareTo(cap) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** A ledger that several processes share, and what it is told of how long attempts may last. */
    private Ledger shared(Ledger ledger) {
        PermitBlocks heard = (worker, ask) -> {
            renewed.add(ask.terms().attempts());
            return ledger.permitBlocks().refresh(worker, ask);
        };
        return Interposed.shared(ledger, heard);
    }
}
