package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.Tenant;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B067 Client leaves; upstream keeps generating, and is even retried")
class ReportB067Test {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    @DisplayName("R-CANCEL-2 before the first token and in the midst of a stream: closed, and never sent again")
    void leavesAfterDispatch_closed(int deltas) throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.deltas(6)).stall(new CutPoint.AfterDeltas(deltas)))
                .build();
        try (Bench bench = new Bench(script)) {
            try (PendingCall pending = bench.penstock().start(live(new Collected()))) {
                while (bench.sends() == 0) {
                    pending.await(Duration.ofMillis(10));
                }
            }

            assertThat(bench.simulator().awaitFinished(1, PATIENCE)).isTrue();
            assertThat(bench.penstock().awaitIdle(PATIENCE)).isTrue();
            assertThat(bench.events())
                    .contains(new CallEvent.Delivered(
                            new CallEvent.Subject(Tenant.LOCAL, null, Variant.NONE), DeliveryKind.LEFT));
            assertThat(bench.simulator().requests())
                    .singleElement()
                    .extracting(LogEntry::outcome)
                    .isEqualTo(Outcome.CLIENT_LEFT);
        }
    }

    @Test
    @DisplayName("R-CANCEL-1 while it waits for a permit and while it backs off: zero further sends")
    void leavesWhileWaiting_nothingSent() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.status(503).header("Retry-After", "2"))
                .build();
        try (Bench bench = new Bench(script)) {
            try (PendingCall backingOff = bench.penstock().start(live(new Collected()))) {
                while (bench.events().stream().noneMatch(CallEvent.RetryScheduled.class::isInstance)) {
                    backingOff.await(Duration.ofMillis(10));
                }
            }

            assertThat(bench.penstock().awaitIdle(PATIENCE)).isTrue();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private static ChatCall live(LiveOutput output) {
        return ChatCall.of(Streams.BODY).withDelivery(Delivery.live(output));
    }
}
