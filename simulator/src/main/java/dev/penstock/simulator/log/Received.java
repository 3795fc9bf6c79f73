package dev.penstock.simulator.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What arrived: names, counts and digests, never a value or a body.
 *
 * @param method the HTTP method, null if the head never arrived
 * @param path the target without its query, null if the head never arrived
 * @param bytesRead bytes of the request read so far, head included
 * @param model the model asked for, null if unknown
 * @param stream whether a stream was asked for, null if unknown
 * @param headerNames the names of the header fields, lower case, in their order
 * @param bodySha256 hex digest of the body's bytes, null if the request never arrived whole
 * @param contentSha256 hex digest of the text of the last user message (UTF-8), null if there is none
 */
public record Received(
        @Nullable String method,
        @Nullable String path,
        long bytesRead,
        @Nullable String model,
        @Nullable Boolean stream,
        List<String> headerNames,
        @Nullable String bodySha256,
        @Nullable String contentSha256) {

    /** Copies the list. */
    public Received {
        headerNames = List.copyOf(headerNames);
    }
}
