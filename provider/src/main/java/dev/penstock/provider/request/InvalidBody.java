package dev.penstock.provider.request;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;

/** Ends the reading of a body from any depth. Caught at the edge of this package and given as a value. */
final class InvalidBody extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final long offset;
    private final @Nullable String param;

    InvalidBody(String reason, long offset, @Nullable String param) {
        super(reason, null, false, false);
        this.reason = reason;
        this.offset = offset;
        this.param = param;
    }

    static InvalidBody here(String reason, JsonParser parser, @Nullable String param) {
        return new InvalidBody(reason, parser.currentTokenLocation().getByteOffset(), param);
    }

    /** The library's own messages quote the input, so only their place is used. */
    static InvalidBody syntax(JacksonException e, int length) {
        TokenStreamLocation at = e.getLocation();
        long offset = at == null ? 0 : Math.clamp(at.getByteOffset(), 0, length);
        String reason = offset >= length ? "the body ends before its JSON does" : "the body is not valid JSON";
        return new InvalidBody(reason, offset, null);
    }

    RequestParse.Refused refused() {
        return new RequestParse.Refused(reason + " (byte " + offset + ")", offset, param);
    }
}
