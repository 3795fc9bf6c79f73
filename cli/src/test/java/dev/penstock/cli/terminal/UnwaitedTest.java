package dev.penstock.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnwaitedTest {

    @Test
    void close_writesWhatWaits_inOrder() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Unwaited warnings = new Unwaited(new PrintStream(out, true, UTF_8));
                PrintStream lines = new PrintStream(warnings, true, UTF_8)) {
            lines.println("one");
            lines.println("two");
        }
        assertThat(out.toString(UTF_8).lines()).containsExactly("one", "two");
    }

    @Test
    @DisplayName("a reader that takes nothing holds up neither who warns nor the end")
    void stalledReader_nobodyWaits() {
        Unwaited warnings = new Unwaited(new PrintStream(new Stalled(), true, UTF_8));
        PrintStream lines = new PrintStream(warnings, true, UTF_8);

        CompletableFuture<Void> warned = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 10_000; i++) {
                lines.println("a warning");
            }
            warnings.close();
        });

        assertThat(warned).succeedsWithin(30, TimeUnit.SECONDS);
    }

    /** Takes nothing, ever. */
    private static final class Stalled extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
