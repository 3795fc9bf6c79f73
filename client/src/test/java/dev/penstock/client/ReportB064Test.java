package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.simulator.script.BehaviourBuilder;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("B064 Retry after visible output duplicates text")
class ReportB064Test {

    /** Whatever breaks an answer off, the point after which nothing takes its place is the same. */
    enum Break {
        FIN,
        RST,
        STALL,
        INTERRUPTED,
        UNFINISHED;

        BehaviourBuilder in(BehaviourBuilder then) {
            return switch (this) {
                case FIN -> then.cutAfterDeltas(2, How.FIN);
                case RST -> then.cutAfterDeltas(2, How.RST);
                case STALL -> then.stall(new CutPoint.AfterDeltas(2));
                case INTERRUPTED -> then.answer(answer -> answer.finish("aborted"));
                case UNFINISHED -> then.answer(answer -> answer.noFinish().done(false));
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void brokenAfterOutput_neverRestarted(Break how) throws Exception {
        FaultScript script = FaultScript.builder()
                .rule("break", when -> when.first(1), then -> how.in(then.answer(answer -> answer.deltas(2))))
                .build();
        Collected reader = new Collected();
        CallSettings settings =
                CallSettings.attached().withReplay(ReplaySetting.AFTER_ANYTHING).withDeadline(Duration.ofSeconds(3));
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock()
                    .call(ChatCall.of(Streams.BODY).withSettings(settings).withDelivery(Delivery.live(reader)));

            assertThat(result).isNotInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
            assertThat(reader.events())
                    .filteredOn(event -> event.contains("\"role\""))
                    .hasSizeLessThan(2);
            if (result instanceof Result.UnknownOutcome unknown) {
                assertThat(Objects.requireNonNull(unknown.partial()).size()).isPositive();
            }
        }
    }
}
