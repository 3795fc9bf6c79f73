package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-CLASS-3 several credentials of one account, and credentials that change")
class CredentialsTest {

    private static final FaultScript FIRST_KEY_REFUSED = FaultScript.builder()
            .rule("refused", when -> when.account("first"), then -> then.status(401))
            .build();

    @TempDir
    private Path folder;

    @Test
    @DisplayName("a 401 pauses the credential, and the account's other credential goes on")
    void oneKeyRefused_theOtherAnswers() throws Exception {
        try (TwoProviders bench = new TwoProviders(FIRST_KEY_REFUSED, FaultScript.NONE, TwoProviders::withSpareKey)) {
            for (int i = 0; i < 3; i++) {
                assertThat(bench.penstock().call(Bench.call()))
                        .isInstanceOfSatisfying(
                                Result.Answered.class,
                                answered ->
                                        assertThat(answered.operation().route()).isEqualTo("spare"));
            }
            assertThat(bench.firstSends("first")).isEqualTo(1);
            assertThat(bench.firstSends("spare")).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("R-RETRYAFTER-1 what a provider asks of an account is not evaded with the account's other credential")
    void hint_holdsForTheOtherCredentialToo() throws Exception {
        FaultScript busyOnce = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(429).header("Retry-After", "2"))
                .build();
        try (TwoProviders bench = new TwoProviders(busyOnce, FaultScript.NONE, TwoProviders::withSpareKey)) {
            assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.Answered.class);

            List<LogEntry> sends = bench.first().log();
            assertThat(sends).hasSize(2);
            long answered = Objects.requireNonNull(sends.get(0).moments().answeredAt());
            assertThat(sends.get(1).moments().acceptedAt() - answered).isGreaterThanOrEqualTo(2_000_000L);
        }
    }

    @Test
    @DisplayName("a 402 pauses the account: none of its credentials is tried again")
    void accountEmpty_noKeyOfItIsTried() throws Exception {
        FaultScript empty = FaultScript.builder()
                .always(then -> then.status(402, "text/plain", "Insufficient Balance"))
                .build();
        try (TwoProviders bench = new TwoProviders(empty, FaultScript.NONE, TwoProviders::withSpareKey)) {
            assertThat(bench.penstock().call(TwoProviders.call())).isInstanceOf(Result.Answered.class);
            assertThat(bench.penstock().call(Bench.call())).isInstanceOfSatisfying(Result.GaveUp.class, gaveUp -> {
                assertThat(gaveUp.limit()).isEqualTo(EndReason.STOPPED);
                assertThat(gaveUp.stopped()).isEqualTo(Verdict.Stop.What.BALANCE);
                assertThat(gaveUp.message()).contains("balance");
            });
            assertThat(bench.sends()).containsExactly(1L, 1L);
        }
    }

    @Test
    @DisplayName("R-CLASS-3 a changed credential ends its pause without a restart, in the ledger too")
    void reload_changedKey_endsItsPause() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                TwoProviders bench =
                        new TwoProviders(FIRST_KEY_REFUSED, FaultScript.NONE, config -> config.withLedger(ledger))) {
            Routes before = Routes.of(bench.toFirst("only", TwoProviders.FIRST_KEY));
            Routes after = Routes.of(bench.toFirst("only", TwoProviders.SPARE_KEY));
            bench.penstock().reload(before);
            assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.GaveUp.class);
            assertThat(ledger.pauses().all()).hasSize(1);

            bench.penstock().reload(before);
            assertThat(ledger.pauses().all()).hasSize(1);

            bench.penstock().reload(after);
            assertThat(ledger.pauses().all()).isEmpty();
            assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.Answered.class);
            assertThat(bench.firstSends("first")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("a call that started before a reload keeps its routes, retries included")
    void reload_callUnderWay_keepsItsRoutes() throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503).header("Retry-After", "1"))
                .build();
        try (TwoProviders bench = new TwoProviders(slow, FaultScript.NONE)) {
            Routes onlyFirst = Routes.of(bench.toFirst("before", TwoProviders.FIRST_KEY));
            bench.penstock().reload(onlyFirst);
            try (PendingCall pending = bench.penstock().start(Bench.call())) {
                assertThat(bench.first().awaitFinished(1, Duration.ofSeconds(10)))
                        .isTrue();
                bench.penstock().reload(bench.routes());

                assertThat(pending.await())
                        .isInstanceOfSatisfying(
                                Result.Answered.class,
                                answered ->
                                        assertThat(answered.operation().route()).isEqualTo("before"));
            }
            assertThat(bench.penstock().call(Bench.call()))
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered -> assertThat(answered.operation().route()).isEqualTo("first"));
        }
    }
}
