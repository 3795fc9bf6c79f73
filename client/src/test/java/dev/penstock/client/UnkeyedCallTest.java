package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("One call without a key, against the simulator, judged from its log")
class UnkeyedCallTest {

    @ParameterizedTest
    @EnumSource(UpstreamStream.class)
    @DisplayName("R-STREAM-5 a plain answer, streamed upstream or not")
    void call_answered(UpstreamStream stream) throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE, config -> config.withUpstreamStream(stream))) {
            Result result = bench.penstock().call(Bench.call());

            assertThat(result).isInstanceOfSatisfying(Result.Answered.class, answered -> {
                assertThat(answered.answer().text()).isNotBlank();
                assertThat(answered.answer().finishReasons()).containsExactly("stop");
                assertThat(answered.operation().usage().completionTokens()).isPresent();
                assertThat(answered.operation().sends()).isEqualTo(1);
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-CLASS-3 R-ATTEMPT-2 a 503 is retried once its backoff is over, within the attempts")
    void call_firstRefused_retried() throws Exception {
        FaultScript script = FaultScript.builder()
                .rule("busy", when -> when.first(2), then -> then.status(503))
                .build();
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock().call(Bench.call());

            assertThat(result).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(3);
            assertThat(bench.events())
                    .filteredOn(CallEvent.AttemptStarted.class::isInstance)
                    .extracting(event -> ((CallEvent.AttemptStarted) event).retry())
                    .containsExactly(false, true, true);
        }
    }

    @Test
    @DisplayName("R-CLASS-4 a reset after the request is an unknown outcome and one send")
    void call_resetAfterRequest_unknown() throws Exception {
        FaultScript script =
                FaultScript.builder().always(then -> then.cutAtByte(0, How.RST)).build();
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock().call(Bench.call());

            assertThat(result).isInstanceOfSatisfying(Result.UnknownOutcome.class, unknown -> {
                assertThat(unknown.why()).isEqualTo(EndReason.NO_ANSWER);
                assertThat(unknown.operation().usage().cost()).isNull();
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-REPLAY-1 with replay off nothing is sent again")
    void call_refusedWithReplayOff_oneSend() throws Exception {
        FaultScript script =
                FaultScript.builder().always(then -> then.status(503)).build();
        try (Bench bench = new Bench(script)) {
            CallSettings settings = CallSettings.attached().withReplay(ReplaySetting.NEVER);
            Result result = bench.penstock().call(Bench.call().withSettings(settings));

            assertThat(result).isInstanceOfSatisfying(Result.GaveUp.class, gaveUp -> {
                assertThat(gaveUp.limit()).isEqualTo(EndReason.REPLAY_SETTING);
                assertThat(gaveUp.lastStatus()).isEqualTo(503);
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-RETRYAFTER-3 a hint that does not fit ends the operation at once and is reported")
    void call_hintBeyondDeadline_endsAtOnce() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.status(429).header("Retry-After", "86400"))
                .build();
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock().call(Bench.call());

            assertThat(result).isInstanceOfSatisfying(Result.GaveUp.class, gaveUp -> {
                assertThat(gaveUp.limit()).isEqualTo(EndReason.DEADLINE);
                assertThat(gaveUp.retryAfter()).isGreaterThan(Duration.ofHours(23));
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-6 R-STREAM-3 our deadline ends a stalled stream; the partial is kept and unknown")
    void call_stalled_endedByOurDeadline() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.deltas(8)).stall(new CutPoint.AfterDeltas(3)))
                .build();
        try (Bench bench = new Bench(script, config -> config.withUpstreamStream(UpstreamStream.ALWAYS))) {
            CallSettings settings = CallSettings.attached().withDeadline(Duration.ofSeconds(3));
            Result result = bench.penstock().call(Bench.call().withSettings(settings));

            assertThat(result).isInstanceOfSatisfying(Result.UnknownOutcome.class, unknown -> {
                assertThat(unknown.why()).isEqualTo(EndReason.DEADLINE);
                assertThat(unknown.partial()).isNotNull();
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-CLASS-3 a 400 is the caller's: one send, its body handed on")
    void call_rejected() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then ->
                        then.status(400, "application/json", "{\"error\":{\"code\":\"bad\",\"message\":\"no\"}}"))
                .build();
        try (Bench bench = new Bench(script)) {
            assertThat(bench.penstock().call(Bench.call())).isInstanceOfSatisfying(Result.Rejected.class, rejected -> {
                assertThat(rejected.status()).isEqualTo(400);
                assertThat(rejected.error().code()).isEqualTo("bad");
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-CLASS-2 a body that is not a chat request is refused here; nothing is sent")
    void call_invalid_nothingSent() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE)) {
            assertThat(bench.penstock().call(ChatCall.of("{\"model\":1}"))).isInstanceOf(Result.Invalid.class);
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Invalid.class);
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName(
            "R-VALID-1 R-VALID-2 the caller's check refuses, or throws: nothing is regenerated, kept, quarantined, one send")
    void call_checkRefuses_unusable() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE)) {
            ChatCall picky = Bench.call().withCheck(answer -> new ResultCheck.Judgement.Refused("too short"));
            assertThat(bench.penstock().call(picky)).isInstanceOfSatisfying(Result.Unusable.class, unusable -> {
                assertThat(unusable.checks().protocol()).isEqualTo(Checks.Check.PASSED);
                assertThat(unusable.checks().application()).isEqualTo(Checks.Check.FAILED);
                assertThat(unusable.kept()).isNotNull();
            });

            ChatCall broken = Bench.call().withCheck(answer -> {
                throw new IllegalStateException("the check is broken");
            });
            assertThatThrownBy(() -> bench.penstock().call(broken)).hasMessage("the check is broken");
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R-VALID-1 an answer against the schema that the request asks for is kept, quarantined, one send")
    void call_schemaViolated_unusable() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.text("{\"age\": \"old\"}")))
                .build();
        String body = Bench.BODY.replace(
                "\"messages\"",
                "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"p\",\"schema\":"
                        + "{\"type\":\"object\",\"properties\":{\"age\":{\"type\":\"integer\"}}}}},\"messages\"");
        try (Bench bench = new Bench(script)) {
            assertThat(bench.penstock().call(ChatCall.of(body)))
                    .isInstanceOfSatisfying(
                            Result.Unusable.class,
                            unusable -> assertThat(unusable.checks().schema()).isEqualTo(Checks.Check.FAILED));
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-CANCEL-1 cancelled while it waits for its permit: zero sends")
    void cancel_whileQueued_nothingSent() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(2)))
                .build();
        try (Bench bench = new Bench(
                script, config -> config.withPolicy(PolicySettings.defaults().withMaxActive(1)))) {
            try (PendingCall first = bench.penstock().start(Bench.call());
                    PendingCall second = bench.penstock().start(Bench.call())) {
                bench.simulator().awaitFinished(0, Duration.ofMillis(300));
                second.cancel();
                assertThat(List.of(second.await(), first.await()))
                        .hasExactlyElementsOfTypes(Result.Cancelled.class, Result.Answered.class);
            }
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-4 whose time ends in the queue is told that it waited there")
    void deadline_whileQueued_saysHowLongItWaited() throws Exception {
        FaultScript silent = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMinutes(1)))
                .build();
        try (Bench bench = new Bench(
                        silent,
                        config -> config.withPolicy(PolicySettings.defaults().withMaxActive(1)));
                PendingCall first = bench.penstock().start(Bench.call())) {
            while (bench.penstock().snapshot().permits().values().stream()
                    .noneMatch(permits -> permits.active() == 1)) {
                Thread.onSpinWait();
            }

            CallSettings patient = CallSettings.background().withDeadline(Duration.ofMillis(600));
            Result result = bench.penstock().call(Bench.call().withSettings(patient));

            assertThat(result).isInstanceOfSatisfying(Result.GaveUp.class, gaveUp -> {
                assertThat(gaveUp.limit()).isEqualTo(EndReason.DEADLINE);
                assertThat(gaveUp.operation().queued())
                        .as("the deadline less the least useful attempt and what went before the queue")
                        .isGreaterThanOrEqualTo(Duration.ofMillis(250));
            });
            first.cancel();
        }
    }

    @Test
    @DisplayName("B008 a provider that nobody can connect to is told apart from one that gives no answer")
    void refusedConnection_isNamed() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE)) {
            bench.simulator().refuseConnections();
            ChatCall once = Bench.call().withSettings(CallSettings.attached().withMaxAttempts(1));

            assertThat(bench.penstock().call(once))
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.message()).contains("not_sent(connect)"));
        }
    }

    @Test
    @DisplayName(
            "R-BUDGET-2 background work that waits for a token goes on when an original earns one, long before the floor")
    void backgroundRetry_takesTheTokenThatAnOriginalEarned() throws Exception {
        FaultScript twoBusy = FaultScript.builder()
                .rule("busy", when -> when.first(2), then -> then.status(503))
                .build();
        RetryBudgetSettings oneToken =
                new RetryBudgetSettings(RetryBudgetSettings.defaults().scope(), 1, 100, Duration.ofHours(1));
        ChatCall background = Bench.call().withSettings(CallSettings.background());
        try (Bench bench = new Bench(
                        twoBusy,
                        config -> config.withPolicy(PolicySettings.defaults().withBudget(oneToken)));
                PendingCall one = bench.penstock().start(background);
                PendingCall other = bench.penstock().start(background)) {
            while (bench.events().stream()
                    .noneMatch(event -> event instanceof CallEvent.Waits waits
                            && waits.waitingFor() == CallEvent.WaitingFor.RETRY_TOKEN)) {
                one.await(Duration.ofMillis(20));
            }
            bench.penstock().call(Bench.call());

            assertThat(one.await(Duration.ofSeconds(30))).isPresent();
            assertThat(other.await(Duration.ofSeconds(30))).isPresent();
            assertThat(bench.sends()).isEqualTo(5);
        }
    }
}
