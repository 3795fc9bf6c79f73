package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Maintenance;
import dev.penstock.store.Spend;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WorkerId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What calls without a key used, a row for each minute and route (design 12). */
public abstract class SpendContract extends LedgerContract {

    private static final Tenant TENANT = new Tenant("team-a");
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId OTHER = new WorkerId("other");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Spend.Counts TWO_SENDS = new Spend.Counts(3, 2, 1, 1, 1);

    /** For subclasses. */
    protected SpendContract() {}

    @Test
    void list_nothingSpent_isEmpty() {
        assertThat(ledger().spend().list(TENANT, HOUR)).isEmpty();
    }

    @Test
    @DisplayName("what was spent outlives the process, exactly, and unknown stays unknown")
    void put_afterRestart_isStillThere() {
        Spend known = spend(0, "main", usage("0.0000000000000000001"));
        Spend unknown = spend(60_000, "main", UsageSummary.UNKNOWN);
        ledger().spend().put(ONE, List.of(known, unknown));

        restart();

        assertThat(ledger().spend().list(TENANT, HOUR)).containsExactly(known, unknown);
    }

    @Test
    @DisplayName("a process says what it knows by now: said twice, after a lost acknowledgement too, it counts once")
    void put_again_replaces() {
        fixture().loseNextAcknowledgement();
        ledger().spend().put(ONE, List.of(spend(0, "main", usage("1"))));
        Spend later = spend(0, "main", usage("2.5")).plus(TWO_SENDS, usage("1"));
        ledger().spend().put(ONE, List.of(later));

        assertThat(ledger().spend().list(TENANT, HOUR)).containsExactly(later);
    }

    @Test
    void list_severalProcesses_addsUp() {
        ledger().spend().put(ONE, List.of(spend(0, "main", usage("0.1"))));
        ledger().spend().put(OTHER, List.of(spend(0, "main", usage("0.2")), spend(0, "spare", usage("5"))));

        assertThat(ledger().spend().list(TENANT, HOUR))
                .containsExactly(
                        spend(0, "main", usage("0.1")).plus(TWO_SENDS, usage("0.2")), spend(0, "spare", usage("5")));
    }

    @Test
    @DisplayName("R-TENANT-1 another tenant's, and what is older than asked for, is not shown")
    void list_onlyTheTenantsAndLately() {
        ledger().spend().put(ONE, List.of(spend(0, "main", usage("1"))));

        assertThat(ledger().spend().list(Tenant.LOCAL, HOUR)).isEmpty();
        clock.move(Duration.ofHours(2));
        assertThat(ledger().spend().list(TENANT, HOUR)).isEmpty();
        assertThat(ledger().spend().list(TENANT, Duration.ofHours(3))).hasSize(1);
    }

    @Test
    void prune_old_isRemoved() {
        ledger().spend().put(ONE, List.of(spend(0, "main", usage("1"))));
        clock.move(Duration.ofDays(401));
        ledger().maintenance().prune(TENANT, Maintenance.Retention.defaults());

        assertThat(ledger().spend().list(TENANT, Duration.ofDays(500))).isEmpty();
    }

    @Test
    @DisplayName("retention without a tenant comes to everybody's")
    void prune_everybody_removesOfEachTenant() {
        Tenant other = new Tenant("team-b");
        ledger().spend().put(ONE, List.of(spend(TENANT, 0, "main", usage("1")), spend(other, 0, "main", usage("1"))));
        clock.move(Duration.ofDays(401));
        ledger().spend().put(ONE, List.of(spend(other, 0, "main", usage("1"))));

        assertThat(ledger().maintenance().prune(Maintenance.Retention.defaults()))
                .isEqualTo(new Maintenance.Pruned(0, 2));
        assertThat(ledger().spend().list(TENANT, Duration.ofDays(500))).isEmpty();
        assertThat(ledger().spend().list(other, Duration.ofDays(500))).hasSize(1);
    }

    private Spend spend(long after, String route, UsageSummary usage) {
        return spend(TENANT, after, route, usage);
    }

    private Spend spend(Tenant tenant, long after, String route, UsageSummary usage) {
        long minute = clock.millis() / 60_000 * 60_000 + after;
        return new Spend(new Spend.Place(tenant, minute, route, "a-model"), TWO_SENDS, usage);
    }

    private static UsageSummary usage(String cost) {
        return new UsageSummary(
                OptionalLong.of(10),
                OptionalLong.of(20),
                OptionalLong.empty(),
                OptionalLong.empty(),
                new BigDecimal(cost),
                "USD");
    }
}
