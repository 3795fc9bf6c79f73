package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-8 what somebody here waits for is looked at as soon as there is a hint, and else from time to time")
class LedgerWatchTest {

    private static final FlightKey KEY = new FlightKey(Tenant.LOCAL, new IdempotencyKey("k"));

    @TempDir
    private Path folder;

    private final Flights flights = new Flights(Time.system().tasks());

    @Test
    void hint_movedElsewhere_isSeenWithoutWaitingForTheNextLook() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                LedgerWatch watch = start(ledger, new NeverLater())) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord sent = another.sends("k");
            Signal moved = waitFor(sent);

            another.isAnswered(sent);
            watch.wake();

            assertThat(Time.system()
                            .sleeper()
                            .await(moved, Duration.ofMinutes(1).toNanos()))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("hints that were lost cost the next look, and nothing else")
    void noHint_movedElsewhere_isSeenAtTheNextLook() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord sent = another.sends("k");
            Signal moved = waitFor(sent);
            LedgerWatch watch = start(ledger, Sleeper.system());
            try {
                another.isAnswered(sent);

                assertThat(Time.system()
                                .sleeper()
                                .await(moved, Duration.ofMinutes(1).toNanos()))
                        .isTrue();
            } finally {
                watch.close();
            }
        }
    }

    @Test
    @DisplayName("many hints between two looks are one look")
    void manyHints_oneLook() throws Exception {
        BlockingQueue<String> steps = new LinkedBlockingQueue<>();
        Semaphore apart = new Semaphore(0);
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger counted = Interposed.inFrontOf(ledger, (method, arguments) -> {
                steps.add(method);
                return null;
            });
            Signal ignored = waitFor(new AnotherProcess(ledger).sends("k"));
            try (LedgerWatch watch = start(counted, new ByStep(steps, apart))) {
                assertThat(steps.take()).isEqualTo("waits");
                watch.wake();
                assertThat(steps.take()).isEqualTo("findAll");
                assertThat(steps.take()).isEqualTo("keeps apart");
                for (int hint = 0; hint < 1_000; hint++) {
                    watch.wake();
                }
                apart.release(10);

                assertThat(steps.take()).isEqualTo("waits");
                assertThat(steps.take()).isEqualTo("findAll");
                assertThat(steps.take()).isEqualTo("keeps apart");
                assertThat(steps.take()).isEqualTo("waits");
                assertThat(steps).isEmpty();
            } finally {
                apart.release(10);
            }
        }
    }

    @Test
    @DisplayName("what a flight writes itself during a look ends none of its later waits")
    void movedHereDuringALook_isNoNews() throws Exception {
        BlockingQueue<Boolean> woken = new LinkedBlockingQueue<>();
        try (Ledger ledger = Ledgers.open(folder)) {
            OperationRecord sent = new AnotherProcess(ledger).sends("k");
            Signal late = new Signal();
            Flight flight = new Flight(null, true);
            flights.putIfAbsent(KEY, flight);
            Ledger during = Interposed.inFrontOf(ledger, (method, arguments) -> {
                woken.add(late.isSet());
                flight.keep(new Vigil(now -> now.version().equals(sent.version()), late::set, false));
                return null;
            });
            try (LedgerWatch watch = start(during, Sleeper.system())) {
                watch.wake();
                assertThat(woken.take()).isFalse();
                assertThat(woken.take()).as("the look before this one").isFalse();
            }
        }
    }

    private LedgerWatch start(Ledger ledger, Sleeper sleeper) {
        Time real = Time.system();
        Time time = new Time(real.ticker(), real.wall(), sleeper, real.timers());
        return LedgerWatch.start(ledger.operations(), flights, new PauseKeeper(null, time), time);
    }

    private Signal waitFor(OperationRecord sent) {
        Signal moved = new Signal();
        Flight flight = new Flight(null, true);
        flight.keep(new Vigil(now -> !now.version().equals(sent.version()), moved::set, true));
        flights.putIfAbsent(KEY, flight);
        return moved;
    }

    /** Time does not pass: only a signal ends a wait. */
    private static final class NeverLater implements Sleeper {

        @Override
        public void sleep(long nanos) throws InterruptedException {
            boolean ignored = await(new Signal(), nanos);
        }

        @Override
        public boolean await(Signal signal, long nanos) throws InterruptedException {
            boolean isSet = false;
            while (!isSet) {
                isSet = Sleeper.system().await(signal, Duration.ofMinutes(1).toNanos());
            }
            return true;
        }
    }

    /** Time does not pass between looks but by a signal; what keeps two looks apart ends when the test says so. */
    private record ByStep(BlockingQueue<String> steps, Semaphore apart) implements Sleeper {

        private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

        @Override
        public void sleep(long nanos) throws InterruptedException {
            boolean ignored = await(new Signal(), nanos);
        }

        @Override
        public boolean await(Signal signal, long nanos) throws InterruptedException {
            if (nanos >= BETWEEN_LOOKS.toNanos()) {
                steps.add("waits");
                return new NeverLater().await(signal, nanos);
            }
            steps.add("keeps apart");
            apart.acquire();
            return signal.isSet();
        }
    }
}
