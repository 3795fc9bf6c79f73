package dev.penstock.client;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.pipeline.Ticket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that may be launched.
 *
 * @param place where it goes, by its place among the operation's targets
 * @param ticket what it holds
 * @param lane original or retry
 * @param slept how long it waited in backoff, null for not at all
 * @param permitWait how long it waited for its permit
 */
record Launch(int place, Ticket ticket, Lane lane, @Nullable Duration slept, Duration permitWait) {

    boolean isRetry() {
        return lane == Lane.RETRY;
    }
}
