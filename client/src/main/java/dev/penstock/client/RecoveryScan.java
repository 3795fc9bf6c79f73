package dev.penstock.client;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.StoreException;
import dev.penstock.store.Workers;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Map;

/**
 * Settles what ended processes left behind: at the start, and where several share a ledger again and again, from every
 * one of them (design 8, "Leases").
 */
final class RecoveryScan implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RecoveryScan.class.getName());

    private final Workers workers;
    private final Time time;
    private final Signal closed = new Signal();

    private RecoveryScan(Workers workers, Time time) {
        this.workers = workers;
        this.time = time;
    }

    /** Recovers once, and begins to repeat it where that is needed. */
    static RecoveryScan start(Workers workers, Time time) {
        RecoveryScan scan = new RecoveryScan(workers, time);
        workers.recover();
        workers.recoverEvery().ifPresent(every -> time.tasks().start("penstock-recovery", () -> scan.repeat(every)));
        return scan;
    }

    @Override
    public void close() {
        closed.set();
    }

    private void repeat(Duration every) {
        Unattended unattended = new Unattended("the look for ended processes", time);
        try {
            while (!time.sleeper().await(closed, every.toNanos())) {
                unattended.round(this::recover);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void recover() {
        try {
            Map<OperationState, Long> moved = workers.recover();
            if (!moved.isEmpty()) {
                LOG.log(System.Logger.Level.INFO, "a process ended and left work, which became: {0}", moved);
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "ended processes could not be looked for: {0}", e.kind());
        }
    }
}
