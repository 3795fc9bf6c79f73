package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-5 R-ADMIT-7 turns between two sides that both wait")
class TurnsTest {

    @Test
    void secondGoes_oldestIsAlwaysSecond_getsNoMoreThanItsCeiling() {
        assertThat(secondsIn(100, /* secondCameFirst= */ true)).isEqualTo(20);
    }

    @Test
    void secondGoes_oldestIsNeverSecond_getsNoLessThanItsFloor() {
        assertThat(secondsIn(100, /* secondCameFirst= */ false)).isEqualTo(5);
    }

    @Test
    void firstWent_nobodyWaitedOnTheOtherSide_savesUpNoMoreThanOneTurn() {
        Turns turns = new Turns(5, 20);
        for (int i = 0; i < 1_000; i++) {
            turns.firstWent(/* secondWaits= */ false);
        }
        assertThat(turns.secondGoes(/* secondCameFirst= */ false)).isFalse();
        assertThat(turns.secondGoes(/* secondCameFirst= */ true)).isTrue();
        turns.secondWent();
        assertThat(turns.secondGoes(/* secondCameFirst= */ true)).isFalse();
    }

    @Test
    void secondShare_followsTheQueuesBetweenFloorAndCeiling() {
        Turns turns = new Turns(5, 20);
        assertThat(turns.secondShare(0, 1)).isEqualTo(1);
        assertThat(turns.secondShare(1_000, 1)).isCloseTo(0.05, within(1e-9));
        assertThat(turns.secondShare(9, 1)).isCloseTo(0.10, within(1e-9));
        assertThat(turns.secondShare(1, 1_000)).isCloseTo(0.20, within(1e-9));
    }

    private static int secondsIn(int grants, boolean secondCameFirst) {
        Turns turns = new Turns(5, 20);
        int seconds = 0;
        for (int i = 0; i < grants; i++) {
            if (turns.secondGoes(secondCameFirst)) {
                turns.secondWent();
                seconds++;
            } else {
                turns.firstWent(/* secondWaits= */ true);
            }
        }
        return seconds;
    }
}
