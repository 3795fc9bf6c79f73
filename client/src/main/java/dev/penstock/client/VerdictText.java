package dev.penstock.client;

import dev.penstock.policy.attempt.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Verdicts in words, as the ledger and people read them: "transient(server)". */
final class VerdictText {

    private VerdictText() {}

    static String of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Invalid ignored -> "invalid";
            case Verdict.Internal ignored -> "internal";
            case Verdict.NotSent notSent -> of("not_sent", notSent.cause());
            case Verdict.Stop stop -> of("stop", stop.what());
            case Verdict.Transient rejection -> of("transient", rejection.why());
            case Verdict.Rejected rejected -> "rejected(" + rejected.status() + ")";
            case Verdict.Ambiguous ambiguous -> of("ambiguous", ambiguous.why());
            case Verdict.Interrupted interrupted -> of("interrupted", interrupted.by());
            case Verdict.Unusable unusable -> of("unusable", unusable.why());
            case Verdict.Completed completed -> of("completed", completed.how());
        };
    }

    /** What a stop that was written down says has to be repaired; null for every other verdict. */
    static Verdict.Stop.@Nullable What stopIn(String text) {
        for (Verdict.Stop.What what : Verdict.Stop.What.values()) {
            if (text.equals(of(new Verdict.Stop(what)))) {
                return what;
            }
        }
        return null;
    }

    private static String of(String kind, Enum<?> detail) {
        return kind + "(" + detail.name().toLowerCase(Locale.ROOT) + ")";
    }
}
