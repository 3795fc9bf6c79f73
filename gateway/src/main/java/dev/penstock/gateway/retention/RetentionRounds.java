package dev.penstock.gateway.retention;

import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance.Pruned;
import dev.penstock.store.StoreException;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Removes what has outlived its retention, whoever it belongs to. The first round comes within 10 minutes of the start,
 * each later one within two days of the one before it, at a moment that chance draws. Several gateways on one store need
 * not agree: who comes second finds nothing to do. Thread-safe.
 */
public final class RetentionRounds implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RetentionRounds.class.getName());
    private static final Duration FIRST = Duration.ofMinutes(10);
    private static final Duration BETWEEN = Duration.ofDays(2);

    private final Ledger ledger;
    private final Supplier<GatewayConfig> config;
    private final Consumer<Pruned> removed;
    private final Time time;
    private final RandomGenerator random;

    /** A platform thread: an interrupt would break the connection that a virtual one reads from. */
    private final Thread thread;

    RetentionRounds(
            Ledger ledger,
            Supplier<GatewayConfig> config,
            Consumer<Pruned> removed,
            Time time,
            RandomGenerator random) {
        this.ledger = ledger;
        this.config = config;
        this.removed = removed;
        this.time = time;
        this.random = random;
        this.thread = Thread.ofPlatform().name("penstock-retention").daemon().unstarted(this::untilInterrupted);
    }

    /**
     * Begins, and goes on until it is closed.
     *
     * @param ledger what things are removed from; to be closed after this
     * @param config tells with each round how long things are kept
     * @param removed told after each round that removed something, on the thread of the rounds
     * @param time time
     * @param random chance
     * @return the rounds
     */
    public static RetentionRounds start(
            Ledger ledger,
            Supplier<GatewayConfig> config,
            Consumer<Pruned> removed,
            Time time,
            RandomGenerator random) {
        RetentionRounds rounds = new RetentionRounds(ledger, config, removed, time, random);
        rounds.thread.start();
        return rounds;
    }

    /** Ends; a round that is under way ends after the transaction that it is in. Does not wait for that. */
    @Override
    public void close() {
        thread.interrupt();
    }

    void untilInterrupted() {
        boolean away = false;
        try {
            for (Duration within = FIRST; ; within = BETWEEN) {
                time.sleeper().sleep(random.nextLong(within.toNanos()));
                away = !round(away);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An outage is told of once: by the first round that it ends. */
    private boolean round(boolean away) {
        try {
            Pruned pruned = ledger.maintenance().prune(config.get().retention().kept());
            if (pruned.bodies() + pruned.rows() > 0) {
                removed.accept(pruned);
            }
            return true;
        } catch (StoreException e) {
            if (!away && !Thread.currentThread().isInterrupted()) {
                LOG.log(System.Logger.Level.WARNING, "retention could not go on: {0}", e.kind());
            }
            return false;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a fault in retention, which goes on all the same: {0}", e.getClass());
            return true;
        }
    }
}
