package dev.penstock.policy.admission;

/** Originals and retries wait apart, so that neither crowds out the other (R-ADMIT-5). */
public enum Lane {
    /** The first attempt of an operation. */
    ORIGINAL,
    /** Any later one. */
    RETRY
}
