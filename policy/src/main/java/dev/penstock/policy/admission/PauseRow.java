package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;
import java.time.Instant;

/**
 * A pause as it is kept across processes and restarts (design 6): every field of a stored row, and nothing else.
 *
 * @param scope what is paused
 * @param what what has to be repaired
 * @param since when it was stopped
 * @param nextProbeAt when one waiting operation may try
 * @param cause the credential that was told so, with its digest
 */
public record PauseRow(
        PauseScope scope, Verdict.Stop.What what, Instant since, Instant nextProbeAt, RouteCredential cause) {}
