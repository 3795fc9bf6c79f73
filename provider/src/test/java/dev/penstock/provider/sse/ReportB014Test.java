package dev.penstock.provider.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B014 data lines are joined by one line feed")
class ReportB014Test {

    @Test
    void severalDataLines_areOneEvent() {
        SseReading reading = new SseReading()
                .read("data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"a\"}}]}\n\n")
                .read("data:\ndata\ndata: x\n\n");
        assertThat(reading.events)
                .containsExactly("|{\"choices\":[{\"index\":0,\n\"delta\":{\"content\":\"a\"}}]}", "|\n\nx");
    }
}
