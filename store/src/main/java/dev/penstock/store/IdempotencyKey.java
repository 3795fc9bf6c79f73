package dev.penstock.store;

import java.nio.charset.StandardCharsets;

/**
 * The caller's name for one operation, unique within its tenant. Not a trace id and not a tool-call id (R-TOOL-4).
 *
 * @param value 1 character to {@value #MAX_BYTES} bytes of UTF-8, none of them a control character
 */
public record IdempotencyKey(String value) {

    /** The longest name that a caller gives, in characters (design 12). */
    public static final int MAX_GIVEN = 255;

    /** The longest key, in bytes: a batch's key holds a path and an id, and PostgreSQL's indexes take 2,704. */
    public static final int MAX_BYTES = 2048;

    /** Checks the key. */
    public IdempotencyKey {
        if (value.isEmpty() || value.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + MAX_BYTES + " bytes");
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an idempotency key has no control characters");
        }
    }

    /**
     * A name as a caller gives it, to the library or to a gateway.
     *
     * @param name 1 to {@value #MAX_GIVEN} characters
     * @return the key
     * @throws IllegalArgumentException if it is empty, longer, or has control characters
     */
    public static IdempotencyKey given(String name) {
        if (name.isEmpty() || name.length() > MAX_GIVEN) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + MAX_GIVEN + " characters");
        }
        return new IdempotencyKey(name);
    }
}
