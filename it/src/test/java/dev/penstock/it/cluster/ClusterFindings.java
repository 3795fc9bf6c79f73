package dev.penstock.it.cluster;

import dev.penstock.it.cluster.DeathWatch.Death;
import dev.penstock.it.cluster.Question.End;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestLog.Request;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a drill found.
 *
 * @param plan how hard it was tried
 * @param questions every key and what its callers were told
 * @param accepted work that some node said it has
 * @param refused work that should not have been refused
 * @param deaths of processes, and how long their work was left lying
 * @param ledger what the database says in the end
 * @param requests what the provider saw
 */
public record ClusterFindings(
        ClusterPlan plan,
        List<Question> questions,
        List<Chat> accepted,
        List<String> refused,
        List<Death> deaths,
        Ledger ledger,
        List<Request> requests) {

    /**
     * What the database says in the end.
     *
     * @param newest each key's newest generation
     * @param attempts every attempt
     * @param byEvidence keys whose unknown outcome a late report settled
     * @param lost what had a result at some moment and has none in the end
     */
    public record Ledger(
            Map<String, Generation> newest, List<Attempt> attempts, Set<String> byEvidence, Set<String> lost) {}

    /** How many of the questions ended so for one who asked. */
    public long told(End end) {
        return questions.stream()
                .filter(question -> question.told().stream().anyMatch(told -> told.end() == end))
                .count();
    }

    /** The longest time that the work of an ended process was left lying. */
    public Duration slowestRecovery() {
        return deaths.stream().map(Death::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** How many operations processes held when they ended. */
    public int heldAtDeath() {
        return deaths.stream().mapToInt(Death::held).sum();
    }

    /** The most requests at work at once. */
    public int mostActive() {
        return requests.stream().mapToInt(Request::active).max().orElse(0);
    }

    /** One line for a person. */
    public String describe() {
        List<String> violations = ClusterRules.violations(this);
        return plan.count() + ", seed " + plan.seed() + ": " + questions.size() + " questions, " + told(End.ANSWERED)
                + " answered, " + told(End.UNKNOWN) + " told unknown, "
                + ledger.byEvidence().size()
                + " settled by late reports; " + accepted.size() + " given in; "
                + requests.stream().filter(Request::isRead).count() + " sends, at most " + mostActive() + " of "
                + plan.limit() + " at once; " + heldAtDeath() + " held at " + deaths.size()
                + " deaths, taken over within " + slowestRecovery().toMillis() + " ms; "
                + (violations.isEmpty() ? "all rules held" : violations.size() + " VIOLATIONS");
    }
}
