package dev.penstock.cli.run;

import dev.penstock.cli.run.output.Exporter;
import dev.penstock.cli.run.output.UnresolvedFile;
import dev.penstock.cli.run.progress.Tally;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.store.StoreException;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import java.time.Duration;

/**
 * Writes results to the output while the run goes on: within a second of their commit, or as soon as a thousand have
 * come together (design 13). The second file follows more slowly, and only while it is small; at the end it is written
 * in any case.
 */
final class ExportLoop {

    private static final long LOOK = Duration.ofMillis(100).toNanos();
    private static final int LOOKS_PER_STEP = 10;
    private static final int STEPS_PER_REWRITE = 10;
    private static final long FEW = 1_000;

    private final Exporter exporter;
    private final UnresolvedFile unresolved;
    private final Batch batch;
    private final Tally tally;
    private final Stopping stopping;
    private final Sleeper sleeper;
    private final Signal closed = new Signal();
    private final Thread thread;
    private long rewritten;

    private ExportLoop(
            Exporter exporter,
            UnresolvedFile unresolved,
            Batch batch,
            Tally tally,
            Stopping stopping,
            Sleeper sleeper) {
        this.exporter = exporter;
        this.unresolved = unresolved;
        this.batch = batch;
        this.tally = tally;
        this.stopping = stopping;
        this.sleeper = sleeper;
        this.thread = Thread.ofVirtual().name("penstock-export").unstarted(this::run);
    }

    static ExportLoop start(Files files, Batch batch, Tally tally, Stopping stopping, Sleeper sleeper) {
        ExportLoop loop = new ExportLoop(files.exporter(), files.unresolved(), batch, tally, stopping, sleeper);
        loop.thread.start();
        return loop;
    }

    /**
     * The two files of a batch.
     *
     * @param exporter writes results
     * @param unresolved writes the lines without one
     */
    record Files(Exporter exporter, UnresolvedFile unresolved) {}

    private void run() {
        try {
            long exportedAt = 0;
            for (int steps = 1, looks = 1; !sleeper.await(closed, LOOK); looks++) {
                long settled = tally.settledSoFar();
                if (looks % LOOKS_PER_STEP == 0 || settled - exportedAt >= Exporter.LINES_PER_STEP) {
                    exportedAt = settled;
                    exporter.step();
                    rewriteUnresolved(steps++);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Refusal e) {
            stopping.stop(new StopCause.Broken(String.valueOf(e.getMessage())));
        } catch (StoreException e) {
            stopping.stop(new StopCause.Broken("the store cannot be used: " + e.getMessage()));
        }
    }

    private void rewriteUnresolved(int step) {
        var figures = tally.figures();
        long unresolvedNow = figures.done() - figures.answered();
        if (step % STEPS_PER_REWRITE == 0 && unresolvedNow != rewritten && unresolvedNow <= FEW) {
            rewritten = unresolvedNow;
            unresolved.write(batch.tenant(), batch.name());
        }
    }

    /** Stops writing; what is not written yet is the caller's to finish. */
    void stop() throws InterruptedException {
        closed.set();
        thread.join();
    }
}
