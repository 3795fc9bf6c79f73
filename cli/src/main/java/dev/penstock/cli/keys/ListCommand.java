package dev.penstock.cli.keys;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Spans;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.ApiKey;
import dev.penstock.store.Ledger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the keys, one on each line. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Show what is kept of the keys, one on each line; the keys themselves are not kept.")
final class ListCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Option(names = "--json", description = "One JSON object on each line.")
    private boolean json;

    ListCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            List<ApiKey> keys = ledger.apiKeys().list();
            if (json) {
                keys.forEach(key -> around.out().println(JsonLine.of(writer -> KeyJson.fields(writer, key))));
            } else {
                table(keys);
            }
        }
        return ExitCode.DONE.value();
    }

    private void table(List<ApiKey> keys) {
        if (keys.isEmpty()) {
            around.tell("no keys; 'penstock keys create --tenant NAME' makes one");
            return;
        }
        row("id", "tenant", "name", "priority", "replay", "deadline", "created", "");
        for (ApiKey key : keys) {
            row(
                    key.id(),
                    key.tenant().id(),
                    key.name(),
                    KeyJson.word(key.ceilings().priority()),
                    KeyJson.word(key.ceilings().replay()),
                    Spans.text(key.ceilings().deadline()),
                    time(key.createdAt()),
                    key.revokedAt().isPresent()
                            ? "revoked " + time(key.revokedAt().getAsLong())
                            : "");
        }
    }

    private void row(Object... cells) {
        String line = String.format(Locale.ROOT, "%-20s  %-20s  %-24s  %-11s  %-18s  %8s  %-20s  %s", cells);
        around.tell(line.stripTrailing());
    }

    private static String time(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
