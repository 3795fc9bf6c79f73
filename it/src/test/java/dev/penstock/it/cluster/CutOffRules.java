package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for a gateway that is cut off from its database. */
public final class CutOffRules {

    private static final String AWAY = "store_unavailable";

    private CutOffRules() {}

    /** Fails if something does not. */
    public static void hold(CutOffDrill.Findings findings) {
        String all = findings.describe();
        assertThat(ClusterRules.violations(findings.cluster())).as(all).isEmpty();
        assertThat(findings.sentWithoutRecord()).as(all).isEmpty();
        assertThat(findings.saidWhileCut().keySet()).as(all).containsOnly(AWAY);
    }
}
