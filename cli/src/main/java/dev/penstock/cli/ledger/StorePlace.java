package dev.penstock.cli.ledger;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ShellWord;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.postgres.PostgresAddress;
import dev.penstock.store.jdbc.postgres.PostgresLedger;
import dev.penstock.store.jdbc.postgres.PostgresOptions;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where a store is. Its text is what a user may write after {@code --store}, without a password. */
public sealed interface StorePlace {

    /** Where a gateway keeps its store unless it is told: in the working directory, so that {@code ops} finds it there. */
    StorePlace GATEWAY = new InFile(Path.of("gateway.penstock"));

    /**
     * The place that a store's name means.
     *
     * @param store what the user wrote: a file, or the address of a database
     * @param around where the command runs; its PGUSER and PGPASSWORD fill what an address leaves out
     * @return the place
     * @throws Refusal if it is neither
     */
    static StorePlace of(String store, Surroundings around) {
        try {
            return PostgresAddress.isOne(store)
                    ? new InDatabase(PostgresAddress.parse(store, around.environment()))
                    : new InFile(Path.of(store));
        } catch (InvalidPathException e) {
            throw new Refusal("'" + store + "' is not a file name");
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Opens the store beside whatever engine may be at work.
     *
     * @param around where the command runs
     * @return the ledger, to be closed
     * @throws Refusal if it is not there
     */
    Ledger observe(Surroundings around);

    /**
     * Opens the store to dispatch from it; makes it if it is not there.
     *
     * @param adminAddress where the process can be asked, shown to whoever finds the store taken; "" for nowhere
     * @param around where the command runs
     * @return the ledger, to be closed
     */
    Ledger engine(String adminAddress, Surroundings around);

    /**
     * Opens the store beside whatever engine may be at work; makes it where there is none yet.
     *
     * @param around where the command runs
     * @return the ledger, to be closed
     */
    Ledger observeOrMake(Surroundings around);

    /**
     * In a file of this machine, for one engine at a time.
     *
     * @param file the file
     */
    record InFile(Path file) implements StorePlace {

        @Override
        public Ledger observe(Surroundings around) {
            if (!Files.exists(file)) {
                throw new Refusal("there is no store " + ShellWord.of(file.toString())
                        + "; 'penstock run' makes one beside its output, 'penstock serve' one in its"
                        + " directory");
            }
            return SqliteLedger.open(SqliteOptions.observer(file, around.time(), around.random()));
        }

        @Override
        public Ledger engine(String adminAddress, Surroundings around) {
            return SqliteLedger.open(SqliteOptions.engine(file, around.time(), around.random())
                    .withRole(new SqliteOptions.Role.Engine(adminAddress))
                    .withCrashHook(CrashPoint.fromSystemProperty()));
        }

        @Override
        public Ledger observeOrMake(Surroundings around) {
            return Files.exists(file) ? observe(around) : engine("", around);
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }

    /**
     * In a database, for any number of engines.
     *
     * @param address the database's address
     */
    record InDatabase(PostgresAddress address) implements StorePlace {

        @Override
        public Ledger observe(Surroundings around) {
            return PostgresLedger.open(PostgresOptions.observer(address, around.time(), around.random()));
        }

        @Override
        public Ledger engine(String adminAddress, Surroundings around) {
            return PostgresLedger.open(PostgresOptions.engine(address, around.time(), around.random())
                    .withCrashHook(CrashPoint.fromSystemProperty()));
        }

        @Override
        public Ledger observeOrMake(Surroundings around) {
            return engine("", around);
        }

        @Override
        public String toString() {
            return address.toString();
        }
    }
}
