package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Framing.LineEnd;
import dev.penstock.simulator.script.Malformed;
import dev.penstock.simulator.script.Octets;
import dev.penstock.simulator.script.Reply.Segment;
import dev.penstock.simulator.script.Span;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest {

    @Test
    void usualStream_isChunkedWithALastChunk() throws Exception {
        Wire wire = Wire.stream(then -> then.close());

        assertThat(wire.head()).contains("Transfer-Encoding: chunked\r\n", "Connection: close\r\n");
        assertThat(wire.unchunked()).startsWith("data: {").endsWith("data: [DONE]\n\n");
        assertThat(wire.body()).endsWith("\r\n0\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void knownLength_isTheBodysOwn(boolean stream) throws Exception {
        Wire wire = Wire.of(
                then -> then.framing(wire2 -> wire2.length(Length.KNOWN)).close(),
                RawClient.chat(Wire.FLASH, stream, "hello"));

        assertThat(wire.head()).contains("Content-Length: " + wire.body().length() + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, -5})
    void wrongLength_differsFromTheBodyByThatMuchAndTheConnectionEnds(int error) throws Exception {
        Wire wire = Wire.plain(then -> then.framing(framing -> framing.wrongLength(error)));

        assertThat(wire.head()).contains("Content-Length: " + (wire.body().length() + error) + "\r\n");
        assertThat(wire.end()).isEqualTo(RawClient.End.FIN);
    }

    @Test
    void missingLastChunk_endsWithTheConnectionInstead() throws Exception {
        Wire wire = Wire.stream(then -> then.framing(framing -> framing.missingLastChunk()));

        assertThat(wire.body()).endsWith("data: [DONE]\n\n\r\n");
        assertThat(wire.end()).isEqualTo(RawClient.End.FIN);
    }

    @Test
    void closeDelimited_tellsNoLength() throws Exception {
        Wire wire = Wire.stream(then -> then.framing(framing -> framing.length(Length.CLOSE)));

        assertThat(wire.head()).contains("Connection: close").doesNotContain("Content-Length", "chunked");
        assertThat(wire.body()).startsWith("data: {").endsWith("data: [DONE]\n\n");
    }

    @ParameterizedTest
    @EnumSource(LineEnd.class)
    void lineEnds_areThoseOfTheScript(LineEnd end) throws Exception {
        Wire wire = Wire.stream(
                then -> then.close().framing(framing -> framing.lineEnd(end).dataSpace(false)));

        assertThat(wire.unchunked()).startsWith("data:{").endsWith("data:[DONE]" + end.text() + end.text());
        assertThat(wire.unchunked().replace(end.text(), "")).doesNotContain("\r", "\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void gzip_isARealMemberThatSaysSo(boolean stream) throws Exception {
        try (Simulator simulator = Simulator.start(FaultScript.builder()
                        .always(then -> then.framing(framing -> framing.gzip().length(Length.CLOSE)))
                        .build());
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat(Wire.FLASH, stream, "hello"));
            client.readToEnd();
            int head = client.text().indexOf("\r\n\r\n") + 4;
            byte[] body = Arrays.copyOfRange(client.bytes(), head, client.bytes().length);
            String plain = new String(
                    new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), StandardCharsets.UTF_8);

            assertThat(client.text()).contains("Content-Encoding: gzip\r\n");
            assertThat(plain).contains("finish_reason\":\"stop\"");
        }
    }

    @Test
    void headers_replaceTheSimulatorsOwnAndMayRepeat() throws Exception {
        Wire wire = Wire.plain(then -> then.status(429)
                .header("Content-Type", "text/plain")
                .header("Retry-After", "1")
                .header("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")
                .close());

        assertThat(wire.head()).contains("Content-Type: text/plain\r\n", "Retry-After: 1\r\nRetry-After: Wed, 21");
        assertThat(wire.head()).doesNotContain("application/json");
    }

    @Test
    void redirect_namesItsTarget() throws Exception {
        Wire wire = Wire.plain(then -> then.redirect(308, "//evil.test/x").close());

        assertThat(wire.head()).startsWith("HTTP/1.1 308 ").contains("Location: //evil.test/x\r\n");
    }

    @Test
    void noContent_hasNeitherBodyNorLength() throws Exception {
        Wire wire = Wire.plain(then -> then.status(204).close());

        assertThat(wire.head()).doesNotContain("Content-Length");
        assertThat(wire.body()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Malformed.class)
    void malformed_isNotWhatAClientCanUse(Malformed what) throws Exception {
        Wire wire = Wire.plain(then -> then.malformed(what).close());

        assertThat(wire.text())
                .contains(
                        switch (what) {
                            case HTTP -> "220 this is no web server";
                            case CHUNK -> "\r\nzz\r\n";
                            case JSON -> "\"choices\":[{\"index\":0,";
                            case EVENT -> "data: {\"choices\":[{]}\n\n";
                            case HTML -> "Content-Type: text/html";
                        });
        assertThat(wire.entry().outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(wire.entry().usage()).isNull();
    }

    @Test
    void rawBytes_goOutAsGivenAndInTheirPieces() throws Exception {
        Span pause = Span.of(Duration.ofMillis(30));
        Wire wire = Wire.plain(then -> then.raw(List.of(
                new Segment(Octets.of("HTTP/1.1 299 Odd\r\nX: "), Span.ZERO),
                new Segment(Octets.of("y\r\n\r"), pause),
                new Segment(Octets.of("\n"), pause),
                new Segment(Octets.of(new byte[] {0, (byte) 0xc3, 0x28}), pause))));

        assertThat(wire.text().getBytes(StandardCharsets.UTF_8))
                .startsWith("HTTP/1.1 299 Odd\r\nX: y\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(wire.entry().status()).isEqualTo(299);
        assertThat(wire.end()).isEqualTo(RawClient.End.FIN);
    }

    @Test
    void rawBytes_mayKeepTheConnection() throws Exception {
        byte[] answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
        try (Simulator simulator = Simulator.start(FaultScript.builder()
                        .always(then -> then.raw(answer).keepOpen())
                        .build());
                RawClient client = new RawClient(simulator)) {
            for (int i = 0; i < 3; i++) {
                client.send(RawClient.chat(Wire.FLASH, false, "hello"));
                assertThat(client.readAnswer()).endsWith("ok");
            }
            assertThat(simulator.connectionCount()).isEqualTo(1);
        }
    }
}
