package dev.penstock.policy.admission;

import dev.penstock.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a newcomer may join the queue: not if its predicted wait is longer than its time left, or than a wait may be
 * (R-ADMIT-3). Pure.
 */
final class Door {

    /** Predictions beyond an hour say no more than "an hour". */
    private static final double LONGEST = Duration.ofHours(1).toNanos();

    private static final long SHORTEST_RETURN = Duration.ofSeconds(1).toNanos();

    /** A prediction errs: one that fills the longest wait is exceeded every second time (ADR 0012). */
    private static final double MOST_FORETOLD = 0.75;

    private final QueueSettings settings;

    Door(QueueSettings settings) {
        this.settings = settings;
    }

    /**
     * The predicted wait in nanoseconds: work up to the newcomer's own, over its share of the rate; longer if its tenant's
     * pace says so.
     */
    static long predictedWait(int grants, double share, double permitsPerNano, double waitAtPace) {
        return Math.round(Math.min(LONGEST, Math.max(waitAtPace, grants / (share * permitsPerNano))));
    }

    /** How long a request may wait in fact: the prediction may have been wrong, or there was none (R-ADMIT-3). */
    long patience(PermitRequest request, long remaining) {
        long useful = remaining - Deadline.saturatedNanos(settings.minimumUseful());
        return request.patient() ? useful : Math.min(useful, mostWait(request.priority(), remaining));
    }

    /** The refusal of a request that has waited for as long as it may, and would wait so much longer. */
    static Refused waitedTooLong(long predicted) {
        return new Refused(RefusalReason.QUEUE_WAIT, Duration.ofNanos(Math.max(SHORTEST_RETURN, predicted)));
    }

    /** Why the newcomer is refused; null if it may wait. */
    @Nullable
    Refused judge(PermitRequest request, long predicted, long remaining) {
        if (request.patient()) {
            return null;
        }
        long useful = remaining - Deadline.saturatedNanos(settings.minimumUseful());
        long most = (long) (MOST_FORETOLD * mostWait(request.priority(), remaining));
        if (predicted <= Math.min(useful, most)) {
            return null;
        }
        RefusalReason reason = predicted > useful ? RefusalReason.DEADLINE : RefusalReason.QUEUE_WAIT;
        long until = Math.max(SHORTEST_RETURN, predicted - Math.min(useful, most));
        return new Refused(reason, Duration.ofNanos(until));
    }

    private long mostWait(Priority priority, long remaining) {
        long share = (long) (remaining * settings.maxWaitShare());
        return switch (priority) {
            case INTERACTIVE -> Math.min(share, Deadline.saturatedNanos(settings.interactiveMaxWait()));
            case BACKGROUND -> share;
        };
    }
}
