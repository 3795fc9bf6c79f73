package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.PauseScope;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-CLASS-3 what is paused has a name that says exactly what")
class ScopesTest {

    private static final String[] PIECES = {"a", "/", "%", "2", "F", "5", "%2F", "%25", ":", "é"};

    @Test
    void nameThenParse_anyNames_isTheSame() {
        long seed = 20_261_130;
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, PauseScope> named = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            AccountKey account = new AccountKey(text(random), text(random));
            for (PauseScope scope :
                    List.of(new PauseScope.OfAccount(account), new PauseScope.OfCredential(account, text(random)))) {
                String name = Scopes.name(scope);
                assertThat(Scopes.parse(name)).as("%s, seed %d", name, seed).isEqualTo(scope);
                PauseScope other = named.putIfAbsent(name, scope);
                assertThat(other == null || other.equals(scope)).as(name).isTrue();
            }
        }
    }

    @Test
    @DisplayName("rows of an older version are read as they were written")
    void name_withoutSlash_isAsItWas() {
        AccountKey account = new AccountKey("provider", "100 %");
        assertThat(Scopes.name(new PauseScope.OfAccount(account))).isEqualTo("account:provider/100 %");
        assertThat(Scopes.name(new PauseScope.OfCredential(account, "key/1")))
                .isEqualTo("credential:provider/100 %/key/1");
        assertThat(Scopes.parse("account:provider/team/a"))
                .isEqualTo(new PauseScope.OfAccount(new AccountKey("provider", "team/a")));
    }

    @Test
    @DisplayName("a pause of a credential lasts where its account's name contains a slash")
    void follow_accountWithASlash_isStillPaused() {
        PauseKeeper keeper = new PauseKeeper(new Rows(), new VirtualTime().time());
        RouteCredential credential = new RouteCredential(new AccountKey("provider", "team/a"), "key", "digest");

        keeper.pauses().stopped(credential, Verdict.Stop.What.CREDENTIAL);
        keeper.follow();
        keeper.follow();

        assertThat(keeper.pauses().paused())
                .containsExactly(new PauseScope.OfCredential(credential.account(), credential.credential()));
    }

    @Test
    @DisplayName("a row that cannot be read hides none of the others, and ends nobody's look")
    void follow_unreadableRow_othersHold() {
        Rows rows = new Rows();
        rows.put(new RoutePauseRows.Row("account", "balance", 1, 1, null, null));
        rows.put(new RoutePauseRows.Row("account:provider/a", "tired", 1, 1, null, null));
        rows.put(new RoutePauseRows.Row("credential:provider/b/c", "credential", 1, 1, "no colon", null));
        rows.put(new RoutePauseRows.Row("account:provider/d", "balance", 1, 1, null, null));
        PauseKeeper keeper = new PauseKeeper(rows, new VirtualTime().time());

        keeper.load();
        rows.put(new RoutePauseRows.Row("account:provider/e", "balance", 1, 1, null, null));
        keeper.follow();

        assertThat(keeper.pauses().paused())
                .containsExactlyInAnyOrder(
                        new PauseScope.OfAccount(new AccountKey("provider", "d")),
                        new PauseScope.OfAccount(new AccountKey("provider", "e")));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(5); length > 0; length--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    /** Rows in memory. */
    private static final class Rows implements RoutePauseRows {

        private final Map<String, Row> rows = new HashMap<>();

        @Override
        public void put(Row row) {
            rows.put(row.scope(), row);
        }

        @Override
        public boolean remove(String scope) {
            return rows.remove(scope) != null;
        }

        @Override
        public List<Row> all() {
            return new ArrayList<>(rows.values());
        }
    }
}
