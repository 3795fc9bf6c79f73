package dev.penstock.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogWriterTest {

    @Test
    void close_writesWhatWaits() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LogWriter writer = new LogWriter(new PrintStream(out, true, StandardCharsets.UTF_8))) {
            writer.line("one");
            writer.line("two");
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).containsExactly("one", "two");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20_000})
    @DisplayName("a reader that takes nothing does not hold the end up, whether there is room for lines or not")
    void close_stalledReader_ends(int lines) throws Exception {
        CountDownLatch stalled = new CountDownLatch(1);
        LogWriter writer = new LogWriter(new PrintStream(new Stalled(stalled), true, StandardCharsets.UTF_8));
        for (int i = 0; i < lines; i++) {
            writer.line("line");
        }
        assertThat(stalled.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(CompletableFuture.runAsync(writer::close)).succeedsWithin(20, TimeUnit.SECONDS);
    }

    /** Takes nothing, ever. */
    private static final class Stalled extends OutputStream {

        private final CountDownLatch begun;

        Stalled(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public void write(int b) throws IOException {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
