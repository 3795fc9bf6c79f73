package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationMode;
import dev.penstock.store.Tenant;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Design 12: a call without a key has an address, and is remembered for a while")
class RecentCallsTest {

    private static final AttemptIntent INTENT = new AttemptIntent(
            1,
            AttemptIntent.Kind.ORIGINAL,
            "simulator",
            "deepseek-v4-flash",
            "",
            false,
            Duration.ofMinutes(1),
            Duration.ofMillis(100),
            null);

    @Test
    @DisplayName("R-OBS-1 while it runs and after its end, with its attempts, usage and cost; for its own tenant alone")
    void call_isSeen() throws Exception {
        FaultScript script = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        try (Bench bench = new Bench(script)) {
            Result.Answered answered = (Result.Answered) bench.penstock().call(Bench.call());
            GenerationRef ref = Objects.requireNonNull(answered.operation().ref());

            OperationView view =
                    bench.penstock().operation(Tenant.LOCAL, ref.operation()).orElseThrow();
            assertThat(view.durable()).isFalse();
            assertThat(view.key()).isNull();
            assertThat(view.standing().state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(view.standing().usage().cost()).isNotNull();
            assertThat(view.times().resultCommittedAt()).isPresent();
            assertThat(view.attempts())
                    .extracting(attempt ->
                            Objects.requireNonNull(attempt.outcome()).status().orElse(0))
                    .containsExactly(503, 200);
            assertThat(bench.penstock().operation(new Tenant("other"), ref.operation()))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("what is over is forgotten after ten minutes; what runs is not")
    void over_isForgotten() {
        VirtualTime clock = new VirtualTime();
        RecentCalls recent = new RecentCalls(clock.time(), new SplittableRandom(1), Spending.NOT_KEPT);
        RecentCall running = begin(recent);
        RecentCall over = begin(recent);
        over.over(EndReason.REFUSED);

        clock.advance(Duration.ofMinutes(10));
        assertThat(find(recent, over)).isPresent();
        clock.advance(Duration.ofMillis(1));
        assertThat(find(recent, over)).isEmpty();
        assertThat(find(recent, running)).isPresent();
    }

    @Test
    @DisplayName("what was refused, or failed, has ended once it is over; what was in the air then is unknown")
    void overWithoutAnEnd_hasOne() {
        RecentCalls recent = new RecentCalls(new VirtualTime().time(), new SplittableRandom(3), Spending.NOT_KEPT);
        RecentCall refused = begin(recent);
        RecentCall failed = begin(recent);
        RecentCall cancelled = begin(recent);
        failed.intend(INTENT);
        cancelled.end(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED);
        refused.over(EndReason.REFUSED);
        failed.over(EndReason.INTERNAL_ERROR);
        cancelled.over(EndReason.INTERNAL_ERROR);

        assertThat(standing(recent, refused)).isEqualTo("DEAD_LETTER REFUSED");
        assertThat(standing(recent, failed)).isEqualTo("UNKNOWN_OUTCOME INTERNAL_ERROR");
        assertThat(standing(recent, cancelled)).isEqualTo("CANCELLED_BEFORE_DISPATCH CANCELLED");
    }

    @Test
    @DisplayName("what is remembered is bounded: the oldest make way")
    void oldest_makesWay() {
        RecentCalls recent = new RecentCalls(new VirtualTime().time(), new SplittableRandom(2), Spending.NOT_KEPT);
        RecentCall oldest = begin(recent);
        RecentCall second = begin(recent);
        for (int i = 0; i < RecentCalls.MOST - 1; i++) {
            begin(recent);
        }

        assertThat(find(recent, oldest)).isEmpty();
        assertThat(find(recent, second)).isPresent();
    }

    private static RecentCall begin(RecentCalls recent) {
        return recent.begin(Tenant.LOCAL, OperationMode.ATTACHED, Duration.ofMinutes(2));
    }

    private static String standing(RecentCalls recent, RecentCall call) {
        OperationView.Standing standing = find(recent, call).orElseThrow().standing();
        return standing.state() + " " + standing.reason();
    }

    private static Optional<OperationView> find(RecentCalls recent, RecentCall call) {
        return recent.find(Tenant.LOCAL, call.address().operation());
    }
}
