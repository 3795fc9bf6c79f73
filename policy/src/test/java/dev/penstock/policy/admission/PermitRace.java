package dev.penstock.policy.admission;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * Threads over one permit, which is out at the start. Whatever the interleaving: afterwards as many permits are out as
 * were granted and not ended, and nobody waits.
 */
public abstract class PermitRace {

    private final RacePool pool;
    private final BooleanSupplier first;
    private final AtomicInteger granted = new AtomicInteger(1);
    private final AtomicInteger ended = new AtomicInteger();
    private volatile @Nullable BooleanSupplier waiting;

    PermitRace(RacePool pool) {
        this.pool = pool;
        BooleanSupplier free = pool.acquire(handle -> {});
        if (free == null) {
            throw new IllegalStateException("the permit is free");
        }
        this.first = free;
    }

    /** Waits and gives up at once: the time-out against grant and withdrawal. */
    @Operation
    public void ask() {
        if (pool.acquire(handle -> waiting = handle) != null) {
            granted.incrementAndGet();
        }
    }

    /** Takes the request of another thread back. */
    @Operation
    public void withdraw() {
        BooleanSupplier handle = waiting;
        if (handle != null) {
            boolean ignored = handle.getAsBoolean();
        }
    }

    /** Gives the first permit back, and by that grants the next one: against itself too. */
    @Operation
    public void end() {
        if (first.getAsBoolean()) {
            ended.incrementAndGet();
        }
    }

    /** The account at the end. */
    @Validate
    public void conserved() {
        int out = granted.get() - ended.get();
        if (ended.get() > 1 || out > 1 || pool.active() != out || pool.waiting() != 0) {
            throw new IllegalStateException("ended " + ended.get() + " times, out " + out + ", the pool says "
                    + pool.active() + " out, " + pool.waiting() + " waiting");
        }
    }

    /** The limiter. */
    public static final class OfLimiter extends PermitRace {
        /** Takes the permit. */
        public OfLimiter() {
            super(RacePool.real());
        }
    }

    /** A pool whose waiters are decided by a look and a write. */
    public static final class OfCarelessDecision extends PermitRace {
        /** Takes the permit. */
        public OfCarelessDecision() {
            super(new CarelessPool(CarelessPool.Carelessness.DECIDES_BY_A_LOOK));
        }
    }

    /** A pool whose permits are ended by a look and a write. */
    public static final class OfCarelessRelease extends PermitRace {
        /** Takes the permit. */
        public OfCarelessRelease() {
            super(new CarelessPool(CarelessPool.Carelessness.RELEASES_BY_A_LOOK));
        }
    }
}
