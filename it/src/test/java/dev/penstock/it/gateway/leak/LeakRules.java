package dev.penstock.it.gateway.leak;

import static org.assertj.core.api.Assertions.assertThat;

/** What may have grown: nothing, but for what a JVM does on its own. */
public final class LeakRules {

    /** Descriptors and threads of the JVM itself: a class path entry that is opened late, a carrier, a compiler. */
    private static final long FEW = 4;

    /** Code that was compiled since, classes that were loaded, tables that have grown: live heap, in KiB. */
    private static final long HEAP_KIB = 3 << 10;

    private LeakRules() {}

    /** Fails if something is kept. */
    public static void hold(LeakDrill.Findings findings) {
        Belongings early = findings.early();
        Belongings late = findings.late();
        assertThat(findings.hasAllPermits()).as(findings.describe()).isTrue();
        assertThat(late.descriptors() - early.descriptors())
                .as(findings.describe())
                .isLessThanOrEqualTo(FEW);
        assertThat(late.threads() - early.threads()).as(findings.describe()).isLessThanOrEqualTo(FEW);
        assertThat(late.virtualThreads() - early.virtualThreads())
                .as(findings.describe())
                .isLessThanOrEqualTo(FEW);
        assertThat(late.heapKib() - early.heapKib()).as(findings.describe()).isLessThanOrEqualTo(HEAP_KIB);
    }
}
