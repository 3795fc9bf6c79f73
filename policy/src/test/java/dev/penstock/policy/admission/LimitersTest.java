package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-8 one limiter per account and model, and per user where users are limited apart")
class LimitersTest {

    private static final LimiterKey MODEL = LimiterKey.of(new AccountKey("p", "main"), "m");

    private final VirtualTime time = new VirtualTime();
    private final Limiters limiters =
            new Limiters(key -> LimiterSettings.defaults(new Limit.Fixed(key.user() == null ? 3 : 2)), time.time());

    @Test
    void acquire_ofUser_chargesTheUserAndTheAccount() throws Exception {
        permit(acquire(MODEL.forUser("a")));
        permit(acquire(MODEL.forUser("a")));
        refused(acquire(MODEL.forUser("a")));
        Permit third = permit(acquire(MODEL.forUser("b")));
        refused(acquire(MODEL.forUser("b")));
        assertThat(limiters.ofAccount(MODEL).snapshot().active()).isEqualTo(3);

        third.release(CapacityEffect.SERVED);
        permit(acquire(MODEL.forUser("b")));
    }

    @Test
    void takeCeilings_changesTheLimitersThatWereMade() throws Exception {
        AtomicInteger most = new AtomicInteger(1);
        Limiters changing = new Limiters(key -> LimiterSettings.defaults(new Limit.Fixed(most.get())), time.time());
        permit(changing.acquire(
                MODEL,
                PermitRequest.original("t", Priority.INTERACTIVE),
                time.time().deadlineAfter(Duration.ofSeconds(1)),
                w -> {}));

        most.set(4);
        changing.takeCeilings();

        assertThat(changing.ofAccount(MODEL).snapshot().limit()).isEqualTo(4);
        assertThat(changing.ofAccount(MODEL).snapshot().active()).isEqualTo(1);
    }

    @Test
    void acquire_accountIsFull_givesTheUsersPermitBack() throws Exception {
        Permit of = permit(acquire(MODEL));
        permit(acquire(MODEL));
        permit(acquire(MODEL));
        refused(acquire(MODEL.forUser("a")));
        refused(acquire(MODEL.forUser("a")));

        of.close();
        permit(acquire(MODEL.forUser("a")));
    }

    @Test
    void acquire_interruptedAtTheAccount_givesTheUsersPermitBack() throws Exception {
        Permit of = permit(acquire(MODEL));
        permit(acquire(MODEL));
        permit(acquire(MODEL));
        for (int i = 0; i < 2; i++) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> acquire(MODEL.forUser("a"))).isInstanceOf(InterruptedException.class);
        }
        of.close();
        permit(acquire(MODEL.forUser("a")));
    }

    @Test
    void abort_ofUser_holdsBoth() throws Exception {
        Limiters holding = new Limiters(
                key -> LimiterSettings.defaults(new Limit.Fixed(1)).withAbortHold(Duration.ofSeconds(30)), time.time());
        Permit permit = permit(acquire(holding, MODEL.forUser("a")));
        permit.abort();
        refused(acquire(holding, MODEL.forUser("a")));
        permit.providerEnded();
        permit(acquire(holding, MODEL.forUser("a")));
    }

    @Test
    void acquire_manyUsers_idleLimitersAreGivenUp() throws Exception {
        Limiters wide = new Limiters(key -> LimiterSettings.defaults(new Limit.Fixed(100_000)), time.time());
        Permit stays = permit(acquire(wide, MODEL.forUser("stays")));
        for (int i = 0; i < 30_000; i++) {
            permit(acquire(wide, MODEL.forUser("u" + i))).close();
        }
        assertThat(wide.users()).isLessThanOrEqualTo(10_001);
        assertThat(wide.ofAccount(MODEL).snapshot().active()).isEqualTo(1);
        stays.close();
        assertThat(wide.snapshot().get(MODEL))
                .extracting(LimiterSnapshot::demand)
                .isEqualTo(0);
    }

    @Test
    void retire_onlyWhatIsIdle_andNeverComesBack() throws Exception {
        Limiter limiter = new Limiter(LimiterSettings.defaults(new Limit.Fixed(1)), time.time());
        PermitRequest request = PermitRequest.original("t", Priority.INTERACTIVE);
        Permit permit = permit(limiter.acquire(request, time.time().deadlineAfter(Duration.ofSeconds(1)), w -> {}));
        assertThat(limiter.retire()).isFalse();
        permit.close();
        assertThat(limiter.retire()).isTrue();
        assertThat(limiter.acquireUnlessRetired(request, time.time().deadlineAfter(Duration.ofSeconds(1)), w -> {}))
                .isNull();
    }

    private PermitDecision acquire(LimiterKey key) throws InterruptedException {
        return acquire(limiters, key);
    }

    private PermitDecision acquire(Limiters from, LimiterKey key) throws InterruptedException {
        PermitRequest request = PermitRequest.original("t", Priority.INTERACTIVE);
        return from.acquire(key, request, time.time().deadlineAfter(Duration.ofSeconds(1)), waiting -> {});
    }

    private static Permit permit(PermitDecision decision) {
        assertThat(decision).isInstanceOf(Permit.class);
        return (Permit) decision;
    }

    private static void refused(PermitDecision decision) {
        assertThat(decision).isInstanceOf(Refused.class);
    }
}
