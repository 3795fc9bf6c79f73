package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node whose clock is wrong takes nothing from one that lives. */
@DisplayName("B086, R-DEADLINE-2: nodes that disagree about now")
class ReportB086Test {

    private final PostgresAddress database = PostgresServer.shared().newStore();
    private final List<PostgresLedger> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(PostgresLedger::close);
        PostgresServer.shared().drop(database);
    }

    @ParameterizedTest
    @ValueSource(longs = {90, -90, 86_400})
    @DisplayName("with a clock that is off by so many seconds, nothing is stolen, and times are the database's")
    void skewedNode_stealsNothing(long seconds) throws InterruptedException {
        PostgresLedger right = node(Duration.ZERO);
        PostgresLedger wrong = node(Duration.ofSeconds(seconds));
        WorkerId owner = right.workers().register();
        WorkerId thief = wrong.workers().register();
        OperationRecord sent = Steps.reserved(right, owner, "k");

        assertThat(wrong.workers().heartbeat(thief)).isPositive();
        assertThat(wrong.workers().recover()).isEmpty();
        assertThat(right.workers().recover()).isEmpty();
        assertThat(right.workers().heartbeat(owner)).isPositive();

        OperationRecord now =
                wrong.operations().history(sent.ref()).orElseThrow().record();
        assertThat(now.state()).isEqualTo(OperationState.DISPATCHING);
        assertThat(now.epoch()).isEqualTo(sent.epoch());
        OperationRecord theirs = Steps.reserved(wrong, thief, "theirs");
        assertThat(Math.abs(theirs.times().receivedAt() - sent.times().receivedAt()))
                .as("both times are by the database's clock")
                .isLessThan(Duration.ofSeconds(Math.abs(seconds)).toMillis() - 1_000);
    }

    @Test
    @DisplayName("it is said once that a clock has gone astray, and again when it does so again")
    void skew_isSaidOnce() {
        Instant[] wall = {Instant.EPOCH.plusSeconds(100)};
        List<Duration> said = new ArrayList<>();
        ClockSkew skew = new ClockSkew(() -> wall[0], said::add);

        skew.seen(96_000);
        assertThat(said).isEmpty();
        skew.seen(10_000);
        skew.seen(10_000);
        assertThat(said).containsExactly(Duration.ofSeconds(90));
        skew.seen(100_000);
        skew.seen(190_000);
        assertThat(said).containsExactly(Duration.ofSeconds(90), Duration.ofSeconds(-90));
    }

    private PostgresLedger node(Duration ahead) {
        Time system = Time.system();
        InstantSource wall = () -> system.wall().instant().plus(ahead);
        Time time = new Time(system.ticker(), wall, system.sleeper(), system.timers());
        PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database, time));
        open.add(ledger);
        return ledger;
    }
}
