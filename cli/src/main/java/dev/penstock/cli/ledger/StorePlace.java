package dev.penstock.cli.ledger;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ShellWord;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Opens stores, as an engine or beside one. */
public final class LedgerFiles {

    /** Where a gateway keeps its store unless it is told: in the working directory, so that {@code ops} finds it there. */
    public static final Path GATEWAY = Path.of("gateway.penstock");

    private LedgerFiles() {}

    /**
     * The file that a store's name means.
     *
     * @param store what the user wrote
     * @return the file
     * @throws Refusal if it is no file
     */
    public static Path path(String store) {
        if (store.startsWith("postgresql://") || store.startsWith("postgres://")) {
            throw new Refusal("this version keeps its store in a file; PostgreSQL is not supported yet");
        }
        try {
            return Path.of(store);
        } catch (InvalidPathException e) {
            throw new Refusal("'" + store + "' is not a file name");
        }
    }

    /**
     * Opens a store beside whatever engine may be at work.
     *
     * @param file the store's file
     * @param around where the command runs
     * @return the ledger, to be closed
     * @throws Refusal if it is not there
     */
    public static Ledger observe(Path file, Surroundings around) {
        if (!Files.exists(file)) {
            throw new Refusal("there is no store " + ShellWord.of(file.toString())
                    + "; 'penstock run' makes one beside its output, 'penstock serve' one in its"
                    + " directory");
        }
        return SqliteLedger.open(SqliteOptions.observer(file, around.time(), around.random()));
    }

    /**
     * Opens a store to dispatch from it, alone; makes it if it is not there.
     *
     * @param file the store's file
     * @param around where the command runs
     * @return the ledger, to be closed
     */
    public static Ledger engine(Path file, Surroundings around) {
        return engine(file, "", around);
    }

    /**
     * Opens a store to dispatch from it, alone; makes it if it is not there.
     *
     * @param file the store's file
     * @param adminAddress where the process can be asked, shown to whoever finds the store taken; "" for nowhere
     * @param around where the command runs
     * @return the ledger, to be closed
     */
    public static Ledger engine(Path file, String adminAddress, Surroundings around) {
        return SqliteLedger.open(SqliteOptions.engine(file, around.time(), around.random())
                .withRole(new SqliteOptions.Role.Engine(adminAddress))
                .withCrashHook(CrashPoint.fromSystemProperty()));
    }
}
