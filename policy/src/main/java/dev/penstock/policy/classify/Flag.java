package dev.penstock.policy.classify;

/** What is to be recorded of an attempt beside its verdict. */
public enum Flag {
    /** A complete answer came after the operation's deadline (R-DEADLINE-5). */
    LATE,
    /** A complete answer, whose connection or stream then did not end as it should (B028). */
    UNCLEAN_END,
    /** A complete answer without any output (B025, B033). */
    NO_OUTPUT,
    /** Output came and is kept, although the attempt was no success. */
    OUTPUT_KEPT,
    /** Our own code threw; it propagates once the outcome is recorded (R-CLASS-7). */
    THREW
}
