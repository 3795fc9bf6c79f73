package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.Gate.Admitted;
import dev.penstock.simulator.Gate.Refused;
import dev.penstock.simulator.look.ModelSpec;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.Limit;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final Gate.Key KEY = new Gate.Key("acme", "m");

    private final FakeClock clock = new FakeClock();
    private final Gate gate =
            new Gate(ProviderLook.deepseek().withModels(List.of(new ModelSpec("m", List.of(), 2, false))), clock);

    @Test
    void concurrency_isPerAccountAndModel() {
        admit(KEY);
        admit(KEY);

        assertThat(gate.admit(KEY, 1, List.of())).isEqualTo(new Refused("concurrency_limit_exceeded", 2, null));
        assertThat(gate.admit(new Gate.Key("other", "m"), 1, List.of())).isInstanceOf(Admitted.class);
        assertThat(gate.admit(new Gate.Key("acme", "free"), 1, List.of())).isInstanceOf(Admitted.class);
    }

    @Test
    void slot_isGivenBackOnce() {
        Gate.Slot first = admit(KEY);
        Gate.Slot second = admit(KEY);
        first.close();
        first.close();

        assertThat(gate.active(KEY)).isEqualTo(1);
        second.close();
        assertThat(gate.active(KEY)).isZero();
        assertThat(gate.peaks()).containsEntry("m", 2);
    }

    @Test
    void scriptLimit_goesBeforeTheLooks() {
        List<Limit> limits = List.of(new Limit(null, 9, 0, 0, null), new Limit("m", 1, 0, 0, "3"));
        admit(KEY);

        assertThat(gate.admit(KEY, 1, limits)).isEqualTo(new Refused("concurrency_limit_exceeded", 1, "3"));
    }

    @Test
    void requestsPerMinute_countAnySixtySeconds() {
        List<Limit> limits = List.of(new Limit("m", 0, 2, 0, null));
        close(gate.admit(KEY, 1, limits));
        clock.advanceSeconds(30);
        close(gate.admit(KEY, 1, limits));

        assertThat(gate.admit(KEY, 1, limits)).isEqualTo(new Refused("rpm_limit_exceeded", 0, null));
        clock.advanceSeconds(30);
        assertThat(gate.admit(KEY, 1, limits)).isInstanceOf(Admitted.class);
        assertThat(gate.admit(KEY, 1, limits)).isInstanceOf(Refused.class);
    }

    @Test
    void tokensPerMinute_countPrompts() {
        List<Limit> limits = List.of(new Limit("m", 0, 0, 100, null));
        close(gate.admit(KEY, 60, limits));

        assertThat(gate.admit(KEY, 41, limits)).isEqualTo(new Refused("tpm_limit_exceeded", 0, null));
        assertThat(gate.admit(KEY, 40, limits)).isInstanceOf(Admitted.class);
    }

    private Gate.Slot admit(Gate.Key key) {
        return ((Admitted) gate.admit(key, 1, List.of())).slot();
    }

    private static void close(Gate.Decision decision) {
        ((Admitted) decision).slot().close();
    }
}
