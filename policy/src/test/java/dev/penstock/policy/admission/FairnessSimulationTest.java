package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ten permits and attempts of one second: ten grants a second are all there is, and twice that arrives. */
@DisplayName("R-ADMIT-5 R-ADMIT-7 R-TENANT-1 fairness under sustained arrivals")
class FairnessSimulationTest {

    private static final Fairness FAIR = Fairness.defaults();
    private static final Fairness WITHOUT_FLOORS = new Fairness(Integer.MAX_VALUE, 5, Integer.MAX_VALUE);
    private static final Fairness WITHOUT_CEILING = new Fairness(20, 2, 20);
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    @DisplayName("R-ADMIT-5 a flood of retries gets a fifth while originals wait")
    void retries_flood_keepToTheirCeiling() {
        forEverySeed(seed -> retriesKeepToTheirCeiling(FAIR, seed));
        assertThatThrownBy(() -> retriesKeepToTheirCeiling(WITHOUT_CEILING, 1)).isInstanceOf(AssertionError.class);
    }

    private static void retriesKeepToTheirCeiling(Fairness fairness, long seed) {
        Arrivals day = day(fairness, seed);
        Arrivals.Stream originals = day.stream(interactive("t"), 12);
        Arrivals.Stream retries = day.stream(interactive("t").asRetry(), 40);
        day.run(LONG);
        assertThat(share(retries, originals)).as("seed %d", seed).isCloseTo(0.20, within(0.005));
    }

    @Test
    @DisplayName("R-ADMIT-5 a trickle of retries gets through a flood of originals")
    void retries_trickle_doNotStarve() {
        forEverySeed(seed -> retriesDoNotStarve(FAIR, seed));
        assertThatThrownBy(() -> retriesDoNotStarve(WITHOUT_FLOORS, 1)).isInstanceOf(AssertionError.class);
    }

    private static void retriesDoNotStarve(Fairness fairness, long seed) {
        Arrivals day = day(fairness, seed);
        Arrivals.Stream originals = day.stream(interactive("t"), 30);
        Arrivals.Stream retries = day.stream(interactive("t").asRetry(), 0.4);
        day.run(LONG);
        assertThat(originals.waiting())
                .as("seed %d: originals are a flood", seed)
                .isGreaterThan(1_000);
        assertThat(retries.longestWait()).as("seed %d", seed).isLessThan(Duration.ofSeconds(60));
        assertThat(retries.waiting()).as("seed %d", seed).isLessThan(20);
    }

    @Test
    @DisplayName("R-ADMIT-5 retries that come in proportion are served in the order of arrival")
    void retries_inProportion_waitAsLongAsOriginals() {
        forEverySeed(seed -> {
            Arrivals day = day(FAIR, seed);
            Arrivals.Stream originals = day.stream(interactive("t"), 18);
            Arrivals.Stream retries = day.stream(interactive("t").asRetry(), 2);
            day.run(LONG);
            assertThat(share(retries, originals)).as("seed %d", seed).isCloseTo(0.10, within(0.01));
        });
    }

    @Test
    @DisplayName("R-ADMIT-7 background keeps its floor under an interactive flood, and no more")
    void background_underInteractiveFlood_keepsItsFloor() {
        forEverySeed(seed -> backgroundKeepsItsFloor(FAIR, seed));
        assertThatThrownBy(() -> backgroundKeepsItsFloor(WITHOUT_FLOORS, 1)).isInstanceOf(AssertionError.class);
    }

    private static void backgroundKeepsItsFloor(Fairness fairness, long seed) {
        Arrivals day = day(fairness, seed);
        Arrivals.Stream interactive = day.stream(interactive("t"), 20);
        Arrivals.Stream background = day.stream(background("t"), 20);
        day.run(LONG);
        assertThat(share(background, interactive)).as("seed %d", seed).isCloseTo(0.05, within(0.003));
    }

    @Test
    @DisplayName("R-TENANT-1 tenants get equal shares, however loud one of them is")
    void tenants_oneFloods_getEqualShares() {
        forEverySeed(seed -> tenantsGetEqualShares(List.of("loud", "a", "b", "c"), seed));
        // One queue for all: the loudest wins.
        assertThatThrownBy(() -> tenantsGetEqualShares(List.of("all", "all", "all", "all"), 1))
                .isInstanceOf(AssertionError.class);
    }

    private static void tenantsGetEqualShares(List<String> tenants, long seed) {
        Arrivals day = day(FAIR, seed);
        List<Arrivals.Stream> streams = new ArrayList<>();
        for (int i = 0; i < tenants.size(); i++) {
            streams.add(day.stream(interactive(tenants.get(i)), i == 0 ? 40 : 4));
        }
        day.run(LONG);
        double all = streams.stream().mapToInt(Arrivals.Stream::granted).sum();
        assertThat(streams)
                .as("seed %d", seed)
                .allSatisfy(stream -> assertThat(stream.granted() / all).isCloseTo(0.25, within(0.01)));
    }

