package dev.penstock.provider.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B017 a large line passes, an endless one is an explicit failure")
class ReportB017Test {

    @Test
    void threeMebibytes_pass() {
        String text = "x".repeat(3 << 20);
        byte[] bytes = ("data: " + text + "\n\n").getBytes(UTF_8);
        SseReading reading = new SseReading();
        for (int from = 0; from < bytes.length; from += 8_192) {
            reading.read(bytes, from, Math.min(bytes.length, from + 8_192));
        }
        assertThat(reading.events).containsExactly("|" + text);
        assertThat(reading.reader.tooLarge()).isFalse();
    }

    @Test
    void endlessLine_isTooLargeAndNoEnd() {
        byte[] block = new byte[1_024];
        Arrays.fill(block, (byte) 'x');
        SseReading reading = new SseReading(4_096).read("data: ");
        int reads = 0;
        while (!reading.reader.tooLarge() && reads < 100) {
            reading.read(block, 0, block.length);
            reads++;
        }
        assertThat(reads).isEqualTo(4);
        reading.reader.end();
        assertThat(reading.reader.truncated()).isFalse();
        assertThat(reading.events).isEmpty();
        assertThat(reading.reader.accept(block, 0, block.length)).isZero();
    }

    @Test
    void manyDataLinesOfOneEvent_areCountedTogether() {
        SseReading reading = new SseReading(100);
        for (int i = 0; i < 20; i++) {
            reading.read("data: 0123456789\n");
        }
        assertThat(reading.reader.tooLarge()).isTrue();
    }

    @Test
    void largestFrameInOneRead_isMeasuredToo() {
        assertThat(new SseReading(10).read("data: 01234567890\n\n").reader.tooLarge())
                .isTrue();
    }
}
