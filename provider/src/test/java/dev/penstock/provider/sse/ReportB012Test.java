package dev.penstock.provider.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B012 all three line ends, and events as they arrive")
class ReportB012Test {

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void everyLineEnd_givesTheEventBeforeTheEnd(String lineEnd) {
        SseReading reading = new SseReading().read("data: a" + lineEnd + lineEnd);
        assertThat(reading.events).containsExactly("|a");
        reading.read("data: b" + lineEnd + lineEnd);
        assertThat(reading.events).containsExactly("|a", "|b");
        reading.reader.end();
        assertThat(reading.events).hasSize(2);
        assertThat(reading.reader.truncated()).isFalse();
    }
}
