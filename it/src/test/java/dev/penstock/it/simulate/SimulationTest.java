package dev.penstock.it.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("R-PROOF-3 R-OP-6 R-OP-8 R-CANCEL-1 R-ADMIT-8 several nodes in a simulated world")
class SimulationTest {

    private static final int SEEDS = 2_000;

    private static final int REPLAYED = 20;

    /** What a broken variant may take at most (design 16). */
    private static final int SEEDS_UNTIL_CAUGHT = 2_000;

    /** The engines warn of every trouble that they are given here. */
    private static final Logger ENGINES = Logger.getLogger("dev.penstock.client");

    @BeforeAll
    static void hush() {
        ENGINES.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        ENGINES.setLevel(null);
    }

    @Test
    @DisplayName("no rule is broken, and everything that may go wrong did so often enough")
    void worlds_holdTheRules() {
        try (Simulation simulation = new Simulation(Variant.SOUND)) {
            List<Simulation.Failure> failures = simulation.run(1, SEEDS, ignored -> {});

            assertThat(failures)
                    .as(() -> "it/simulate --trace SEED tells what happened; of the first:\n"
                            + String.join(
                                    "\n",
                                    simulation.trace(failures.getFirst().seed()).lines()))
                    .isEmpty();
            assertThat(simulation.coverage().missing(SEEDS)).isEmpty();
        }
    }

    @Test
    @DisplayName("a seed replays exactly, in words or without them, here or in another process")
    void seed_replays(@TempDir Path folder) {
        List<Long> here;
        List<Long> inWords = new ArrayList<>();
        try (Simulation one = new Simulation(Variant.SOUND);
                Simulation other = new Simulation(Variant.SOUND)) {
            here = one.hashes(1, REPLAYED);
            for (long seed = 1; seed <= REPLAYED; seed++) {
                inWords.add(other.trace(seed).hash());
            }
        }
        Ended elsewhere = CommandLine.of(Simulate.class, folder, "--hashes", Integer.toString(REPLAYED))
                .run();

        assertThat(inWords).isEqualTo(here);
        assertThat(elsewhere.out().lines().map(Long::valueOf)).isEqualTo(here);
        assertThat(here).doesNotHaveDuplicates();
    }

    static List<Variant> variants() {
        return Variants.all();
    }

    @ParameterizedTest
    @MethodSource("variants")
    @DisplayName("the judge notices every rule that is broken on purpose")
    void brokenVariant_isCaught(Variant variant) {
        try (Simulation simulation = new Simulation(variant)) {
            assertThat(simulation.untilCaught(1, SEEDS_UNTIL_CAUGHT)).isPositive();
            assertThat(variant.isBroken()).isTrue();
        }
    }
}
