package dev.penstock.it.gateway.overload;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.gateway.overload.Arrivals.Arrived;
import dev.penstock.it.gateway.overload.OverloadPlan.Client;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-TENANT-1, R-ADMIT-5, R-ADMIT-7, R-PROOF-6: the overload's judge refuses what is not shared")
class OverloadRulesTest {

    private static final int SECONDS = 10;
    private static final double USEFUL = 0.9;

    /** Ten seconds of a load that breaks no rule, until a test changes something. */
    private static final class Load {

        int attempts = 4;
        int retries = 40;
        int active = OverloadPlan.LIMIT;
        int lightWait = 100;
        int heavyWait = 100;
        int light = 40;
        int batch = 30;
        int answers = OverloadPlan.LIMIT * SECONDS;
        String refusal = "admission_rejected";
        Map<String, String> refusalHeaders = Map.of();
        Said afterwards = answer(0);
        final List<Request> more = new ArrayList<>();

        OverloadFindings findings() {
            List<Arrived> calls = new ArrayList<>();
            List<Request> log = new ArrayList<>(more);
            ask(calls, 0, light, lightWait);
            ask(calls, 1, 40, 100);
            ask(calls, 2, 90, heavyWait);
            ask(calls, 3, batch, 100);
            List<Arrived> answered =
                    calls.stream().filter(call -> call.said().isAnswer()).toList();
            for (int i = 0; i < Math.min(answers, answered.size()); i++) {
                String digest = answered.get(i).chat().digest();
                long at = i / OverloadPlan.LIMIT * 1_000_000L;
                if (i < retries) {
                    log.add(new Request(i, 0, at, at, at, at, at, 503, "complete", active, digest));
                }
                log.add(new Request(i, 0, at, at, at, at + 1_000_000, at + 1_000_000, 200, "complete", active, digest));
            }
            OverloadPlan plan =
                    new OverloadPlan(Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(SECONDS), attempts);
            return new OverloadFindings(
                    plan, 0, calls, log, arrived(OverloadPlan.CLIENTS.getLast(), "over", afterwards));
        }

        /** As many calls as a client's share is, so many of them answered, the others refused. */
        private void ask(List<Arrived> calls, int number, int answered, int wait) {
            Client client = OverloadPlan.CLIENTS.get(number);
            long all = Math.round(client.share() * OverloadPlan.LIMIT * SECONDS);
            for (int i = 0; i < all; i++) {
                Said said = i < answered
                        ? answer(wait)
                        : new Said(429, refusalHeaders, "{\"error\":{\"code\":\"" + refusal + "\"}}", true);
                calls.add(arrived(client, client.tenant() + " asks " + i, said));
            }
        }

        private static Arrived arrived(Client client, String text, Said said) {
            return new Arrived(client, Chat.of(text), 0, 1_000_000, said);
        }

        private static Said answer(int waited) {
            return new Said(200, Map.of("x-penstock-queue-ms", Integer.toString(waited)), "{}", true);
        }
    }

    @Test
    void sharedLoad_holds() {
        assertThatCode(() -> OverloadRules.hold(new Load().findings(), USEFUL)).doesNotThrowAnyException();
    }

    @Test
    void idleProvider_isRefused() {
        refused(load -> load.answers = 160);
    }

    @Test
    void moreThanTheLimit_isRefused() {
        refused(load -> load.active = OverloadPlan.LIMIT + 1);
        refused(load -> load.more.add(new Request(1, 0, 1, 1, 1, 1, 1, 429, "complete", 1, "")));
    }

    @Test
    void lightTenantThatWaitsOrIsRefused_isRefused() {
        refused(load -> load.lightWait = (int) OverloadPlan.MAX_QUEUE_WAIT.toMillis() + 1);
        refused(load -> load.light = 10);
    }

    @Test
    void heavyTenantThatWaitsTooLong_isRefused() {
        refused(load -> load.heavyWait = (int) OverloadPlan.MAX_QUEUE_WAIT.toMillis() + 1);
    }

    @Test
    void backgroundThatStarvesOrGoesFirst_isRefused() {
        refused(load -> load.batch = 0);
        refused(load -> load.batch = 90);
    }

    @Test
    void retriesBeyondTheirShareOrNone_areRefused() {
        refused(load -> load.retries = 90);
        refused(load -> load.retries = 0);
        refused(load -> load.attempts = 1);
    }

    @Test
    void refusalsAfterAnAttemptOnly_areRefused() {
        refused(load -> load.refusalHeaders = Map.of("x-penstock-attempts", "2"));
    }

    @Test
    void endThatNobodyNames_isRefused() {
        refused(load -> load.refusal = "internal_error");
    }

    @Test
    void overloadThatStays_isRefused() {
        refused(load -> load.afterwards = Load.answer(1_000));
        refused(load -> load.afterwards = new Said(503, Map.of("x-penstock-queue-ms", "0"), "{}", true));
    }

    private static void refused(Consumer<Load> broken) {
        Load load = new Load();
        broken.accept(load);
        OverloadFindings findings = load.findings();
        assertThatThrownBy(() -> OverloadRules.hold(findings, USEFUL)).isInstanceOf(AssertionError.class);
    }
}
