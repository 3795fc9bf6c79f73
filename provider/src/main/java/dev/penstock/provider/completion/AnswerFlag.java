package dev.penstock.provider.completion;

/** What is worth knowing about an answer though it does not decide what becomes of it. */
public enum AnswerFlag {
    /** The stream had no [DONE]. */
    MISSING_DONE,
    /** No usage, or none that can be believed: unknown, never 0 (B088). */
    MISSING_USAGE,
    /** The token counts contradict each other; priced at the dearer reading (B089). */
    INCONSISTENT_USAGE,
    /** No choice has content, a call or a refusal (B025). */
    EMPTY_CONTENT,
    /** Bytes that are not UTF-8, or half surrogate pairs, were replaced by U+FFFD. */
    INVALID_UTF8,
    /** Something followed [DONE], and was ignored (B021). */
    AFTER_DONE,
    /** The connection broke after the answer was complete (B028). */
    CUT_AFTER_COMPLETE,
    /** An error object came after every choice had finished, and was ignored. */
    ERROR_AFTER_FINISH,
    /** A stream was asked for, and whole JSON came (B032). */
    JSON_FOR_STREAM
}
