package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a listener hears, beside the simulator's log")
class CallEventsTest {

    @Test
    @DisplayName("R-OBS-1 R-OBS-3 operations, attempts, retries, sends and the end are told apart")
    void events_countWhatTheLogCounts() throws Exception {
        FaultScript script = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        try (Bench bench = new Bench(script)) {
            bench.penstock().call(Bench.call());

            assertThat(of(bench, CallEvent.Accepted.class)).hasSize(1);
            assertThat(of(bench, CallEvent.AttemptStarted.class)).hasSize(2);
            assertThat(of(bench, CallEvent.AttemptStarted.class))
                    .filteredOn(CallEvent.AttemptStarted::retry)
                    .hasSize(1);
            assertThat(of(bench, CallEvent.AttemptEnded.class).stream().filter(CallEvent.AttemptEnded::sent))
                    .hasSize((int) bench.sends());
            assertThat(of(bench, CallEvent.AttemptEnded.class))
                    .extracting(CallEvent.AttemptEnded::retry)
                    .containsExactly(false, true);
            assertThat(of(bench, CallEvent.AttemptStarted.class))
                    .extracting(CallEvent.AttemptStarted::place)
                    .containsExactlyElementsOf(of(bench, CallEvent.AttemptEnded.class).stream()
                            .map(CallEvent.AttemptEnded::place)
                            .toList())
                    .allSatisfy(place -> assertThat(place.model()).isNotEmpty());
            assertThat(of(bench, CallEvent.RetryScheduled.class)).hasSize(1);
            assertThat(of(bench, CallEvent.Settled.class)).singleElement().satisfies(settled -> {
                assertThat(settled.state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(settled.reason()).isEqualTo(EndReason.ANSWERED);
                assertThat(settled.attempts()).isEqualTo(2);
            });
        }
    }

    @Test
    @DisplayName("R-OBS-2 R-STREAM-6 first byte, first output and the end are measured apart")
    void timings_areInOrder() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.deltas(4)))
                .build();
        try (Bench bench = new Bench(script, config -> config.withUpstreamStream(UpstreamStream.ALWAYS))) {
            bench.penstock().call(Bench.call());

            Timings timings = of(bench, CallEvent.AttemptEnded.class).getFirst().timings();
            assertThat(List.of(
                            timings.connected(),
                            timings.requestComplete(),
                            timings.responseStarted(),
                            timings.firstOutput(),
                            timings.ended()))
                    .isSorted()
                    .allMatch(step -> step != Timings.NEVER);
        }
    }

    @Test
    @DisplayName("R-STREAM-7 a provider that keeps us waiting for ever is left at our own deadline")
    void keepAlivesForEver_endAtOurDeadline() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.keepAliveOnly(Duration.ofMillis(50)))
                .build();
        try (Bench bench = new Bench(script, config -> config.withUpstreamStream(UpstreamStream.ALWAYS))) {
            CallSettings settings = CallSettings.attached().withDeadline(Duration.ofSeconds(3));
            assertThat(bench.penstock().call(Bench.call().withSettings(settings)))
                    .isInstanceOfSatisfying(Result.UnknownOutcome.class, unknown -> {
                        assertThat(unknown.why()).isEqualTo(EndReason.DEADLINE);
                        assertThat(unknown.partial()).isNull();
                    });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-11 without a key equal requests are two intentions, and two sends")
    void equalRequestsWithoutKey_areTwo() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE)) {
            bench.penstock().call(Bench.call());
            bench.penstock().call(Bench.call());

            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    private static <E extends CallEvent> List<E> of(Bench bench, Class<E> kind) {
        return bench.events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
