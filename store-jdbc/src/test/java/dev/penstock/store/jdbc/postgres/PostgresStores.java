package dev.penstock.store.jdbc.postgres;

import dev.penstock.time.Time;
import java.util.SplittableRandom;

/** Options for stores in tests. */
final class PostgresStores {

    private static final SplittableRandom RANDOM = new SplittableRandom(20261130);

    private PostgresStores() {}

    static PostgresOptions engine(PostgresAddress address) {
        return small(PostgresOptions.engine(address, Time.system(), RANDOM.split()));
    }

    static PostgresOptions observer(PostgresAddress address) {
        return small(PostgresOptions.observer(address, Time.system(), RANDOM.split()));
    }

    private static PostgresOptions small(PostgresOptions options) {
        return options.withSettings(PostgresSettings.defaults().withConnections(4));
    }
}
