package dev.penstock.policy.attempt;

import org.jspecify.annotations.Nullable;

/**
 * What a response says, as the provider's protocol reads it: the classifier's input and nothing more.
 *
 * @param status the HTTP status, 100 to 599
 * @param error the error object in the body of a status other than 200; null if there is none to be read
 * @param completion what the body of a 200 amounted to; null for every other status
 * @param hints when to come back
 */
public record ResponseFacts(
        int status, @Nullable ErrorFacts error, @Nullable Completion completion, RetryHints hints) {

    /** Checks that a 200 has a completion and nothing else has. */
    public ResponseFacts {
        if ((status == 200) != (completion != null)) {
            throw new IllegalArgumentException("a completion belongs to status 200 alone, status was " + status);
        }
    }

    /**
     * Whether any output came.
     *
     * @return true if content, reasoning, refusal or a tool call's fragment was seen
     */
    public boolean output() {
        return switch (completion) {
            case null -> false;
            case Completion.Whole whole -> whole.output();
            case Completion.ErrorObject error -> error.output();
            case Completion.Partial partial -> partial.output();
            case Completion.Truncated truncated -> truncated.output();
            case Completion.Nothing ignored -> false;
            case Completion.NotTheProtocol ignored -> false;
        };
    }
}
