package dev.penstock.it.crash;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a drill found.
 *
 * @param plan how hard it was tried
 * @param open what was open after the last kill
 * @param sends requests that the provider saw in all
 * @param violations what must not be; empty if every rule held
 */
public record CrashFindings(CrashPlan plan, Open open, int sends, List<String> violations) {

    /**
     * The lines without a committed result after the last kill, by three witnesses.
     *
     * @param read the provider read a request whole whose result was never committed (the simulator's log)
     * @param unknown the ledger calls their outcome unknown
     * @param intents an intent is in the ledger, and no result
     */
    public record Open(Set<String> read, Set<String> unknown, Set<String> intents) {}

    /** One line for a person. */
    public String describe() {
        return plan.lines() + " lines, " + plan.kills() + " kills, seed " + plan.seed() + ", points "
                + plan.points().stream().map(CrashPlan::nameOf).collect(Collectors.joining(" ")) + ": " + sends
                + " sends; read without a result "
                + open.read().size() + " ⊆ unknown " + open.unknown().size() + " ⊆ intents without a result "
                + open.intents().size() + "; "
                + (violations.isEmpty() ? "all rules held" : violations.size() + " VIOLATIONS");
    }
}
