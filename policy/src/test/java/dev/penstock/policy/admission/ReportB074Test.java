package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;

@DisplayName("B074 R-ADMIT-8 limits are the account's and the model's, not the key's")
class ReportB074Test {

    private static final AccountKey ACCOUNT = new AccountKey("deepseek", "main");
    private static final LimiterKey FLASH = LimiterKey.of(ACCOUNT, "flash");
    private static final LimiterKey PRO = LimiterKey.of(ACCOUNT, "pro");
    private static final RouteCredential KEY_ONE = new RouteCredential(ACCOUNT, "key-1", "d1");
    private static final RouteCredential KEY_TWO = new RouteCredential(ACCOUNT, "key-2", "d2");

    private final VirtualTime time = new VirtualTime();
    private final Limiters limiters = new Limiters(key -> LimiterSettings.defaults(Limit.adaptive(2)), time.time());

    @Test
    void twoKeysOfOneAccount_shareOneLimit() throws Exception {
        assertThat(granted(LimiterKey.of(KEY_ONE.account(), "flash"))).isTrue();
        assertThat(granted(LimiterKey.of(KEY_TWO.account(), "flash"))).isTrue();
        assertThat(granted(LimiterKey.of(KEY_ONE.account(), "flash"))).isFalse();
        assertThat(granted(LimiterKey.of(KEY_TWO.account(), "flash"))).isFalse();
    }

    @Test
    void twoModels_haveTheirOwnLimits() throws Exception {
        granted(FLASH);
        granted(FLASH);
        assertThat(granted(FLASH)).isFalse();
        assertThat(granted(PRO)).isTrue();
    }

    @Test
    void twoAccounts_haveTheirOwnLimits() throws Exception {
        granted(FLASH);
        granted(FLASH);
        assertThat(granted(LimiterKey.of(new AccountKey("deepseek", "second"), "flash")))
                .isTrue();
        assertThat(granted(LimiterKey.of(new AccountKey("other", "main"), "flash")))
                .isTrue();
    }

    @ParameterizedTest
    @NullAndEmptySource
    void requestsWithoutAUserId_areOneUser(String id) throws Exception {
        assertThat(FLASH.forUser(id)).isEqualTo(FLASH.forUser("")).isNotEqualTo(FLASH.forUser("someone"));
        granted(FLASH.forUser(""));
        granted(FLASH.forUser(id));
        assertThat(granted(FLASH.forUser(id))).isFalse();
    }

    @Test
    void everyUser_countsForTheAccountToo() throws Exception {
        granted(FLASH.forUser("a"));
        granted(FLASH.forUser("b"));
        assertThat(granted(FLASH.forUser("c"))).isFalse();
        assertThat(granted(FLASH)).isFalse();
    }

    @Test
    void a429BelowTheLimit_lowersTheCeilingAndLeavesTheKeyAlone() throws Exception {
        Verdict verdict = new Verdict.Transient(Verdict.Transient.Why.RATE_UNKNOWN);
        RoutePauses pauses = new RoutePauses(Duration.ofMinutes(1), time.time(), scope -> {});

        permit(FLASH).release(CapacityEffect.of(verdict));

        assertThat(limiters.ofAccount(FLASH).snapshot().limit()).isEqualTo(1);
        assertThat(limiters.ofAccount(PRO).snapshot().limit()).isEqualTo(2);
        assertThat(pauses.ask(KEY_ONE)).isEqualTo(new RouteAccess.Clear());
    }

    @Test
    void rotatedKey_resetsNoCount() throws Exception {
        granted(LimiterKey.of(KEY_ONE.account(), "flash"));
        granted(LimiterKey.of(KEY_ONE.account(), "flash"));
        RouteCredential rotated = new RouteCredential(ACCOUNT, "key-1", "changed");
        assertThat(granted(LimiterKey.of(rotated.account(), "flash"))).isFalse();
    }

    private boolean granted(LimiterKey key) throws InterruptedException {
        return acquire(key) instanceof Permit;
    }

    private Permit permit(LimiterKey key) throws InterruptedException {
        return (Permit) acquire(key);
    }

    private PermitDecision acquire(LimiterKey key) throws InterruptedException {
        PermitRequest request = PermitRequest.original("t", Priority.INTERACTIVE);
        return limiters.acquire(key, request, time.time().deadlineAfter(Duration.ofSeconds(1)), waiting -> {});
    }
}
