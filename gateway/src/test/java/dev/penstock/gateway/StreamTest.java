package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.CallSettings;
import dev.penstock.gateway.api.CallDefaults;
import dev.penstock.gateway.chat.ChatSettings;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Answer.StreamError;
import dev.penstock.simulator.script.BehaviourBuilder;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Span;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("R-STREAM-3 live streams never lie: what came is given, and how it ended is said")
class StreamTest {

    private static final ChatSettings OFTEN_ALIVE =
            new ChatSettings(CallDefaults.of(CallSettings.attached()), Duration.ofMillis(100), false);

    @TempDir
    private Path folder;

    /** What the provider does after some output. */
    record Cut(String name, UnaryOperator<BehaviourBuilder> then, String code) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Cut> cuts() {
        return Stream.of(
                new Cut("FIN", then -> then.cutAfterDeltas(3, How.FIN), "outcome_unknown"),
                new Cut("RST", then -> then.cutAfterDeltas(3, How.RST), "outcome_unknown"),
                new Cut(
                        "an error object",
                        then -> then.answer(
                                answer -> answer.error(new StreamError(3, StreamError.OVERLOADED, false, false))),
                        "outcome_unknown"),
                new Cut(
                        "no finish and no [DONE]",
                        then -> then.answer(answer -> answer.noFinish().done(false)),
                        "outcome_unknown"),
                new Cut(
                        "an unheard-of finish",
                        then -> then.answer(answer -> answer.finish("unheard_of")),
                        "response_unusable"),
                new Cut(
                        "insufficient_system_resource",
                        then -> then.answer(answer -> answer.finish("insufficient_system_resource")),
                        "generation_interrupted"));
    }

    @ParameterizedTest
    @MethodSource("cuts")
    @DisplayName(
            "B064 a failure after output is an error in the stream, without [DONE] and without an end of the framing,"
                    + " and is never sent again")
    void cut_errorInBand(Cut cut) throws Exception {
        FaultScript script = FaultScript.builder().always(cut.then()).build();
        for (String key : new String[] {"", "k"}) {
            try (GatewayBench bench =
                    GatewayBench.plan().ledgerIn(folder).script(script).start()) {
                GatewayBench.Broken response = key.isEmpty()
                        ? bench.postBroken(GatewayBench.STREAM, "x-penstock-replay", "after_anything")
                        : bench.postBroken(
                                GatewayBench.STREAM, "idempotency-key", key, "x-penstock-replay", "after_anything");

                assertThat(response.status()).isEqualTo(200);
                assertThat(response.text())
                        .contains("\"delta\"")
                        .contains("data: {\"error\":{")
                        .contains("\"code\":\"" + cut.code() + "\"")
                        .doesNotContain("[DONE]")
                        .doesNotContain("\"finish_reason\":\"stop\"");
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("R-STREAM-3 before any output an early failure is tried again, and the reader sees one preamble")
    void earlyFailure_retried() throws Exception {
        FaultScript busy = FaultScript.builder()
                .rule("busy", when -> when.nth(1), then -> then.status(503))
                .build();
        try (GatewayBench bench = GatewayBench.plan().script(busy).start()) {
            HttpResponse<String> response = bench.post(GatewayBench.STREAM);

            assertThat(response.body())
                    .containsOnlyOnce("\"role\":\"assistant\"")
                    .containsOnlyOnce("[DONE]");
            assertThat(response.headers().firstValue("x-penstock-attempts")).hasValue("2");
            assertThat(response.body()).contains("state=succeeded attempts=2");
        }
    }

    @Test
    @DisplayName("A silent stream says that it lives, and a failure then is an error in the stream")
    void silence_comments_thenErrorInBand() throws Exception {
        FaultScript late = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(600)).status(400))
                .build();
        try (GatewayBench bench =
                GatewayBench.plan().chat(OFTEN_ALIVE).script(late).start()) {
            GatewayBench.Broken response = bench.postBroken(GatewayBench.STREAM);

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text())
                    .startsWith(": keep-alive\n\n")
                    .contains("data: {\"error\":{")
                    .doesNotContain("[DONE]");
        }
    }

    @Test
    @DisplayName("A silent stream says that it lives, and then the answer comes, with its cost before [DONE]")
    void silence_comments_thenAnswer() throws Exception {
        FaultScript late = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(600)))
                .build();
        for (String delivery : new String[] {"live", "buffered"}) {
            try (GatewayBench bench =
                    GatewayBench.plan().chat(OFTEN_ALIVE).script(late).start()) {
                HttpResponse<String> response = bench.post(GatewayBench.STREAM, "x-penstock-delivery", delivery);

                assertThat(response.body())
                        .startsWith(": keep-alive\n\n")
                        .contains("\"finish_reason\":\"stop\"")
                        .containsPattern("\n\n: penstock [^\n]*cost=[^\n]*\n\ndata: \\[DONE]\n\n$");
            }
        }
    }

    @Test
    @DisplayName("Buffered, an interrupted generation is replaced where the replay setting allows")
    void buffered_interrupted_replaced() throws Exception {
        FaultScript interrupted = FaultScript.builder()
                .rule("interrupted", when -> when.nth(1), then -> then.cutAfterDeltas(3, How.RST))
                .build();
        try (GatewayBench bench = GatewayBench.plan().script(interrupted).start()) {
            HttpResponse<String> response = bench.post(
                    GatewayBench.STREAM, "x-penstock-delivery", "buffered", "x-penstock-replay", "after_anything");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).containsOnlyOnce("[DONE]").doesNotContain("\"error\"");
            assertThat(response.headers().firstValue("x-penstock-attempts")).hasValue("2");
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("The repeat of a live stream gets the same events, byte for byte, in one piece")
    void repeat_sameEvents() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().ledgerIn(folder).start()) {
            String first =
                    bench.post(GatewayBench.STREAM, "idempotency-key", "k").body();
            String again =
                    bench.post(GatewayBench.STREAM, "idempotency-key", "k").body();

            assertThat(again).isEqualTo(first.replaceAll("(?m)^:.*\n\n", ""));
            OperationRecord record = bench.ledger()
                    .operations()
                    .find(new Tenant("acme"), new IdempotencyKey("k"))
                    .orElseThrow();
            assertThat(bench.ledger().operations().body(record.ref(), StoredBody.Kind.RESULT))
                    .hasValueSatisfying(body -> assertThat(body.contentType()).isEqualTo("text/event-stream"));
        }
    }

    @Test
    @DisplayName("B067 a reader who leaves a live stream ends an exchange without a key within the stream")
    void leaver_midStream_exchangeClosed() throws Exception {
        FaultScript endless = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.tokens(2_000))
                        .pace(pace -> pace.betweenChunks(Span.of(Duration.ofMillis(50)))))
                .build();
        try (GatewayBench bench = GatewayBench.plan().script(endless).start();
                RawClient raw = bench.raw()) {
            raw.post(GatewayBench.STREAM).readUntil("\"content\"");
            raw.reset();

            Eventually.holds(() -> bench.simulator().requests().getFirst().outcome() == Outcome.CLIENT_LEFT);
            Eventually.holds(() -> bench.gateway().load().requests() == 0);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }
}
