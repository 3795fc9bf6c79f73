package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.classify.CapacityEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("B070 R-ADMIT-2 a permit is held until the response has ended, not until its headers")
class ReportB070Test {

    private static final PermitRequest REQUEST = PermitRequest.original("t", Priority.INTERACTIVE);

    /** How a response may end. */
    enum End {
        DONE,
        END_OF_FILE,
        ABORT,
        EXCEPTION
    }

    private static void end(Permit permit, End end) {
        switch (end) {
            case DONE -> permit.release(CapacityEffect.SERVED);
            case END_OF_FILE -> permit.release(CapacityEffect.NEUTRAL);
            case ABORT -> {
                permit.abort();
                permit.providerEnded();
            }
            case EXCEPTION -> permit.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void threeStreams_limitTwo_theThirdStartsWhenOneHasEnded(End end) {
        Bench bench = Bench.of(2);
        Permit first = Bench.permitOf(bench.arrive(REQUEST));
        Bench.permitOf(bench.arrive(REQUEST));
        Waiter third = bench.arrive(REQUEST);

        bench.pass(Duration.ofSeconds(5));
        assertThat(third.decision()).as("both are still streaming").isNull();
        end(first, end);

        assertThat(Bench.hasPermit(third)).isTrue();
    }

    @Test
    void abortedStream_providerStillCountsIt_theThirdWaits() {
        Bench bench = Bench.of(2);
        Permit first = Bench.permitOf(bench.arrive(REQUEST));
        Bench.permitOf(bench.arrive(REQUEST));
        Waiter third = bench.arrive(REQUEST);

        first.abort();
        assertThat(third.decision()).isNull();
        first.providerEnded();
        assertThat(Bench.hasPermit(third)).isTrue();
    }

    @Test
    void manyStreams_limitTwo_theProviderNeverSeesMore() {
        Bench bench = Bench.of(2);
        List<Waiter> streams = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            streams.add(bench.arrive(REQUEST));
        }
        int served = 0;
        int most = 0;
        while (!streams.isEmpty()) {
            List<Waiter> running = streams.stream().filter(Bench::hasPermit).toList();
            most = Math.max(most, running.size());
            End end = End.values()[served++ % End.values().length];
            end(Bench.permitOf(running.getFirst()), end);
            streams.remove(running.getFirst());
        }
        assertThat(served).isEqualTo(30);
        assertThat(most).isEqualTo(2);
    }
}
