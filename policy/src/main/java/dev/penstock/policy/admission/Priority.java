package dev.penstock.policy.admission;

/** Who goes first when permits are short (R-ADMIT-7). */
public enum Priority {
    /** Somebody waits for the answer. */
    INTERACTIVE,
    /** Nobody waits: batches and work handed over. It keeps a floor of the grants and otherwise yields. */
    BACKGROUND
}
