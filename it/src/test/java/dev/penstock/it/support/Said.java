package dev.penstock.it.support;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a caller was told: everything, or up to the event that says why there is no more.
 *
 * @param status the HTTP status
 * @param headers the header fields, names in lower case
 * @param body the body: one JSON value, or events
 * @param whole whether its framing has come to its end
 */
public record Said(int status, Map<String, String> headers, String body, boolean whole) {

    private static final JsonMapper JSON = new JsonMapper();

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Whether it claims to be a whole answer. */
    public boolean isAnswer() {
        return status == 200 && code().isEmpty();
    }

    /** The code of its error, in a stream too; "" if it is none. */
    public String code() {
        return objects()
                .map(object -> object.at("/error/code").asString(""))
                .filter(code -> !code.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** What the model says in it. */
    public String text() {
        return objects()
                .map(object -> object.at("/choices/0/delta/content").asString("")
                        + object.at("/choices/0/message/content").asString(""))
                .collect(Collectors.joining());
    }

    /** The id that the provider gave the answer; "" for none. */
    public String id() {
        return objects()
                .map(object -> object.path("id").asString(""))
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** The model that it names; "" for none. */
    public String model() {
        return objects()
                .map(object -> object.path("model").asString(""))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** A number of its usage; -1 if there is none. */
    public int usage(String name) {
        return objects()
                .map(object -> object.path("usage").path(name).asInt(-1))
                .filter(count -> count >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** The finish reasons in it, one after another. */
    public String finish() {
        return objects()
                .map(object -> object.at("/choices/0/finish_reason").asString(""))
                .collect(Collectors.joining());
    }

    public boolean isDone() {
        return body.contains("data: [DONE]");
    }

    private Stream<JsonNode> objects() {
        return header("content-type").startsWith("text/event-stream")
                ? body.lines()
                        .filter(line -> line.startsWith("data: {"))
                        .map(line -> JSON.readTree(line.substring("data: ".length())))
                : Stream.of(JSON.readTree(body));
    }
}
