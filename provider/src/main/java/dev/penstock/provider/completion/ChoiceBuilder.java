package dev.penstock.provider.completion;

import dev.penstock.provider.text.ByteBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One choice of an answer as it grows. */
final class ChoiceBuilder {

    /** The finishes after which the last call may have been cut (B035). */
    private static final List<String> WHOLE_FINISHES = List.of("stop", "tool_calls", "function_call");

    final int index;

    @Nullable
    String role;

    @Nullable
    String finishReason;

    boolean error;
    final TextField content = new TextField();
    final TextField refusal = new TextField();

    /** By the member's name, in the order of arrival. */
    final Map<String, TextField> reasoning = new LinkedHashMap<>();

    final TreeMap<Integer, CallBuilder> calls = new TreeMap<>();

    @Nullable
    CallBuilder functionCall;

    /** The raw elements of {@code logprobs.content} and the like, comma separated, by list. */
    final Map<String, ByteBuilder> logprobs = new LinkedHashMap<>();

    ChoiceBuilder(int index) {
        this.index = index;
    }

    boolean isFinished() {
        return finishReason != null && !finishReason.isEmpty();
    }

    /** Whether anything a caller could use came, reasoning apart. */
    boolean hasContent() {
        return content.hasText() || refusal.hasText() || !calls.isEmpty() || functionCall != null;
    }

    /** The call a fragment belongs to: by its index, or else by its id, or else the latest one. */
    CallBuilder call(int callIndex, @Nullable String id) {
        if (callIndex >= 0) {
            return calls.computeIfAbsent(callIndex, ignored -> new CallBuilder());
        }
        Map.Entry<Integer, CallBuilder> last = calls.lastEntry();
        boolean sameCall = last != null && (id == null || id.isEmpty() || id.equals(last.getValue().id));
        if (last != null && sameCall) {
            return last.getValue();
        }
        CallBuilder next = new CallBuilder();
        calls.put(last == null ? 0 : last.getKey() + 1, next);
        return next;
    }

    /** Every call. One is complete if it is well formed and something after it shows that it had ended. */
    List<ToolCall> toolCalls() {
        List<ToolCall> result = new ArrayList<>();
        boolean finished = finishReason != null && WHOLE_FINISHES.contains(finishReason) && !error;
        int last = calls.isEmpty() ? 0 : calls.lastKey();
        calls.forEach((at, call) -> result.add(new ToolCall(
                index, at, call.id, call.name(), call.arguments(), call.isWellFormed() && (finished || at != last))));
        CallBuilder old = functionCall;
        if (old != null) {
            boolean complete = old.isWellFormed() && finished;
            result.add(new ToolCall(index, 0, null, old.name(), old.arguments(), complete));
        }
        return result;
    }
}
