package dev.penstock.it.gateway.wait;

import static org.assertj.core.api.Assertions.assertThat;

/** What callers of a provider may be told that only says that it lives. */
public final class WaitRules {

    private static final int CALLERS = 4;

    private WaitRules() {}

    /** The answer came in the end, and everybody has it. */
    public static void delivered(WaitDrill.Findings findings) {
        assertThat(findings.told().values()).as(findings.describe()).allSatisfy(said -> {
            assertThat(said.isAnswer()).isTrue();
            assertThat(said.finish()).isEqualTo("stop");
        });
        assertThat(findings.sends()).hasSize(CALLERS);
    }

    /** It never came: our limit is named, the deadline or the longest wait for output, whichever is shorter; what became of it is called unknown, and nothing is sent again. */
    public static void limited(WaitDrill.Findings findings) {
        assertThat(findings.told().values()).as(findings.describe()).allSatisfy(said -> {
            assertThat(said.code()).isEqualTo("outcome_unknown");
            assertThat(said.body()).containsAnyOf("deadline", "before first progress");
            assertThat(said.isDone()).isFalse();
        });
        assertThat(findings.sends()).hasSize(CALLERS);
    }
}
