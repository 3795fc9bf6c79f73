package dev.penstock.provider.completion;

import org.jspecify.annotations.Nullable;

/**
 * A call that the model proposes. Only a complete one may ever be executed, and whether it is remains the
 * application's decision (R-STREAM-4, B035). Its text leaves the arguments out.
 *
 * @param choice the index of its choice
 * @param index its place among the choice's calls
 * @param id the provider's id, null if none came
 * @param name the function's name, "" if none came
 * @param arguments the arguments exactly as they came, never repaired
 * @param complete whether it provably came whole
 */
public record ToolCall(int choice, int index, @Nullable String id, String name, String arguments, boolean complete) {

    @Override
    public String toString() {
        return "ToolCall[choice=" + choice + ", index=" + index + ", complete=" + complete + "]";
    }
}
