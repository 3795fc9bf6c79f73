package dev.penstock.it.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Looks how long the work of an ended process stays as that process left it. Time in which nobody could see to it, with the
 * database away or no node well, does not count.
 */
final class DeathWatch {

    private static final long LOOK = Duration.ofMillis(100).toNanos();

    private final ClusterLedger ledger;
    private final BooleanSupplier somebodyCould;
    private final List<Death> deaths = new CopyOnWriteArrayList<>();
    private final List<Thread> watches = new CopyOnWriteArrayList<>();

    /**
     * One death, or one sleep that was longer than the lease.
     *
     * @param how of what
     * @param held what its process held then
     * @param took how long it was until none of it was held by it any more
     */
    record Death(String how, int held, Duration took) {}

    DeathWatch(ClusterLedger ledger, BooleanSupplier somebodyCould) {
        this.ledger = ledger;
        this.somebodyCould = somebodyCould;
    }

    /** A process has just ended. */
    void of(String worker, String how) {
        long died = System.nanoTime();
        watches.add(Thread.ofVirtual().start(() -> deaths.add(watch(worker, how, died))));
    }

    /** What was seen, once all of it has been. */
    List<Death> deaths() throws InterruptedException {
        for (Thread watch : watches) {
            watch.join();
        }
        return List.copyOf(deaths);
    }

    private Death watch(String worker, String how, long died) {
        long since = died;
        List<String> held = null;
        while (true) {
            LockSupport.parkNanos(LOOK);
            if (!somebodyCould.getAsBoolean()) {
                since = System.nanoTime();
                continue;
            }
            try {
                List<String> now = ledger.heldBy(worker);
                if (held == null) {
                    held = now;
                }
                if (held.stream().noneMatch(now::contains)) {
                    return new Death(how, held.size(), Duration.ofNanos(System.nanoTime() - since));
                }
            } catch (IllegalStateException e) {
                since = System.nanoTime(); // the database is away
            }
        }
    }
}
