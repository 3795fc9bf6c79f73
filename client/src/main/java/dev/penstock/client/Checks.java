package dev.penstock.client;

/**
 * The four checks of R-VALID-1, told apart.
 *
 * @param transport did HTTP bring the whole response
 * @param protocol is the protocol inside complete
 * @param schema is the requested JSON Schema met
 * @param application does the caller's {@link ResultCheck} accept it
 */
public record Checks(Check transport, Check protocol, Check schema, Check application) {

    /** How one check ended. */
    public enum Check {
        /** It passed. */
        PASSED,
        /** It failed. */
        FAILED,
        /** Nobody asked for it. */
        NOT_ASKED,
        /** An earlier one failed, or the answer is limited, filtered or a refusal. */
        NOT_REACHED
    }
}
