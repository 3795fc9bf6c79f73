package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.ApiKey;
import dev.penstock.store.ApiKey.Ceilings;
import dev.penstock.store.ApiKeys.Created;
import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys of tenants: found by what a client shows, until they are revoked (R-TENANT-1). */
public abstract class ApiKeysContract extends LedgerContract {

    private static final Tenant TEAM = new Tenant("team-a");

    /** For subclasses. */
    protected ApiKeysContract() {}

    @Test
    @DisplayName("R-TENANT-1 a key names its tenant and its ceilings, after a restart too")
    void good_createdBeforeRestart_holdsTheKey() {
        Ceilings ceilings = new Ceilings(Priority.BACKGROUND, ReplaySetting.AFTER_ANYTHING, Duration.ofMillis(90_500));
        Created created = ledger().apiKeys().create(TEAM, "nightly job", ceilings);
        long createdAt = clock.millis();

        restart();

        assertThat(found(created)).contains(created.key());
        assertThat(created.key())
                .returns(TEAM, ApiKey::tenant)
                .returns("nightly job", ApiKey::name)
                .returns(ceilings, ApiKey::ceilings)
                .returns(createdAt, ApiKey::createdAt);
    }

    @Test
    void create_twice_givesTwoKeysThatShareNothing() {
        Created first = ledger().apiKeys().create(TEAM, "same", Ceilings.defaults());
        Created second = ledger().apiKeys().create(TEAM, "same", Ceilings.defaults());

        assertThat(first.secret().reveal())
                .matches("psk_[0-9A-Za-z]{43}")
                .isNotEqualTo(second.secret().reveal());
        assertThat(ledger().apiKeys().list()).containsExactlyInAnyOrder(first.key(), second.key());
    }

    @Test
    void revoke_good_isFoundNoMoreAndStaysListed() {
        Created kept = ledger().apiKeys().create(TEAM, "kept", Ceilings.defaults());
        Created gone = ledger().apiKeys().create(TEAM, "gone", Ceilings.defaults());

        assertThat(ledger().apiKeys().revoke(gone.key().id())).isTrue();
        assertThat(ledger().apiKeys().revoke(gone.key().id())).isFalse();
        assertThat(ledger().apiKeys().revoke("key_0000000000000000")).isFalse();

        assertThat(found(gone)).isEmpty();
        assertThat(found(kept)).contains(kept.key());
        assertThat(ledger().apiKeys().list())
                .filteredOn(key -> key.id().equals(gone.key().id()))
                .singleElement()
                .satisfies(key -> assertThat(key.revokedAt()).hasValue(clock.millis()));
    }

    @Test
    @DisplayName("a lost acknowledgement neither doubles a key nor turns a revocation into none")
    void write_acknowledgementLost_isDoneOnce() {
        fixture().loseNextAcknowledgement();
        Created created = ledger().apiKeys().create(TEAM, "one", Ceilings.defaults());
        assertThat(ledger().apiKeys().list()).containsExactly(created.key());

        fixture().loseNextAcknowledgement();
        assertThat(ledger().apiKeys().revoke(created.key().id())).isTrue();
    }

    @Test
    @DisplayName("a process beside the engine makes and revokes keys, and the engine sees both")
    void create_byAnObserver_isSeenByTheEngine() {
        try (Ledger observer = fixture().observer()) {
            Created created = observer.apiKeys().create(TEAM, "from beside", Ceilings.defaults());
            assertThat(found(created)).contains(created.key());

            observer.apiKeys().revoke(created.key().id());
            assertThat(found(created)).isEmpty();
        }
    }

    @Test
    void create_unusableName_isRefused() {
        for (String name : new String[] {"", "  ", "a\nb", "x".repeat(101)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ledger().apiKeys().create(TEAM, name, Ceilings.defaults()));
        }
        assertThat(ledger().apiKeys().list()).isEmpty();
    }

    private Optional<ApiKey> found(Created created) {
        return Optional.ofNullable(
                ledger().apiKeys().good().get(created.secret().hash()));
    }
}
