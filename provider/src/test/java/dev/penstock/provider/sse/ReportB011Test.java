package dev.penstock.provider.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B011 a CRLF that two reads share is one line end")
class ReportB011Test {

    @Test
    void carriageReturnAndLineFeedInTwoReads_areOneLineEnd() {
        SseReading reading = new SseReading().read("data: {\"a\":\r").read("").read("\ndata: 1}\r\n\r\n");
        assertThat(reading.events).containsExactly("|{\"a\":\n1}");
    }

    @Test
    void loneLineFeedRead_endsTheHeldLine() {
        SseReading reading = new SseReading()
                .read("data: a\r")
                .read("\n")
                .read("\r")
                .read("\n")
                .read("data: b\n\n");
        assertThat(reading.events).containsExactly("|a", "|b");
    }
}
