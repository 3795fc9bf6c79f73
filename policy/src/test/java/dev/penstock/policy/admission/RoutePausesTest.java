package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Stop.What;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-CLASS-3 a stop pauses dispatch, visibly, until repaired")
class RoutePausesTest {

    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final AccountKey ACCOUNT = new AccountKey("p", "main");
    private static final RouteCredential ONE = new RouteCredential(ACCOUNT, "one", "digest-1");
    private static final RouteCredential TWO = new RouteCredential(ACCOUNT, "two", "digest-2");
    private static final RouteCredential ELSEWHERE = new RouteCredential(new AccountKey("p", "other"), "one", "x");
    private static final PauseScope CREDENTIAL_ONE = new PauseScope.OfCredential(ACCOUNT, "one");
    private static final PauseScope WHOLE_ACCOUNT = new PauseScope.OfAccount(ACCOUNT);
    private static final Verdict DONE = new Verdict.Completed(Verdict.Completed.How.FULL, false);

    private final VirtualTime time = new VirtualTime();
    private final List<PauseScope> changes = new ArrayList<>();
    private final RoutePauses pauses = new RoutePauses(MINUTE, time.time(), changes::addAll);

    @Test
    void stopped_credential_othersOfTheAccountGoOn() {
        pauses.stopped(ONE, What.CREDENTIAL);

        assertThat(pauses.ask(ONE)).isEqualTo(new RouteAccess.Barred(What.CREDENTIAL, VirtualTime.START, MINUTE));
        assertThat(pauses.ask(TWO)).isEqualTo(new RouteAccess.Clear());
        assertThat(pauses.paused()).containsExactly(CREDENTIAL_ONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = What.class,
            names = {"BALANCE", "QUOTA"})
    void stopped_account_pausesAllItsCredentials(What what) {
        pauses.stopped(ONE, what);

        assertThat(pauses.ask(ONE)).isInstanceOf(RouteAccess.Barred.class);
        assertThat(pauses.ask(TWO)).isInstanceOf(RouteAccess.Barred.class);
        assertThat(pauses.ask(ELSEWHERE)).isEqualTo(new RouteAccess.Clear());
    }

    @Test
    void stopped_again_staysAsItIsAndIsToldOnce() {
        pauses.stopped(ONE, What.CREDENTIAL);
        time.advance(Duration.ofSeconds(20));
        pauses.stopped(ONE, What.CREDENTIAL);

        assertThat(pauses.ask(ONE))
                .isEqualTo(new RouteAccess.Barred(What.CREDENTIAL, VirtualTime.START, Duration.ofSeconds(40)));
        assertThat(changes).containsExactly(CREDENTIAL_ONE);
    }

    @Test
    void resume_endsIt() {
        pauses.stopped(ONE, What.BALANCE);

        assertThat(pauses.resume(WHOLE_ACCOUNT)).isTrue();
        assertThat(pauses.resume(WHOLE_ACCOUNT)).isFalse();

        assertThat(pauses.ask(ONE)).isEqualTo(new RouteAccess.Clear());
        assertThat(pauses.row(WHOLE_ACCOUNT)).isEmpty();
        assertThat(changes).containsExactly(WHOLE_ACCOUNT, WHOLE_ACCOUNT);
    }

    @Test
    void ask_changedCredential_endsIt() {
        pauses.stopped(ONE, What.CREDENTIAL);
        pauses.stopped(ONE, What.BALANCE);

        RouteCredential repaired = new RouteCredential(ACCOUNT, "one", "digest-new");
        assertThat(pauses.ask(repaired)).isEqualTo(new RouteAccess.Clear());
        assertThat(pauses.paused()).isEmpty();
    }

    @Test
    void ask_anotherCredentialOfAPausedAccount_isNoRepair() {
        pauses.stopped(ONE, What.BALANCE);
        assertThat(pauses.ask(TWO)).isInstanceOf(RouteAccess.Barred.class);
    }

    @Test
    void ask_everyMinute_oneProbe() {
        pauses.stopped(ONE, What.CREDENTIAL);
        time.advance(MINUTE);

        assertThat(pauses.ask(ONE)).isInstanceOf(RouteProbe.class);
        assertThat(pauses.ask(ONE)).isEqualTo(new RouteAccess.Barred(What.CREDENTIAL, VirtualTime.START, MINUTE));
        time.advance(MINUTE);
        assertThat(pauses.ask(ONE)).isInstanceOf(RouteProbe.class);
    }

    @Test
    void ask_bothPaused_oneProbeForBoth() {
        pauses.stopped(ONE, What.CREDENTIAL);
        time.advance(Duration.ofSeconds(30));
        pauses.stopped(ONE, What.BALANCE);
        time.advance(Duration.ofSeconds(30));
        assertThat(pauses.ask(ONE)).isInstanceOf(RouteAccess.Barred.class);
        time.advance(Duration.ofSeconds(30));

        ((RouteProbe) pauses.ask(ONE)).settle(DONE);

        assertThat(pauses.paused()).isEmpty();
    }

    @Test
    void settle_servedProbe_endsThePause() {
        pauses.stopped(ONE, What.CREDENTIAL);
        RouteProbe probe = probeOf(ONE);

        probe.settle(DONE);

        assertThat(pauses.ask(ONE)).isEqualTo(new RouteAccess.Clear());
        assertThat(pauses.state(CREDENTIAL_ONE)).isEqualTo(new RoutePause.Open());
    }

    @Test
    void settle_inconclusive_leavesThePause() {
        pauses.stopped(ONE, What.CREDENTIAL);
        List<Verdict> inconclusive = List.of(
                new Verdict.Stop(What.CREDENTIAL),
                new Verdict.Rejected(400),
                new Verdict.Transient(Verdict.Transient.Why.RATE_UNKNOWN),
                new Verdict.NotSent(Verdict.NotSent.Cause.CONNECT),
                new Verdict.Unusable(Verdict.Unusable.Why.PROTOCOL),
                new Verdict.Ambiguous(Verdict.Ambiguous.Why.NO_ANSWER));
        for (Verdict verdict : inconclusive) {
            probeOf(ONE).settle(verdict);
            assertThat(pauses.ask(ONE)).as("%s", verdict).isInstanceOf(RouteAccess.Barred.class);
        }
    }

    @Test
    void settle_twice_theFirstCounts() {
        pauses.stopped(ONE, What.CREDENTIAL);
        RouteProbe probe = probeOf(ONE);

        probe.close();
        probe.settle(DONE);
        probe.giveBack();

        assertThat(pauses.ask(ONE)).isInstanceOf(RouteAccess.Barred.class);
    }

    @Test
    void settle_afterALaterStop_endsOnlyItsOwn() {
        pauses.stopped(ONE, What.CREDENTIAL);
        RouteProbe late = probeOf(ONE);
        pauses.resume(CREDENTIAL_ONE);
        pauses.stopped(ONE, What.CREDENTIAL);

        late.settle(DONE);

        assertThat(pauses.ask(ONE)).isInstanceOf(RouteAccess.Barred.class);
    }

    @Test
    void giveBack_nothingWasLaunched_theNextMayProbeAtOnce() {
        pauses.stopped(ONE, What.CREDENTIAL);
        probeOf(ONE).giveBack();
        assertThat(pauses.ask(ONE)).isInstanceOf(RouteProbe.class);
    }

    @Test
    void load_atStart_allowsOneProbeAtOnce() {
        RoutePauses restarted = new RoutePauses(MINUTE, time.time(), changes::addAll);
        restarted.load(row(), /* atStart= */ true);

        assertThat(restarted.ask(ONE)).isInstanceOf(RouteProbe.class);
        assertThat(restarted.ask(ONE)).isInstanceOf(RouteAccess.Barred.class);
    }

    @Test
    void load_whileRunning_waitsAsTheRowSays_andTellsNobody() {
        PauseRow row = row();
        changes.clear();
        time.advance(Duration.ofSeconds(20));
        RoutePauses elsewhere = new RoutePauses(MINUTE, time.time(), changes::addAll);
        elsewhere.load(row, /* atStart= */ false);

        assertThat(elsewhere.ask(ONE))
                .isEqualTo(new RouteAccess.Barred(What.CREDENTIAL, VirtualTime.START, Duration.ofSeconds(40)));
        assertThat(elsewhere.row(CREDENTIAL_ONE)).contains(row);
        elsewhere.forget(CREDENTIAL_ONE);
        assertThat(elsewhere.ask(ONE)).isEqualTo(new RouteAccess.Clear());
        assertThat(changes).isEmpty();
    }

    @Test
    @DisplayName("B062 a wall clock that jumped back never puts the probe off for longer than its interval")
    void load_wallClockJumpedBack_probesWithinTheInterval() {
        PauseRow row = row();
        time.jumpWall(Duration.ofHours(-5));
        RoutePauses elsewhere = new RoutePauses(MINUTE, time.time(), changes::addAll);
        elsewhere.load(row, /* atStart= */ false);
        time.advance(MINUTE);
        assertThat(elsewhere.ask(ONE)).isInstanceOf(RouteProbe.class);
    }

    @Test
    @DisplayName("R-PRIVACY-1 the digest is in no text")
    void toString_showsNoDigest() {
        pauses.stopped(ONE, What.CREDENTIAL);
        assertThat(ONE.toString()).doesNotContain("digest-1");
        assertThat(pauses.state(CREDENTIAL_ONE).toString()).doesNotContain("digest-1");
        assertThat(pauses.row(CREDENTIAL_ONE).orElseThrow().toString()).doesNotContain("digest-1");
    }

    @Test
    void constructor_noInterval_isRefused() {
        assertThatThrownBy(() -> new RoutePauses(Duration.ZERO, time.time(), changes::addAll))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private RouteProbe probeOf(RouteCredential route) {
        time.advance(MINUTE);
        RouteAccess access = pauses.ask(route);
        assertThat(access).isInstanceOf(RouteProbe.class);
        return (RouteProbe) access;
    }

    private PauseRow row() {
        pauses.stopped(ONE, What.CREDENTIAL);
        return pauses.row(CREDENTIAL_ONE).orElseThrow();
    }
}
