package dev.penstock.provider.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B019 nothing here reconnects")
class ReportB019Test {

    @Test
    void retryAndId_changeNothing() {
        SseReading with = new SseReading().read("retry: 1\nid: 7\ndata: a\n\nretry: 1\n\n");
        SseReading without = new SseReading().read("data: a\n\n");
        with.reader.end();
        without.reader.end();
        assertThat(with.events).isEqualTo(without.events);
        assertThat(with.reader.truncated()).isFalse();
    }
}
