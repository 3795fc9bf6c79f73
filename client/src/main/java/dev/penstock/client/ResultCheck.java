package dev.penstock.client;

/**
 * What a caller demands of a complete answer: the fourth check of R-VALID-1. It runs once, before the commit, and never
 * for an answer that is limited, filtered or a refusal. An answer that it refuses is kept, quarantined, and never a
 * reason to send again. If it throws, the answer is quarantined too, and what it threw propagates to the caller.
 */
@FunctionalInterface
public interface ResultCheck {

    /**
     * Judges an answer.
     *
     * @param answer the complete answer
     * @return what the caller makes of it
     */
    Judgement judge(Answer answer);

    /**
     * Accepts everything.
     *
     * @return a check that is not asked for
     */
    static ResultCheck none() {
        return NoCheck.INSTANCE;
    }

    /** What a check makes of an answer. */
    sealed interface Judgement {
        /** It will do. */
        record Accepted() implements Judgement {}

        /**
         * It will not do.
         *
         * @param why in the checker's words, kept in the ledger and never logged
         */
        record Refused(String why) implements Judgement {}
    }
}
