package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.Limit;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSettings;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.Permit;
import dev.penstock.policy.admission.PermitDecision;
import dev.penstock.policy.admission.PermitRequest;
import dev.penstock.policy.admission.Priority;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-8 R-ADMIT-1 what nobody uses of shared permits costs the ledger nothing")
class IdlePermitsTest {

    private static final int LIMIT = 4;
    private static final int INVENTED = 1_000;
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final LimiterKey KEY = key("model");
    private static final PermitBlocks.Terms TERMS = new PermitBlocks.Terms(Duration.ofMinutes(15), Duration.ZERO);
    private static final PermitRequest REQUEST = PermitRequest.original("tenant", Priority.INTERACTIVE);

    private final VirtualTime time = new VirtualTime();
    private final Limiters limiters =
            new Limiters(key -> LimiterSettings.defaults(new Limit.Fixed(LIMIT)), time.time(), PermitKeeper.NONE_YET);
    private final List<PermitBlocks.Ask> asked = new ArrayList<>();
    private boolean away;
    private final PermitKeeper keeper =
            new PermitKeeper(this::refresh, new WorkerId("worker"), limiters, key -> TERMS, time.time());

    /** A ledger that gives what is wanted. */
    private PermitBlocks.Block refresh(WorkerId worker, PermitBlocks.Ask ask) {
        asked.add(ask);
        if (away) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
        }
        return new PermitBlocks.Block(Math.max(ask.holding(), ask.wanted()), ask.wanted());
    }

    @Test
    @DisplayName("names of models that callers invented are handed back once, and not renewed")
    void manyIdleKeys_costNothing() throws Exception {
        for (int name = 0; name < INVENTED; name++) {
            take(key("invented-" + name)).close();
        }

        pass(MINUTE.multipliedBy(2));
        assertThat(handedBack()).hasSize(INVENTED);

        asked.clear();
        pass(MINUTE.multipliedBy(2));
        keeper.handBack();
        assertThat(asked).isEmpty();
    }

    @Test
    @DisplayName("nothing is granted from a block that was handed back; who comes next waits for a new one")
    void handedBack_nextDemandWaitsForItsBlock() throws Exception {
        Permit first = take(KEY);
        time.advance(Duration.ofSeconds(1));
        first.close();
        pass(MINUTE.multipliedBy(2));
        assertThat(limiters.ofAccount(KEY).snapshot().limit()).isZero();

        asked.clear();
        take(KEY).close();
        assertThat(asked).singleElement().satisfies(ask -> {
            assertThat(ask.holding()).isZero();
            assertThat(ask.wanted()).isPositive();
        });

        pass(MINUTE.multipliedBy(2));
        away = true;
        assertThat(acquire(KEY)).isNotInstanceOf(Permit.class);
    }

    @Test
    @DisplayName("what is taken and given back between two looks is a use")
    void shortUse_keepsTheBlock() throws Exception {
        take(KEY).close();
        for (int use = 0; use < 10; use++) {
            pass(MINUTE.dividedBy(2));
            asked.clear();
            take(KEY).close();
        }

        assertThat(asked).as("it was there at once").isEmpty();
        assertThat(handedBack()).isEmpty();
    }

    @Test
    @DisplayName("while the ledger is away a block may be used to its end, idle or not")
    void ledgerAway_idleBlockIsKept() throws Exception {
        take(KEY).close();
        pass(Duration.ofSeconds(10));
        away = true;
        pass(MINUTE.multipliedBy(5));

        take(KEY).close();
    }

    @Test
    @DisplayName("an attempt that lasts keeps its permit, however long nobody else comes")
    void longAttempt_keepsItsPermit() throws Exception {
        Permit permit = take(KEY);

        pass(MINUTE.multipliedBy(5));

        assertThat(asked).allSatisfy(ask -> assertThat(ask.wanted()).isPositive());
        assertThat(asked.getLast().holding()).isPositive();
        permit.close();
    }

    @Test
    @DisplayName("a ledger that cannot renew is asked a few times at once, and then every two seconds")
    void renewalsThatFail_becomeRare() throws Exception {
        take(KEY).close();
        away = true;
        pass(Duration.ofSeconds(10));
        asked.clear();

        pass(MINUTE.dividedBy(2));
        assertThat(asked).hasSizeBetween(10, 20);

        away = false;
        pass(Duration.ofSeconds(3));
        asked.clear();
        take(KEY).close();
        assertThat(asked).as("it is there again").isEmpty();
    }

    @Test
    @DisplayName("a name that the ledger never takes is asked for as rarely")
    void neverRenewed_isRare() throws Exception {
        away = true;
        limiters.ofAccount(KEY);

        pass(MINUTE.multipliedBy(10));

        assertThat(asked).hasSizeLessThan(10 * 35);
    }

    private List<PermitBlocks.Ask> handedBack() {
        return asked.stream().filter(ask -> ask.wanted() == 0).toList();
    }

    private void pass(Duration span) {
        for (Duration passed = Duration.ZERO; passed.compareTo(span) < 0; passed = passed.plus(LOOK)) {
            time.advance(LOOK);
            keeper.step();
        }
    }

    private Permit take(LimiterKey key) throws InterruptedException {
        PermitDecision decision = acquire(key);
        assertThat(decision).isInstanceOf(Permit.class);
        return (Permit) decision;
    }

    /** As a call does that somebody waits for: the keeper looks while it waits. */
    private PermitDecision acquire(LimiterKey key) throws InterruptedException {
        return limiters.ofAccount(key).acquire(REQUEST, time.time().deadlineAfter(MINUTE), waiting -> keeper.step());
    }

    private static LimiterKey key(String model) {
        return LimiterKey.of(new AccountKey("provider", "account"), model);
    }
}
