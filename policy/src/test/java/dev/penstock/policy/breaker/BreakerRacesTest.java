package dev.penstock.policy.breaker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.classify.BreakerEffect;
import dev.penstock.testkit.FixedRandom;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every interleaving that a model checker finds, over one breaker; each proof catches its careless counterpart. */
@DisplayName("R-BREAKER-1 coordinated callers race")
class BreakerRacesTest {

    private static final FixedRandom CHANCE = new FixedRandom(0.5);
    private static final List<BreakerEffect> EFFECTS = List.of(BreakerEffect.values());

    @Test
    void entersAndEnds_ofTwoCallers_areLinearizable() {
        check(Linearizable.class);
    }

    @Test
    void failures_ofTwoCallers_areAllCounted() {
        check(Counting.class);
    }

    @Test
    void failures_countedByReadAndWrite_areCaught() {
        assertThatThrownBy(() -> check(CarelessCounting.class)).isInstanceOf(AssertionError.class);
    }

    @Test
    void probe_askedForByTwo_isGivenToOne() {
        check(Asking.class);
    }

    @Test
    void probe_givenByReadAndWrite_isCaught() {
        assertThatThrownBy(() -> check(CarelessAsking.class)).isInstanceOf(AssertionError.class);
    }

    @Test
    void probe_settledByTwo_countsOnce() {
        check(SharedProbe.class);
    }

    private static CircuitBreaker afterItsTimeOpen() {
        AtomicInteger readings = new AtomicInteger();
        CircuitBreaker breaker =
                new CircuitBreaker("x", BreakerSettings.defaults(), () -> readings.get() * 3_600_000_000_000L, CHANCE);
        for (int i = 0; i < 3; i++) {
            ((BreakerPass) breaker.enter()).settle(BreakerEffect.FAILURE);
        }
        readings.set(1);
        return breaker;
    }

    private static void check(Class<?> operations) {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .iterations(6)
                .invocationsPerIteration(100)
                .minimizeFailedScenario(false)
                .check(operations);
    }

    /** Each thread holds at most one pass, so that every operation touches the breaker once. */
    @Param(name = "effect", gen = IntGen.class, conf = "0:2")
    public static class Linearizable {

        private final CircuitBreaker breaker = afterItsTimeOpen();
        private final @Nullable BreakerPass[] held = new @Nullable BreakerPass[4];

        @Operation
        public String enter(@Param(gen = ThreadIdGen.class) int thread) {
            if (held[thread] != null) {
                return "busy";
            }
            if (breaker.enter() instanceof BreakerPass pass) {
                held[thread] = pass;
                return pass.isProbe() ? "probe" : "pass";
            }
            return "refused";
        }

        @Operation
        public void settle(@Param(gen = ThreadIdGen.class) int thread, @Param(name = "effect") int effect) {
            BreakerPass pass = held[thread];
            held[thread] = null;
            if (pass != null) {
                pass.settle(EFFECTS.get(effect));
            }
        }

        @Operation
        public CircuitBreaker.Status status() {
            return breaker.status();
        }
    }

    /** The third failure in a row, and no other before it, opens. */
    public static class Counting {

        private final CallWindow window = new CallWindow(OpeningCondition.defaults(), 0);

        @Operation
        public boolean failure() {
            return window.record(true, 0);
        }

        @Operation
        public boolean success() {
            return window.record(false, 0);
        }
    }

    /** The same rules, but what was read is written back whatever happened in between. */
    public static class CarelessCounting {

        private final CallWindow rules = new CallWindow(OpeningCondition.defaults(), 0);
        private volatile long counts;

        @Operation
        public boolean failure() {
            return record(true);
        }

        @Operation
        public boolean success() {
            return record(false);
        }

        private boolean record(boolean failure) {
            long after = rules.next(counts, failure, 0);
            counts = after;
            return rules.opens(after);
        }
    }

    /** Of those who ask, the first gets the probe. */
    public static class Asking {

        private final CircuitBreaker breaker = afterItsTimeOpen();

        @Operation
        public boolean ask() {
            return breaker.enter() instanceof BreakerPass;
        }
    }

    /** One probe in many hands. */
    @Param(name = "effect", gen = IntGen.class, conf = "0:2")
    public static class SharedProbe {

        private final CircuitBreaker breaker = afterItsTimeOpen();
        private final BreakerPass probe = (BreakerPass) breaker.enter();

        @Operation
        public void settle(@Param(name = "effect") int effect) {
            probe.settle(EFFECTS.get(effect));
        }

        @Operation
        public CircuitBreaker.Status status() {
            return breaker.status();
        }
    }

    /** The same transitions, but the next state is written without a look at what is there by then. */
    public static class CarelessAsking {

        private final CircuitBreaker owner = afterItsTimeOpen();
        private final BreakerRules rules = new BreakerRules(owner, BreakerSettings.defaults(), CHANCE);
        private volatile BreakerState state = new BreakerState.Open(0, 0);

        @Operation
        public boolean ask() {
            BreakerState seen = state;
            BreakerState next = rules.next(seen, new BreakerEvent.ProbeAsked(new Probe(owner)), 1);
            state = next;
            return next != seen;
        }
    }
}
