package dev.penstock.policy.admission;

import org.jspecify.annotations.Nullable;

/**
 * Requests and estimated tokens per minute of one key, asked before a permit is granted (R-ADMIT-9), so that paced
 * requests wait in the same fair queue as all others. Not thread-safe.
 */
final class Pacer {

    private final @Nullable Meter requests;
    private final @Nullable Meter tokens;

    Pacer(PacerSettings settings, long now) {
        this.requests = settings.requestsPerMinute() == 0 ? null : new Meter(settings.requestsPerMinute(), now);
        this.tokens = settings.tokensPerMinute() == 0 ? null : new Meter(settings.tokensPerMinute(), now);
    }

    /** Nanoseconds until the next attempt may be granted; zero or less means now. */
    long waitNanos(long now) {
        long forRequests = requests == null ? 0 : requests.waitNanos(now);
        long forTokens = tokens == null ? 0 : tokens.waitNanos(now);
        return Math.max(forRequests, forTokens);
    }

    /** Counts an attempt that is granted. */
    void take(PermitRequest request, long now) {
        if (requests != null) {
            requests.take(1, now);
        }
        if (tokens != null) {
            tokens.take(request.estimatedTokens(), now);
        }
    }

    /** The provider said "too many requests per minute"; false if requests are not paced. */
    boolean lowerRequests(long now) {
        return lower(requests, now);
    }

    /** The provider said "too many tokens per minute"; false if tokens are not paced. */
    boolean lowerTokens(long now) {
        return lower(tokens, now);
    }

    /** Attempts like this one per nanosecond; infinite if nothing is paced. */
    double permitsPerNano(PermitRequest request, long now) {
        double byRequests = requests == null ? Double.POSITIVE_INFINITY : requests.perNano(now);
        double byTokens = tokens == null ? Double.POSITIVE_INFINITY : tokens.perNano(now) / request.estimatedTokens();
        return Math.min(byRequests, byTokens);
    }

    private static boolean lower(@Nullable Meter meter, long now) {
        if (meter == null) {
            return false;
        }
        meter.lower(now);
        return true;
    }
}
