package dev.penstock.store.tck;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationRecord;
import java.util.EnumSet;
import java.util.Set;

/** Brings operations into each state by the writes that lead there. */
final class Journey {

    private final LedgerContract contract;

    Journey(LedgerContract contract) {
        this.contract = contract;
    }

    OperationRecord to(OperationState state, OperationDraft draft) {
        return switch (state) {
            case RECEIVED -> contract.accept(draft);
            case CLAIMED ->
                contract.committed(contract.claim(contract.accept(draft).version()));
            case DISPATCHING -> contract.reserve(draft);
            case RETRY_SCHEDULED ->
                contract.committed(
                        contract.settle(contract.reserve(draft), AttemptCategory.TRANSIENT, Samples.retry()));
            case UNKNOWN_OUTCOME ->
                contract.committed(contract.settle(
                        contract.reserve(draft),
                        AttemptCategory.AMBIGUOUS,
                        Samples.settled(state, EndReason.NO_ANSWER)));
            case SUCCEEDED -> contract.committed(contract.answer(contract.reserve(draft), "answer"));
            case FAILED_PERMANENT ->
                contract.committed(contract.settle(
                        contract.reserve(draft), AttemptCategory.FINAL, Samples.settled(state, EndReason.REJECTED)));
            case CANCELLED_BEFORE_DISPATCH ->
                contract.committed(contract.settle(
                        contract.reserve(draft),
                        AttemptCategory.NOT_SENT,
                        Samples.settled(state, EndReason.CANCELLED)));
            case DEAD_LETTER -> deadLetter(draft, AttemptCategory.TRANSIENT, EndReason.ATTEMPTS);
        };
    }

    OperationRecord deadLetter(OperationDraft draft, AttemptCategory category, EndReason reason) {
        return contract.committed(contract.settle(
                contract.reserve(draft), category, Samples.settled(OperationState.DEAD_LETTER, reason)));
    }

    /** Scheduled again after an attempt that may have been processed. */
    OperationRecord ambiguousRetry(OperationDraft draft) {
        return contract.committed(contract.settle(contract.reserve(draft), AttemptCategory.AMBIGUOUS, Samples.retry()));
    }

    static Set<OperationState> settledStates() {
        Set<OperationState> settled = EnumSet.allOf(OperationState.class);
        settled.removeIf(state -> !state.isSettled());
        return settled;
    }
}
