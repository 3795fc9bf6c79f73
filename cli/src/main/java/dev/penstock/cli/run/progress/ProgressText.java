package dev.penstock.cli.run.progress;

import dev.penstock.cli.terminal.Spans;
import dev.penstock.client.CallEvent.WaitingFor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A moment of a run in a few words. */
final class ProgressText {

    private ProgressText() {}

    /** The parts, the most important first. */
    static List<String> parts(Moment moment) {
        Figures figures = moment.figures();
        List<String> parts = new ArrayList<>();
        parts.add(figures.done() + "/" + moment.total());
        add(parts, figures.of(LineEnd.FAILED) + figures.of(LineEnd.NOT_YET), "failed");
        add(parts, figures.of(LineEnd.UNKNOWN), "unknown");
        add(parts, figures.unsendable(), "not sendable");
        add(parts, figures.retrying(), "retrying");
        waiting(parts, figures.waiting());
        if (moment.perSecond() > 0) {
            parts.add(rate(moment.perSecond()));
        }
        if (!figures.costs().isEmpty()) {
            parts.add(figures.costText());
        }
        if (moment.left() != null) {
            parts.add(left(moment.left()));
        }
        return parts;
    }

    /** Lines per second, or per minute where that is less than one. */
    static String rate(double perSecond) {
        return perSecond >= 0.95
                ? String.format(Locale.ROOT, perSecond >= 10 ? "%.0f/s" : "%.1f/s", perSecond)
                : String.format(Locale.ROOT, "%.1f/min", perSecond * 60);
    }

    private static String left(Duration left) {
        return left.toSeconds() < 1 ? "almost done" : Spans.text(Duration.ofSeconds(left.toSeconds())) + " left";
    }

    private static void add(List<String> parts, long count, String word) {
        if (count > 0) {
            parts.add(count + " " + word);
        }
    }

    /** A permit is what everything waits for; the rest is worth a word. */
    private static void waiting(List<String> parts, Map<WaitingFor, Integer> waiting) {
        add(parts, waiting.getOrDefault(WaitingFor.RETRY_TOKEN, 0), "waiting for a retry token");
        add(parts, waiting.getOrDefault(WaitingFor.BREAKER, 0), "waiting for the breaker");
        add(parts, waiting.getOrDefault(WaitingFor.ROUTE_PAUSE, 0), "waiting for the paused route");
        add(parts, waiting.getOrDefault(WaitingFor.PACE, 0), "waiting for the rate");
    }
}
