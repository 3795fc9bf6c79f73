package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a store, and confirms a copy that is to go on. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        description = {
            "Write a consistent copy of the store, while a run may be at work.",
            "A copy dispatches nothing until it is confirmed with --confirm-copy: what was open in it may have been",
            "sent since, and becomes unknown."
        })
final class BackupCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Parameters(paramLabel = "TARGET", arity = "0..1", description = "The copy; a file that does not exist yet.")
    private @Nullable Path target;

    @Option(
            names = "--confirm-copy",
            description = "Instead of copying: confirm that --store is a restored copy that goes on from here.")
    private boolean confirm;

    BackupCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (confirm == (target != null)) {
            throw new Refusal("name the copy to be written, or say --confirm-copy for a restored one");
        }
        try (Ledger ledger = store.observe(around)) {
            if (target == null) {
                long unknown = ledger.maintenance().confirmCopy();
                around.tell("confirmed; " + unknown + " open operations are unknown now");
            } else {
                if (Files.exists(target)) {
                    throw new Refusal(target + " exists already; a copy is never written over anything");
                }
                ledger.maintenance().backup(target);
                around.tell("copied to " + target);
            }
        }
        return ExitCode.DONE.value();
    }
}
