package dev.penstock.provider.request;

import org.jspecify.annotations.Nullable;

/** What became of reading a request body: the request, or why it is refused before anything is sent (row 1). */
public sealed interface RequestParse {

    /**
     * A body that may be sent.
     *
     * @param request what it asks for
     */
    record Valid(ChatRequest request) implements RequestParse {}

    /**
     * A body that is refused. The message never quotes the body.
     *
     * @param message what is wrong, with the byte where it was found
     * @param offset that byte, counted from 0
     * @param param the top-level member concerned, null if it is the body as a whole
     */
    record Refused(String message, long offset, @Nullable String param) implements RequestParse {}
}
