package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.StoredFingerprint;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-8 concurrent callers of one key share one flight")
class FlightTest {

    private static final StoredFingerprint FINGERPRINT = new StoredFingerprint(1, 1, "0".repeat(64), "");

    @Test
    void join_somebodyWaits_isOnBoard() {
        Flight flight = new Flight(FINGERPRINT, false);
        assertThat(flight.join()).isTrue();

        flight.leave();
        assertThat(flight.stops().reason()).isNull();
        flight.leave();

        assertThat(flight.stops().reason()).isEqualTo(Stop.ABANDONED);
    }

    @Test
    @DisplayName("what its last caller abandoned cannot be joined")
    void join_abandoned_isRefused() {
        Flight flight = new Flight(FINGERPRINT, false);
        flight.leave();

        assertThat(flight.join()).isFalse();
    }

    @Test
    @DisplayName("what goes on alone can be joined after its last caller left, and stopped by a cancel of its key")
    void join_goesOnAlone_isOnBoard() {
        Flight flight = new Flight(FINGERPRINT, true);
        flight.leave();

        assertThat(flight.stops().reason()).isNull();
        assertThat(flight.join()).isTrue();
        assertThat(flight.goesOnAlone()).isTrue();
    }

    @Test
    @DisplayName("a worker leaves what nobody joined, and then nobody can; it stays for who did")
    void leavesAlone_joined_stays() {
        Flight alone = Flight.takenUp(FINGERPRINT, ignored -> {});
        assertThat(alone.leavesAlone()).isTrue();
        assertThat(alone.join()).isFalse();

        Flight joined = Flight.takenUp(FINGERPRINT, ignored -> {});
        assertThat(joined.join()).isTrue();
        assertThat(joined.leavesAlone()).isFalse();
        joined.leave();
        assertThat(joined.leavesAlone()).isTrue();
    }
}
