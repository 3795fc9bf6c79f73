package dev.penstock.client;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.provider.completion.Answer;
import dev.penstock.store.Bytes;
import dev.penstock.store.StoredBody;
import java.util.List;

/** Which bytes of an attempt are kept, and as what. */
final class Bodies {

    private static final String JSON = "application/json";

    private Bodies() {}

    static List<StoredBody> of(Attempt attempt) {
        return switch (attempt.judged().verdict()) {
            case Verdict.Completed ignored -> answer(attempt, StoredBody.Kind.RESULT);
            case Verdict.Unusable ignored -> answer(attempt, StoredBody.Kind.RESULT);
            case Verdict.Ambiguous ignored -> answer(attempt, StoredBody.Kind.PARTIAL);
            case Verdict.Interrupted ignored -> answer(attempt, StoredBody.Kind.PARTIAL);
            case Verdict.Rejected ignored -> error(attempt);
            case Verdict.Stop ignored -> error(attempt);
            case Verdict.Transient ignored -> error(attempt);
            case Verdict.NotSent ignored -> List.of();
            case Verdict.Internal ignored -> List.of();
            case Verdict.Invalid ignored -> List.of();
        };
    }

    private static List<StoredBody> answer(Attempt attempt, StoredBody.Kind kind) {
        Answer answer = attempt.report().answer();
        return answer == null || answer.json().length == 0
                ? List.of()
                : List.of(new StoredBody(kind, JSON, Bytes.wrap(answer.json())));
    }

    private static List<StoredBody> error(Attempt attempt) {
        Bytes body = attempt.report().errorBody();
        return body == null || body.size() == 0
                ? List.of()
                : List.of(new StoredBody(StoredBody.Kind.ERROR, JSON, body));
    }
}
