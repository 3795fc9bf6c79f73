package dev.penstock.gateway.metrics;

import dev.penstock.client.CallEvent;
import dev.penstock.client.CallEvent.Place;
import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.UsageSummary;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is measured of the attempts that go to one place. Beside our own names stand those of OpenTelemetry's semantic
 * conventions for generative AI: {@code gen_ai.client.operation.duration} and {@code gen_ai.client.token.usage}.
 */
final class PlaceMeters {

    /** As the semantic conventions advise for token counts: powers of four. */
    private static final double[] TOKEN_BOUNDS = {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576};

    private final MeterRegistry registry;
    private final String[] labels;
    private final String[] genAi;
    private final AtomicInteger active;
    private final Timer connect;
    private final Timer firstByte;
    private final Timer firstContent;
    private final Timer duration;
    private final Counters counters;
    private final Map<String, Timer> genAiDurations = new ConcurrentHashMap<>();
    private final Map<String, DistributionSummary> genAiTokens = new ConcurrentHashMap<>();

    PlaceMeters(MeterRegistry registry, Place place, String[] common) {
        this.registry = registry;
        labels = Labels.joined(
                Labels.of("provider", place.provider(), "route", place.route(), "model", place.model()), common);
        counters = new Counters(registry, labels);
        genAi = Labels.of(
                "gen_ai.operation.name", "chat",
                "gen_ai.provider.name", place.provider(),
                "gen_ai.request.model", place.model());
        active = registry.gauge("penstock.attempts.active", Tags.of(labels), new AtomicInteger());
        connect = timer("penstock.connect", "Until a connection was at hand");
        firstByte = timer("penstock.first.byte", "Until the response's head");
        firstContent = timer("penstock.first.content", "Until the first content, reasoning or tool call");
        duration = timer("penstock.attempt.duration", "Until the exchange was over");
    }

    void started(CallEvent.AttemptStarted started) {
        active.incrementAndGet();
        counter("penstock.attempts", "kind", kind(started.retry())).increment();
    }

    void ended(CallEvent.AttemptEnded ended) {
        active.decrementAndGet();
        if (ended.sent()) {
            counter("penstock.sends", "kind", kind(ended.retry())).increment();
        }
        counter("penstock.attempt.ends", "category", ended.category(), "row", ended.row(), "status", ended.status())
                .increment();
        var timings = ended.timings();
        record(connect, timings.connected());
        record(firstByte, timings.responseStarted());
        record(firstContent, timings.firstOutput());
        record(duration, timings.ended());
        record(genAiDuration(ended), timings.ended());
        usage(ended.usage(), ended.sent());
    }

    private void usage(UsageSummary usage, boolean sent) {
        tokens("input", usage.promptTokens());
        tokens("output", usage.completionTokens());
        count("penstock.tokens", "kind", "input", usage.promptTokens());
        count("penstock.tokens", "kind", "output", usage.completionTokens());
        count("penstock.tokens", "kind", "cache_hit", usage.cacheHitTokens());
        count("penstock.tokens", "kind", "reasoning", usage.reasoningTokens());
        if (sent && usage.completionTokens().isEmpty()) {
            counter("penstock.usage.unknown").increment();
        }
        var cost = usage.cost();
        if (cost != null) {
            // A figure to watch; the exact sum is the ledger's.
            counter("penstock.cost", "currency", String.valueOf(usage.currency()))
                    .increment(cost.doubleValue());
        } else if (sent) {
            counter("penstock.cost.unknown").increment();
        }
    }

    private void count(String name, String label, String value, OptionalLong amount) {
        if (amount.isPresent()) {
            counter(name, label, value).increment((double) amount.getAsLong());
        }
    }

    private void tokens(String type, OptionalLong amount) {
        if (amount.isPresent()) {
            genAiTokens.computeIfAbsent(type, this::genAiTokens).record((double) amount.getAsLong());
        }
    }

    private DistributionSummary genAiTokens(String type) {
        return DistributionSummary.builder("gen_ai.client.token.usage")
                .description("Tokens of one call to a provider")
                .baseUnit("token")
                .tags(Labels.joined(genAi, "gen_ai.token.type", type))
                .serviceLevelObjectives(TOKEN_BOUNDS)
                .register(registry);
    }

    private Timer genAiDuration(CallEvent.AttemptEnded ended) {
        boolean answered = ended.category() == AttemptCategory.FINAL && ended.status() / 100 == 2;
        String error = answered ? "" : ended.status() > 0 ? String.valueOf(ended.status()) : "no_answer";
        return genAiDurations.computeIfAbsent(
                error,
                named -> Timings.histogram(
                        registry,
                        "gen_ai.client.operation.duration",
                        "One call to a provider",
                        Labels.joined(genAi, "error.type", named)));
    }

    private Timer timer(String name, String description) {
        return Timings.histogram(registry, name, description, labels);
    }

    private Counter counter(String name, Object... more) {
        return counters.of(name, more);
    }

    private static void record(Timer timer, long nanos) {
        dev.penstock.policy.attempt.Timings.asDuration(nanos).ifPresent(timer::record);
    }

    private static String kind(boolean retry) {
        return retry ? "retry" : "original";
    }
}
