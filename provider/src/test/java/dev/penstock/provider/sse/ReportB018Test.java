package dev.penstock.provider.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B018 fields around the data")
class ReportB018Test {

    @Test
    void unknownFields_areIgnored() {
        SseReading reading = new SseReading().read("id: q1\nevent: message\nretry: 1\nfoo: bar\ndata: {}\n\n");
        assertThat(reading.events).containsExactly("message|{}");
    }

    @Test
    void eventWithoutData_dispatchesNothingAndForgetsItsName() {
        SseReading reading = new SseReading().read("event: ping\nid: 1\n\ndata: a\n\n");
        assertThat(reading.events).containsExactly("|a");
    }

    @Test
    void eventName_isResetAfterEachDispatch() {
        SseReading reading = new SseReading().read("event: ping\ndata: {}\n\ndata: b\n\n");
        assertThat(reading.events).containsExactly("ping|{}", "|b");
    }

    @Test
    void oneSpaceAfterTheColon_isDropped() {
        assertThat(new SseReading().read("data:a\n\ndata:  b\n\n").events).containsExactly("|a", "| b");
    }
}
