package dev.penstock.policy.breaker;

/** What a circuit breaker says to a call that is about to be sent. */
public sealed interface BreakerAnswer permits BreakerPass, BreakerAnswer.Refused {

    /**
     * Not now.
     *
     * @param breaker the breaker's name
     * @param comeBackNanos when asking again makes sense
     */
    record Refused(String breaker, long comeBackNanos) implements BreakerAnswer {}
}
