package dev.penstock.it.gateway.onekey;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.support.Said;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-7, R-OP-8: one key's judge refuses a second answer and a second send")
class OneKeyRulesTest {

    private static final Said ONE = answer("one", "stop");

    @Test
    void sameAnswer_holds() {
        assertThatCode(() -> OneKeyRules.areOneAnswer(List.of(ONE, ONE), 2, /* stream= */ false, 1))
                .doesNotThrowAnyException();
    }

    @Test
    void twoAnswersTwoSendsOrOneMissing_isRefused() {
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE, answer("two", "stop")), 2, /* stream= */ false, 1));
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE, answer("one", "length")), 2, /* stream= */ false, 1));
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE, error(409, "outcome_unknown")), 2, /* stream= */ false, 1));
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE, ONE), 2, /* stream= */ false, 2));
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE, ONE), 2, /* stream= */ false, 0));
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE), 2, /* stream= */ false, 1));
        refused(() -> OneKeyRules.areOneAnswer(List.of(ONE, ONE), 2, /* stream= */ true, 1));
    }

    @Test
    void replay_isTheSameAndSaysSo() {
        Said again = new Said(ONE.status(), Map.of("x-penstock-replayed", "true"), ONE.body(), true);
        Said other = new Said(
                200,
                Map.of("x-penstock-replayed", "true"),
                answer("two", "stop").body(),
                true);

        assertThatCode(() -> OneKeyRules.isReplayed(ONE, again, 1)).doesNotThrowAnyException();
        refused(() -> OneKeyRules.isReplayed(ONE, ONE, 1));
        refused(() -> OneKeyRules.isReplayed(ONE, other, 1));
        refused(() -> OneKeyRules.isReplayed(ONE, again, 2));
        refused(() -> OneKeyRules.isReplayed(error(409, "outcome_unknown"), again, 1));
    }

    @Test
    void conflict_isNamedAndNeverSent() {
        Said conflict = error(422, "idempotency_key_reused");

        assertThatCode(() -> OneKeyRules.isConflict(conflict, 0)).doesNotThrowAnyException();
        refused(() -> OneKeyRules.isConflict(conflict, 1));
        refused(() -> OneKeyRules.isConflict(ONE, 0));
        refused(() -> OneKeyRules.isConflict(error(409, "operation_in_progress"), 0));
    }

    private static void refused(ThrowingCallable rule) {
        assertThatThrownBy(rule).isInstanceOf(AssertionError.class);
    }

    private static Said answer(String text, String finish) {
        String body = "{\"choices\":[{\"message\":{\"content\":\"%s\"},\"finish_reason\":\"%s\"}]}";
        return new Said(200, Map.of(), body.formatted(text, finish), true);
    }

    private static Said error(int status, String code) {
        return new Said(status, Map.of(), "{\"error\":{\"code\":\"" + code + "\"}}", true);
    }
}
