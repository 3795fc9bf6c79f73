package dev.penstock.provider.completion;

/** One event of a stream, as it may be passed on. Its text never holds the data. */
public final class StreamChunk {

    /** The states that are told apart in a stream (R-STREAM-2). */
    public enum Kind {
        /** Output for the caller: content, reasoning, refusal or a fragment of a call. */
        OUTPUT,
        /** Completes the last requested choice, with or without output and usage; held until the commit (design 8). */
        FINISH,
        /** Usage and no choice; not passed on to a caller who did not ask for it (B088). */
        USAGE,
        /** [DONE]. */
        DONE,
        /** An error object (B030). */
        ERROR,
        /** A role, an empty frame, or one choice's end while others go on. */
        OTHER,
        /** A blank frame, or one that is not JSON; never passed on. */
        UNREADABLE
    }

    private final Kind kind;
    private final byte[] data;
    private final byte[] raw;

    StreamChunk(Kind kind, byte[] data, byte[] raw) {
        this.kind = kind;
        this.data = data;
        this.raw = raw;
    }

    /**
     * What it is.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * What follows {@code data:}, the lines joined by line feeds.
     *
     * @return the array itself, not to be written to
     */
    public byte[] data() {
        return data;
    }

    /**
     * The whole event as the provider wrote it: its lines, each ended by a line feed, and its blank line. Without
     * comments.
     *
     * @return the array itself, not to be written to
     */
    public byte[] raw() {
        return raw;
    }

    @Override
    public String toString() {
        return "StreamChunk[" + kind + ", " + data.length + " bytes]";
    }
}
