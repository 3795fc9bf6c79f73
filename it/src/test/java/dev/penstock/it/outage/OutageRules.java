package dev.penstock.it.outage;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds in every outage. */
public final class OutageRules {

    /** Calls that the breaker has to see before it opens on their ratio (design 6). */
    private static final int BREAKER_MINIMUM = 10;

    /** Tokens in the retry budget at the start (design 5). */
    private static final int BUCKET = 10;

    private OutageRules() {}

    public static void hold(OutageFindings findings) {
        long allowance = OutageDrill.CONCURRENCY + BREAKER_MINIMUM + BUCKET + probes(findings.outageMicros());
        findings.ended().expect(0);
        assertThat(findings.generations())
                .as(findings.describe())
                .hasSize(findings.lines())
                .allSatisfy(line -> assertThat(line.state()).isEqualTo("succeeded"));
        assertThat(findings.sendsBeforeRecovery())
                .as("sends before recovery: %s", findings.describe())
                .isLessThanOrEqualTo(allowance);
        assertThat(findings.refusedAttempts())
                .as("attempts that met nobody: %s", findings.describe())
                .isLessThanOrEqualTo(allowance);
        assertThat((double) findings.log().size())
                .as("sends over the run: %s", findings.describe())
                .isLessThanOrEqualTo(1.1 * findings.lines() + allowance);
        assertThat(findings.mostActive()).as(findings.describe()).isLessThanOrEqualTo(OutageDrill.CONCURRENCY);
    }

    /** How often an open breaker may have let one through: after 2.5 s at the earliest, then after twice that, … */
    public static long probes(long outageMicros) {
        long probes = 0;
        long sum = 0;
        for (long open = 2_500_000; sum + open <= outageMicros; open = Math.min(2 * open, 30_000_000)) {
            sum += open;
            probes++;
        }
        return probes;
    }
}
