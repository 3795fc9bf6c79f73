package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Request bodies as tests write them: single quotes stand for double ones. */
final class Bodies {

    private Bodies() {}

    /** A request with these members beside a model and one message. */
    static ChatRequest with(String members) {
        String more = members.isEmpty() ? "" : "," + members;
        return valid("{'model':'m','messages':[{'role':'user','content':'x'}]" + more + "}");
    }

    static ChatRequest valid(String body) {
        return switch (parse(body)) {
            case RequestParse.Valid valid -> valid.request();
            case RequestParse.Refused refused -> throw new AssertionError(refused.message());
        };
    }

    static RequestParse.Refused refused(String body) {
        return refused(body.replace('\'', '"').getBytes(UTF_8));
    }

    static RequestParse.Refused refused(byte[] body) {
        return switch (ChatRequest.parse(body)) {
            case RequestParse.Valid ignored -> throw new AssertionError("not refused");
            case RequestParse.Refused refused -> refused;
        };
    }

    private static RequestParse parse(String body) {
        return ChatRequest.parse(body.replace('\'', '"').getBytes(UTF_8));
    }
}
