package dev.penstock.it.gateway.kill;

import java.util.List;

/**
 * What a drill found.
 *
 * @param plan how hard it was tried
 * @param keys how many keys were used
 * @param answered how many of their callers got an answer
 * @param unknown how many were told that the outcome is unknown
 * @param abandoned how many were never asked about again after a kill
 * @param sends requests that the provider read whole
 * @param rejections those of them that it refused, so that they might be sent again
 * @param violations what must not be; empty if every rule held
 */
public record KillFindings(
        KillPlan plan,
        int keys,
        long answered,
        long unknown,
        long abandoned,
        long sends,
        long rejections,
        List<String> violations) {

    /** One line for a person. */
    public String describe() {
        return plan.callers() + " callers, " + plan.kills() + " kills, seed " + plan.seed() + ": " + keys + " keys, "
                + answered + " answered, " + unknown + " unknown, " + abandoned + " left alone; " + sends + " sends, "
                + rejections + " of them refused; "
                + (violations.isEmpty() ? "all rules held" : violations.size() + " VIOLATIONS");
    }
}
