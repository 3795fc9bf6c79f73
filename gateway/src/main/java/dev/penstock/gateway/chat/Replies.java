package dev.penstock.gateway.chat;

import dev.penstock.client.Answer;
import dev.penstock.client.Result;
import dev.penstock.gateway.api.ApiAnswer;
import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.server.Reply;
import dev.penstock.store.Bytes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The API's words as HTTP responses. */
public final class Replies {

    private Replies() {}

    /**
     * An error in the envelope.
     *
     * @param error the error
     * @return the response; it is not to be repeated by itself
     */
    public static Reply error(ApiError error) {
        return Reply.json(error.status(), error.toJson()).with("x-should-retry", "false");
    }

    /** A result whose answer is given as JSON. */
    static Reply whole(Result result, ApiAnswer answer) {
        Answer given = answerOf(result);
        Bytes body = given == null ? answer.body() : given.json();
        return new Reply(answer.status(), answer.contentType(), answer.headers(), body);
    }

    /** The head of a stream. */
    static Reply stream(Map<String, String> headers) {
        return new Reply(200, "text/event-stream", headers, Bytes.EMPTY)
                .with("cache-control", "no-cache")
                .with("x-accel-buffering", "no");
    }

    /** The complete answer in a result; null if there is none. */
    static @Nullable Answer answerOf(Result result) {
        return switch (result) {
            case Result.Answered answered -> answered.answer();
            case Result.CompletedUnrecorded unrecorded -> unrecorded.answer();
            default -> null;
        };
    }
}
