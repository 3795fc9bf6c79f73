package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-TENANT-1 tenants take turns")
class TenantRotationTest {

    private final TenantRotation rotation = new TenantRotation();
    private int arrivals;

    @Test
    void poll_tenantsAlternate_andOneTenantGoesInOrder() {
        List<Waiter> large = List.of(add("large"), add("large"), add("large"));
        List<Waiter> small = List.of(add("small"), add("small"));

        assertThat(drain()).containsExactly(large.get(0), small.get(0), large.get(1), small.get(1), large.get(2));
    }

    @Test
    void remove_inTheMiddle_keepsTheOrderOfTheOthers() {
        Waiter first = add("t");
        Waiter second = add("t");
        Waiter third = add("t");

        assertThat(rotation.remove(second)).isTrue();
        assertThat(rotation.remove(second)).isFalse();

        assertThat(rotation.size()).isEqualTo(2);
        assertThat(drain()).containsExactly(first, third);
    }

    @Test
    void remove_theLastOfATenant_forgetsTheTenant() {
        Waiter only = add("gone");
        Waiter other = add("stays");

        rotation.remove(only);

        assertThat(rotation.peek()).isSameAs(other);
        assertThat(drain()).containsExactly(other);
    }

    @Test
    void aheadOf_countsWhatTheRotationWouldServeBefore() {
        for (int i = 0; i < 100; i++) {
            add("large");
        }
        add("small");

        assertThat(rotation.aheadOf("large")).isEqualTo(101);
        assertThat(rotation.aheadOf("small")).isEqualTo(1 + 2);
        assertThat(rotation.aheadOf("new")).isEqualTo(2);
    }

    @Test
    void aheadOf_isWhatHappens() {
        for (int i = 0; i < 30; i++) {
            add("t" + i % 7 % 4);
        }
        int ahead = rotation.aheadOf("t1");
        Waiter newcomer = add("t1");

        assertThat(drain().indexOf(newcomer)).isEqualTo(ahead);
    }

    private Waiter add(String tenant) {
        Waiter waiter = new Waiter(PermitRequest.original(tenant, Priority.INTERACTIVE), arrivals++, 0, 0);
        rotation.add(waiter, 0);
        return waiter;
    }

    private List<Waiter> drain() {
        List<Waiter> order = new ArrayList<>();
        for (Waiter next = rotation.poll(); next != null; next = rotation.poll()) {
            order.add(next);
        }
        return order;
    }
}
