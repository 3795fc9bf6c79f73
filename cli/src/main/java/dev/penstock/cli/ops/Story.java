package dev.penstock.cli.ops;

import dev.penstock.cli.explain.Advice;
import dev.penstock.cli.explain.AttemptStory;
import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.cli.explain.Place;
import dev.penstock.cli.explain.Possibilities;
import dev.penstock.cli.explain.Reasons;
import dev.penstock.cli.terminal.Spans;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.UsageSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** One operation told to a person: where it stands, what happened, what is known, what can be done. */
final class Story {

    private final List<String> lines = new ArrayList<>();
    private final Place place;

    Story(Place place) {
        this.place = place;
    }

    /** The story of all generations, oldest first, line by line. */
    List<String> of(List<OperationHistory> generations) {
        OperationHistory newest = generations.getLast();
        heading(newest.record());
        for (OperationHistory generation : generations) {
            if (generations.size() > 1) {
                line("");
                line("Generation " + generation.record().ref().generation() + ": "
                        + generation.record().state().wireName());
            }
            events(generation);
        }
        known(newest.record());
        possibilities(newest.record());
        return lines;
    }

    private void heading(OperationRecord operation) {
        line(operation.ref().operation().value() + "  " + BatchKeys.customId(operation.batch(), operation.key()));
        if (operation.batch() != null) {
            line("  of the batch " + operation.batch());
        }
        line("");
        line(operation.state().wireName() + ": " + Reasons.ofState(operation.state()) + ".");
        if (operation.state() != OperationState.SUCCEEDED && operation.reason() != null) {
            line("Why: " + Reasons.of(operation.state(), operation.reason())
                    + (operation.lastError() == null ? "" : " Last error: " + operation.lastError() + "."));
        }
        operation.times().retryAvailableAt().ifPresent(at -> {
            if (operation.state() == OperationState.RETRY_SCHEDULED
                    && at > operation.times().readAt()) {
                line("Next attempt: not before " + Instant.ofEpochMilli(at) + ", in "
                        + Spans.text(Duration.ofMillis(at - operation.times().readAt())) + ".");
            }
        });
        if (!operation.flags().isEmpty()) {
            line("To be said beside it: " + String.join(", ", operation.flags()) + ".");
        }
        line("");
        line("What happened:");
    }

    private void events(OperationHistory history) {
        TreeMap<Long, List<String>> byTime = new TreeMap<>(Comparator.naturalOrder());
        OperationRecord.Times times = history.record().times();
        add(byTime, times.receivedAt(), "accepted, to have ended by " + Instant.ofEpochMilli(times.deadlineAt()));
        history.attempts().forEach(attempt -> add(byTime, attempt.startedAt(), AttemptStory.of(attempt)));
        history.evidence()
                .forEach(late -> add(
                        byTime,
                        late.at(),
                        "late report about attempt " + late.attempt() + ": "
                                + late.outcome().verdict() + (late.applied() ? ", taken over" : ", kept as evidence")));
        history.decisions()
                .forEach(decided -> add(
                        byTime,
                        decided.at(),
                        decided.author()
                                + (decided.isCancel() ? " asked for its cancellation" : " decided: " + decided.kind())
                                + (decided.why().isEmpty() ? "" : " (" + decided.why() + ")")));
        history.deliveries().forEach(delivery -> add(byTime, delivery.at(), delivery(delivery.kind())));
        byTime.values().forEach(lines::addAll);
    }

    private static String delivery(OperationWrite.DeliveryKind kind) {
        return switch (kind) {
            case ANSWERED -> "its caller got the answer";
            case REPLAYED -> "a repeat got the stored answer";
            case JOINED -> "another caller got the same answer";
            case LEFT -> "its caller left before there was an answer";
            case EXPORTED -> "written to its batch's files";
        };
    }

    private static void add(Map<Long, List<String>> byTime, long at, String what) {
        byTime.computeIfAbsent(at, ignored -> new ArrayList<>()).add("  " + Instant.ofEpochMilli(at) + "  " + what);
    }

    private void known(OperationRecord operation) {
        OperationRecord.AttemptCounts attempts = operation.attempts();
        line("");
        line("What is known:");
        line("  attempts: " + attempts.started() + "; may have reached the provider: " + attempts.sent()
                + "; with an unknown end: " + attempts.ambiguous() + "; "
                + attempts.charged() + " of " + operation.settings().maxAttempts() + " charged");
        line("  usage " + usage(operation.usage()) + "; cost " + cost(operation));
        line("  replay setting " + operation.settings().replay().name().toLowerCase(Locale.ROOT) + ", route "
                + operation.settings().route());
    }

    private static String usage(UsageSummary usage) {
        return usage.promptTokens().isEmpty() && usage.completionTokens().isEmpty()
                ? "unknown"
                : number(usage.promptTokens()) + " tokens in, " + number(usage.completionTokens()) + " out";
    }

    private static String number(OptionalLong value) {
        return value.isEmpty() ? "unknown" : Long.toString(value.getAsLong());
    }

    private static String cost(OperationRecord operation) {
        UsageSummary usage = operation.usage();
        boolean open = operation.attempts().ambiguous() > 0;
        if (UsageSummary.SEVERAL_CURRENCIES.equals(usage.currency())) {
            return "in several currencies, which have no sum";
        }
        if (usage.cost() == null) {
            return open ? "unknown; what was sent may be billed" : "unknown";
        }
        return (open ? "at least " : "") + usage.cost().toPlainString() + " " + usage.currency();
    }

    private void possibilities(OperationRecord operation) {
        List<Advice> advice = Possibilities.of(operation, place);
        line("");
        line("What can be done:");
        for (Advice one : advice) {
            line("  if " + one.when() + ":");
            line("      " + one.command());
        }
    }

    private void line(String words) {
        lines.add(words);
    }
}
