package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.cluster.Utilisation.Quarantined;
import dev.penstock.it.support.RequestLog.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class UtilisationTest {

    private static final Utilisation OF_TWO = new Utilisation(2, 100, 200);
    private static final List<Quarantined> NONE = List.of(new Quarantined(50, 0));

    @Test
    void wholeSpan_isAll() {
        assertThat(OF_TWO.of(List.of(complete(0, 150), complete(150, 300), complete(100, 200)), NONE, List.of()))
                .isEqualTo(1);
    }

    @Test
    void halfOfIt_isHalf() {
        assertThat(OF_TWO.of(List.of(complete(0, 150), complete(150, 300)), NONE, List.of()))
                .isEqualTo(0.5);
        assertThat(OF_TWO.of(List.of(), NONE, List.of())).isZero();
    }

    @Test
    void whatIsKeptBack_isNotUsable() {
        List<Quarantined> half = List.of(new Quarantined(50, 0), new Quarantined(150, 2));

        assertThat(OF_TWO.of(List.of(complete(100, 150), complete(100, 150)), half, List.of()))
                .isEqualTo(1);
    }

    @Test
    void whatTheDeadLeft_isUseUntilTheyDied() {
        Request left = new Request(1, 0, 100, 100, 100, 200, 200, 200, "client_left", 1, "");

        assertThat(OF_TWO.of(List.of(left), NONE, List.of())).isZero();
        assertThat(OF_TWO.of(List.of(left), NONE, List.of(50L, 150L, 180L))).isEqualTo(0.25);
    }

    private static Request complete(long from, long to) {
        return new Request(1, 0, from, from, from, to, to, 200, "complete", 1, "");
    }
}
