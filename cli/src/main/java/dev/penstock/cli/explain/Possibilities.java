package dev.penstock.cli.explain;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import java.util.List;
import java.util.Set;

/** What can be done about an operation, the usual thing first. */
public final class Possibilities {

    private static final Set<EndReason> REOPENABLE = Set.of(
            EndReason.DEADLINE,
            EndReason.ATTEMPTS,
            EndReason.RETRY_BUDGET,
            EndReason.BREAKER,
            EndReason.STOPPED,
            EndReason.ABANDONED,
            EndReason.REFUSED,
            EndReason.REPLAY_SETTING);

    private Possibilities() {}

    /**
     * Whether the next run tries a dead letter again by itself (design 4, "Reopening").
     *
     * @param operation any operation
     * @return true if it is a dead letter for a reason that passes and nothing in it is open
     */
    public static boolean isReopenable(OperationRecord operation) {
        return operation.state() == OperationState.DEAD_LETTER
                && operation.reason() != null
                && REOPENABLE.contains(operation.reason())
                && operation.attempts().notReopenable() == 0
                && operation.attempts().charged() < 3 * operation.settings().maxAttempts();
    }

    /**
     * What can be done.
     *
     * @param operation the operation
     * @param place where it lives
     * @return what to type and when, the usual thing first; empty if nothing is open
     */
    public static List<Advice> of(OperationRecord operation, Place place) {
        return switch (operation.state()) {
            case SUCCEEDED ->
                List.of(new Advice(
                        "you want another answer to the same request", again("regenerate", operation, place)));
            case RECEIVED, CLAIMED, RETRY_SCHEDULED ->
                List.of(
                        new Advice("no runner is at work", place.run()),
                        new Advice("you do not want it any more", again("cancel", operation, place)));
            case DISPATCHING ->
                List.of(new Advice(
                        "you do not want it any more; what was sent may still be billed",
                        again("cancel", operation, place)));
            case UNKNOWN_OUTCOME -> ofUnknown(operation, place);
            case FAILED_PERMANENT ->
                List.of(new Advice(
                        "the line or the cause is mended", place.run() + (batch(operation) ? " --retry-failed" : "")));
            case CANCELLED_BEFORE_DISPATCH ->
                List.of(new Advice("you want it after all", again("regenerate", operation, place)));
            case DEAD_LETTER -> ofDeadLetter(operation, place);
        };
    }

    private static List<Advice> ofUnknown(OperationRecord operation, Place place) {
        return List.of(
                new Advice(
                        "you want an answer, even if it may be paid for twice",
                        decide(operation, place, "rerun --accept-duplicates")),
                new Advice(
                        "the provider's own records show that it never got the request",
                        decide(operation, place, "not_sent")),
                new Advice("you have the answer from elsewhere", decide(operation, place, "succeeded --result FILE")),
                new Advice("you can do without the answer", decide(operation, place, "failed")));
    }

    private static List<Advice> ofDeadLetter(OperationRecord operation, Place place) {
        if (isReopenable(operation)) {
            return List.of(
                    new Advice("the cause has passed; nothing is sent twice", place.run()),
                    new Advice("you can do without the answer", decide(operation, place, "failed")));
        }
        if (operation.reason() == EndReason.QUARANTINED) {
            return List.of(
                    new Advice("you want another answer", again("regenerate", operation, place)),
                    new Advice("the answer that was kept will do", decide(operation, place, "succeeded")),
                    new Advice("you can do without the answer", decide(operation, place, "failed")));
        }
        return List.of(
                new Advice("you want another answer", again("regenerate", operation, place)),
                new Advice("you can do without the answer", decide(operation, place, "failed")));
    }

    private static boolean batch(OperationRecord operation) {
        return operation.batch() != null;
    }

    private static String again(String verb, OperationRecord operation, Place place) {
        return place.ops(verb, operation, "");
    }

    private static String decide(OperationRecord operation, Place place, String decision) {
        return place.ops("reconcile", operation, "--decision " + decision);
    }
}
