package dev.penstock.provider.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B016 characters survive any cut, and invalid bytes are replaced and told")
class ReportB016Test {

    @Test
    void oneByteReads_giveTheExactText() {
        byte[] bytes = "data: {\"content\":\"你好🌍\"}\n\n".getBytes(UTF_8);
        SseReading reading = new SseReading();
        for (int i = 0; i < bytes.length; i++) {
            reading.read(bytes, i, i + 1);
        }
        assertThat(reading.events).containsExactly("|{\"content\":\"你好🌍\"}");
        assertThat(reading.reader.invalidUtf8()).isFalse();
    }

    @Test
    void invalidBytes_areReplacedAndFlagged() {
        byte[] bytes = {'d', 'a', 't', 'a', ':', (byte) 0xC3, 0x28, '\n', '\n'};
        SseReading reading = new SseReading().read(bytes, 0, bytes.length);
        assertThat(reading.events).containsExactly("|\uFFFD(");
        assertThat(reading.reader.invalidUtf8()).isTrue();
    }

    @Test
    void endInsideACharacter_isTruncated() {
        byte[] bytes = "data: 你".getBytes(UTF_8);
        SseReading reading = new SseReading().read(bytes, 0, bytes.length - 1);
        reading.reader.end();
        assertThat(reading.events).isEmpty();
        assertThat(reading.reader.truncated()).isTrue();
    }
}
