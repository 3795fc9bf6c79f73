package dev.penstock.cli.doctor;

import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A store that is there, or a trial one where it would be: opening it reads every setting back. */
final class StoreChecks {

    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Surroundings around;
    private final Path file;

    StoreChecks(Surroundings around, Path file) {
        this.around = around;
        this.file = file;
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        try {
            findings.add(version());
            if (Files.exists(file)) {
                existing(findings);
            } else {
                trial(findings);
            }
        } catch (StoreException e) {
            findings.add(Finding.fail("store", String.valueOf(e.getMessage())));
        } catch (SQLException e) {
            findings.add(Finding.fail("sqlite", "it does not start here; is its native library allowed to load?"));
        } catch (IOException e) {
            findings.add(Finding.fail("store", file + ": " + Reason.of(e)));
        }
        return findings;
    }

    private static Finding version() throws SQLException {
        try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            return Finding.ok(
                    "sqlite", memory.getMetaData().getDatabaseProductVersion() + " (3.51.3 or newer is needed)");
        }
    }

    private void existing(List<Finding> findings) throws IOException {
        try (Ledger ledger = new StorePlace.InFile(file).observe(around)) {
            findings.addAll(LedgerChecks.all(ledger, file.toString()));
        }
        findings.add(modes());
    }

    private void trial(List<Finding> findings) throws IOException {
        Path directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            findings.add(Finding.fail("store", directory + " cannot be written; choose another place with --store"));
            return;
        }
        Path trial = Files.createTempDirectory(directory, ".penstock-doctor-");
        try (Ledger ledger = new StorePlace.InFile(trial.resolve("trial.penstock")).engine("", around)) {
            ledger.operations().count(Tenant.LOCAL, OperationFilter.all());
            findings.add(Finding.ok("store", "a store can be made in " + directory + ", its settings hold"));
        } finally {
            clear(trial);
        }
    }

    private Finding modes() throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return Finding.ok("file modes", "this file system has none");
        }
        Set<PosixFilePermission> modes = Files.getPosixFilePermissions(file);
        return modes.stream().noneMatch(OTHERS::contains)
                ? Finding.ok("file modes", "only its owner can read the store")
                : Finding.warn(
                        "file modes",
                        "others can read the store (" + PosixFilePermissions.toString(modes)
                                + "), which holds prompts and answers: chmod 600 " + file);
    }

    private static void clear(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path left : files) {
                Files.delete(left);
            }
        }
        Files.delete(directory);
    }
}
