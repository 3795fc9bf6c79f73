package dev.penstock.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The models of {@code model/}: TLC finds no error in them, and one in each that lacks a rule. */
@DisplayName("R-PROOF-2 the ledger's and the permits' rules, in every order of steps")
class ModelTest {

    @ParameterizedTest
    @CsvSource({"Ledger, Ledger, 50000", "Ledger, LedgerEnds, 1000", "PermitBlocks, PermitBlocks, 10000"})
    void rulesKept_noError(String module, String instance, long fewest) {
        Found found = Tlc.of(module, instance).check();

        assertThat(found.holds()).as(found.said()).isTrue();
        assertThat(found.distinctStates()).as("a model that shrank proves less").isGreaterThan(fewest);
        System.out.println(instance + ": " + found.distinctStates() + " distinct states, depth " + found.depth());
    }

    @ParameterizedTest
    @DisplayName("R-OP-6 R-CANCEL-1 without one rule, TLC finds an error")
    @CsvSource(delimiter = '|', textBlock = """
            epoch in every write                     | Invariant NothingForgotten
            intent before the send                   | Invariant NothingWrong
            unknown after a crash in dispatching     | Invariant NothingWrong
            leases by the store's clock              | Invariant NothingWrong
            monotonic clock                          | Invariant NothingWrong
            clock check before the first byte        | Invariant NothingWrong
            its own lease                            | Invariant NothingWrong
            intent sees a cancel                     | Invariant NothingWrong
            its own write is no fence                | Invariant NothingForgotten
            evidence never overwrites a decision     | Action property EndsStand
            attempts counted in the ledger           | Invariant AttemptsAreBounded
            """, quoteCharacter = '"')
    void ledger_withoutARule_isWrong(String rule, String broken) {
        assertThat(Tlc.of("Ledger", "Ledger").checkWithout(rule).said()).contains(broken + " is violated");
    }

    @ParameterizedTest
    @DisplayName("R-ADMIT-8 without one rule, TLC finds more at the provider than the limit")
    @CsvSource(delimiter = '|', textBlock = """
            kept to the attempts' end                | Invariant BlocksFit
            kept for the abort hold                  | Invariant NeverAboveTheLimit
            what is held is not handed back          | Invariant NeverAboveTheLimit
            block's end before the first byte        | Invariant NeverAboveTheLimit
            an abort stays charged                   | Invariant NeverAboveTheLimit
            one at a time                            | Invariant BlocksFit
            a block that ran out is forgotten        | Invariant BlocksFit
            no more than was told of after a move    | Invariant BlocksFit
            learns to the attempts' end              | Invariant NeverAboveTheLimit
            """, quoteCharacter = '"')
    void permitBlocks_withoutARule_areTooMany(String rule, String broken) {
        assertThat(Tlc.of("PermitBlocks", "PermitBlocks").checkWithout(rule).said())
                .contains(broken + " is violated");
    }

    @Test
    void ledger_whoTakesItsOwnWriteForAFence_leavesAnOperationOpenForEver() {
        assertThat(Tlc.of("Ledger", "LedgerEnds")
                        .checkWithout("its own write is no fence")
                        .said())
                .contains("Temporal properties were violated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ledger", "PermitBlocks"})
    void everyRule_isBrokenByATest(String module) {
        String rows = Arrays.stream(ModelTest.class.getDeclaredMethods())
                .map(method -> method.getAnnotation(CsvSource.class))
                .filter(Objects::nonNull)
                .map(CsvSource::textBlock)
                .collect(Collectors.joining("\n"));

        assertThat(Tlc.rules(module))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rows).contains(rule + " "));
    }
}
