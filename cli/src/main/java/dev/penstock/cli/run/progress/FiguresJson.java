package dev.penstock.cli.run.progress;

import dev.penstock.client.CallEvent.WaitingFor;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** The figures of a run as JSON. */
public final class FiguresJson {

    private FiguresJson() {}

    /**
     * Writes their fields.
     *
     * @param json where
     * @param figures the figures
     */
    public static void write(JsonGenerator json, Figures figures) {
        json.writeNumberProperty("done", figures.done());
        json.writeName("lines");
        json.writeStartObject();
        for (LineEnd end : LineEnd.values()) {
            json.writeNumberProperty(end.name().toLowerCase(Locale.ROOT), figures.of(end));
        }
        json.writeEndObject();
        json.writeName("waiting_for");
        json.writeStartObject();
        for (Map.Entry<WaitingFor, Integer> wait : new TreeMap<>(figures.waiting()).entrySet()) {
            json.writeNumberProperty(wait.getKey().name().toLowerCase(Locale.ROOT), wait.getValue());
        }
        json.writeEndObject();
        json.writeNumberProperty("originals", figures.originals());
        json.writeNumberProperty("retries", figures.retries());
        json.writeNumberProperty("sends", figures.sends());
        json.writeNumberProperty("recovered", figures.recovered());
        json.writeNumberProperty("prompt_tokens", figures.promptTokens());
        json.writeNumberProperty("completion_tokens", figures.completionTokens());
        json.writeNumberProperty("operations_with_unknown_usage", figures.unknownUsage());
        json.writeName("cost");
        json.writeStartObject();
        figures.costs().forEach((currency, cost) -> json.writeStringProperty(currency, cost.toPlainString()));
        json.writeEndObject();
    }
}
