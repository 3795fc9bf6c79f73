package dev.penstock.it.cluster;

import dev.penstock.it.support.Chat;
import java.util.List;

/**
 * One key, and what those were told who asked for it, at any node.
 *
 * @param told by each of them, and by who repeated it after the last trouble
 */
record Question(String key, Chat chat, List<Told> told) {

    Question {
        told = List.copyOf(told);
    }

    /** How it ended for one who asked. */
    enum End {
        ANSWERED,
        UNKNOWN,
        WRONG
    }

    /**
     * What one of them was told in the end.
     *
     * @param answer the answer's own id, or what was wrong
     * @param unrecorded the ids of answers that were given without having been recorded
     */
    record Told(End end, String answer, List<String> unrecorded) {

        Told {
            unrecorded = List.copyOf(unrecorded);
        }
    }
}
