package dev.penstock.provider.request;

import java.util.Set;

/** The bytes that go out, and what was changed in them. Immutable as long as nobody writes to {@link #bytes()}. */
public final class SentBody {

    private final byte[] bytes;
    private final Set<Edit> edits;
    private final Asked asked;
    private final boolean usageAsked;

    SentBody(byte[] bytes, Set<Edit> edits, Asked asked, boolean usageAsked) {
        this.bytes = bytes;
        this.edits = Set.copyOf(edits);
        this.asked = asked;
        this.usageAsked = usageAsked;
    }

    /**
     * The body to send.
     *
     * @return the array itself, not to be written to; the caller's own if nothing was changed
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * What was changed; the attempt's row stores it.
     *
     * @return the edits made, empty if the bytes are the caller's
     */
    public Set<Edit> edits() {
        return edits;
    }

    /**
     * What these bytes ask for.
     *
     * @return the facts that the reader of the answer needs
     */
    public Asked asked() {
        return asked;
    }

    /**
     * Whether a stream will carry its usage; where the caller did not ask for it, the extra chunk is not passed on.
     *
     * @return true if {@code stream_options.include_usage} is true in these bytes
     */
    public boolean usageAsked() {
        return usageAsked;
    }

    @Override
    public String toString() {
        return "SentBody[" + bytes.length + " bytes, edits " + edits + "]";
    }
}
