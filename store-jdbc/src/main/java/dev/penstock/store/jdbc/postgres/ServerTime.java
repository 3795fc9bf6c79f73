package dev.penstock.store.jdbc.postgres;

import java.time.InstantSource;

/** The store's clock as this process knows it between two looks at it. */
interface ServerTime extends InstantSource {

    /**
     * Takes note of what the server's clock said.
     *
     * @param millis what it said, epoch milliseconds
     * @param askedNanos when it was asked, by the process's monotonic clock
     * @return what counts as now
     */
    long learn(long millis, long askedNanos);
}
