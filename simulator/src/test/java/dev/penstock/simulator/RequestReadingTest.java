package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Span;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReadingTest {

    private static final String JSON =
            "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    @Test
    void keptConnection_carriesOneRequestAfterTheOther() throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient client = new RawClient(simulator)) {
            for (int i = 0; i < 5; i++) {
                client.send(RawClient.body(JSON));
                assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
            }
            assertThat(simulator.connectionCount()).isEqualTo(1);
            assertThat(simulator.log()).extracting(LogEntry::connectionId).containsOnly(1L);
            assertThat(simulator.log()).extracting(LogEntry::id).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void chunkedBody_isReadWithExtensionsAndTrailers() throws Exception {
        String head =
                "POST /chat/completions HTTP/1.1\r\nHost: sim\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
        String first = JSON.substring(0, 20);
        String rest = JSON.substring(20);
        Wire wire = Wire.of(
                then -> then,
                head + "14;x=y\r\n" + first + "\r\n" + Integer.toHexString(rest.length()) + "\r\n" + rest
                        + "\r\n0\r\nTrailer: 1\r\n\r\n");

        assertThat(wire.text()).startsWith("HTTP/1.1 200");
        assertThat(wire.entry().received().model()).isEqualTo("deepseek-v4-flash");
    }

    @Test
    void expectation_isMetBeforeTheBodyIsRead() throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient client = new RawClient(simulator)) {
            String[] parts = RawClient.body(JSON).split("\r\n\r\n", 2);
            client.send(parts[0] + "\r\nExpect: 100-continue\r\n\r\n").readUntil("\r\n\r\n");
            assertThat(client.text()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");

            client.send(parts[1]);
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void oldProtocol_isAnsweredUpToTheConnectionsEnd() throws Exception {
        Wire wire = Wire.of(
                then -> then,
                "POST /chat/completions HTTP/1.0\r\nContent-Length: " + (JSON.length() + 14)
                        + "\r\n\r\n{\"stream\":true," + JSON.substring(1));

        assertThat(wire.head()).contains("Connection: close").doesNotContain("chunked");
        assertThat(wire.body()).endsWith("data: [DONE]\n\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|GET /models|",
                "400|GET  /models HTTP/1.1\\r\\n\\r\\n|",
                "505|GET /models HTTP/2.0\\r\\nHost: x\\r\\n\\r\\n|",
                "400|GET /models HTTP/1.1\\r\\n\\r\\n|no Host",
                "400|GET /models HTTP/1.1\\r\\nHost: x\\r\\nHost: y\\r\\n\\r\\n|",
                "400|GET /models HTTP/1.1\\r\\nHost : x\\r\\n\\r\\n|",
                "400|GET /models HTTP/1.1\\r\\nHost: x\\r\\n folded\\r\\n\\r\\n|",
                "400|GET /models HTTP/1.1\\nHost: x\\n\\n|bare line feeds",
                "400|POST /models HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: -1\\r\\n\\r\\n|",
                "400|POST /models HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 1\\r\\nContent-Length: 2\\r\\n\\r\\n|",
                "400|POST /models HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n|",
                "501|POST /models HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n|",
                "400|POST /models HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n|",
                "413|POST /models HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 99999999999\\r\\n\\r\\n|"
            })
    void whatIsNotHttp_isRefusedAndLogged(int status, String request) throws Exception {
        String bytes = request.replace("\\r", "\r").replace("\\n", "\n");
        Wire wire = Wire.of(then -> then, bytes.endsWith("\n") ? bytes : bytes + "\r\n\r\n");

        assertThat(wire.text()).startsWith("HTTP/1.1 " + status);
        assertThat(wire.entry().outcome()).isEqualTo(Outcome.MALFORMED_REQUEST);
        assertThat(wire.entry().status()).isEqualTo(status);
        assertThat(wire.end()).isEqualTo(RawClient.End.FIN);
    }

    @Test
    void hugeHead_isRefused() throws Exception {
        Wire wire = Wire.of(then -> then, "GET / HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(70_000) + "\r\n\r\n");

        assertThat(wire.text()).startsWith("HTTP/1.1 431");
    }

    @Test
    void requestThatNeverEnds_isIncomplete() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            String request = RawClient.body(JSON);
            for (int length : new int[] {3, 60, request.length() - 1}) {
                try (RawClient client = new RawClient(simulator)) {
                    client.send(request.substring(0, length));
                }
            }
            assertThat(simulator.awaitFinished(3, Wire.PATIENCE)).isTrue();
            assertThat(simulator.log()).extracting(LogEntry::outcome).containsOnly(Outcome.INCOMPLETE_REQUEST);
            assertThat(simulator.log()).noneMatch(LogEntry::isReceived);
            assertThat(simulator.log())
                    .extracting(entry -> entry.received().bytesRead())
                    .containsExactlyInAnyOrder(3L, 60L, request.length() - 1L);
        }
    }

    @Test
    void connectionWithoutARequest_isNotLogged() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            new RawClient(simulator).close();
            Wire wire =
                    Wire.of(simulator, RawClient.get("/nothing").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));

            assertThat(wire.text()).startsWith("HTTP/1.1 404");
            assertThat(wire.entry().id()).isEqualTo(1);
        }
    }

    @Test
    void stopReading_answersWithoutTheRestOfTheBody() throws Exception {
        Wire wire = Wire.of(
                then -> then.stopReading(10, Span.of(Duration.ofMillis(1))).status(413), RawClient.body(JSON));

        assertThat(wire.text()).startsWith("HTTP/1.1 413");
        assertThat(wire.end()).isEqualTo(RawClient.End.FIN);
        assertThat(wire.entry().outcome()).isEqualTo(Outcome.INCOMPLETE_REQUEST);
        assertThat(wire.entry().isReceived()).isFalse();
        assertThat(wire.entry().received().bytesRead())
                .isEqualTo(RawClient.body(JSON).indexOf("{") + 10L);
    }

    @Test
    void stopReadingWithACut_resetsInTheMidstOfTheRequest() throws Exception {
        Wire wire = Wire.of(then -> then.stopReading(0, Span.ZERO).cutAtByte(0, How.RST), RawClient.body(JSON));

        assertThat(wire.text()).isEmpty();
        assertThat(wire.end()).isEqualTo(RawClient.End.RST);
        assertThat(wire.entry().outcome()).isEqualTo(Outcome.INCOMPLETE_REQUEST);
    }

    @Test
    void neverReading_blocksALargeUploadUntilTheSimulatorCloses() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.stopReading(0, Span.FOREVER))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.body(JSON).split("\r\n\r\n", 2)[0] + "\r\n\r\n");
            while (simulator.inProgress().stream()
                    .allMatch(entry -> entry.received().path() == null)) {
                Thread.onSpinWait();
            }
            simulator.dropConnections();

            assertThat(simulator.log()).extracting(LogEntry::outcome).containsExactly(Outcome.SIMULATOR_CLOSED);
        }
    }

    @Test
    void delayedReading_comesBeforeTheLastByteIsRead() throws Exception {
        Wire wire = Wire.of(
                then -> then.delayReading(Span.of(Duration.ofMillis(40))).close(), RawClient.body(JSON));

        assertThat(wire.text()).startsWith("HTTP/1.1 200");
        long received = Objects.requireNonNull(wire.entry().moments().receivedAt());
        assertThat(received - wire.entry().moments().acceptedAt()).isGreaterThanOrEqualTo(40_000);
    }

    @Test
    void unknownTargetsAndMethods_areRefused() throws Exception {
        assertThat(answered(RawClient.get("/v1/embeddings"))).startsWith("HTTP/1.1 404");
        assertThat(answered(RawClient.get("/v1/chat/completions"))).startsWith("HTTP/1.1 405");
        assertThat(answered(RawClient.body("{").replace("/v1/chat/completions", "/v1/models")))
                .startsWith("HTTP/1.1 405");
        assertThat(answered(RawClient.get("/v1/models?limit=1"))).startsWith("HTTP/1.1 200");
    }

    private static String answered(String request) throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient client = new RawClient(simulator)) {
            return client.send(request).readAnswer();
        }
    }
}
