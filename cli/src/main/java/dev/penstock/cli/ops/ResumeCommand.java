package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Nearest;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.RoutePauseRows;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the routes that are stopped, and ends a stop. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description = {
            "Let a route go on that credential, balance or quota stopped, after you have mended that.",
            "Without a ROUTE: show what is stopped."
        })
final class ResumeCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Parameters(
            paramLabel = "ROUTE",
            arity = "0..1",
            description = "What was stopped, for example account:deepseek/deepseek.")
    private @Nullable String route;

    @Option(names = "--json", description = "One JSON object for each stopped route.")
    private boolean json;

    ResumeCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            if (route != null) {
                resume(ledger.pauses(), route);
            } else {
                show(ledger.pauses().all());
            }
        }
        return ExitCode.DONE.value();
    }

    private void resume(RoutePauseRows pauses, String scope) {
        List<String> stopped =
                pauses.all().stream().map(RoutePauseRows.Row::scope).toList();
        if (!pauses.remove(scope)) {
            throw new Refusal(
                    stopped.isEmpty()
                            ? "nothing is stopped in this store"
                            : "'" + scope + "' is not stopped" + Nearest.hint(scope, stopped) + "; stopped: "
                                    + String.join(", ", stopped));
        }
        around.tell(scope + " goes on; a runner at work takes notice within a second");
    }

    private void show(List<RoutePauseRows.Row> rows) {
        if (rows.isEmpty() && !json) {
            around.tell("nothing is stopped");
        }
        for (RoutePauseRows.Row row : rows) {
            if (json) {
                around.out().println(object(row));
            } else {
                around.tell(words(row));
            }
        }
    }

    private static String words(RoutePauseRows.Row row) {
        return row.scope() + " is stopped since " + Instant.ofEpochMilli(row.since()) + ": " + row.what()
                + (row.lastError() == null ? "" : " (" + row.lastError() + ")")
                + "; next probe at " + Instant.ofEpochMilli(row.nextProbeAt());
    }

    private static String object(RoutePauseRows.Row row) {
        return JsonLine.of(writer -> {
            writer.writeStringProperty("route", row.scope());
            writer.writeStringProperty("what", row.what());
            writer.writeStringProperty("since", OperationJson.instant(OptionalLong.of(row.since())));
            writer.writeStringProperty("next_probe_at", OperationJson.instant(OptionalLong.of(row.nextProbeAt())));
            writer.writeStringProperty("last_error", row.lastError());
        });
    }
}
