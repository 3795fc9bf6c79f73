package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.PauseScope;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.testkit.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a ledger says of pauses that begin and end while it is written. */
class PauseKeeperTest {

    private static final RouteCredential CREDENTIAL =
            new RouteCredential(new AccountKey("deepseek", "default"), "one", "digest");

    private static final RouteCredential OTHER =
            new RouteCredential(new AccountKey("openai", "default"), "one", "digest");

    private final SlowRows rows = new SlowRows();
    private final VirtualTime virtual = new VirtualTime();
    private final PauseKeeper keeper = new PauseKeeper(rows, virtual.time());

    @Test
    @DisplayName("R-CLASS-3 a pause that ends while its beginning is still being written has ended in the ledger too")
    void write_endsWhileItIsWritten_hasEnded() {
        rows.meanwhile = () -> keeper.pauses().paused().forEach(keeper.pauses()::resume);

        keeper.pauses().stopped(CREDENTIAL, Verdict.Stop.What.BALANCE);

        assertThat(keeper.pauses().paused()).isEmpty();
        assertThat(rows.stored).isEmpty();
        keeper.follow();
        assertThat(keeper.pauses().paused()).isEmpty();
    }

    @Test
    @DisplayName(
            "R-CLASS-3 a pause that ends while another is being written does not come back with what the ledger still says")
    void follow_anotherIsBeingWritten_doesNotComeBack() {
        keeper.pauses().stopped(CREDENTIAL, Verdict.Stop.What.BALANCE);
        rows.meanwhile = () -> {
            rows.meanwhile = () -> {};
            keeper.pauses().paused().stream()
                    .filter(scope -> scope.account().equals(CREDENTIAL.account()))
                    .forEach(keeper.pauses()::resume);
            keeper.follow();
        };

        keeper.pauses().stopped(OTHER, Verdict.Stop.What.BALANCE);
        keeper.follow();

        assertThat(keeper.pauses().paused()).extracting(PauseScope::account).containsExactly(OTHER.account());
        assertThat(rows.stored).hasSize(1);
    }

    @Test
    @DisplayName("R-CLASS-3 a pause that lasts is in the ledger")
    void write_lasts_isStored() {
        keeper.pauses().stopped(CREDENTIAL, Verdict.Stop.What.BALANCE);

        assertThat(rows.stored).hasSize(1);
    }

    /** Something else happens before a row is there. */
    private static final class SlowRows implements RoutePauseRows {

        private final Map<String, Row> stored = new TreeMap<>();
        private Runnable meanwhile = () -> {};

        @Override
        public List<Row> all() {
            return List.copyOf(stored.values());
        }

        @Override
        public void put(Row row) {
            meanwhile.run();
            stored.put(row.scope(), row);
        }

        @Override
        public boolean remove(String scope) {
            return stored.remove(scope) != null;
        }
    }
}
