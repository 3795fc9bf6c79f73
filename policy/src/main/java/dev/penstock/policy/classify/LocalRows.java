package dev.penstock.policy.classify;

import static dev.penstock.policy.classify.Row.row;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.NotSent.Cause;
import java.util.EnumSet;
import java.util.List;

/** Rows 1 to 4: what ended before anything was sent. */
final class LocalRows {

    private LocalRows() {}

    static List<Row> rows() {
        return List.of(invalid(), ended(), failed(), threw());
    }

    private static Row invalid() {
        Classification invalid = Classification.of(
                1,
                new Verdict.Invalid(),
                new Disposition(OperationState.FAILED_PERMANENT, EndReason.LOCAL),
                BreakerEffect.NEUTRAL);
        return row(1, "local validation failed", Shape.INVALID)
                .gives(
                        (facts, rules) -> invalid,
                        List.of(invalid),
                        "nothing is stored, but for a stored operation that can no longer be valid");
    }

    private static Row ended() {
        Classification cancelled = Classification.of(
                2,
                new Verdict.NotSent(Cause.CANCELLED),
                new Disposition(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED),
                BreakerEffect.NEUTRAL);
        Classification deadline = Classification.of(
                2,
                new Verdict.NotSent(Cause.DEADLINE),
                Disposition.deadLetter(EndReason.DEADLINE),
                BreakerEffect.NEUTRAL);
        return row(2, "our cancel or operation deadline while NOT_SENT", Shape.UNSENT_ENDED)
                .gives(
                        (facts, rules) -> facts.ending() instanceof Ending.Aborted aborted
                                        && aborted.cause() == AbortCause.CANCELLED
                                ? cancelled
                                : deadline,
                        List.of(cancelled, deadline));
    }

    private static Row failed() {
        Outcomes<Cause> outcomes = new Outcomes<>(
                Cause.class,
                EnumSet.complementOf(EnumSet.of(Cause.CANCELLED, Cause.DEADLINE)),
                cause -> Classification.of(3, new Verdict.NotSent(cause), Disposition.RETRY, breaker(cause)));
        return row(3, "transport failure, or our attempt cap or a clock, while NOT_SENT", Shape.UNSENT_FAILED)
                .gives((facts, rules) -> outcomes.of(cause(facts)), outcomes.all());
    }

    private static Row threw() {
        return row(4, "unexpected exception of ours, no intent or NOT_SENT", Shape.UNSENT_THREW)
                .gives(Classification.of(
                        4,
                        new Verdict.Internal(),
                        Disposition.deadLetter(EndReason.INTERNAL_ERROR),
                        BreakerEffect.NEUTRAL));
    }

    private static BreakerEffect breaker(Cause cause) {
        return switch (cause) {
            case DNS, CONNECT, TLS, NOT_PROCESSABLE -> BreakerEffect.FAILURE;
            case POOL, REFUSED_STREAM, GOAWAY, CAP, CANCELLED, DEADLINE -> BreakerEffect.NEUTRAL;
        };
    }

    private static Cause cause(AttemptFacts facts) {
        return switch (facts.evidence().how()) {
            case REFUSED_STREAM -> Cause.REFUSED_STREAM;
            case GOAWAY -> Cause.GOAWAY;
            case NOT_PROCESSABLE -> Cause.NOT_PROCESSABLE;
            case NONE, NO_REQUEST_BYTE ->
                facts.ending() instanceof Ending.Failed failed
                        ? cause(failed.kind(), facts.evidence().connectionReused())
                        : Cause.CAP;
        };
    }

    private static Cause cause(FailureKind kind, boolean connectionReused) {
        return switch (kind) {
            case DNS -> Cause.DNS;
            case CONNECT -> Cause.CONNECT;
            case TLS -> Cause.TLS;
            case POOL -> Cause.POOL;
            case REFUSED_STREAM -> Cause.REFUSED_STREAM;
            case GOAWAY -> Cause.GOAWAY;
            case RESET, CLOSED, NOT_HTTP -> connectionReused ? Cause.POOL : Cause.CONNECT;
        };
    }
}
