package dev.penstock.simulator.answer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One choice of an answer.
 *
 * @param index its number
 * @param reasoning its reasoning in tokens
 * @param content its content in tokens, or the arguments of its call
 * @param call the call it makes, null for none
 * @param finish how it finishes, null if it does not
 */
record Choice(
        int index,
        List<String> reasoning,
        List<String> content,
        @Nullable Call call,
        @Nullable String finish) {

    /** A call of a function; its arguments are the choice's content. */
    record Call(String id, String name) {}

    int tokens() {
        return reasoning.size() + content.size();
    }

    List<Delta> deltas(int pieces) {
        List<Delta> deltas = new ArrayList<>();
        for (String token : reasoning) {
            deltas.add(new Delta.Reasoning(token));
        }
        Call made = call;
        if (made != null) {
            deltas.add(new Delta.ToolStart(made.id(), made.name()));
        }
        for (String piece : Words.join(content, pieces)) {
            deltas.add(made == null ? new Delta.Content(piece) : new Delta.ToolArguments(piece));
        }
        return deltas;
    }

    String json() {
        String text = Json.quote(String.join("", content));
        StringBuilder json = new StringBuilder("{\"index\":").append(index);
        json.append(",\"message\":{\"role\":\"assistant\",\"content\":").append(call == null ? text : "\"\"");
        if (!reasoning.isEmpty()) {
            json.append(",\"reasoning_content\":").append(Json.quote(String.join("", reasoning)));
        }
        if (call != null) {
            json.append(",\"tool_calls\":[{\"index\":0,\"id\":").append(Json.quote(call.id()));
            json.append(",\"type\":\"function\",\"function\":{\"name\":").append(Json.quote(call.name()));
            json.append(",\"arguments\":").append(text).append("}}]");
        }
        json.append("},\"logprobs\":null,\"finish_reason\":");
        return json.append(finish == null ? "null" : Json.quote(finish))
                .append('}')
                .toString();
    }
}
