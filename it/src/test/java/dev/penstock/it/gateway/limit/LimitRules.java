package dev.penstock.it.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds behind a limit, whoever leaves. */
public final class LimitRules {

    private LimitRules() {}

    /**
     * Fails if something does not.
     *
     * @param stayed how many callers did not leave
     */
    public static void hold(LimitDrill.Findings findings, int stayed) {
        String all = findings.describe();
        assertThat(findings.mostActive()).as(all).isLessThanOrEqualTo(LimitDrill.LIMIT);
        assertThat(findings.mostActive()).as("the limit is used: " + all).isGreaterThan(LimitDrill.LIMIT / 2);
        assertThat(findings.wrong()).as(all).isEmpty();
        assertThat(findings.answered()).as(all).isEqualTo(stayed);
    }
}
