package dev.penstock.it.gateway.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What holds under any overload. */
public final class OverloadRules {

    /** Retries get a fifth of the grants while originals wait, and more in the moments when none does. */
    private static final double MOST_RETRIES = 0.25;

    /** They ask for three of ten, and get much of what they may. */
    private static final double LEAST_RETRIES = 0.08;

    /** What a call may end with that was let in: its attempts are used up, or its deadline is. */
    private static final List<String> NAMED =
            List.of("503 upstream_unavailable", "504 deadline_exceeded", "409 outcome_unknown");

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
        assertThat(findings.wait("light")).as(all).isLessThanOrEqualTo(OverloadPlan.MAX_QUEUE_WAIT.toMillis());
        assertThat(findings.wait("modest")).as(all).isLessThanOrEqualTo(OverloadPlan.MAX_QUEUE_WAIT.toMillis());
        assertThat(findings.wait("heavy")).as(all).isLessThanOrEqualTo(OverloadPlan.MAX_QUEUE_WAIT.toMillis());
        assertThat(findings.answered("light")).as(all).isGreaterThan(findings.answered("heavy"));
        assertThat(findings.answered("modest")).as(all).isGreaterThan(findings.answered("heavy"));
        assertThat(findings.answered("heavy")).as(all).isGreaterThan(findings.answered("batch"));
        assertThat(findings.answered("batch")).as(all).isPositive();
        if (findings.plan().attempts() == 1) {
            assertThat(findings.retries()).as(all).isZero();
        } else {
            assertThat(findings.retries()).as(all).isBetween(LEAST_RETRIES, MOST_RETRIES);
        }
        assertThat(findings.refused()).as(all).isPositive();
        assertThat(findings.others()).as(all).isSubsetOf(NAMED);
        assertThat(findings.afterwards().said().isAnswer()).as(all).isTrue();
        assertThat(findings.afterwards().waitedMillis()).as(all).isLessThanOrEqualTo(NO_WAIT_MILLIS);
    }
}
