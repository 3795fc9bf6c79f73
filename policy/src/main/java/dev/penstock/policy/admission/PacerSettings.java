package dev.penstock.policy.admission;

/**
 * Optional pacing of one key (R-ADMIT-9). What is 0 is not paced.
 *
 * @param requestsPerMinute attempts per minute, 0 or more
 * @param tokensPerMinute estimated tokens per minute, 0 or more
 */
public record PacerSettings(long requestsPerMinute, long tokensPerMinute) {

    /** No pacing. */
    public static final PacerSettings NONE = new PacerSettings(0, 0);

    /** Refuses negative rates. */
    public PacerSettings {
        if (requestsPerMinute < 0 || tokensPerMinute < 0) {
            throw new IllegalArgumentException(
                    "rates must not be negative: " + requestsPerMinute + ", " + tokensPerMinute);
        }
    }
}
