package dev.penstock.it.crash;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.penstock.it.support.LedgerView;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.RequestLog.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules that hold whatever was killed when; each breach becomes a sentence. */
final class CrashJudge {

    private final Set<String> lines;
    private final Map<String, List<Request>> read;
    private final List<Generation> generations;
    private final List<Attempt> attempts;
    private final List<String> violations;

    CrashJudge(RequestFile file, List<Request> log, LedgerView ledger, List<String> violations) {
        this.lines = file.lines();
        this.read = log.stream()
                .filter(Request::isRead)
                .collect(groupingBy(request -> file.lineOf(request.contentSha256())));
        this.generations = ledger.generations();
        this.attempts = ledger.attempts();
        this.violations = violations;
    }

    /** After the last kill and a run to the end, before anybody decided anything. */
    CrashFindings.Open beforeDecisions(int exitCode) {
        Set<String> succeeded = linesIn("succeeded");
        Set<String> unknown = linesIn("unknown_outcome");
        Set<String> reported =
                attempts.stream().filter(Attempt::ended).map(Attempt::line).collect(toSet());
        Set<String> intents = attempts.stream()
                .filter(attempt -> !attempt.ended())
                .map(Attempt::line)
                .collect(toSet());
        intents.removeAll(succeeded);
        Set<String> readWithoutResult = new HashSet<>(read.keySet());
        readWithoutResult.removeAll(succeeded);

        isSubset("read without a committed result", readWithoutResult, "unknown", unknown);
        isSubset("unknown", unknown, "intents without a result", intents);
        isSubset("succeeded", succeeded, "attempts with a committed end", reported);
        everyLineIsSaid(succeeded, unknown);
        nothingIsSentAgainByItself(Set.of());
        everySendHadItsIntent();
        noCommittedResultIsSentAgain();
        isTrue(exitCode == (unknown.isEmpty() ? 0 : 1), "the run after the kills ended with exit code " + exitCode);
        return new CrashFindings.Open(readWithoutResult, unknown, intents);
    }

    /** After every unknown line was decided to be answered anew, and was. */
    void afterDecisions(CrashFindings.Open before, List<String> results) {
        isTrue(linesIn("succeeded").equals(lines), "not every line has a current result");
        isTrue(new HashSet<>(results).equals(lines), "the output does not hold every line");
        isTrue(results.size() == lines.size(), "the output holds " + results.size() + " results");
        Set<String> earlier = generations.stream()
                .filter(generation ->
                        generation.number() == 1 && generation.state().equals("unknown_outcome"))
                .map(Generation::line)
                .collect(toSet());
        isTrue(earlier.equals(before.unknown()), "the earlier generations are not what they were");
        nothingIsSentAgainByItself(before.unknown());
        everySendHadItsIntent();
        noCommittedResultIsSentAgain();
    }

    private void everyLineIsSaid(Set<String> succeeded, Set<String> unknown) {
        Set<String> said = new HashSet<>(succeeded);
        said.addAll(unknown);
        isTrue(said.equals(lines), lines.size() - said.size() + " lines are neither answered nor unknown");
    }

    /** The provider refuses nothing here: one send for each line, and one more for each that a person decided about. */
    private void nothingIsSentAgainByItself(Set<String> decided) {
        read.forEach((line, requests) -> isTrue(
                requests.size() <= (decided.contains(line) ? 2 : 1), line + " was sent " + requests.size() + " times"));
    }

    /** Nothing leaves before its intent is durable: there are never more requests than attempts on record. */
    private void everySendHadItsIntent() {
        Map<String, Long> intents = attempts.stream().collect(groupingBy(Attempt::line, counting()));
        read.forEach((line, requests) -> isTrue(
                requests.size() <= intents.getOrDefault(line, 0L),
                line + " was sent " + requests.size() + " times, with " + intents.getOrDefault(line, 0L) + " intents"));
    }

    /** Both clocks are this machine's: nothing of a line begins after its result was committed. */
    private void noCommittedResultIsSentAgain() {
        for (Generation generation : generations) {
            if (generation.state().equals("succeeded")) {
                for (Request request : read.getOrDefault(generation.line(), List.of())) {
                    isTrue(
                            request.epochMs() <= generation.settledAt(),
                            generation.line() + " was sent again after its result was committed");
                }
            }
        }
        Map<String, Long> answered = generations.stream()
                .filter(generation -> generation.state().equals("succeeded"))
                .collect(groupingBy(Generation::line, counting()));
        answered.forEach((line, count) -> isTrue(count == 1, line + " has " + count + " results"));
    }

    private Set<String> linesIn(String state) {
        Map<String, Generation> newest = new HashMap<>();
        generations.forEach(generation -> newest.merge(
                generation.line(), generation, (one, other) -> one.number() > other.number() ? one : other));
        return newest.values().stream()
                .filter(generation -> generation.state().equals(state))
                .map(Generation::line)
                .collect(toSet());
    }

    private void isSubset(String smallName, Set<String> small, String largeName, Set<String> large) {
        Set<String> outside = new TreeSet<>(small);
        outside.removeAll(large);
        isTrue(outside.isEmpty(), smallName + " but not " + largeName + ": " + outside);
    }

    private void isTrue(boolean condition, String breach) {
        if (!condition) {
            violations.add(breach);
        }
    }
}
