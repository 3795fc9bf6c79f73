package dev.penstock.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An explicit act on an operation, recorded with who and why; when is the store's clock (R-OP-10, design 8).
 *
 * @param author who decides
 * @param why in the author's words
 * @param kind what is decided
 */
public record Decision(String author, String why, Kind kind) {

    /** What may be decided. */
    public sealed interface Kind {

        /**
         * It succeeded: unknown_outcome or dead_letter becomes succeeded.
         *
         * @param result the answer, from late evidence or from a file; null to take the quarantined one
         */
        record Succeeded(@Nullable StoredBody result) implements Kind {}

        /** It failed for good. */
        record Failed() implements Kind {}

        /**
         * It was not sent, the person vouches: unknown_outcome becomes received.
         *
         * @param remaining the new deadline
         */
        record NotSent(Duration remaining) implements Kind {}

        /**
         * A new generation with the same request.
         *
         * @param acceptDuplicates whether it may begin before the old attempt's hard limit has passed
         * @param remaining its deadline
         */
        record Rerun(boolean acceptDuplicates, Duration remaining) implements Kind {}

        /**
         * A new generation with a request of its own.
         *
         * @param fingerprint of the new request
         * @param body the new request
         * @param acceptDuplicates whether it may begin before the old attempt's hard limit has passed
         * @param remaining its deadline
         */
        record Regenerate(StoredFingerprint fingerprint, Bytes body, boolean acceptDuplicates, Duration remaining)
                implements Kind {}

        /**
         * A reopenable dead letter is tried again.
         *
         * @param remaining its new deadline
         */
        record Reopen(Duration remaining) implements Kind {}
    }
}
