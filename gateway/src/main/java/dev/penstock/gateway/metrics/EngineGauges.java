package dev.penstock.gateway.metrics;

import dev.penstock.client.EngineSnapshot;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the engine looks like when somebody asks: read then, and at no other time. Of accounts and models, and of circuits,
 * those with the most to show are named, at most {@value Places#MOST}. Thread-safe.
 */
final class EngineGauges {

    private static final Comparator<Map.Entry<LimiterKey, LimiterSnapshot>> BUSIEST_FIRST = Comparator.comparing(
                    (Map.Entry<LimiterKey, LimiterSnapshot> entry) ->
                            -entry.getValue().demand())
            .thenComparing(entry -> entry.getKey().toString());

    private final MeterRegistry registry;
    private final Map<String, MultiGauge> gauges = new LinkedHashMap<>();

    EngineGauges(MeterRegistry registry) {
        this.registry = registry;
        gauge("penstock.retained.operations", "Operations queued, active or sleeping");
        gauge("penstock.retained.bytes", "What their requests hold");
        gauge("penstock.joiners", "Callers who wait for an operation of somebody else");
        gauge("penstock.permits.limit", "Attempts that may be on their way at once");
        gauge("penstock.permits.active", "Attempts on their way");
        gauge("penstock.permits.held", "Attempts that were aborted and still count");
        gauge("penstock.permits.waiting", "Attempts that wait for a permit");
        gauge("penstock.retry.tokens", "Retries that may be launched at once; the budget's name ends with its scope");
        gauge("penstock.breaker.state", "0 closed, 1 half open, 2 open");
        gauge("penstock.routes.paused", "1 for what credential, balance or quota stopped");
    }

    /** Shows what the engine looks like now. */
    void show(EngineSnapshot now) {
        rows("penstock.retained.operations", List.of(Row.of(Tags.empty(), now.retained())));
        rows("penstock.retained.bytes", List.of(Row.of(Tags.empty(), now.retainedBytes())));
        rows("penstock.joiners", List.of(Row.of(Tags.empty(), now.joiners())));
        permits(now.permits());
        rows(
                "penstock.retry.tokens",
                now.budgets().stream()
                        .sorted(Comparator.comparing(EngineSnapshot.Budget::name))
                        .limit(Places.MOST)
                        .map(budget -> Row.of(Tags.of("budget", budget.name()), budget.tokens()))
                        .toList());
        rows("penstock.breaker.state", circuits(now.circuits()));
        rows(
                "penstock.routes.paused",
                now.pauses().stream()
                        .map(pause -> Row.of(Tags.of("scope", pause.scope(), "what", word(pause.what())), 1))
                        .toList());
    }

    private void permits(Map<LimiterKey, LimiterSnapshot> permits) {
        List<Row<?>> limit = new ArrayList<>();
        List<Row<?>> active = new ArrayList<>();
        List<Row<?>> held = new ArrayList<>();
        List<Row<?>> waiting = new ArrayList<>();
        permits.entrySet().stream().sorted(BUSIEST_FIRST).limit(Places.MOST).forEach(entry -> {
            Tags place = place(entry.getKey());
            LimiterSnapshot seen = entry.getValue();
            limit.add(Row.of(place, seen.limit()));
            active.add(Row.of(place, seen.active()));
            held.add(Row.of(place, seen.held()));
            waiting.add(Row.of(place.and(queue("interactive", "original")), seen.interactiveOriginals()));
            waiting.add(Row.of(place.and(queue("interactive", "retry")), seen.interactiveRetries()));
            waiting.add(Row.of(place.and(queue("background", "original")), seen.backgroundOriginals()));
            waiting.add(Row.of(place.and(queue("background", "retry")), seen.backgroundRetries()));
        });
        rows("penstock.permits.limit", limit);
        rows("penstock.permits.active", active);
        rows("penstock.permits.held", held);
        rows("penstock.permits.waiting", waiting);
    }

    /** Of two addresses with one name, the worse is shown. */
    private static List<Row<?>> circuits(List<EngineSnapshot.Circuit> circuits) {
        Map<Tags, Integer> worst = new LinkedHashMap<>();
        circuits.stream()
                .sorted(Comparator.comparing((EngineSnapshot.Circuit circuit) -> -rank(circuit))
                        .thenComparing(EngineSnapshot.Circuit::model))
                .limit(Places.MOST)
                .forEach(circuit -> worst.merge(
                        Tags.of("provider", circuit.provider(), "model", circuit.model()), rank(circuit), Math::max));
        List<Row<?>> rows = new ArrayList<>();
        worst.forEach((tags, rank) -> rows.add(Row.of(tags, rank)));
        return rows;
    }

    private static int rank(EngineSnapshot.Circuit circuit) {
        return switch (circuit.status()) {
            case CLOSED -> 0;
            case HALF_OPEN -> 1;
            case OPEN -> 2;
        };
    }

    private static Tags place(LimiterKey key) {
        return Tags.of(
                "provider", key.account().provider(),
                "account", key.account().account(),
                "model", key.model());
    }

    private static Tags queue(String priority, String lane) {
        return Tags.of("priority", priority, "lane", lane);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void gauge(String name, String description) {
        gauges.put(name, MultiGauge.builder(name).description(description).register(registry));
    }

    private void rows(String name, List<? extends Row<?>> rows) {
        MultiGauge gauge = gauges.get(name);
        if (gauge == null) {
            throw new IllegalStateException("there is no gauge " + name);
        }
        gauge.register(List.<Row<?>>copyOf(rows), true);
    }
}
