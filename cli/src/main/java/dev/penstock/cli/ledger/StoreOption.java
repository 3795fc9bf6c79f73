package dev.penstock.cli.ledger;

import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on. */
public final class StoreOption {

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "The store: a file, or postgresql://USER@HOST/DATABASE. Default: the only *.penstock file in"
                    + " this directory.")
    private @Nullable String store;

    /** For picocli. */
    public StoreOption() {}

    /**
     * The store that is meant.
     *
     * @param around where the command runs
     * @return its place
     * @throws Refusal if none was named and there is not exactly one here
     */
    public StorePlace place(Surroundings around) {
        return store != null ? StorePlace.of(store, around) : onlyOneHere();
    }

    /**
     * Opens it beside whatever engine may be at work.
     *
     * @param around where the command runs
     * @return the ledger, to be closed
     * @throws Refusal if it is not there
     */
    public Ledger observe(Surroundings around) {
        return place(around).observe(around);
    }

    /**
     * Opens it beside whatever engine may be at work; makes it where there is none yet.
     *
     * @param around where the command runs
     * @return the ledger, to be closed
     */
    public Ledger observeOrMake(Surroundings around) {
        StorePlace place = store == null && here().isEmpty() ? StorePlace.GATEWAY : place(around);
        return place.observeOrMake(around);
    }

    private static StorePlace onlyOneHere() {
        List<Path> found = here();
        if (found.size() == 1) {
            return new StorePlace.InFile(found.getFirst());
        }
        throw new Refusal(
                found.isEmpty()
                        ? "there is no *.penstock file in this directory; name the store with --store FILE"
                        : "there are " + found.size()
                                + " *.penstock files in this directory; name one with --store FILE");
    }

    private static List<Path> here() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> here = Files.newDirectoryStream(Path.of(""), "*.penstock")) {
            here.forEach(found::add);
        } catch (IOException e) {
            throw new Refusal("cannot look for stores in this directory: " + Reason.of(e));
        }
        return found;
    }
}
