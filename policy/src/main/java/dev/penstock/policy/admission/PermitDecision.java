package dev.penstock.policy.admission;

/** What {@link Limiter} answers: a permit, or a refusal. */
public sealed interface PermitDecision permits Permit, Refused {}
