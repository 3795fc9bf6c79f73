package dev.penstock.provider.request;

import java.util.Locale;

/** The only members of a body that may differ between what the caller sent and what goes out (design 7). */
public enum Edit {
    /** An alias was resolved, or another route serves the call. */
    MODEL,
    /** The answer is fetched as a stream although the caller wants it whole, or the other way round. */
    STREAM,
    /** The stream's usage was asked for (B088), or an option that only streams may carry was nulled. */
    STREAM_OPTIONS;

    /**
     * The member's name.
     *
     * @return as it stands in the body
     */
    public String member() {
        return name().toLowerCase(Locale.ROOT);
    }
}