    @Test
    @DisplayName("R-TENANT-1 a quiet tenant does not wait for the queue of a loud one")
    void tenants_oneIsQuiet_isServedAtOnce() {
        forEverySeed(seed -> {
            Arrivals day = day(FAIR, seed);
            Arrivals.Stream loud = day.stream(interactive("loud"), 40);
            Arrivals.Stream quiet = day.stream(interactive("quiet"), 1);
            day.run(LONG);
            assertThat(loud.waiting()).as("seed %d", seed).isGreaterThan(1_000);
            assertThat(quiet.longestWait()).as("seed %d", seed).isLessThan(Duration.ofSeconds(3));
        });
    }

    @Test
    @DisplayName("R-ADMIT-3 under overload nobody is served after the longest wait, and who cannot be is told at once")
    void overload_tenantsBesideALoudOne_waitIsBoundedAndForetold() {
        forEverySeed(seed -> {
            Arrivals day = day(FAIR, seed);
            Duration deadline = Duration.ofSeconds(8);
            Arrivals.Stream loud = day.stream(interactive("loud"), 16, deadline);
            Arrivals.Stream first = day.stream(interactive("first"), 2, deadline);
            Arrivals.Stream second = day.stream(interactive("second"), 2, deadline);
            day.run(LONG);

            assertThat(List.of(loud, first, second))
                    .as("seed %d", seed)
                    .allSatisfy(stream -> assertThat(stream.longestWait()).isLessThanOrEqualTo(Duration.ofSeconds(2)));
            assertThat(loud.granted() + first.granted() + second.granted()).isGreaterThan(5_700);
            assertThat((double) (first.granted() + second.granted()) / (first.arrived() + second.arrived()))
                    .isGreaterThan(0.97);
            assertThat(loud.refusedLate())
                    .as("seed %d: refused late, beside %d at once", seed, loud.refusedAtOnce())
                    .isLessThan(loud.refusedAtOnce() / 5);
        });
    }

    @Test
    @DisplayName("R-ADMIT-7 when capacity shrinks, long batches slow down first")
    void background_capacityHalves_yieldsAndInteractiveDoesNot() {
        forEverySeed(seed -> {
            Bench bench = bench(FAIR);
            Arrivals day = new Arrivals(bench, seed, Duration.ofSeconds(1));
            Arrivals.Stream interactive = day.stream(interactive("t"), 3);
            Arrivals.Stream batch = day.stream(background("t"), 20);
            day.run(LONG);
            int interactiveBefore = interactive.granted();
            int batchBefore = batch.granted();

            bench.state.supply(new PermitSupply(5, null), bench.now());
            day.run(LONG);

            double interactiveKept = (double) (interactive.granted() - interactiveBefore) / interactiveBefore;
            double batchKept = (double) (batch.granted() - batchBefore) / batchBefore;
            assertThat(interactiveKept).as("seed %d", seed).isCloseTo(1, within(0.1));
            assertThat(batchKept).as("seed %d", seed).isCloseTo(2.0 / 7, within(0.1));
        });
    }

    @Test
    @DisplayName("R-ADMIT-1 all permits are used while somebody waits")
    void limiter_sustainedDemand_usesEveryPermit() {
        forEverySeed(seed -> {
            Arrivals day = day(FAIR, seed);
            Arrivals.Stream only = day.stream(interactive("t"), 20);
            day.run(LONG);
            assertThat((double) only.granted()).as("seed %d", seed).isCloseTo(6_000, within(300.0));
        });
    }

    private static Arrivals day(Fairness fairness, long seed) {
        return new Arrivals(bench(fairness), seed, Duration.ofSeconds(1));
    }

    private static Bench bench(Fairness fairness) {
        QueueSettings queue = new QueueSettings(Duration.ofMillis(100), 0.25, Duration.ofSeconds(10), fairness);
        return new Bench(new LimiterSettings(
                new Limit.Fixed(10), Duration.ZERO, Duration.ofSeconds(10), PacerSettings.NONE, queue));
    }

    private static double share(Arrivals.Stream one, Arrivals.Stream other) {
        return (double) one.granted() / (one.granted() + other.granted());
    }

    private static PermitRequest interactive(String tenant) {
        return PermitRequest.original(tenant, Priority.INTERACTIVE);
    }

    private static PermitRequest background(String tenant) {
        return PermitRequest.original(tenant, Priority.BACKGROUND);
    }

    private static void forEverySeed(LongConsumer check) {
        for (long seed = 1; seed <= 5; seed++) {
            check.accept(seed);
        }
    }
}
