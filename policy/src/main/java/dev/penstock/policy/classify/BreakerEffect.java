package dev.penstock.policy.classify;

/** What one attempt says to the circuit breaker of its route (the last column of the table in design 4). */
public enum BreakerEffect {
    /** The provider answered. */
    SUCCESS("+"),
    /** The provider failed. */
    FAILURE("−"),
    /** Nothing about the provider's health: a rejection, a rate limit, our own cancel or deadline (R-BREAKER-1). */
    NEUTRAL("0");

    private final String sign;

    BreakerEffect(String sign) {
        this.sign = sign;
    }

    /** The sign in the printed table. */
    String sign() {
        return sign;
    }
}
