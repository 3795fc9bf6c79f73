package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExplanationsTest {

    @Test
    @DisplayName("B008, R-DEADLINE-4: of an answer that stalled, it is said which of our own limits ended the wait")
    void stalled_namesTheLimit() {
        Map<Ending.AbortCause, String> said = new EnumMap<>(Ending.AbortCause.class);
        for (Ending.AbortCause cause : Ending.AbortCause.values()) {
            said.put(cause, Explanations.unknown(EndReason.STALLED, new Ending.Aborted(cause)));
        }

        assertThat(said.values()).doesNotHaveDuplicates();
        assertThat(said.get(Ending.AbortCause.BEFORE_FIRST_PROGRESS)).contains("before first progress");
        assertThat(said.get(Ending.AbortCause.PROGRESS_IDLE)).contains("progress-idle");
        assertThat(said.get(Ending.AbortCause.TRANSPORT_IDLE)).contains("transport-idle");
    }
}
