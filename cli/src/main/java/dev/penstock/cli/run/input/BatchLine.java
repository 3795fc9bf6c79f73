package dev.penstock.cli.run.input;

import dev.penstock.store.Bytes;
import org.jspecify.annotations.Nullable;

/** What one line of a batch file is. */
public sealed interface BatchLine {

    /**
     * Where it stands.
     *
     * @return the line's number, counted from 1
     */
    int number();

    /**
     * A request.
     *
     * @param number the line's number
     * @param customId its name in the file
     * @param body the chat request's own bytes
     */
    record Request(int number, String customId, Bytes body) implements BatchLine {
        @Override
        public String toString() {
            return "Request[line " + number + ", " + body + "]";
        }
    }

    /**
     * A line that is not sent.
     *
     * @param number the line's number
     * @param customId its name in the file, null if it could not be read
     * @param code a stable word for the reason
     * @param message what is wrong and how to mend it; holds nothing of a request's text
     */
    record Unsendable(int number, @Nullable String customId, Code code, String message) implements BatchLine {}

    /** Why a line is not sent. */
    enum Code {
        /** It is not a batch request, or its request is not valid. */
        INVALID_LINE,
        /** Its custom id was used by an earlier line. */
        DUPLICATE_CUSTOM_ID,
        /** It asks for another endpoint or method than chat completions. */
        UNSUPPORTED_ENDPOINT,
        /** The store has another request under this custom id. */
        CHANGED_LINE
    }
}
