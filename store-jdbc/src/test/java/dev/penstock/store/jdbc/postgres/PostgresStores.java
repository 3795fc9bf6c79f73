package dev.penstock.store.jdbc.postgres;

import dev.penstock.time.Time;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/** Options for stores in tests. */
final class PostgresStores {

    private static final SplittableRandom RANDOM = new SplittableRandom(20261130);

    private static final ReentrantLock LOCK = new ReentrantLock();

    private PostgresStores() {}

    static PostgresOptions engine(PostgresAddress address) {
        return engine(address, Time.system());
    }

    static PostgresOptions engine(PostgresAddress address, Time time) {
        return small(PostgresOptions.engine(address, time, split()));
    }

    static PostgresOptions observer(PostgresAddress address) {
        return small(PostgresOptions.observer(address, Time.system(), split()));
    }

    private static SplittableRandom split() {
        LOCK.lock();
        try {
            return RANDOM.split();
        } finally {
            LOCK.unlock();
        }
    }

    private static PostgresOptions small(PostgresOptions options) {
        return options.withSettings(PostgresSettings.defaults().withConnections(4));
    }
}
