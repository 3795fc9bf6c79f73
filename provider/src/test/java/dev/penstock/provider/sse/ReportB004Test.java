package dev.penstock.provider.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B004 comments are dropped wherever they stand")
class ReportB004Test {

    @Test
    void comments_beforeInsideAndAfterEvents_emitNothing() {
        SseReading reading = new SseReading()
                .read(": keep-alive\n\n: keep-alive\n\n:\n\n:x\n")
                .read("data: {\"a\":\n: keep-alive\ndata: 1}\n\n")
                .read("event: e\n:\ndata: b\n\n")
                .read(": after\n\n");
        reading.reader.end();
        assertThat(reading.events).containsExactly("|{\"a\":\n1}", "e|b");
        assertThat(reading.strays).isEmpty();
        assertThat(reading.reader.comments()).isEqualTo(7);
        assertThat(reading.reader.truncated()).isFalse();
    }
}
