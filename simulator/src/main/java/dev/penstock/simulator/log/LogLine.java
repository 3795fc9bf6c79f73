package dev.penstock.simulator.log;

import dev.penstock.simulator.look.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes an entry as one line of JSON. */
final class LogLine {

    private final StringBuilder line = new StringBuilder(512);

    private LogLine() {}

    static String of(LogEntry entry) {
        LogLine line = new LogLine();
        line.moments(entry);
        line.received(entry.received());
        line.answered(entry.answered());
        line.line.setCharAt(0, '{');
        return line.line.append('}').toString();
    }

    private void moments(LogEntry entry) {
        Moments moments = entry.moments();
        number("id", entry.id());
        number("connection_id", entry.connectionId());
        number("epoch_ms", moments.epochMs());
        number("accepted_at", moments.acceptedAt());
        number("received_at", moments.receivedAt());
        number("answered_at", moments.answeredAt());
        number("finished_at", moments.finishedAt());
        number("work_finished_at", moments.workFinishedAt());
    }

    private void received(Received received) {
        text("method", received.method());
        text("path", received.path());
        number("bytes_read", received.bytesRead());
        text("model", received.model());
        name("stream").append(received.stream());
        names("header_names", received.headerNames());
        text("body_sha256", received.bodySha256());
        text("content_sha256", received.contentSha256());
    }

    private void answered(Answered answered) {
        Outcome outcome = answered.outcome();
        number("status", answered.status());
        text("outcome", outcome == null ? null : outcome.wireName());
        number("active", answered.active());
        text("account", answered.account());
        text("rule", answered.rule());
        Usage usage = answered.usage();
        StringBuilder value = name("usage");
        if (usage == null) {
            value.append("null");
        } else {
            value.append("{\"prompt_tokens\":").append(usage.promptTokens());
            value.append(",\"prompt_cache_hit_tokens\":").append(usage.cacheHitTokens());
            value.append(",\"prompt_cache_miss_tokens\":").append(usage.cacheMissTokens());
            value.append(",\"completion_tokens\":").append(usage.completionTokens());
            value.append(",\"reasoning_tokens\":").append(usage.reasoningTokens());
            value.append('}');
        }
    }

    private StringBuilder name(String name) {
        return line.append(",\"").append(name).append("\":");
    }

    private void number(String name, @Nullable Number value) {
        name(name).append(value);
    }

    private void text(String name, @Nullable String value) {
        name(name);
        quoted(value);
    }

    private void names(String name, List<String> values) {
        name(name).append('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                line.append(',');
            }
            quoted(values.get(i));
        }
        line.append(']');
    }

    private void quoted(@Nullable String value) {
        if (value == null) {
            line.append("null");
            return;
        }
        line.append('"');
        JsonStringEncoder.getInstance().quoteAsString(value, line);
        line.append('"');
    }
}
