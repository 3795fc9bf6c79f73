package dev.penstock.cli.keys;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.ApiKey;
import dev.penstock.store.Ledger;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes keys useless for good. */
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        description = {
            "Revoke keys, for good: a running gateway refuses them within a second.",
            "Calls that were let in go on; the tenant's operations stay."
        })
final class RevokeCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The keys' ids, as 'keys list' shows them.")
    private List<String> ids = List.of();

    RevokeCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            List<String> known =
                    ledger.apiKeys().list().stream().map(ApiKey::id).toList();
            for (String id : ids) {
                if (!known.contains(id)) {
                    throw new Refusal("there is no key with the id '" + id + "'; 'penstock keys list' shows them");
                }
            }
            for (String id : ids) {
                around.tell(id + (ledger.apiKeys().revoke(id) ? " revoked" : " was revoked before"));
            }
        }
        return ExitCode.DONE.value();
    }
}
