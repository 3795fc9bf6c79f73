package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-1 R-ADMIT-4 retained operations")
class PopulationTest {

    private final VirtualTime time = new VirtualTime();

    @Test
    void admit_fullHouse_isRefusedUntilSomebodyLeaves() {
        Population population = population(2, 100, 0);
        Place first = place(population.admit(1));
        place(population.admit(1));

        assertThat(population.admit(1)).isEqualTo(new Refused(RefusalReason.OPERATIONS, Duration.ofSeconds(1)));
        first.close();
        place(population.admit(1));
        assertThat(population.operations()).isEqualTo(2);
    }

    @Test
    void close_twice_countsOnce() {
        Population population = population(2, 100, 0);
        Place first = place(population.admit(10));
        place(population.admit(20));

        first.close();
        first.close();

        assertThat(population.operations()).isEqualTo(1);
        assertThat(population.bytes()).isEqualTo(20);
    }

    @Test
    void admit_bytesBeyondTheAllowance_isRefusedByBytes() {
        Population population = population(10, 100, 0);
        Place large = place(population.admit(90));

        assertThat(reason(population.admit(11))).isEqualTo(RefusalReason.BYTES);
        place(population.admit(10));
        large.close();
        place(population.admit(90));
        assertThat(population.bytes()).isEqualTo(100);
    }

    @Test
    void admit_largerThanEverything_saysThatComingBackDoesNotHelp() {
        assertThat(population(10, 100, 0).admit(101)).isEqualTo(new Refused(RefusalReason.TOO_LARGE, null));
    }

    @Test
    @DisplayName("R-ADMIT-10 a full house still lets callers join")
    void join_fullHouse_isBoundedApart() {
        Population population = population(1, 100, 1);
        place(population.admit(100));

        Place joiner = place(population.join());
        assertThat(reason(population.join())).isEqualTo(RefusalReason.JOINERS);
        joiner.close();
        place(population.join());
        assertThat(population.operations()).isEqualTo(1);
        assertThat(population.joiners()).isEqualTo(1);
    }

    @Test
    @DisplayName("R-ADMIT-4 a refusal says when to come back: the mean time between departures")
    void refusal_slowDepartures_asksToComeBackLater() {
        Population population = population(3, 100, 0);
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            places.add(place(population.admit(1)));
        }
        time.advance(Duration.ofSeconds(30));
        places.forEach(Place::close);
        for (int i = 0; i < 3; i++) {
            place(population.admit(1));
        }

        assertThat(population.admit(1)).isEqualTo(new Refused(RefusalReason.OPERATIONS, Duration.ofSeconds(10)));
    }

    @Test
    void settings_outOfRange_areRefused() {
        assertThatThrownBy(() -> new PopulationSettings(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PopulationSettings(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PopulationSettings(1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(PopulationSettings.defaults()).isEqualTo(new PopulationSettings(1_000, 268_435_456, 10_000));
    }

    private Population population(int operations, long bytes, int joiners) {
        return new Population(
                new PopulationSettings(operations, bytes, joiners), time.time().ticker());
    }

    private static Place place(Admission admission) {
        assertThat(admission).isInstanceOf(Place.class);
        return (Place) admission;
    }

    private static RefusalReason reason(Admission admission) {
        assertThat(admission).isInstanceOf(Refused.class);
        return ((Refused) admission).reason();
    }
}
