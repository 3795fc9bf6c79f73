package dev.penstock.policy.admission;

/** What {@link Population} answers: a place, or a refusal. */
public sealed interface Admission permits Place, Refused {}
