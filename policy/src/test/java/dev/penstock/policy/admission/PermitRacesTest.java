package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-2 grant, time-out, withdrawal and release race under a model checker")
class PermitRacesTest {

    @Test
    void limiter_conservesItsPermit() {
        check(PermitRace.OfLimiter.class);
    }

    @Test
    void waiterDecidedByALook_isCaught() {
        assertThatThrownBy(() -> check(PermitRace.OfCarelessDecision.class)).isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void permitEndedByALook_isCaught() {
        assertThatThrownBy(() -> check(PermitRace.OfCarelessRelease.class)).isInstanceOf(LincheckAssertionError.class);
    }

    /** What happens under a lock, and where nobody shares anything, is one step to the checker. */
    private static void check(Class<? extends PermitRace> race) {
        new ModelCheckingOptions()
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(1)
                .actorsAfter(0)
                .iterations(8)
                .invocationsPerIteration(80)
                .minimizeFailedScenario(false)
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                WaitingRoom.class.getName(),
                                ActivePermits.class.getName(),
                                Throughput.class.getName(),
                                Door.class.getName(),
                                Pacer.class.getName())
                        .allMethods()
                        .treatAsAtomic())
                .verifier(EpsilonVerifier.class)
                .check(race);
    }
}
