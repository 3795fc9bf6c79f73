package dev.penstock.simulator.script;

/**
 * What is done with the requests that meet some conditions. The first rule that applies is taken.
 *
 * @param name its name in the log
 * @param when the conditions
 * @param then what is done
 */
public record Rule(String name, Match when, Behaviour then) {

    /**
     * Checks that the rule can be decided when it has to be.
     *
     * @throws IllegalArgumentException if it says how to read the body and depends on the body
     */
    public Rule {
        if (then.concernsReading() && when.needsBody()) {
            throw new IllegalArgumentException("a rule that says how the body is read cannot depend on what is in it"
                    + " (model, stream, contains, content_sha256): match by path, account, count, time or chance");
        }
    }
}
