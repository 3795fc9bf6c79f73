package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Ledger;
import dev.penstock.store.Spend;
import dev.penstock.store.SpendRows;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WorkerId;
import dev.penstock.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Design 12: calls without a key leave a spend row per minute and route")
class SpendBookTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private static final AttemptIntent INTENT = intent("a-model");
    private static final AttemptOutcome UNSENT = new AttemptOutcome(
            AttemptCategory.NOT_SENT,
            "not_sent(connect)",
            3,
            true,
            DeliveryEvidence.NOTHING_TRIED,
            OptionalInt.empty(),
            null,
            null,
            UsageSummary.UNKNOWN);

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "R-OBS-1 tokens and cost are summed, unknown ones counted apart, ambiguous attempts counted; keyed calls keep their own")
    void unkeyedCalls_areSummed() throws Exception {
        FaultScript secondIsCut = FaultScript.builder()
                .rule("cut", when -> when.nth(2), then -> then.cutAtByte(0, How.RST))
                .build();
        try (Ledger ledger = Ledgers.open(folder)) {
            try (Bench bench = new Bench(secondIsCut, config -> config.withLedger(ledger))) {
                assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.Answered.class);
                assertThat(bench.penstock().call(Bench.call())).isInstanceOf(Result.UnknownOutcome.class);
                assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);
            }

            List<Spend> rows = ledger.spend().list(Tenant.LOCAL, HOUR);
            assertThat(rows.stream().map(Spend::counts).reduce(Spend.Counts.NONE, Spend.Counts::plus))
                    .isEqualTo(new Spend.Counts(2, 2, 1, 1, 1));
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.place().minute() % 60_000).isZero();
                assertThat(row.place().route()).isEqualTo("simulator");
                assertThat(row.place().model()).isEqualTo("deepseek-v4-flash");
            });
            assertThat(rows.getFirst().usage().completionTokens()).isPresent();
            assertThat(rows.getFirst().costText()).isPresent();
        }
    }

    @Test
    @DisplayName("what could not be recorded is recorded with the next writing; minutes that are over are said once")
    void storeAway_keptForTheNextWriting() {
        VirtualTime clock = new VirtualTime();
        RowsOfOneProcess rows = new RowsOfOneProcess();
        SpendBook book = new SpendBook(rows, new WorkerId("one"), clock.time());
        book.ended(Tenant.LOCAL, INTENT, UNSENT);
        rows.away = true;
        assertThatThrownBy(book::write).isInstanceOf(StoreException.class);
        rows.away = false;
        book.write();
        book.write();
        book.ended(Tenant.LOCAL, INTENT, UNSENT);
        book.write();
        clock.advance(Duration.ofMinutes(5));
        book.write();
        book.ended(Tenant.LOCAL, INTENT, UNSENT);
        book.write();

        assertThat(rows.said).extracting(spend -> spend.counts().attempts()).containsExactly(1L, 2L, 1L);
        assertThat(rows.said).extracting(spend -> spend.counts().sends()).containsOnly(0L);
    }

    @Test
    @DisplayName("callers who make up models cannot fill the memory")
    void manyModels_areOther() {
        RowsOfOneProcess rows = new RowsOfOneProcess();
        SpendBook book = new SpendBook(rows, new WorkerId("one"), new VirtualTime().time());
        for (int i = 0; i < SpendBook.MOST + 50; i++) {
            book.ended(Tenant.LOCAL, intent("model-" + i), UNSENT);
        }
        book.write();

        assertThat(rows.said).hasSize(SpendBook.MOST + 1);
        assertThat(rows.said)
                .filteredOn(spend -> spend.place().model().equals("other"))
                .singleElement()
                .satisfies(spend -> assertThat(spend.counts().attempts()).isEqualTo(50));
    }

    private static AttemptIntent intent(String model) {
        Duration minute = Duration.ofMinutes(1);
        return new AttemptIntent(
                1, AttemptIntent.Kind.ORIGINAL, "main", model, "", false, minute, Duration.ofMillis(100), null);
    }

    /** Rows that are told what one process knows. */
    private static final class RowsOfOneProcess implements SpendRows {

        private final List<Spend> said = new ArrayList<>();
        private boolean away;

        @Override
        public void put(WorkerId source, Collection<Spend> spends) {
            if (away) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "the store is away", null);
            }
            said.addAll(spends);
        }

        @Override
        public List<Spend> list(Tenant tenant, Duration last) {
            return List.copyOf(said);
        }
    }
}
