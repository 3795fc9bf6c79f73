package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.terminal.Refusal;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user writes after {@code --store}. */
class StorePlaceTest {

    private final CommandLineFixture fixture = new CommandLineFixture();

    @Test
    void of_file_isInAFile() {
        assertThat(StorePlace.of("runs/nightly.penstock", fixture.around()))
                .isEqualTo(new StorePlace.InFile(Path.of("runs/nightly.penstock")))
                .hasToString("runs/nightly.penstock");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://me:hunter2@db/penstock",
                "postgres://me:hunter2@db/penstock",
                "jdbc:postgresql://db/penstock?user=me&password=hunter2",
            })
    @DisplayName("an address is in a database, and its password is not in its text")
    void of_address_isInADatabase(String store) {
        assertThat(StorePlace.of(store, fixture.around()))
                .isInstanceOf(StorePlace.InDatabase.class)
                .hasToString("postgresql://me@db/penstock");
    }

    @Test
    void of_brokenAddress_isRefusedWithoutIt() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> StorePlace.of("postgresql://me:hunter2@db/penstock?x", fixture.around()))
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("hunter2"));
    }
}
