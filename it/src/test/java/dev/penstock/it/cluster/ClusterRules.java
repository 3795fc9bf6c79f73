package dev.penstock.it.cluster;

import dev.penstock.it.cluster.Question.End;
import dev.penstock.it.cluster.Question.Told;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestLog.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules that hold whatever is done to a cluster; each breach becomes a sentence. */
public final class ClusterRules {

    private static final int REFUSED = 429;

    private final ClusterFindings findings;
    private final Map<String, List<Request>> read;
    private final Map<String, List<Attempt>> attempts;
    private final List<String> violations = new ArrayList<>();

    private ClusterRules(ClusterFindings findings) {
        this.findings = findings;
        this.read = findings.requests().stream()
                .filter(Request::isRead)
                .collect(Collectors.groupingBy(Request::contentSha256));
        this.attempts = findings.ledger().attempts().stream().collect(Collectors.groupingBy(Attempt::line));
    }

    /** What must not be; empty if every rule held. */
    public static List<String> violations(ClusterFindings findings) {
        ClusterRules rules = new ClusterRules(findings);
        findings.questions().forEach(rules::question);
        findings.accepted().forEach(rules::accepted);
        rules.whole();
        return List.copyOf(rules.violations);
    }

    private void question(Question question) {
        String key = question.key();
        Set<String> answers = new HashSet<>();
        boolean unknown = false;
        for (Told told : question.told()) {
            isTrue(told.end() != End.WRONG, key + " was told " + told.answer());
            unknown |= told.end() == End.UNKNOWN;
            if (told.end() == End.ANSWERED) {
                answers.add(told.answer());
                answers.addAll(told.unrecorded());
            }
        }
        isTrue(answers.size() <= 1, key + " has the answers " + answers);
        Generation newest = findings.ledger().newest().get(key);
        boolean late = findings.ledger().byEvidence().contains(key);
        isTrue(newest != null && newest.number() == 1, key + " is in the ledger as " + newest);
        if (newest != null && !answers.isEmpty()) {
            isTrue(newest.state().equals("succeeded"), key + " was answered, and is in the ledger as " + newest);
            isTrue(!unknown || late, key + " was called unknown and answered, and no late report came between");
        } else if (newest != null && unknown) {
            boolean held = newest.state().equals("unknown_outcome") || late;
            isTrue(held, key + " was called unknown, and is in the ledger as " + newest);
        }
        sentOnce(key, question.chat());
    }

    private void accepted(Chat work) {
        String key = work.text();
        Generation newest = findings.ledger().newest().get(key);
        isTrue(newest != null && newest.settledAt() >= 0, key + " was accepted, and is in the ledger as " + newest);
        sentOnce(key, work);
    }

    private void sentOnce(String key, Chat chat) {
        List<Request> sends = read.getOrDefault(chat.digest(), List.of());
        List<Attempt> intents = attempts.getOrDefault(key, List.of());
        long refusals = intents.stream()
                .filter(attempt -> attempt.ended() && attempt.status() == REFUSED)
                .count();
        isTrue(
                sends.size() <= 1 + refusals,
                key + " was sent " + sends.size() + " times, with " + refusals + " refusals in the ledger");
        isTrue(
                sends.size() <= intents.size(),
                key + " was sent " + sends.size() + " times, with " + intents.size() + " intents");
        for (int i = 0; i < sends.size() - 1; i++) {
            isTrue(sends.get(i).status() == REFUSED, key + " was sent again after " + sends.get(i));
        }
    }

    private void whole() {
        findings.refused().forEach(violations::add);
        findings.ledger().lost().forEach(one -> violations.add(one + " had a result, and has none"));
        findings.ledger()
                .newest()
                .forEach((key, generation) ->
                        isTrue(generation.settledAt() >= 0, key + " has not ended: " + generation));
        isTrue(
                findings.mostActive() <= findings.plan().limit(),
                findings.mostActive() + " requests were at work, with a limit of "
                        + findings.plan().limit());
        findings.deaths()
                .forEach(death ->
                        isTrue(death.took().compareTo(findings.plan().recovery()) <= 0, death + " took too long"));
        Set<String> known = new HashSet<>();
        findings.questions().forEach(question -> known.add(question.chat().digest()));
        findings.accepted().forEach(work -> known.add(work.digest()));
        read.keySet().stream()
                .filter(digest -> !known.contains(digest))
                .forEach(digest -> violations.add("nobody asked for what was sent as " + digest));
    }

    private void isTrue(boolean condition, String breach) {
        if (!condition) {
            violations.add(breach);
        }
    }
}
