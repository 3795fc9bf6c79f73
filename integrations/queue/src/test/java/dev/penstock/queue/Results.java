package dev.penstock.queue;

import dev.penstock.client.Answer;
import dev.penstock.client.Checks;
import dev.penstock.client.OperationInfo;
import dev.penstock.client.Result;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Bytes;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationId;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results as an engine gives them. */
final class Results {

    static final String ANSWER = "{\"choices\":[{\"message\":{\"content\":\"yes\"}}]}";

    private static final GenerationRef REF =
            new GenerationRef(Tenant.LOCAL, new OperationId("op_01jf4z2q8r3m5x7c9v1b2n4k6d"), 1);

    private Results() {}

    static Result answered(boolean replayed) {
        return new Result.Answered(answer(), checks(), info(OperationState.SUCCEEDED, replayed));
    }

    static Result unrecorded() {
        return new Result.CompletedUnrecorded(answer(), checks(), info(OperationState.DISPATCHING, false));
    }

    static Result unknown() {
        return new Result.UnknownOutcome(
                EndReason.NO_ANSWER, "nobody knows", null, info(OperationState.UNKNOWN_OUTCOME, false));
    }

    static Result gaveUp(EndReason limit, int lastStatus) {
        return new Result.GaveUp(
                limit, "given up", lastStatus, null, null, null, info(OperationState.DEAD_LETTER, false));
    }

    /** The store did not take in that it was given up. */
    static Result gaveUpUnrecorded() {
        return new Result.GaveUp(
                EndReason.DEADLINE, "given up", 0, null, null, null, info(null, OperationState.DEAD_LETTER, false));
    }

    static Result rejected(int status, String body) {
        return new Result.Rejected(status, ErrorFacts.NONE, bytes(body), info(OperationState.FAILED_PERMANENT, false));
    }

    static Result conflict() {
        return new Result.KeyConflict(true, info(OperationState.SUCCEEDED, false));
    }

    static Result storeAway() {
        return new Result.StoreUnavailable(StoreException.Kind.UNAVAILABLE, "it does not answer", null);
    }

    static Result busy() {
        return new Result.NotAdmitted("too much at once", Duration.ofSeconds(7));
    }

    static Result elsewhere() {
        return new Result.InProgress(info(OperationState.DISPATCHING, false));
    }

    static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Bytes bytes) {
        return new String(bytes.unsafeArray(), StandardCharsets.UTF_8);
    }

    private static Answer answer() {
        return new Answer(bytes(ANSWER));
    }

    private static Checks checks() {
        return new Checks(Checks.Check.PASSED, Checks.Check.PASSED, Checks.Check.NOT_ASKED, Checks.Check.NOT_ASKED);
    }

    private static OperationInfo info(OperationState state, boolean replayed) {
        return info(REF, state, replayed);
    }

    private static OperationInfo info(@Nullable GenerationRef ref, OperationState state, boolean replayed) {
        return new OperationInfo(ref, state, 1, 1, UsageSummary.UNKNOWN, List.of(), replayed, Duration.ZERO, "", "");
    }
}
