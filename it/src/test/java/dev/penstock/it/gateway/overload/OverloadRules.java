package dev.penstock.it.gateway.overload;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds under any overload. */
public final class OverloadRules {

    /** Retries get at most this part of the grants while originals wait. */
    private static final double RETRIES = 0.2;

    /** What a call waits at most when nothing is in its way: a tick of the clock on a busy machine. */
    private static final long NO_WAIT_MILLIS = 100;

    private OverloadRules() {}

    /**
     * Fails if something does not.
     *
     * @param leastUseful the least part of the capacity that has to go into answers
     */
    public static void hold(OverloadFindings findings, double leastUseful) {
        String all = findings.describe();
        assertThat(findings.useful()).as(all).isGreaterThanOrEqualTo(leastUseful);
        assertThat(findings.mostActive()).as(all).isLessThanOrEqualTo(OverloadPlan.LIMIT);
        assertThat(findings.refusedByProvider()).as(all).isZero();
        // Not of the heavy tenant: others go before it who came after its wait was predicted.
        assertThat(findings.wait("light")).as(all).isLessThanOrEqualTo(OverloadPlan.MAX_QUEUE_WAIT.toMillis());
        assertThat(findings.wait("modest")).as(all).isLessThanOrEqualTo(OverloadPlan.MAX_QUEUE_WAIT.toMillis());
        assertThat(findings.answered("light")).as(all).isGreaterThan(findings.answered("heavy"));
        assertThat(findings.answered("modest")).as(all).isGreaterThan(findings.answered("heavy"));
        assertThat(findings.answered("heavy")).as(all).isGreaterThan(findings.answered("batch"));
        assertThat(findings.answered("batch")).as(all).isPositive();
        assertThat(findings.retries()).as(all).isBetween(0.0, RETRIES);
        assertThat(findings.afterwards().said().isAnswer()).as(all).isTrue();
        assertThat(findings.afterwards().waitedMillis()).as(all).isLessThanOrEqualTo(NO_WAIT_MILLIS);
    }
}
