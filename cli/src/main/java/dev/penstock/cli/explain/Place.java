package dev.penstock.cli.explain;

import dev.penstock.cli.terminal.ShellWord;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * Where an operation lives, so that commands can be printed in full.
 *
 * @param store what {@code --store} is given
 * @param runCommand the command that works on its batch, null if that is not known
 */
public record Place(String store, @Nullable String runCommand) {

    /** An {@code ops} command about one operation. */
    String ops(String verb, OperationRecord operation, String options) {
        Tenant tenant = operation.ref().tenant();
        return "penstock ops " + verb + " " + operation.ref().operation().value() + " --store " + ShellWord.of(store)
                + (tenant.equals(Tenant.LOCAL) ? "" : " --tenant " + ShellWord.of(tenant.id()))
                + (options.isEmpty() ? "" : " " + options);
    }

    /**
     * The command that works on the batch.
     *
     * @return the command, with placeholders if it is not known
     */
    public String run() {
        return runCommand == null ? "penstock run INPUT -o OUTPUT --store " + ShellWord.of(store) : runCommand;
    }
}
