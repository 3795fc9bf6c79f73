package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Ticker;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A pool of one permit under races: the real limiter, or a careless one. */
interface RacePool {

    /**
     * Asks for the permit and gives up as soon as it has to wait and finds nothing decided: the time-out that races
     * against the grant.
     *
     * @param onQueued given what takes the request back
     *
     * @return what gives the permit back, null if there is none
     */
    @Nullable
    BooleanSupplier acquire(Consumer<BooleanSupplier> onQueued);

    /** Permits that the pool believes to be out. */
    int active();

    /** Requests that the pool believes to be waiting. */
    int waiting();

    /** The real limiter, in a time that stands still. */
    static RacePool real() {
        Limiter limiter = new Limiter(LimiterSettings.defaults(new Limit.Fixed(1)), StandingTime.time());
        return new RacePool() {
            @Override
            public @Nullable BooleanSupplier acquire(Consumer<BooleanSupplier> onQueued) {
                PermitRequest request = PermitRequest.original("t", Priority.INTERACTIVE);
                Deadline deadline = Deadline.after(Duration.ofSeconds(1), StandingTime.TICKER);
                try {
                    return limiter.acquire(request, deadline, waiting -> onQueued.accept(waiting::withdraw))
                                    instanceof Permit permit
                            ? () -> permit.release(CapacityEffect.NEUTRAL)
                            : null;
                } catch (InterruptedException e) {
                    throw new AssertionError("nobody interrupts", e);
                }
            }

            @Override
            public int active() {
                return limiter.snapshot().active();
            }

            @Override
            public int waiting() {
                return limiter.snapshot().waiting();
            }
        };
    }

    /** Time that never passes: every wait is over as soon as it begins. */
    enum StandingTime implements Sleeper, Timers {
        INSTANCE;

        static final Ticker TICKER = () -> 0;

        static Time time() {
            return new Time(TICKER, InstantSource.fixed(Instant.EPOCH), INSTANCE, INSTANCE);
        }

        @Override
        public void sleep(long nanos) {}

        @Override
        public boolean await(Signal signal, long nanos) {
            return signal.isSet();
        }

        @Override
        public Timer after(long nanos, Runnable action) {
            return () -> {};
        }
    }
}
