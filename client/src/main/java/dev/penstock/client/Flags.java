package dev.penstock.client;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Flag;
import dev.penstock.provider.completion.Answer;
import dev.penstock.provider.completion.AnswerFlag;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** What is to be said beside an answer, in the ledger's words. */
final class Flags {

    private Flags() {}

    static List<String> of(Attempt attempt) {
        TreeSet<String> flags = new TreeSet<>();
        if (attempt.judged().verdict() instanceof Verdict.Completed completed
                && completed.how() != Verdict.Completed.How.FULL) {
            flags.add(name(completed.how()));
        }
        for (Flag flag : attempt.judged().flags()) {
            flags.add(name(flag));
        }
        Answer answer = attempt.report().answer();
        if (answer != null) {
            for (AnswerFlag flag : answer.flags()) {
                flags.add(name(flag));
            }
        }
        return List.copyOf(flags);
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
