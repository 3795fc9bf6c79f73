package dev.penstock.store;

/**
 * The caller's name for one operation, unique within its tenant. Not a trace id and not a tool-call id (R-TOOL-4).
 *
 * @param value 1 to {@value #MAX_LENGTH} characters, none of them a control character
 */
public record IdempotencyKey(String value) {

    /** The longest key. The gateway allows 255 (design 12); a batch's key holds a path and an id. */
    public static final int MAX_LENGTH = 4096;

    /** Checks the key. */
    public IdempotencyKey {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + MAX_LENGTH + " characters");
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an idempotency key has no control characters");
        }
    }
}
