package dev.penstock.client;

import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Keeps this process's lease alive, one heartbeat for everything it has in flight, and knows until when it may still
 * dispatch by its own monotonic clock (design 8, "Leases"). Heartbeats go on during drain, until it is closed.
 *
 * <p>A process that was stopped, or cut off from its ledger, for longer than its lease has lost it: whatever it held is
 * settled first, under new epochs, so that what still runs here is fenced. Then it goes on under another identity.
 */
final class LeaseKeeper implements AutoCloseable {

    /** How often a heartbeat is written (design 8). */
    private static final long EVERY = Duration.ofSeconds(5).toNanos();

    /** How soon one follows that was not answered. */
    private static final long AGAIN_AFTER = Duration.ofSeconds(1).toNanos();

    /** How long before the lease's end dispatching stops (design 8). */
    private static final long MARGIN = Duration.ofSeconds(2).toNanos();

    private final Workers workers;
    private final Time time;
    private final Signal closed = new Signal();
    private volatile Term term;

    /** Whether the ledger answered the last heartbeat, in whatever way. */
    private volatile boolean answered = true;

    /**
     * The lease as this process knows it, whole: an identity and its time are never of two leases.
     *
     * @param worker under which identity
     * @param dispatchBy until when a send may begin
     */
    private record Term(WorkerId worker, Deadline dispatchBy) {}

    private LeaseKeeper(Workers workers, WorkerId worker, Time time) {
        this.workers = workers;
        this.time = time;
        this.term = ended(worker, time);
    }

    /** Registers this start of the process and begins to keep its lease. */
    static LeaseKeeper start(Workers workers, Time time) {
        LeaseKeeper keeper = new LeaseKeeper(workers, workers.register(), time);
        keeper.beat();
        time.tasks().start("penstock-lease", keeper::run);
        return keeper;
    }

    WorkerId worker() {
        return term.worker();
    }

    /**
     * The right to begin a send under the identity of this moment. It ends with that identity: what was written under a
     * lease that was lost is settled by others, and must not be sent under the next one.
     */
    BooleanSupplier right() {
        WorkerId mine = worker();
        return () -> {
            Term now = term;
            return now.worker().equals(mine) && !now.dispatchBy().isExpired();
        };
    }

    /**
     * Whether nothing can be looked up or recorded at present: the ledger did not answer the last heartbeat, and the lease
     * cannot be proven any more. Heartbeats go on, and the first that is answered ends it.
     */
    boolean isOutOfTouch() {
        return !answered && term.dispatchBy().isExpired();
    }

    @Override
    public void close() {
        closed.set();
        try {
            workers.leave(worker());
        } catch (StoreException e) {
            // The row stays behind and ends with its lease.
            LOG.log(System.Logger.Level.DEBUG, "the worker could not be taken off the list: {0}", e.kind());
        }
    }

    private void run() {
        Unattended unattended = new Unattended("the heartbeat", time);
        try {
            while (!time.sleeper().await(closed, answered ? EVERY : AGAIN_AFTER)) {
                unattended.round(this::beat);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Term ended(WorkerId worker, Time time) {
        return new Term(worker, Deadline.afterNanos(0, time.ticker()));
    }

    /** The lease is counted from before the write, so that it never seems longer here than it is in the store. */
    void beat() {
        long before = time.ticker().nanos();
        WorkerId worker = worker();
        try {
            long lease = Duration.ofMillis(workers.heartbeat(worker)).toNanos();
            answered = true;
            if (lease == 0) {
                term = ended(worker, time);
                LOG.log(System.Logger.Level.WARNING, "this process lost its lease, and goes on under a new identity");
                workers.recover();
                worker = workers.register();
                before = time.ticker().nanos();
                lease = Duration.ofMillis(workers.heartbeat(worker)).toNanos();
            }
            long spent = time.ticker().nanos() - before;
            term = new Term(worker, Deadline.afterNanos(lease - MARGIN - spent, time.ticker()));
        } catch (StoreException e) {
            answered = e.kind() != StoreException.Kind.UNAVAILABLE && e.kind() != StoreException.Kind.UNCERTAIN;
            LOG.log(System.Logger.Level.WARNING, "no heartbeat could be written: {0}", e.kind());
        }
    }

    private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());
}
