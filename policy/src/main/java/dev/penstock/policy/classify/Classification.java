package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.OperationalClass;
import dev.penstock.policy.attempt.Verdict;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, judged by one row of the table (R-CLASS-9).
 *
 * <p>The disposition is the table's own: {@code retry_scheduled} says that a retry may follow, and {@code
 * unknown_outcome} that none does unless the replay setting allows it. Whether one follows, the retry planner says.
 *
 * @param row the number of the row that matched first, 1 to 26
 * @param verdict what it makes of the attempt
 * @param disposition where that leaves the operation, before anybody asks for another attempt
 * @param breaker what it says to the circuit breaker
 * @param flags what else is recorded, empty for most
 */
public record Classification(
        int row, Verdict verdict, Disposition disposition, BreakerEffect breaker, Set<Flag> flags) {

    /** Copies the flags. */
    public Classification {
        flags = Set.copyOf(flags);
    }

    static Classification of(int row, Verdict verdict, Disposition disposition, BreakerEffect breaker) {
        return new Classification(row, verdict, disposition, breaker, Set.of());
    }

    Classification inRow(int number) {
        return new Classification(number, verdict, disposition, breaker, flags);
    }

    Classification with(Set<Flag> more) {
        return new Classification(row, verdict, disposition, breaker, more);
    }

    /**
     * The state in which it leaves the operation.
     *
     * @return the disposition's state
     */
    public OperationState state() {
        return disposition.state();
    }

    /**
     * What ended the operation or holds it.
     *
     * @return the disposition's reason, null for a plain retry
     */
    public @Nullable EndReason reason() {
        return disposition.reason();
    }

    /**
     * The operational class (R-CLASS-1).
     *
     * @return one of four; every verdict has exactly one
     */
    public OperationalClass operationalClass() {
        return switch (verdict) {
            case Verdict.NotSent ignored -> OperationalClass.NOT_SENT;
            case Verdict.Transient ignored -> OperationalClass.TRANSIENT_RESPONSE;
            case Verdict.Ambiguous ignored -> OperationalClass.UNKNOWN_OUTCOME;
            case Verdict.Interrupted interrupted ->
                switch (interrupted.by()) {
                    case PROVIDER -> OperationalClass.TRANSIENT_RESPONSE;
                    case ERROR -> OperationalClass.UNKNOWN_OUTCOME;
                };
            case Verdict.Invalid ignored -> OperationalClass.TERMINAL;
            case Verdict.Internal ignored -> OperationalClass.TERMINAL;
            case Verdict.Stop ignored -> OperationalClass.TERMINAL;
            case Verdict.Rejected ignored -> OperationalClass.TERMINAL;
            case Verdict.Unusable ignored -> OperationalClass.TERMINAL;
            case Verdict.Completed ignored -> OperationalClass.TERMINAL;
        };
    }

    /**
     * What it says to the limit on simultaneous work.
     *
     * @return the effect
     */
    public CapacityEffect capacity() {
        return CapacityEffect.of(verdict);
    }
}
