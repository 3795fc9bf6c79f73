package dev.penstock.it.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.PolicySettings;
import dev.penstock.client.Result;
import dev.penstock.client.Route;
import dev.penstock.http.Credential;
import dev.penstock.it.support.Await;
import dev.penstock.it.support.RequestLog;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.SimulatorOptions;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Span;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-DEADLINE-6, R-STREAM-7, R-ADMIT-2: what never ends by itself ends by a limit of ours")
class OwnLimitsE2E {

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final Duration CONNECT = Duration.ofSeconds(10);

    /** For a machine that is busy with other things; alone it is well below the half second of the promise. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private static final FaultScript SCRIPT = FaultScript.builder()
            .rule("stall", when -> when.contains("stall"), then -> then.stall(new CutPoint.AtBodyByte(10)))
            .rule(
                    "drip",
                    when -> when.contains("drip"),
                    then -> then.pace(pace -> pace.drip(1, Span.of(Duration.ofMillis(250)))))
            .rule("alive", when -> when.contains("alive"), then -> then.keepAliveOnly(Duration.ofMillis(200)))
            .build();

    @TempDir
    Path directory;

    @Test
    @DisplayName(
            "a stalled body, a drip and keep-alives for ever end at the deadline, which is named; nothing stays behind")
    void endlessAnswers_endAtTheDeadline() throws Exception {
        Path log = directory.resolve("provider.ndjson");
        SimulatorOptions options =
                SimulatorOptions.builder().script(SCRIPT).logFile(log).build();
        try (Simulator provider = Simulator.start(options)) {
            try (Penstock penstock = open(provider.baseUrl())) {
                for (String kind : new String[] {"stall", "drip", "alive"}) {
                    Result result = penstock.call(call(kind));

                    assertThat(result).as(kind).isInstanceOfSatisfying(Result.UnknownOutcome.class, unknown -> {
                        assertThat(unknown.why()).isEqualTo(EndReason.DEADLINE);
                        assertThat(unknown.message()).contains("deadline");
                    });
                }
                Await.until("closed connections", () -> provider.openConnections() == 0);
                assertThat(penstock.call(call("a question")))
                        .as("the one permit is free again")
                        .isInstanceOf(Result.Answered.class);
            }
            Await.until("threads to end", () -> LiveThreads.ofOurs().isEmpty());
        }
        for (Request request : new RequestLog(log).requests().subList(0, 3)) {
            assertThat(request.outcome()).isEqualTo("client_left");
            isAt(DEADLINE, Duration.ofNanos(1_000 * (request.finishedAt() - request.acceptedAt())));
        }
    }

    @Test
    @DisplayName("a black-holed connect ends at the deadline or at the connect limit, whichever is first, and is named")
    void blackHole_endsAtTheNearerLimit() throws Exception {
        try (BlackHole hole = new BlackHole();
                Penstock penstock = open(hole.baseUrl())) {
            long begun = System.nanoTime();
            Result atDeadline = penstock.call(call("nobody there"));
            long between = System.nanoTime();
            Result atConnect = penstock.call(
                    call("nobody there").withSettings(CallSettings.attached().withMaxAttempts(1)));
            long ended = System.nanoTime();

            assertThat(atDeadline)
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.DEADLINE));
            isAt(DEADLINE, Duration.ofNanos(between - begun));
            assertThat(atConnect).isInstanceOfSatisfying(Result.GaveUp.class, gaveUp -> {
                assertThat(gaveUp.limit()).isEqualTo(EndReason.ATTEMPTS);
                assertThat(gaveUp.message()).contains("not_sent(connect)");
            });
            isAt(CONNECT, Duration.ofNanos(ended - between));
        }
        Await.until("threads to end", () -> LiveThreads.ofOurs().isEmpty());
    }

    private static void isAt(Duration limit, Duration took) {
        System.out.println("a limit of " + limit + " ended it after " + took);
        assertThat(took).isBetween(limit.dividedBy(2), limit.plus(SLACK));
    }

    /** An engine with one permit, for a provider that is not charged any longer once we have left. */
    private static Penstock open(String baseUrl) {
        ProviderProfile profile = ProviderProfile.bundled("openai-compatible").withBaseUrl(URI.create(baseUrl));
        return Penstock.open(PenstockConfig.of(Route.to(profile, Credential.of("sk-test")))
                .withPolicy(PolicySettings.defaults().withMaxActive(1)));
    }

    private static ChatCall call(String content) {
        return ChatCall.of("{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"" + content
                        + "\"}]}")
                .withSettings(CallSettings.attached().withDeadline(DEADLINE));
    }
}
