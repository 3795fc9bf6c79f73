package dev.penstock.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.ContentCoding;
import dev.penstock.http.Framing;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B044 coded bodies")
class BodyReaderTest {

    private final ExchangeState state =
            new ExchangeState(new VirtualTime().time().ticker());
    private final BodyReader gzip = new BodyReader(ContentCoding.GZIP, new WireInput(state, () -> {}));

    @Test
    void gzip_splitAnywhere_isTheSameText() throws Exception {
        byte[] coded = gzip(text(20_000));
        long seed = System.getProperty("seed") == null ? 42 : Long.getLong("seed");
        SplittableRandom random = new SplittableRandom(seed);
        for (int at = 0; at < coded.length; ) {
            int next = Math.min(coded.length, at + 1 + random.nextInt(700));
            state.body(Arrays.copyOfRange(coded, at, next));
            at = next;
        }
        state.finish(Framing.COMPLETE, () -> {});

        assertThat(readAll(gzip)).as("seed %d", seed).isEqualTo(text(20_000));
        assertThat(gzip.fault()).isNull();
    }

    @Test
    void flushedEvent_isDeliveredBeforeTheEnd() throws Exception {
        var sink = new ByteArrayOutputStream();
        var coder = new GZIPOutputStream(sink, 512, true);
        coder.write("data: one\n\n".getBytes(StandardCharsets.UTF_8));
        coder.flush();
        state.body(sink.toByteArray());

        assertThat(gzip.next()).asString(StandardCharsets.UTF_8).isEqualTo("data: one\n\n");
        assertThat(state.ending()).isNull();
    }

    @Test
    void cutMidMember_isIncompleteWhateverTheFramingSays() throws Exception {
        byte[] coded = gzip(text(20_000));
        state.body(Arrays.copyOf(coded, coded.length / 2));
        state.finish(Framing.COMPLETE, () -> {});

        assertThat(text(20_000)).startsWith(readAll(gzip));
        assertThat(gzip.fault()).isEqualTo(Framing.INCOMPLETE);
    }

    @Test
    void notGzipAtAll_isUndecodable() throws Exception {
        state.body("<html>certainly not gzip</html>".getBytes(StandardCharsets.UTF_8));
        state.finish(Framing.COMPLETE, () -> {});

        assertThat(readAll(gzip)).isEmpty();
        assertThat(gzip.fault()).isEqualTo(Framing.UNDECODABLE);
    }

    @Test
    void wrongChecksum_isUndecodable() throws Exception {
        byte[] coded = gzip("some answer");
        coded[coded.length - 6] ^= 1;
        state.body(coded);
        state.finish(Framing.COMPLETE, () -> {});
        readAll(gzip);

        assertThat(gzip.fault()).isEqualTo(Framing.UNDECODABLE);
    }

    @Test
    void emptyBody_isEmptyAndFaultless() throws Exception {
        state.finish(Framing.COMPLETE, () -> {});

        assertThat(gzip.next()).isNull();
        assertThat(gzip.fault()).isNull();
    }

    @Test
    void twoMembers_areOneText() throws Exception {
        state.body(gzip("first "));
        state.body(gzip("second"));
        state.finish(Framing.COMPLETE, () -> {});

        assertThat(readAll(gzip)).isEqualTo("first second");
    }

    @Test
    void deflate_withAndWithoutWrapper_isRead() throws Exception {
        for (boolean raw : new boolean[] {false, true}) {
            ExchangeState wire = new ExchangeState(new VirtualTime().time().ticker());
            wire.body(deflate(text(5_000), raw));
            wire.finish(Framing.COMPLETE, () -> {});
            BodyReader reader = new BodyReader(ContentCoding.DEFLATE, new WireInput(wire, () -> {}));

            assertThat(readAll(reader)).as("raw %s", raw).isEqualTo(text(5_000));
            assertThat(reader.fault()).isNull();
        }
    }

    @Test
    void failedWire_stillGivesWhatCame() throws Exception {
        BodyReader identity = new BodyReader(ContentCoding.IDENTITY, new WireInput(state, () -> {}));
        state.body("part".getBytes(StandardCharsets.UTF_8));
        state.end(new Ending.Failed(Ending.FailureKind.RESET));

        assertThat(readAll(identity)).isEqualTo("part");
    }

    private static String readAll(BodyReader reader) throws InterruptedException {
        var all = new ByteArrayOutputStream();
        for (byte[] part = reader.next(); part != null; part = reader.next()) {
            all.writeBytes(part);
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < length; i++) {
            text.append("word ").append(i).append(' ');
        }
        return text.toString();
    }

    private static byte[] gzip(String text) throws IOException {
        var sink = new ByteArrayOutputStream();
        try (var coder = new GZIPOutputStream(sink)) {
            coder.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return sink.toByteArray();
    }

    private static byte[] deflate(String text, boolean raw) throws IOException {
        var sink = new ByteArrayOutputStream();
        try (var coder = new DeflaterOutputStream(sink, new Deflater(Deflater.DEFAULT_COMPRESSION, raw))) {
            coder.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return sink.toByteArray();
    }
}
