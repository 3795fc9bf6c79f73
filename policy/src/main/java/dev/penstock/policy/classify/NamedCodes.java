package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.Verdict;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a profile's rules say about an error's code or, where they do not know the code, its type (B036). Its message is
 * never looked at: no text makes a rejection retryable (B039).
 */
final class NamedCodes {

    private NamedCodes() {}

    static Verdict.Stop.@Nullable What stop(@Nullable ErrorFacts error, CodeRules rules) {
        return find(rules.stopCodes(), error);
    }

    static boolean stopsAccount(@Nullable ErrorFacts error, CodeRules rules) {
        Verdict.Stop.What what = stop(error, rules);
        return what != null && what != Verdict.Stop.What.CREDENTIAL;
    }

    static boolean stopsCredential(@Nullable ErrorFacts error, CodeRules rules) {
        return stop(error, rules) == Verdict.Stop.What.CREDENTIAL;
    }

    static Verdict.Transient.Why rate(@Nullable ErrorFacts error, CodeRules rules) {
        Verdict.Transient.Why why = find(rules.rateCodes(), error);
        return why != null && new Verdict.Transient(why).isRateLimit() ? why : Verdict.Transient.Why.RATE_UNKNOWN;
    }

    /**
     * The status that an error inside a 200 stands for: the one it names, the one its type has, or the one that its
     * code would have come with.
     *
     * @return 400 to 599; zero where it names neither status nor known type
     */
    static int status(ErrorFacts error, CodeRules rules) {
        if (isError(error.statusCode().orElse(0))) {
            return error.statusCode().getAsInt();
        }
        Integer byType = find(rules.errorStatuses(), error);
        if (byType != null && isError(byType)) {
            return byType;
        }
        Verdict.Stop.What stop = stop(error, rules);
        if (stop != null) {
            return stop == Verdict.Stop.What.CREDENTIAL ? 401 : 402;
        }
        return find(rules.rateCodes(), error) == null ? 0 : 429;
    }

    private static boolean isError(int status) {
        return status >= 400 && status <= 599;
    }

    private static <T> @Nullable T find(Map<String, T> table, @Nullable ErrorFacts error) {
        if (error == null) {
            return null;
        }
        T byCode = error.code() == null ? null : table.get(error.code().toLowerCase(Locale.ROOT));
        if (byCode != null || error.type() == null) {
            return byCode;
        }
        return table.get(error.type().toLowerCase(Locale.ROOT));
    }
}
