package dev.penstock.provider.request;

import java.util.Optional;

/**
 * What to change in a body before it goes out; everything not named here stays the caller's own bytes (design 7).
 *
 * @param model the provider's own model id, empty to leave the caller's
 * @param stream whether to ask for a stream, empty to leave the caller's choice
 * @param usage whether a stream's usage is asked for where the caller did not decide (B088)
 */
public record BodyEdits(Optional<String> model, Optional<Boolean> stream, boolean usage) {

    /** Changes nothing. */
    public static final BodyEdits NONE = new BodyEdits(Optional.empty(), Optional.empty(), false);

    /**
     * These edits with another model.
     *
     * @param id the model id to send
     * @return a copy
     */
    public BodyEdits withModel(String id) {
        return new BodyEdits(Optional.of(id), stream, usage);
    }

    /**
     * These edits with a decision about streaming.
     *
     * @param wanted whether to ask for a stream
     * @return a copy
     */
    public BodyEdits withStream(boolean wanted) {
        return new BodyEdits(model, Optional.of(wanted), usage);
    }

    /**
     * These edits, asking a stream for its usage.
     *
     * @return a copy
     */
    public BodyEdits withUsage() {
        return new BodyEdits(model, stream, true);
    }
}
