package dev.penstock.provider.completion;

import dev.penstock.provider.usage.Usage;
import dev.penstock.provider.usage.UsageReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An answer as it grows, from one JSON value or from many chunks. Not thread-safe. */
final class AnswerBuilder {

    private final TreeMap<Integer, ChoiceBuilder> choices = new TreeMap<>();
    private @Nullable String id;
    private @Nullable String model;

    @Nullable
    String systemFingerprint;

    @Nullable
    String serviceTier;

    @Nullable
    Long created;

    private byte @Nullable [] rawUsage;
    private @Nullable Usage usage;
    private boolean output;

    ChoiceBuilder choice(int index) {
        return choices.computeIfAbsent(index, ChoiceBuilder::new);
    }

    Collection<ChoiceBuilder> choices() {
        return choices.values();
    }

    /** The first value stands: later chunks repeat it or leave it empty. */
    void id(String value) {
        id = id == null && !value.isEmpty() ? value : id;
    }

    void model(String value) {
        model = model == null && !value.isEmpty() ? value : model;
    }

    /** The last one that is not null stands (design 11). */
    void usage(byte[] json) {
        rawUsage = json;
        usage = UsageReader.read(json);
    }

    void sawOutput() {
        output = true;
    }

    boolean hasOutput() {
        return output;
    }

    @Nullable
    String id() {
        return id;
    }

    @Nullable
    String model() {
        return model;
    }

    /** What was used, null if that is not known: missing, empty, or 0 beside output (B088). */
    @Nullable
    Usage usage() {
        return usage != null && usage.isKnown(output) ? usage : null;
    }

    byte @Nullable [] rawUsage() {
        return rawUsage;
    }

    /** Whether every requested choice has a finish reason. */
    boolean isFinished(int requested) {
        for (int i = 0; i < requested; i++) {
            ChoiceBuilder choice = choices.get(i);
            if (choice == null || !choice.isFinished()) {
                return false;
            }
        }
        return true;
    }

    /** The raw finish reasons of every requested choice and of any beyond, "" where there is none. */
    List<String> finishReasons(int requested) {
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < requested; i++) {
            reasons.add(finishOf(choices.get(i)));
        }
        choices.tailMap(requested).values().forEach(choice -> reasons.add(finishOf(choice)));
        return reasons;
    }

    private static String finishOf(@Nullable ChoiceBuilder choice) {
        return choice == null || choice.finishReason == null ? "" : choice.finishReason;
    }

    boolean hasRefusal() {
        return any(choice -> choice.refusal.hasText());
    }

    boolean hasChoiceError() {
        return any(choice -> choice.error);
    }

    boolean hasContent() {
        return any(ChoiceBuilder::hasContent);
    }

    List<ToolCall> toolCalls() {
        List<ToolCall> calls = new ArrayList<>();
        choices.values().forEach(choice -> calls.addAll(choice.toolCalls()));
        return List.copyOf(calls);
    }

    private boolean any(Predicate<ChoiceBuilder> condition) {
        for (ChoiceBuilder choice : choices.values()) {
            if (condition.test(choice)) {
                return true;
            }
        }
        return false;
    }
}
