package dev.penstock.store;

import dev.penstock.policy.attempt.OperationState;

/**
 * What a conditional write expects to find. The epoch is the fencing token: it rises by one with every claim, takeover
 * and reopening, so that whoever lost a generation cannot write it any more (R-OP-5).
 *
 * @param ref the generation
 * @param state the state it must be in
 * @param epoch the epoch it must have
 */
public record Version(GenerationRef ref, OperationState state, long epoch) {}
