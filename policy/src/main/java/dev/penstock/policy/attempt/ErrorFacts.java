package dev.penstock.policy.attempt;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An error object as a provider wrote it. Its message is the provider's and may quote the prompt: it goes to the caller
 * and to the ledger, never to a log (R-PRIVACY-1), and {@link #toString()} leaves it out.
 *
 * @param statusCode an HTTP status that the object names, for an error inside a 200
 * @param code the object's {@code code}, null if it has none
 * @param type the object's {@code type}, null if it has none
 * @param message the object's {@code message}, bounded and stripped of markup, null if it has none
 */
public record ErrorFacts(
        OptionalInt statusCode,
        @Nullable String code,
        @Nullable String type,
        @Nullable String message) {

    /** An error of which nothing is known. */
    public static final ErrorFacts NONE = new ErrorFacts(OptionalInt.empty(), null, null, null);

    /**
     * The code, or else the type: what the tables of a profile are looked up with.
     *
     * @return the name, empty if there is none
     */
    public Optional<String> name() {
        return Optional.ofNullable(code != null ? code : type);
    }

    @Override
    public String toString() {
        return "ErrorFacts[statusCode=" + statusCode + ", code=" + code + ", type=" + type + "]";
    }
}
