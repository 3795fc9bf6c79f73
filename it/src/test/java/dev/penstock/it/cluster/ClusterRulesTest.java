package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.cluster.DeathWatch.Death;
import dev.penstock.it.cluster.Question.End;
import dev.penstock.it.cluster.Question.Told;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestLog.Request;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-5, R-ADMIT-8: the cluster's judge refuses what must not be")
class ClusterRulesTest {

    private static final String KEY = "caller-1-1";
    private static final Chat CHAT = Chat.of("question of " + KEY).keyed(KEY);
    private static final Chat WORK = Chat.of("work-1-1").keyed("work-1-1");
    private static final Told ANSWERED = new Told(End.ANSWERED, "a", List.of());
    private static final Told UNKNOWN = new Told(End.UNKNOWN, "", List.of());
    private static final ClusterPlan PLAN = new ClusterPlan(
            1, 10, new ClusterPlan.Count(1, 1, 1, 1, 1), Duration.ofSeconds(1), Duration.ofSeconds(20), 1);

    /** What may be: an answer that everybody got, sent once, and one piece of work that was done. */
    private static final class Findings {
        private List<Told> told = List.of(ANSWERED, ANSWERED);
        private List<String> refused = List.of();
        private List<Death> deaths = List.of(new Death("kill", 3, Duration.ofSeconds(17)));
        private final Map<String, Generation> newest = new HashMap<>(Map.of(
                KEY, generation(KEY, 1, "succeeded", 5), WORK.text(), generation(WORK.text(), 1, "succeeded", 5)));
        private List<Attempt> attempts = List.of(attempt(KEY, 1, 200), attempt(WORK.text(), 1, 200));
        private final Set<String> byEvidence = new HashSet<>();
        private final Set<String> lost = new HashSet<>();
        private List<Request> requests = List.of(request(CHAT, 200, 10), request(WORK, 200, 1));

        private List<String> violations() {
            return ClusterRules.violations(new ClusterFindings(
                    PLAN,
                    List.of(new Question(KEY, CHAT, told)),
                    List.of(WORK),
                    refused,
                    deaths,
                    new ClusterFindings.Ledger(newest, attempts, byEvidence, lost),
                    requests));
        }
    }

    @Test
    void whatMayBe_holds() {
        holds(findings -> {});
        holds(findings -> {
            findings.attempts = List.of(attempt(KEY, 1, 429), attempt(KEY, 2, 200), attempt(WORK.text(), 1, 200));
            findings.requests = List.of(request(CHAT, 429, 1), request(CHAT, 200, 1), request(WORK, 200, 1));
        });
        holds(findings -> {
            findings.told = List.of(UNKNOWN, UNKNOWN);
            findings.newest.put(KEY, generation(KEY, 1, "unknown_outcome", 5));
        });
        holds(findings -> {
            findings.told = List.of(UNKNOWN, ANSWERED);
            findings.byEvidence.add(KEY);
        });
        holds(findings -> findings.told = List.of(new Told(End.ANSWERED, "a", List.of("a"))));
    }

    @Test
    void twoSends_areRefused() {
        breaks(findings ->
                findings.requests = List.of(request(CHAT, 200, 1), request(CHAT, 200, 1), request(WORK, 200, 1)));
        breaks(findings -> {
            findings.attempts = List.of(attempt(KEY, 1, 0), attempt(KEY, 2, 200), attempt(WORK.text(), 1, 200));
            findings.requests = List.of(request(CHAT, 429, 1), request(CHAT, 200, 1), request(WORK, 200, 1));
        });
        breaks(findings ->
                findings.requests = List.of(request(CHAT, 200, 1), request(WORK, 200, 1), request(WORK, 200, 1)));
    }

    @Test
    void sendWithoutIntentOrOwner_isRefused() {
        breaks(findings -> findings.attempts = List.of(attempt(WORK.text(), 1, 200)));
        breaks(findings -> findings.requests =
                List.of(request(CHAT, 200, 1), request(WORK, 200, 1), request(Chat.of("nobody's"), 200, 1)));
    }

    @Test
    void twoWordsForOneKey_areRefused() {
        breaks(findings -> findings.told = List.of(ANSWERED, new Told(End.ANSWERED, "b", List.of())));
        breaks(findings -> findings.told = List.of(ANSWERED, UNKNOWN));
        breaks(findings -> findings.told = List.of(new Told(End.ANSWERED, "a", List.of("b"))));
        breaks(findings -> findings.told = List.of(ANSWERED, new Told(End.WRONG, "500", List.of())));
    }

    @Test
    void ledgerThatSaysOtherwise_isRefused() {
        breaks(findings -> findings.newest.put(KEY, generation(KEY, 1, "unknown_outcome", 5)));
        breaks(findings -> findings.newest.put(KEY, generation(KEY, 2, "succeeded", 5)));
        breaks(findings -> findings.newest.remove(KEY));
        breaks(findings -> findings.told = List.of(UNKNOWN));
    }

    @Test
    void whatDoesNotEndOrIsLost_isRefused() {
        breaks(findings -> findings.newest.remove(WORK.text()));
        breaks(findings -> findings.newest.put(WORK.text(), generation(WORK.text(), 1, "received", -1)));
        breaks(findings -> findings.newest.put("other", generation("other", 1, "dispatching", -1)));
        breaks(findings -> findings.lost.add("op_1/1"));
        breaks(findings -> findings.refused = List.of("work: 400"));
    }

    @Test
    void moreThanTheLimitAtWork_isRefused() {
        breaks(findings -> findings.requests = List.of(request(CHAT, 200, 11), request(WORK, 200, 1)));
    }

    @Test
    void workLeftLyingForTooLong_isRefused() {
        breaks(findings -> findings.deaths = List.of(new Death("kill", 1, Duration.ofSeconds(21))));
    }

    private static void holds(Consumer<Findings> change) {
        Findings findings = new Findings();
        change.accept(findings);
        assertThat(findings.violations()).isEmpty();
    }

    private static void breaks(Consumer<Findings> change) {
        Findings findings = new Findings();
        change.accept(findings);
        assertThat(findings.violations()).isNotEmpty();
    }

    private static Generation generation(String key, int number, String state, long settledAt) {
        return new Generation(key, "op_" + key, number, state, "", 1, settledAt, 1, 1, true);
    }

    private static Attempt attempt(String key, int number, int status) {
        return new Attempt(key, 1, number, 1, status != 0, "response_complete", "", status);
    }

    private static Request request(Chat chat, int status, int active) {
        return new Request(1, 1, 1, 1, 1, 1, 1, status, "complete", active, chat.digest());
    }
}
