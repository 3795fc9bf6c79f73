package dev.penstock.gateway.api;

import dev.penstock.client.CallSettings;
import dev.penstock.client.RepeatedBy;
import dev.penstock.store.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/**
 * What a request's header fields ask for. Immutable.
 *
 * @param key the caller's name for the operation, null for none
 * @param settings how it is to be run
 * @param buffered whether a stream is held back until it is complete
 * @param bySdk whether a client's library repeats by itself
 */
public record CallTerms(@Nullable IdempotencyKey key, CallSettings settings, boolean buffered, boolean bySdk) {

    /**
     * The same, made by a client's library by itself.
     *
     * @return a copy
     */
    public CallTerms repeatedBySdk() {
        return new CallTerms(key, settings.withRepeat(RepeatedBy.SDK), buffered, true);
    }

    /** What becomes of the header fields. */
    public sealed interface Reading {}

    /**
     * They are understood and allowed.
     *
     * @param terms what they ask for
     */
    public record Understood(CallTerms terms) implements Reading {}

    /**
     * One of them is not.
     *
     * @param error which, and what it may be; never what it was
     */
    public record Refused(ApiError error) implements Reading {}
}
