package dev.penstock.policy.attempt;

/** The four classes that decide what an attempt's end means for the operation (R-CLASS-1). */
public enum OperationalClass {
    /** The provider provably did not process it. */
    NOT_SENT,
    /** The provider refused or interrupted it for a reason that passes. */
    TRANSIENT_RESPONSE,
    /** The provider may have processed it, and nothing here says how that ended. */
    UNKNOWN_OUTCOME,
    /** It has ended: answered, rejected, stopped or unusable. */
    TERMINAL
}
