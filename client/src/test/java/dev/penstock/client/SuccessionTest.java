package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-8 at most one flight waits for the key of one that its callers have left")
class SuccessionTest {

    private final Succession succession = new Succession();
    private final Flight first = new Flight(null, false);
    private final Flight second = new Flight(null, false);

    @Test
    void board_nobodyWaits_isNext() {
        assertThat(succession.board(first)).isSameAs(first);
        assertThat(succession.next()).isSameAs(first);
    }

    @Test
    void board_somebodyWaits_joinsThatOne() {
        succession.board(first);

        assertThat(succession.board(second)).isSameAs(first);
        first.leave();
        assertThat(first.stops().reason()).as("the second caller is on board").isNull();
    }

    @Test
    @DisplayName("one that nobody waits for loses its turn, and has nothing to withdraw")
    void board_nextIsAbandoned_takesItsTurn() {
        succession.board(first);
        first.leave();

        assertThat(succession.board(second)).isSameAs(second);
        assertThat(succession.withdraw(first)).isFalse();
        assertThat(succession.close()).isSameAs(second);
    }

    @Test
    void withdraw_next_leavesThePlaceToNobody() {
        succession.board(first);

        assertThat(succession.withdraw(first)).isTrue();
        assertThat(succession.close()).isNull();
    }

    @Test
    @DisplayName("who is given the place has it: it cannot withdraw any more, and nobody boards")
    void close_next_hasThePlace() {
        succession.board(first);
        assertThat(succession.close()).isSameAs(first);

        assertThat(succession.withdraw(first)).isFalse();
        assertThat(succession.next()).isSameAs(first);
        assertThat(succession.board(second)).isNull();
    }
}
