package dev.penstock.cli.run;

import dev.penstock.cli.run.progress.Figures;
import dev.penstock.cli.run.progress.FiguresJson;
import dev.penstock.cli.run.progress.LineEnd;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.ShellWord;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of a run: in words or as JSON, and as an exit code. The ledger's counts decide, not the run's own. */
final class Summary {

    private static final EnumSet<OperationState> OPEN = EnumSet.of(
            OperationState.RECEIVED,
            OperationState.CLAIMED,
            OperationState.DISPATCHING,
            OperationState.RETRY_SCHEDULED);

    private final Surroundings around;
    private final RunPlan plan;
    private final Ledger ledger;
    private final Figures figures;
    private final @Nullable StopCause cause;

    Summary(Surroundings around, RunPlan plan, Ledger ledger, Figures figures, @Nullable StopCause cause) {
        this.around = around;
        this.plan = plan;
        this.ledger = ledger;
        this.figures = figures;
        this.cause = cause;
    }

    /** Says everything and gives the exit code. */
    ExitCode tell(Path unresolved, long unresolvedLines) {
        Map<OperationState, Long> states;
        try {
            states = ledger.operations()
                    .count(plan.batch().tenant(), plan.batch().all());
        } catch (StoreException e) {
            states = Map.of();
        }
        Counts counts = Counts.of(states, figures);
        ExitCode exitCode = exitCode(counts);
        if (plan.json()) {
            around.out().println(json(counts, exitCode, unresolved, unresolvedLines));
        } else {
            words(counts, unresolved, unresolvedLines).forEach(around::tell);
        }
        around.out().flush();
        if (cause != null) {
            around.say(cause.message());
        }
        return exitCode;
    }

    private ExitCode exitCode(Counts counts) {
        if (cause != null) {
            return cause.exitCode();
        }
        if (counts.nothingValid()) {
            return ExitCode.REFUSED;
        }
        if (counts.open() > 0 || figures.of(LineEnd.NOT_YET) > 0) {
            return ExitCode.WORK_LEFT;
        }
        return counts.failed() + counts.unknown() + figures.unsendable() > 0 ? ExitCode.SOME_FAILED : ExitCode.DONE;
    }

    /** The batch as the ledger has it, and what this run left out. */
    private record Counts(long answered, long failed, long unknown, long open, long unsendable) {

        static Counts of(Map<OperationState, Long> states, Figures figures) {
            long open = OPEN.stream()
                    .mapToLong(state -> states.getOrDefault(state, 0L))
                    .sum();
            return new Counts(
                    states.getOrDefault(OperationState.SUCCEEDED, 0L),
                    states.getOrDefault(OperationState.FAILED_PERMANENT, 0L)
                            + states.getOrDefault(OperationState.DEAD_LETTER, 0L)
                            + states.getOrDefault(OperationState.CANCELLED_BEFORE_DISPATCH, 0L),
                    states.getOrDefault(OperationState.UNKNOWN_OUTCOME, 0L),
                    open,
                    figures.unsendable());
        }

        boolean nothingValid() {
            return unsendable > 0 && answered + failed + unknown + open == 0;
        }
    }

    private List<String> words(Counts counts, Path unresolved, long unresolvedLines) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        StringBuilder first = new StringBuilder()
                .append(counts.answered())
                .append(counts.answered() == 1 ? " line answered" : " lines answered");
        if (figures.of(LineEnd.FINISHED_EARLIER) > 0) {
            first.append(" (").append(figures.of(LineEnd.FINISHED_EARLIER)).append(" before this run)");
        }
        part(first, counts.failed(), "failed");
        part(first, counts.unknown(), "unknown");
        part(first, counts.open(), "open");
        part(first, figures.of(LineEnd.INVALID), "invalid");
        part(first, figures.of(LineEnd.DUPLICATE), "duplicate");
        part(first, figures.of(LineEnd.CONFLICT), "changed since they were run");
        lines.add(first.toString());
        if (figures.originals() + figures.retries() == 0) {
            lines.add("sent        nothing in this run");
        } else {
            spent(lines);
        }
        lines.add("results     " + plan.output());
        if (unresolvedLines > 0) {
            lines.add("unresolved  " + unresolved + ": " + unresolvedLines
                    + (unresolvedLines == 1 ? " line" : " lines")
                    + ", each with its reason and the command that resolves it");
        }
        lines.add("store       " + plan.store());
        next(lines, counts);
        return lines;
    }

    private void spent(List<String> lines) {
        lines.add("attempts    " + figures.originals() + " original, " + figures.retries() + " retries; "
                + figures.recovered() + " lines recovered by a retry");
        lines.add("tokens      " + figures.promptTokens() + " in, " + figures.completionTokens()
                + " out in this run; cost "
                + figures.costText()
                + (figures.unknownUsage() > 0 ? " (not known for " + figures.unknownUsage() + " lines)" : ""));
    }

    private void next(List<String> lines, Counts counts) {
        if (cause != null) {
            return;
        }
        String store = ShellWord.of(plan.store().toString());
        if (counts.unknown() > 0) {
            lines.add("next        see why: penstock ops list --state unknown_outcome --store " + store);
            lines.add("            answer them anew, at the risk of paying twice: penstock ops reconcile --batch "
                    + ShellWord.of(plan.batch().name())
                    + " --unknown --decision rerun --accept-duplicates --store " + store
                    + ", then the same command again");
        } else if (figures.of(LineEnd.NOT_YET) > 0) {
            lines.add(
                    "next        the provider asked to be left alone for longer than --deadline; the same command later"
                            + " tries those lines again");
        } else if (counts.failed() > 0) {
            lines.add("next        mend the lines or the cause, then the same command again, with --retry-failed for"
                    + " what was rejected");
        } else if (counts.open() > 0) {
            lines.add("next        the same command again goes on");
        }
    }

    private static void part(StringBuilder text, long count, String word) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(word);
        }
    }

    private String json(Counts counts, ExitCode exitCode, Path unresolved, long unresolvedLines) {
        return JsonLine.of(json -> {
            json.writeStringProperty("event", "summary");
            json.writeNumberProperty("exit_code", exitCode.value());
            json.writeStringProperty("stopped_by", cause == null ? null : cause.message());
            json.writeNumberProperty("answered", counts.answered());
            json.writeNumberProperty("failed", counts.failed());
            json.writeNumberProperty("unknown", counts.unknown());
            json.writeNumberProperty("open", counts.open());
            json.writeStringProperty("batch", plan.batch().name());
            json.writeStringProperty("results", plan.output().toString());
            json.writeStringProperty("unresolved", unresolvedLines > 0 ? unresolved.toString() : null);
            json.writeStringProperty("store", plan.store().toString());
            FiguresJson.write(json, figures);
        });
    }
}
