package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Which credentials and accounts are stopped (design 6, Stop): a 401 pauses the credential and leaves the account's
 * others alone, balance and quota pause the account. A pause ends by {@link #resume}, by a changed credential, or by a
 * probe with one waiting operation each minute.
 *
 * <p>It knows no store. Whoever keeps the rows is told which scope changed, outside the lock, and reads {@link #row} then;
 * two changes that overtake each other so end in the same row. Rows come back by {@link #load} and {@link #forget}.
 *
 * <p>Thread-safe; never blocks.
 */
public final class RoutePauses {

    private static final RouteAccess CLEAR = new RouteAccess.Clear();

    private final long probeEvery;
    private final Time time;
    private final Consumer<? super Set<PauseScope>> onChange;
    private final ReentrantLock lock = new ReentrantLock();
    private final PauseTable table;

    /** Whether anything is paused: read without the lock, so that an open route costs one look. */
    private volatile boolean any;

    /**
     * Nothing is paused.
     *
     * @param probeEvery the least time between two probes, positive; design 6 says 60 s
     * @param time the clocks
     * @param onChange told the scopes whose rows have to be written or removed, all that changed at once together
     */
    public RoutePauses(Duration probeEvery, Time time, Consumer<? super Set<PauseScope>> onChange) {
        if (!probeEvery.isPositive()) {
            throw new IllegalArgumentException("probeEvery must be positive, was " + probeEvery);
        }
        this.probeEvery = Deadline.saturatedNanos(probeEvery);
        this.table = new PauseTable(this.probeEvery);
        this.time = time;
        this.onChange = onChange;
    }

    /**
     * Asks whether a credential may be used now. Whoever gets a {@link RouteProbe} settles it or gives it back.
     *
     * @param route the credential
     * @return clear, a probe, or barred
     */
    public RouteAccess ask(RouteCredential route) {
        return any ? change(pauses -> pauses.ask(route, this, now())) : CLEAR;
    }

    /**
     * The provider stopped a credential or its account. A pause that stands already stays as it is.
     *
     * @param route the credential that was told so
     * @param what what has to be repaired
     */
    public void stopped(RouteCredential route, Verdict.Stop.What what) {
        Instant since = time.wall().instant().truncatedTo(ChronoUnit.MILLIS);
        change(pauses -> {
            pauses.stopped(route, what, since, now());
            return what;
        });
    }

    /**
     * An operator says that it is repaired.
     *
     * @param scope what to resume
     * @return whether it was paused
     */
    public boolean resume(PauseScope scope) {
        return change(pauses -> pauses.remove(scope));
    }

    /**
     * Takes a row over that another process wrote, or this one before its start. The start of a process allows one probe
     * at once; else the row says when, but never later than one interval from now.
     *
     * @param row the stored pause
     * @param atStart whether this process is just starting
     */
    public void load(PauseRow row, boolean atStart) {
        Duration ahead = Duration.between(time.wall().instant(), row.nextProbeAt());
        long wait = atStart ? 0 : Math.clamp(Deadline.saturatedNanos(ahead), 0, probeEvery);
        follow(pauses -> {
            pauses.put(row.scope(), new RoutePause.Paused(row.what(), row.since(), now() + wait, row.cause()));
            return true;
        });
    }

    /**
     * A row is gone: another process ended the pause.
     *
     * @param scope what is open again
     * @return whether it was paused here
     */
    public boolean forget(PauseScope scope) {
        return follow(pauses -> pauses.remove(scope));
    }

    /**
     * The state of a scope.
     *
     * @param scope which one
     * @return open or paused
     */
    public RoutePause state(PauseScope scope) {
        return follow(pauses -> {
            RoutePause.Paused pause = pauses.get(scope);
            return pause == null ? new RoutePause.Open() : pause;
        });
    }

    /**
     * The row that has to be kept for a scope.
     *
     * @param scope which one
     * @return its row; empty if it is open and no row may be left
     */
    public Optional<PauseRow> row(PauseScope scope) {
        return switch (state(scope)) {
            case RoutePause.Open ignored -> Optional.empty();
            case RoutePause.Paused pause -> {
                Instant nextProbeAt = time.wall().instant().plusNanos(pause.nextProbeAt() - now());
                yield Optional.of(new PauseRow(scope, pause.what(), pause.since(), nextProbeAt, pause.cause()));
            }
        };
    }

    /**
     * What is paused now.
     *
     * @return a copy
     */
    public Set<PauseScope> paused() {
        return follow(PauseTable::scopes);
    }

    void probePassed(List<RouteProbe.Taken> taken) {
        change(pauses -> {
            pauses.probePassed(taken);
            return taken;
        });
    }

    void probeGivenBack(List<RouteProbe.Taken> taken) {
        change(pauses -> {
            pauses.probeGivenBack(taken, now());
            return taken;
        });
    }

    /** Something happened here: whoever keeps the rows is told. */
    private <T> T change(Function<PauseTable, T> step) {
        T result;
        Set<PauseScope> changed;
        lock.lock();
        try {
            result = step.apply(table);
            changed = table.takeChanges();
            any = !table.isEmpty();
        } finally {
            lock.unlock();
        }
        if (!changed.isEmpty()) {
            onChange.accept(changed);
        }
        return result;
    }

    /** Something happened elsewhere, or nothing: nobody is told. */
    private <T> T follow(Function<PauseTable, T> step) {
        lock.lock();
        try {
            T result = step.apply(table);
            table.takeChanges();
            any = !table.isEmpty();
            return result;
        } finally {
            lock.unlock();
        }
    }

    private long now() {
        return time.ticker().nanos();
    }
}
