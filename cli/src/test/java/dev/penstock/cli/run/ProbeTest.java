package dev.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.OperationInfo;
import dev.penstock.client.Result;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.UsageSummary;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProbeTest {

    private static final IdempotencyKey FIRST = new IdempotencyKey("first");
    private static final IdempotencyKey OTHER = new IdempotencyKey("other");

    private final Probe probe = new Probe(Set.of("model_not_found", "Model Not Exist"));

    @Test
    void onlyTheFirstLine_isTheProbe() {
        assertThat(probe.begin(FIRST)).isTrue();
        assertThat(probe.begin(OTHER)).isFalse();
    }

    @Test
    void status404_meansAnUnknownModelOrAddress() {
        probe.begin(FIRST);
        assertThat(probe.judge(FIRST, rejected(404, null)))
                .hasValueSatisfying(
                        cause -> assertThat(cause.exitCode().value()).isEqualTo(2));
    }

    @Test
    void codeThatTheProfileNames_meansAnUnknownModel() {
        probe.begin(FIRST);
        assertThat(probe.judge(FIRST, rejected(400, "Model_Not_Found"))).isPresent();
    }

    @Test
    void messageThatTheProfileNames_meansAnUnknownModel() {
        probe.begin(FIRST);
        assertThat(probe.judge(FIRST, rejected(400, "invalid_request_error", "Model Not Exist")))
                .isPresent();
    }

    @Test
    void anyOtherRejection_isTheLinesOwn() {
        probe.begin(FIRST);
        assertThat(probe.judge(FIRST, rejected(400, "invalid_request_error", "the model does not exist in France")))
                .isEmpty();
    }

    @Test
    void laterLine_stopsNothing() {
        probe.begin(FIRST);
        assertThat(probe.judge(OTHER, rejected(404, null))).isEmpty();
    }

    private static Result rejected(int status, @Nullable String code) {
        return rejected(status, code, null);
    }

    private static Result rejected(int status, @Nullable String code, @Nullable String message) {
        OperationInfo info = new OperationInfo(
                null,
                OperationState.FAILED_PERMANENT,
                1,
                1,
                UsageSummary.UNKNOWN,
                List.of(),
                false,
                Duration.ZERO,
                "",
                "");
        return new Result.Rejected(status, new ErrorFacts(OptionalInt.empty(), code, null, message), null, info);
    }
}
