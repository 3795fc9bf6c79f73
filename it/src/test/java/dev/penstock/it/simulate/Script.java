package dev.penstock.it.simulate;

import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the provider does with one request. Times are nanoseconds after the request was read.
 *
 * @param kind what it amounts to
 * @param works how long a slot of the account is busy with it; zero if it is turned away
 * @param head when the head comes; null if none ever does
 * @param status of the head
 * @param headers of the head
 * @param parts the body
 * @param end how it ends after the last part
 * @param endsAt when
 */
record Script(
        Kind kind,
        long works,
        @Nullable Long head,
        int status,
        Map<String, List<String>> headers,
        List<Part> parts,
        End end,
        long endsAt) {

    /** What the provider's answer amounts to, for whoever reads it whole. */
    enum Kind {
        /** A whole answer. */
        WHOLE,
        /** An answer that the provider itself broke off, and says so. */
        INTERRUPTED,
        /** Turned away: may be sent again. */
        TURNED_AWAY,
        /** Turned away for good. */
        REJECTED,
        /** The account or the credential is stopped. */
        STOPPED,
        /** A status that some intermediary gave: nobody knows. */
        INTERMEDIARY,
        /** An answer that is cut off. */
        CUT,
        /** No answer at all, though it was read. */
        SILENT,
        /** 200 that is no completion. */
        NONSENSE;

        /** Whether whoever has read it whole knows how the generation ended. */
        boolean tellsTheTruth() {
            return this != INTERMEDIARY && this != CUT && this != SILENT;
        }
    }

    /** How the connection goes on after the last part. */
    enum End {
        COMPLETE,
        CLOSED,
        RESET,
        STALLS
    }

    /** Bytes of the body and when they come. */
    record Part(long at, Bytes body) {}

    static Part part(long at, String text) {
        return new Part(at, Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
