package dev.penstock.client;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Flag;
import dev.penstock.provider.completion.Answer;
import dev.penstock.provider.completion.AnswerFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is to be said beside an answer, in the ledger's words. */
final class Flags {

    private Flags() {}

    static List<String> of(Attempt attempt) {
        List<String> flags = new ArrayList<>();
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
        return flags.stream().distinct().sorted().toList();
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
