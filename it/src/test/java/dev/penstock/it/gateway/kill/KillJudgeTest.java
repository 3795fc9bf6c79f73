package dev.penstock.it.gateway.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.gateway.kill.KeyedCaller.Asked;
import dev.penstock.it.gateway.kill.KeyedCaller.End;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestLog.Request;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-5: the kills' judge refuses what must not be")
class KillJudgeTest {

    private static final String KEY = "caller-1-1";
    private static final Chat CHAT = Chat.of("question of " + KEY).keyed(KEY);
    private static final long BACK = 2_000;
    private static final Generation SUCCEEDED = generation("succeeded", 1, 5);
    private static final Generation UNKNOWN = generation("unknown_outcome", 1, 5);
    private static final Attempt ANSWERED = attempt(1, 200);
    private static final Attempt REFUSED = attempt(1, 429);

    @Test
    void whatMayBe_holds() {
        assertThat(violations(End.ANSWERED, SUCCEEDED, List.of(ANSWERED), send(200)))
                .isEmpty();
        assertThat(violations(End.ANSWERED, SUCCEEDED, List.of(REFUSED, attempt(2, 200)), send(429), send(200)))
                .isEmpty();
        assertThat(violations(End.UNKNOWN, UNKNOWN, List.of(ANSWERED))).isEmpty();
        assertThat(violations(End.LEFT_ALONE, UNKNOWN, List.of(ANSWERED), send(200)))
                .isEmpty();
    }

    @Test
    void sentAgainAfterAnAnswer_isRefused() {
        List<Attempt> both = List.of(ANSWERED, attempt(2, 200));

        assertThat(violations(End.ANSWERED, SUCCEEDED, both, send(200), send(200)))
                .isNotEmpty();
    }

    @Test
    void sentAgainAfterARefusalThatTheLedgerDoesNotHold_isRefused() {
        List<Attempt> both = List.of(attempt(1, 0), attempt(2, 200));

        assertThat(violations(End.ANSWERED, SUCCEEDED, both, send(429), send(200)))
                .isNotEmpty();
    }

    @Test
    void sentWithoutAnIntent_isRefused() {
        assertThat(violations(End.ANSWERED, SUCCEEDED, List.of(), send(200))).isNotEmpty();
    }

    @Test
    void twoWordsForOneEnd_areRefused() {
        assertThat(violations(End.ANSWERED, UNKNOWN, List.of(ANSWERED), send(200)))
                .isNotEmpty();
        assertThat(violations(End.UNKNOWN, SUCCEEDED, List.of(ANSWERED), send(200)))
                .isNotEmpty();
        assertThat(violations(End.ANSWERED, generation("succeeded", 2, 5), List.of(ANSWERED), send(200)))
                .isNotEmpty();
        assertThat(violations(End.LEFT_ALONE, generation("dispatching", 1, -1), List.of(ANSWERED), send(200)))
                .isNotEmpty();
        assertThat(violations(End.WRONG, SUCCEEDED, List.of(ANSWERED), send(200)))
                .isNotEmpty();
    }

    @Test
    void sentForACallerWhoDidNotComeBack_isRefused() {
        assertThat(violations(End.LEFT_ALONE, UNKNOWN, List.of(ANSWERED), sendAt(BACK, 200)))
                .isNotEmpty();
    }

    private static List<String> violations(End end, Generation generation, List<Attempt> attempts, Request... sends) {
        KillJudge judge = new KillJudge(List.of(new Asked(KEY, CHAT, end, "one", BACK)));
        judge.settled(Map.of(KEY, generation), attempts, Map.of(CHAT.digest(), List.of(sends)));
        return judge.findings(new KillPlan(1, 1, Duration.ofSeconds(1), 1)).violations();
    }

    private static Generation generation(String state, int number, long settledAt) {
        return new Generation(KEY, "op_1", number, state, "", 1, settledAt, 1, 1, true);
    }

    private static Attempt attempt(int number, int status) {
        return new Attempt(KEY, 1, number, 1, status != 0, "response_complete", "", status);
    }

    private static Request send(int status) {
        return sendAt(1, status);
    }

    private static Request sendAt(long epochMs, int status) {
        return new Request(1, epochMs, 1, 1, 1, 1, 1, status, "complete", 1, CHAT.digest());
    }
}
