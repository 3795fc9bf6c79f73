package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import org.jspecify.annotations.Nullable;

/** Whether this process still dispatches. Once parked it stays parked. Thread-safe. */
final class Parking {

    private volatile boolean parked;
    private volatile @Nullable EndReason why;

    void park(@Nullable EndReason reason) {
        if (!parked) {
            why = reason;
            parked = true;
        }
    }

    boolean isParked() {
        return parked;
    }

    @Nullable
    EndReason why() {
        return why;
    }
}
