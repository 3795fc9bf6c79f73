package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationMode;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.time.Chance;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-6 what this process claimed and does nothing with goes back")
class ClaimsTest {

    private static final FlightKey KEY = new FlightKey(Tenant.LOCAL, new IdempotencyKey("k"));

    @TempDir
    private Path folder;

    private final Flights flights = new Flights(Time.system().tasks());
    private final BlockingQueue<String> waits = new LinkedBlockingQueue<>();

    @Test
    @DisplayName("also where the store was away for it, and somebody flew under its key who never looked it up")
    void owed_passingFlight_staysOwed() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                KeyedWork work =
                        KeyedWork.start(ledger, flights, new PauseKeeper(null, Time.system()), Time.system())) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            assertThat(ledger.operations().claimDue(work.side().worker(), 1)).hasSize(1);
            LedgerSide away = new LedgerSide(
                    Interposed.inFrontOf(ledger, ClaimsTest::isAway).operations(),
                    work.side().lease(),
                    work.side().hints(),
                    work.side().fingerprints(),
                    work.side().replies());
            try (Claims claims = new Claims(parts(), away, flights)) {
                flights.putIfAbsent(KEY, new Flight(null, true));

                claims.giveBack(KEY, Duration.ZERO);

                for (int round = 0; round < 3; round++) {
                    assertThat(waits.poll(1, TimeUnit.MINUTES))
                            .as("round " + round)
                            .isNotNull();
                }
            }
        }
    }

    private static @Nullable Object isAway(String method, Object[] arguments) {
        if (method.equals("find")) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
        }
        return null;
    }

    private EngineParts parts() {
        Time real = Time.system();
        Time time = new Time(real.ticker(), real.wall(), new Counting(), real.timers());
        return new EngineParts(
                new PauseKeeper(null, real).pauses(),
                new Parking(),
                () -> () -> true,
                (model, usage, start) -> UsageSummary.UNKNOWN,
                new UnrecordedResults(real),
                event -> {},
                time,
                Chance.system());
    }

    /** Waits a moment in place of however long, and tells of it. */
    private final class Counting implements Sleeper {

        @Override
        public void sleep(long nanos) throws InterruptedException {
            boolean ignored = await(new Signal(), nanos);
        }

        @Override
        public boolean await(Signal signal, long nanos) throws InterruptedException {
            waits.add("waits");
            return Sleeper.system().await(signal, Duration.ofMillis(1).toNanos());
        }
    }
}
