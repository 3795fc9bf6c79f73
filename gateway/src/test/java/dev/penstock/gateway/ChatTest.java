package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.chat.ChatSettings;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Chat calls over HTTP, in front of the simulator")
class ChatTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-FORWARD-1 a plain call is answered with the engine's bytes and where the operation stands")
    void call_answered() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().start()) {
            HttpResponse<String> response = bench.post(GatewayBench.BODY, "x-request-id", "mine-1");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
            assertThat(response.headers().firstValue("x-request-id")).hasValue("mine-1");
            assertThat(response.headers().firstValue("x-penstock-state")).hasValue("succeeded");
            assertThat(response.headers().firstValue("x-penstock-attempts")).hasValue("1");
            assertThat(response.headers().firstValue("x-penstock-replayed")).hasValue("false");
            assertThat(response.headers().firstValue("x-penstock-queue-ms")).isPresent();
            assertThat(response.headers().firstValue("x-penstock-cost")).isPresent();
            assertThat(response.body()).contains("\"object\":\"chat.completion\"");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-7 a repeat gets the stored answer, byte for byte, and sends nothing")
    void repeat_replayed() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().ledgerIn(folder).start()) {
            HttpResponse<String> first = bench.post(GatewayBench.BODY, "idempotency-key", "\"k-1\"");
            HttpResponse<String> again = bench.post(GatewayBench.BODY, "idempotency-key", "k-1");

            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers().firstValue("x-penstock-replayed")).hasValue("true");
            assertThat(again.headers().firstValue("x-penstock-operation-id"))
                    .isEqualTo(first.headers().firstValue("x-penstock-operation-id"))
                    .isPresent();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-TENANT-1 another tenant's key names another operation")
    void sameKey_otherTenant_ownOperation() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().ledgerIn(folder).start()) {
            bench.post(GatewayBench.BODY, "idempotency-key", "k");
            HttpResponse<String> other = bench.post(
                    GatewayBench.BODY, "idempotency-key", "k", "authorization", "Bearer " + GatewayBench.OTHER_KEY);

            assertThat(other.headers().firstValue("x-penstock-replayed")).hasValue("false");
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R-STREAM-2 a live stream has its events, one [DONE], and its cost in a comment before it")
    void stream_live() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().start()) {
            HttpResponse<String> response = bench.post(GatewayBench.STREAM);

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream");
            assertThat(response.body()).containsOnlyOnce("data: [DONE]").contains("\"finish_reason\":\"stop\"");
            assertThat(response.body().trim()).endsWith("data: [DONE]");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-7 a stream is replayed as events and, where a plain answer is asked for, as JSON")
    void stream_replayedInBothForms() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().ledgerIn(folder).start()) {
            bench.post(GatewayBench.STREAM, "idempotency-key", "k");
            HttpResponse<String> events = bench.post(GatewayBench.STREAM, "idempotency-key", "k");
            HttpResponse<String> json = bench.post(GatewayBench.BODY, "idempotency-key", "k");

            assertThat(events.headers().firstValue("x-penstock-replayed")).hasValue("true");
            assertThat(events.body().trim()).endsWith("data: [DONE]");
            assertThat(json.body()).startsWith("{").contains("\"object\":\"chat.completion\"");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "R-STREAM-2 an answer that is padded is whole; a failure behind the padding never ends as if it were one")
    void padded_failureBreaks() throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("slow", when -> when.nth(1), then -> then.delay(Duration.ofSeconds(1)))
                .always(then -> then.delay(Duration.ofSeconds(1)).cutAtByte(0, Ending.How.RST))
                .build();
        ChatSettings padding = new ChatSettings(ChatSettings.defaults().calls(), Duration.ofMillis(100), true);
        try (GatewayBench bench = GatewayBench.plan().script(slow).chat(padding).start()) {
            HttpResponse<String> whole = bench.post(GatewayBench.BODY);
            GatewayBench.Broken failed = bench.postBroken(GatewayBench.BODY);

            assertThat(whole.body()).startsWith("\n").contains("\"object\":\"chat.completion\"");
            assertThat(failed.status()).isEqualTo(200);
            assertThat(failed.text()).startsWith("\n").contains("outcome_unknown");
        }
    }

    @Test
    void models_listed_andUnknownEndpointsNamed() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().start()) {
            HttpRequest.Builder get = HttpRequest.newBuilder(bench.uri("/v1/models"))
                    .header("authorization", "Bearer " + GatewayBench.KEY);
            assertThat(bench.send(get.build()).body()).contains("\"id\":\"deepseek-v4-flash\"");
            assertThat(bench.send(HttpRequest.newBuilder(bench.uri("/v1/models"))
                                    .build())
                            .statusCode())
                    .isEqualTo(401);
            HttpResponse<String> unknown = bench.send(
                    HttpRequest.newBuilder(bench.uri("/v1/embeddings")).build());
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.body()).contains("endpoint_not_supported");
            HttpResponse<String> method = bench.send(
                    HttpRequest.newBuilder(bench.uri("/v1/chat/completions")).build());
            assertThat(method.statusCode()).isEqualTo(405);
            assertThat(method.headers().firstValue("allow")).hasValue("POST");
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    void requests_onOneConnection_eachAnswered() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().start();
                RawClient raw = bench.raw()) {
            for (int i = 0; i < 3; i++) {
                String answer = raw.post(GatewayBench.BODY).readUntil("\"total_tokens\"");
                assertThat(answer).startsWith(i == 0 ? "HTTP/1.1 200" : "").contains("chat.completion");
            }
            assertThat(bench.gateway().load().connections()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("An old client gets a stream without chunks, ended by the end of the connection")
    void oldClient_streamWithoutChunks() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().start();
                RawClient raw = bench.raw()) {
            raw.send("POST /chat/completions HTTP/1.0\r\nAuthorization: Bearer " + GatewayBench.KEY
                    + "\r\nContent-Length: " + GatewayBench.STREAM.length() + "\r\n\r\n" + GatewayBench.STREAM);

            assertThat(raw.readAll()).doesNotContain("chunked").endsWith("data: [DONE]\n\n");
        }
    }
}
