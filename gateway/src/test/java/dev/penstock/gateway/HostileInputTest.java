package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.server.ServerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Hostile input is bounded, answered and never reaches the provider")
class HostileInputTest {

    private static final int CONNECTIONS = 40;
    private static final String HEAD = "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer "
            + GatewayBench.KEY + "\r\nContent-Type: application/json\r\n";

    private static GatewayBench bench;

    /** What is sent, and the status of the one answer to it. */
    record Shape(String name, String sent, int status) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void start() {
        bench = GatewayBench.plan()
                .api(new ServerSettings(
                        "127.0.0.1",
                        0,
                        CONNECTIONS,
                        8 << 10,
                        64 << 10,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2)))
                .start();
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    static Stream<Shape> shapes() {
        String smuggled = "0\r\n\r\nPOST /v1/chat/completions HTTP/1.1\r\nHost: evil\r\n\r\n";
        return Stream.of(
                new Shape(
                        "length and chunked",
                        HEAD + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + smuggled,
                        400),
                new Shape(
                        "chunked and length",
                        HEAD + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n" + smuggled,
                        400),
                new Shape("two lengths", HEAD + "Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}{}", 400),
                new Shape("a list of lengths", HEAD + "Content-Length: 4, 5\r\n\r\n{}{}{}", 400),
                new Shape("a signed length", HEAD + "Content-Length: +4\r\n\r\n{}{}", 400),
                new Shape("a negative length", HEAD + "Content-Length: -1\r\n\r\n{}", 400),
                new Shape("a length that is no number", HEAD + "Content-Length: 0x4\r\n\r\n{}{}", 400),
                new Shape("an unknown coding", HEAD + "Transfer-Encoding: xchunked\r\n\r\n" + smuggled, 501),
                new Shape("two codings", HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n" + smuggled, 501),
                new Shape(
                        "a coding given twice",
                        HEAD + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + smuggled,
                        501),
                new Shape(
                        "chunked in an old version",
                        HEAD.replace("HTTP/1.1", "HTTP/1.0") + "Transfer-Encoding: chunked\r\n\r\n" + smuggled,
                        501),
                new Shape(
                        "a chunk size that is no number", HEAD + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", 400),
                new Shape("a negative chunk size", HEAD + "Transfer-Encoding: chunked\r\n\r\n-5\r\n{}\r\n", 400),
                new Shape(
                        "a chunk size beyond all bounds",
                        HEAD + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n",
                        400),
                new Shape("a space before the colon", HEAD + "Content-Length : 4\r\n\r\n{}{}", 400),
                new Shape("a NUL in a field", HEAD + "X-Odd: a\u0000b\r\n\r\n", 400),
                new Shape("two hosts", HEAD + "Host: evil\r\n\r\n", 400),
                new Shape("no host", "GET /v1/models HTTP/1.1\r\n\r\n", 400),
                new Shape("no HTTP", "hello\r\n\r\n", 400),
                new Shape("another protocol", "GET / HTTP/3.7\r\nHost: a\r\n\r\n", 400),
                new Shape("a long request line", "GET /" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
                new Shape("a large field", HEAD + "X-Large: " + "a".repeat(10_000) + "\r\n\r\n", 431),
                new Shape("many fields", HEAD + "X-Many: a\r\n".repeat(2_000) + "\r\n", 431),
                new Shape("an announced body too large", HEAD + "Content-Length: 99999999\r\n\r\n{", 413),
                new Shape(
                        "a chunked body too large",
                        HEAD + "Transfer-Encoding: chunked\r\n\r\n"
                                + ("8000\r\n" + "a".repeat(0x8000) + "\r\n").repeat(4),
                        413),
                new Shape("an expectation of something else", HEAD + "Expect: the-moon\r\n\r\n", 417),
                new Shape("a compressed body", HEAD + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", 415),
                new Shape("no JSON type", typed("text/plain"), 415),
                new Shape("a key given twice", keyed("a\r\nIdempotency-Key: b"), 400),
                new Shape("a key with a line of its own", keyed("a\r\n folded"), 400),
                new Shape("a key of bytes", keyed("\u00ff\u00fe"), 400),
                new Shape(
                        "a wrong API key",
                        HEAD.replace(GatewayBench.KEY, "wrong") + "Content-Length: 2\r\n\r\n{}",
                        401),
                new Shape("no JSON", json("{\"model\":"), 400),
                new Shape("no object", json("[]"), 400),
                new Shape("deep nesting", json("{\"a\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}"), 400),
                new Shape("a key of JSON given twice", json("{\"model\":\"a\",\"model\":\"b\",\"messages\":[]}"), 400));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shape_isRefusedOnce(Shape shape) throws Exception {
        long before = bench.sends();
        try (RawClient raw = bench.raw()) {
            raw.send(shape.sent());
            String answer = raw.readAll();

            assertThat(answer).startsWith("HTTP/1.1 " + shape.status() + " ").containsOnlyOnce("HTTP/1.1 ");
            assertThat(answer)
                    .contains("{\"error\":{")
                    .contains("x-request-id: ")
                    .doesNotContain("canary");
        }
        assertThat(bench.sends()).isEqualTo(before);
    }

    @Test
    @DisplayName("A request id that could end its line is replaced")
    void requestId_notEchoedRaw() throws Exception {
        try (RawClient raw = bench.raw()) {
            String answer = raw.send("GET /v1/nothing HTTP/1.1\r\nHost: a\r\nX-Request-Id: a b\u0007\r\n\r\n")
                    .readUntil("\r\n\r\n");

            assertThat(answer).doesNotContain("a b");
        }
    }

    @Test
    @DisplayName("A slow sender is answered 408 and let go, in the head and in the body")
    void slowSender_ended() throws Exception {
        try (RawClient head = bench.raw();
                RawClient body = bench.raw()) {
            head.send("POST /v1/chat/comp");
            body.send(HEAD + "Content-Length: 10\r\n\r\n{");

            assertThat(head.readAll()).startsWith("HTTP/1.1 408 ");
            assertThat(body.readAll()).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    @DisplayName("An idle connection is closed, and there are never more than allowed")
    void idleConnections_bounded() throws Exception {
        List<RawClient> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 3 * CONNECTIONS; i++) {
                idle.add(bench.raw());
            }
            assertThat(idle.getLast().readAll()).doesNotContain("HTTP");
            assertThat(bench.gateway().load().connections()).isLessThanOrEqualTo(CONNECTIONS);
            for (RawClient client : idle) {
                client.readAll();
            }
        } finally {
            for (RawClient client : idle) {
                client.close();
            }
        }
        assertThat(bench.post(GatewayBench.BODY).statusCode()).isEqualTo(200);
    }

    @Test
    void expectation_continued_andBodyServed() throws Exception {
        String body = "{\"model\":\"\",\"messages\":[]}";
        try (RawClient raw = bench.raw()) {
            raw.send(HEAD + "Expect: 100-continue\r\nContent-Length: " + body.length() + "\r\n\r\n");
            assertThat(raw.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(raw.send(body).readUntil("\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void pipelinedRequests_answeredInOrder() throws Exception {
        try (RawClient raw = bench.raw()) {
            raw.send(get("one") + get("two"));

            assertThat(raw.readUntil("x-request-id: two")).contains("x-request-id: one");
        }
    }

    private static String get(String id) {
        return "GET /v1/nothing HTTP/1.1\r\nHost: a\r\nX-Request-Id: " + id + "\r\n\r\n";
    }

    private static String typed(String type) {
        return HEAD.replace("application/json", type) + "Content-Length: 2\r\n\r\n{}";
    }

    private static String keyed(String key) {
        return HEAD + "Idempotency-Key: " + key + "\r\nContent-Length: 2\r\n\r\n{}";
    }

    private static String json(String body) {
        return HEAD + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
