package dev.penstock.cli.ops;

import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one write for each of many operations and says what became of each. The writes of a page run side by side,
 * so that they share commits.
 */
final class Deciding {

    private final Surroundings around;
    private final Ledger ledger;
    private final boolean json;
    private long done;
    private long refused;

    Deciding(Surroundings around, Ledger ledger, boolean json) {
        this.around = around;
        this.ledger = ledger;
        this.json = json;
    }

    /** Carries out the writes of a page. */
    void page(List<OperationRecord> operations, Function<OperationRecord, OperationWrite> write) {
        List<Future<WriteResult>> results = new ArrayList<>(operations.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (OperationRecord operation : operations) {
                results.add(threads.submit(() -> ledger.operations().write(write.apply(operation))));
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            tell(operations.get(i), result(results.get(i)));
        }
    }

    /** Says how many were decided, and gives the exit code. */
    ExitCode finish(String doneWord) {
        if (!json) {
            if (done + refused == 0) {
                around.tell("nothing to decide");
            } else if (done + refused > 1) {
                around.tell(done + " " + doneWord + (refused == 0 ? "" : ", " + refused + " left as they are"));
            }
        }
        around.out().flush();
        return refused == 0 ? ExitCode.DONE : ExitCode.SOME_FAILED;
    }

    private static WriteResult result(Future<WriteResult> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a decision was being written", e);
        }
    }

    private void tell(OperationRecord before, WriteResult result) {
        boolean committed = result instanceof WriteResult.Committed;
        done += committed ? 1 : 0;
        refused += committed ? 0 : 1;
        String outcome = OutcomeWords.of(result);
        if (json) {
            around.out().println(JsonLine.of(writer -> {
                writer.writeStringProperty("operation", before.ref().operation().value());
                writer.writeStringProperty("custom_id", BatchKeys.customId(before.batch(), before.key()));
                writer.writeBooleanProperty("done", committed);
                writer.writeStringProperty("before", before.state().wireName());
                writer.writeStringProperty("now", stateNow(result));
                writer.writeStringProperty("message", outcome);
            }));
        } else {
            around.tell(before.ref().operation().value() + "  " + BatchKeys.customId(before.batch(), before.key())
                    + ": " + outcome);
        }
    }

    private static @Nullable String stateNow(WriteResult result) {
        OperationRecord now = switch (result) {
            case WriteResult.Committed committed -> committed.record();
            case WriteResult.Exists exists -> exists.record();
            case WriteResult.Refused refusal -> refusal.record();
            case WriteResult.Fenced fenced -> fenced.record();
        };
        return now == null ? null : now.state().wireName();
    }
}
