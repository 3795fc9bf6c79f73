package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.StateMachine.Authority;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state machine beside the lines of design 8, written out once more by hand. */
class StateMachineTest {

    @ParameterizedTest
    @DisplayName("R-OP-2 the engine moves a generation as listed and no other way")
    @CsvSource({
        "RECEIVED,                  CLAIMED CANCELLED_BEFORE_DISPATCH FAILED_PERMANENT DEAD_LETTER",
        "CLAIMED,                   DISPATCHING RECEIVED CANCELLED_BEFORE_DISPATCH DEAD_LETTER UNKNOWN_OUTCOME",
        "DISPATCHING,               SUCCEEDED FAILED_PERMANENT RETRY_SCHEDULED DEAD_LETTER UNKNOWN_OUTCOME"
                + " CANCELLED_BEFORE_DISPATCH",
        "RETRY_SCHEDULED,           CLAIMED CANCELLED_BEFORE_DISPATCH DEAD_LETTER UNKNOWN_OUTCOME",
        "UNKNOWN_OUTCOME,           ''",
        "SUCCEEDED,                 ''",
        "FAILED_PERMANENT,          ''",
        "CANCELLED_BEFORE_DISPATCH, ''",
        "DEAD_LETTER,               ''"
    })
    void successors_byTheEngine_asListed(OperationState from, String to) {
        assertThat(StateMachine.successors(from, Authority.ENGINE)).isEqualTo(states(to));
    }

    @ParameterizedTest
    @DisplayName("R-OP-2 late evidence moves an unknown outcome alone")
    @CsvSource({
        "RECEIVED,                  ''",
        "CLAIMED,                   ''",
        "DISPATCHING,               ''",
        "RETRY_SCHEDULED,           ''",
        "UNKNOWN_OUTCOME,           SUCCEEDED FAILED_PERMANENT DEAD_LETTER RETRY_SCHEDULED",
        "SUCCEEDED,                 ''",
        "FAILED_PERMANENT,          ''",
        "CANCELLED_BEFORE_DISPATCH, ''",
        "DEAD_LETTER,               ''"
    })
    void successors_byLateEvidence_asListed(OperationState from, String to) {
        assertThat(StateMachine.successors(from, Authority.LATE_EVIDENCE)).isEqualTo(states(to));
    }

    @ParameterizedTest
    @DisplayName("R-OP-10 a decision moves an unknown outcome and a dead letter")
    @CsvSource({
        "RECEIVED,                  ''",
        "CLAIMED,                   ''",
        "DISPATCHING,               ''",
        "RETRY_SCHEDULED,           ''",
        "UNKNOWN_OUTCOME,           SUCCEEDED FAILED_PERMANENT RECEIVED",
        "SUCCEEDED,                 ''",
        "FAILED_PERMANENT,          ''",
        "CANCELLED_BEFORE_DISPATCH, ''",
        "DEAD_LETTER,               RECEIVED SUCCEEDED FAILED_PERMANENT"
    })
    void successors_byDecision_asListed(OperationState from, String to) {
        assertThat(StateMachine.successors(from, Authority.DECISION)).isEqualTo(states(to));
    }

    private static Set<OperationState> states(String names) {
        return Arrays.stream(names.split(" ", -1))
                .filter(name -> !name.isEmpty())
                .map(OperationState::valueOf)
                .collect(Collectors.toSet());
    }
}
