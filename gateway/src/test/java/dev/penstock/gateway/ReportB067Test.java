package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.PolicySettings;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B067 R-CANCEL-2 clients that leave, in every phase, judged from the provider's log")
class ReportB067Test {

    private static final FaultScript SILENT = FaultScript.builder()
            .always(then -> then.delay(Duration.ofMinutes(2)))
            .build();

    @TempDir
    private Path folder;

    /** How a client leaves. */
    enum Way {
        FIN {
            @Override
            void leave(RawClient client) throws Exception {
                client.close();
            }
        },
        RST {
            @Override
            void leave(RawClient client) throws Exception {
                client.reset();
            }
        },
        HALF_CLOSE {
            @Override
            void leave(RawClient client) throws Exception {
                client.socket().shutdownOutput();
            }
        };

        abstract void leave(RawClient client) throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    @DisplayName("Dispatched and without a key: the exchange is closed, though nothing was being written")
    void unkeyed_dispatched_exchangeClosed(Way way) throws Exception {
        for (String body : new String[] {GatewayBench.BODY, GatewayBench.STREAM}) {
            try (GatewayBench bench = GatewayBench.plan().script(SILENT).start();
                    RawClient raw = bench.raw()) {
                raw.post(body);
                Eventually.holds(() -> bench.sends() == 1);
                way.leave(raw);

                Eventually.holds(() -> bench.simulator().requests().getFirst().outcome() == Outcome.CLIENT_LEFT);
                assertThat(bench.sends()).isEqualTo(1);
                Eventually.holds(() -> bench.gateway().load().requests() == 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R-OP-8 dispatched under a key: it finishes, and the repeat finds its answer")
    void keyed_dispatched_finishes(boolean stream) throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(1)))
                .build();
        String body = GatewayBench.body(stream);
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(slow).start()) {
            try (RawClient raw = bench.raw()) {
                raw.post(body, "Idempotency-Key: k");
                Eventually.holds(() -> bench.sends() == 1);
            }
            Eventually.holds(() -> state(bench).equals(Optional.of(OperationState.SUCCEEDED)));

            assertThat(bench.post(body, "idempotency-key", "k").headers().firstValue("x-penstock-replayed"))
                    .hasValue("true");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("Queued: nobody is left, so nothing is ever sent, and the queue moves on")
    void queued_neverSent() throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("first", when -> when.nth(1), then -> then.delay(Duration.ofSeconds(3)))
                .build();
        try (GatewayBench bench = GatewayBench.plan()
                        .ledgerIn(folder)
                        .script(slow)
                        .engine(config ->
                                config.withPolicy(PolicySettings.defaults().withMaxActive(1)))
                        .start();
                RawClient first = bench.raw();
                RawClient unkeyed = bench.raw();
                RawClient keyed = bench.raw()) {
            first.post(GatewayBench.BODY);
            Eventually.holds(() -> bench.sends() == 1);
            unkeyed.post(GatewayBench.BODY);
            keyed.post(GatewayBench.BODY, "Idempotency-Key: k");
            Eventually.holds(() -> bench.gateway().load().requests() == 3);
            unkeyed.reset();
            Way.FIN.leave(keyed);
            Eventually.holds(() -> bench.gateway().load().requests() == 1);

            assertThat(first.readUntil("\r\n")).startsWith("HTTP/1.1 200");
            assertThat(bench.post(GatewayBench.BODY).statusCode()).isEqualTo(200);
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("Backing off: nobody is left, so nothing is sent again")
    void backingOff_notSentAgain() throws Exception {
        FaultScript busy = FaultScript.builder()
                .always(then -> then.status(503).header("Retry-After", "3"))
                .build();
        try (GatewayBench bench = GatewayBench.plan().script(busy).start()) {
            try (RawClient raw = bench.raw()) {
                raw.post(GatewayBench.BODY);
                assertThat(bench.simulator().awaitFinished(1, Duration.ofSeconds(10)))
                        .isTrue();
            }
            Eventually.holds(() -> bench.gateway().load().requests() == 0);
            assertThat(bench.engine().awaitIdle(Duration.ofSeconds(2))).isTrue();

            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-8 the leader leaves, and the one that joined still gets the answer of the one send")
    void leader_leaves_joinerServed() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(1)))
                .build();
        try (GatewayBench bench =
                        GatewayBench.plan().ledgerIn(folder).script(slow).start();
                RawClient leader = bench.raw();
                RawClient joiner = bench.raw()) {
            leader.post(GatewayBench.STREAM, "Idempotency-Key: k");
            Eventually.holds(() -> bench.sends() == 1);
            joiner.post(GatewayBench.STREAM, "Idempotency-Key: k");
            Eventually.holds(() -> bench.gateway().load().requests() == 2);
            leader.reset();

            assertThat(joiner.readUntil("[DONE]")).startsWith("HTTP/1.1 200").contains("\"finish_reason\":\"stop\"");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private static Optional<OperationState> state(GatewayBench bench) {
        return bench.ledger()
                .operations()
                .find(new Tenant("acme"), new IdempotencyKey("k"))
                .map(OperationRecord::state);
    }

    @Test
    @DisplayName("Those who left make no retry of what others ask")
    void leavers_doNotTaxOthers() throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("slow", when -> when.first(30), then -> then.delay(Duration.ofMinutes(2)))
                .build();
        try (GatewayBench bench = GatewayBench.plan().script(slow).start()) {
            for (int i = 1; i <= 30; i++) {
                long sends = i;
                try (RawClient raw = bench.raw()) {
                    raw.post(GatewayBench.BODY);
                    Eventually.holds(() -> bench.sends() == sends);
                }
            }
            Eventually.holds(() -> bench.gateway().load().requests() == 0);

            for (int i = 0; i < 20; i++) {
                assertThat(bench.post(GatewayBench.BODY).statusCode()).isEqualTo(200);
            }
        }
    }
}
