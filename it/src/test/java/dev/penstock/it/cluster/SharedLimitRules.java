package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for an account's limit that two gateways share. */
public final class SharedLimitRules {

    /** One heartbeat every five seconds and node, whatever it has at work, and what a short look sees too many. */
    private static final double MOST_HEARTBEATS = SharedLimitDrill.NODES * (12 + 18);

    private SharedLimitRules() {}

    /**
     * Fails if something does not.
     *
     * @param least the share of the limit that has to be used, kept-back permits left out
     */
    public static void hold(SharedLimitDrill.Findings findings, double least) {
        String all = findings.describe();
        assertThat(findings.mostActive()).as(all).isLessThanOrEqualTo(SharedLimitDrill.LIMIT);
        assertThat(findings.steady()).as(all).isGreaterThanOrEqualTo(least);
        assertThat(findings.troubled()).as(all).isGreaterThanOrEqualTo(least);
        assertThat(findings.heartbeats()).as(all).isBetween(1.0, MOST_HEARTBEATS);
        assertThat(findings.kills()).as(all).isPositive();
        assertThat(findings.answered()).as(all).isPositive();
    }
}
