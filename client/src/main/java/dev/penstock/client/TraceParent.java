package dev.penstock.client;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a call belongs in its caller's trace: the {@code traceparent} field of W3C Trace Context, version 00. It goes out
 * with every attempt as it came, is never made up, and has nothing to do with an idempotency key. Immutable.
 */
public final class TraceParent {

    private static final Pattern FORM = Pattern.compile("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern NO_ID = Pattern.compile("00-(0{32}-.*|.{32}-0{16}-.*)");

    private final String value;

    private TraceParent(String value) {
        this.value = value;
    }

    /**
     * Reads a field's value, strictly: lower-case hex digits, neither id all zeros.
     *
     * @param value what the field holds
     * @return the parent; empty if it is not valid, or of a version that is not known
     */
    public static Optional<TraceParent> parse(String value) {
        return FORM.matcher(value).matches() && !NO_ID.matcher(value).matches()
                ? Optional.of(new TraceParent(value))
                : Optional.empty();
    }

    /**
     * The field's value.
     *
     * @return 55 characters
     */
    public String value() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TraceParent parent && value.equals(parent.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value;
    }
}
