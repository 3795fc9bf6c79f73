package dev.penstock.client;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.store.StoredBody;
import java.util.List;

/** Which bytes of an attempt are kept, and as what. */
final class Bodies {

    private Bodies() {}

    static List<StoredBody> of(Attempt attempt) {
        return switch (attempt.judged().verdict()) {
            case Verdict.Completed ignored -> kept(attempt, StoredBody.Kind.RESULT);
            case Verdict.Unusable ignored -> kept(attempt, StoredBody.Kind.RESULT);
            case Verdict.Ambiguous ignored -> kept(attempt, StoredBody.Kind.PARTIAL);
            case Verdict.Interrupted ignored -> kept(attempt, StoredBody.Kind.PARTIAL);
            case Verdict.Rejected ignored -> kept(attempt, StoredBody.Kind.ERROR);
            case Verdict.Stop ignored -> kept(attempt, StoredBody.Kind.ERROR);
            case Verdict.Transient ignored -> kept(attempt, StoredBody.Kind.ERROR);
            case Verdict.NotSent ignored -> List.of();
            case Verdict.Internal ignored -> List.of();
            case Verdict.Invalid ignored -> List.of();
        };
    }

    private static List<StoredBody> kept(Attempt attempt, StoredBody.Kind kind) {
        KeptBody body = attempt.body();
        return body == null ? List.of() : List.of(body.as(kind));
    }
}
