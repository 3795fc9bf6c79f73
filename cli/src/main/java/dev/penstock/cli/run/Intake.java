package dev.penstock.cli.run;

import dev.penstock.cli.run.input.BatchFile;
import dev.penstock.cli.run.input.BatchLine;
import dev.penstock.cli.run.input.BatchLine.Code;
import dev.penstock.cli.run.input.BatchLine.Request;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.cli.run.progress.LineEnd;
import dev.penstock.cli.run.progress.Tally;
import dev.penstock.client.ChatCall;
import dev.penstock.client.Result;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.time.Sleeper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes lines from the input, finds out with one read for many of them what the ledger knows already, and hands on what
 * is to be worked on. Runs on one thread.
 */
final class Intake {

    private static final int LINES_PER_READ = 256;

    private final BatchFile file;
    private final Batch batch;
    private final Ledger ledger;
    private final Requests requests;
    private final Lines lines;
    private final RunPlan plan;

    Intake(BatchFile file, Batch batch, Ledger ledger, Requests requests, Lines lines, RunPlan plan) {
        this.file = file;
        this.batch = batch;
        this.ledger = ledger;
        this.requests = requests;
        this.lines = lines;
        this.plan = plan;
    }

    /**
     * What lines need beside the ledger.
     *
     * @param window where they wait to be done
     * @param dispatcher works on them
     * @param probe the first of them
     * @param tally counts them
     * @param notes keeps those that are not sent
     * @param stopping whether to go on
     * @param sleeper waits for the probe
     */
    record Lines(
            Window window,
            Dispatcher dispatcher,
            Probe probe,
            Tally tally,
            Notes notes,
            Stopping stopping,
            Sleeper sleeper) {}

    /** Works through the input, or until the run is to stop. */
    void run() throws InterruptedException, IOException {
        long left = plan.limit();
        int atOnce = Math.min(LINES_PER_READ, plan.limits().window());
        while (left > 0 && !lines.stopping().isStopped()) {
            List<BatchLine> read = file.next((int) Math.min(atOnce, left));
            if (read.isEmpty()) {
                return;
            }
            left -= read.size();
            take(read);
        }
    }

    private void take(List<BatchLine> read) throws InterruptedException {
        List<IdempotencyKey> keys = new ArrayList<>(read.size());
        for (BatchLine line : read) {
            if (line instanceof Request request) {
                keys.add(batch.key(request.customId()));
            }
        }
        Map<IdempotencyKey, OperationRecord> known = ledger.operations().findAll(batch.tenant(), keys);
        for (BatchLine line : read) {
            if (lines.stopping().isStopped()) {
                return;
            }
            switch (line) {
                case Unsendable unsendable -> leaveOut(unsendable, LineEnd.INVALID);
                case Request request -> {
                    IdempotencyKey key = batch.key(request.customId());
                    take(request, key, known.get(key));
                }
            }
        }
    }

    private void take(Request request, IdempotencyKey key, @Nullable OperationRecord known)
            throws InterruptedException {
        ChatCall call = batch.call(key, request.body());
        Standing standing = known == null ? Standing.OPEN : standing(call, known);
        switch (standing) {
            case OPEN -> start(request, key, call);
            case ANSWERED -> lines.tally().count(LineEnd.FINISHED_EARLIER);
            case UNKNOWN -> lines.tally().count(LineEnd.UNKNOWN);
            case FAILED -> lines.tally().count(LineEnd.FAILED);
            case CHANGED -> changed(request);
        }
    }

    private Standing standing(ChatCall call, OperationRecord known) throws InterruptedException {
        Standing standing = Standing.of(known, requests.isSame(call.body(), known));
        return plan.retryFailed() && Standing.isRetriedOnWish(known, standing)
                ? regenerated(call, known, standing)
                : standing;
    }

    private Standing regenerated(ChatCall call, OperationRecord known, Standing before) throws InterruptedException {
        return requests.regenerate(
                        call.body(), known, plan.author(), batch.settings().deadline())
                ? Standing.OPEN
                : before;
    }

    private void start(Request request, IdempotencyKey key, ChatCall call) throws InterruptedException {
        if (lines.window().enter(key, call.body().size()) != Window.Entry.ENTERED) {
            return;
        }
        boolean first = lines.probe().begin(key);
        lines.dispatcher().start(key, call, (end, result) -> ended(request, end, result));
        if (first) {
            lines.probe().await(lines.sleeper());
        }
    }

    private void ended(Request request, LineEnd end, Result result) {
        if (result instanceof Result.Invalid invalid) {
            leaveOut(
                    new Unsendable(request.number(), request.customId(), Code.INVALID_LINE, invalid.message()),
                    LineEnd.INVALID);
        } else if (end == LineEnd.CONFLICT) {
            changed(request);
        } else {
            lines.tally().count(end);
        }
    }

    private void changed(Request request) {
        leaveOut(
                new Unsendable(
                        request.number(),
                        request.customId(),
                        Code.CHANGED_LINE,
                        "it has changed since custom_id '" + request.customId()
                                + "' was first run; the earlier result is kept"),
                LineEnd.CONFLICT);
    }

    private void leaveOut(Unsendable line, LineEnd end) {
        lines.tally().count(line.code() == Code.DUPLICATE_CUSTOM_ID ? LineEnd.DUPLICATE : end);
        lines.notes().add(line);
    }
}
