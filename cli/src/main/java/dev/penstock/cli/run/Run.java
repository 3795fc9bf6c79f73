package dev.penstock.cli.run;

import dev.penstock.cli.explain.Place;
import dev.penstock.cli.run.input.BatchFile;
import dev.penstock.cli.run.output.Exporter;
import dev.penstock.cli.run.output.UnresolvedFile;
import dev.penstock.cli.run.output.UnresolvedLine;
import dev.penstock.cli.run.progress.Display;
import dev.penstock.cli.run.progress.Displays;
import dev.penstock.cli.run.progress.Pace;
import dev.penstock.cli.run.progress.Tally;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.StopSignals;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.CallEvent;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One run over a batch file, from its first line to its summary (design 13). */
final class Run {

    private static final long WINDOW_BYTES = 64L << 20;
    private static final Duration DRAIN = Duration.ofSeconds(30);
    private static final Duration LAST_COMMITS = Duration.ofSeconds(10);
    private static final long LOOK = Duration.ofMillis(50).toNanos();

    private final Surroundings around;
    private final RunPlan plan;
    private final Ledger ledger;
    private final Tally tally = new Tally(this::heard);
    private final Stopping stopping = new Stopping(this::stopped);
    private final Window window;
    private final Probe probe;
    private final Display display;
    private final long total;
    private final AtomicReference<@Nullable Penstock> engine = new AtomicReference<>();

    Run(Surroundings around, RunPlan plan, Ledger ledger, Probe probe, long total) {
        this.around = around;
        this.plan = plan;
        this.ledger = ledger;
        this.probe = probe;
        this.total = total;
        this.window = new Window(plan.limits().window(), WINDOW_BYTES);
        this.display = Displays.of(around, plan.json(), total);
    }

    /** Runs to the end and says what came of it. */
    ExitCode run(PenstockConfig config) throws InterruptedException {
        Exporter.Opened opened =
                Exporter.open(ledger, plan.batch().tenant(), plan.batch().name(), plan.output());
        UnresolvedLine line = new UnresolvedLine(new Place(plan.store().toString(), plan.command()));
        try (Exporter exporter = opened.exporter();
                UnresolvedFile unresolved = new UnresolvedFile(plan.output(), ledger, line)) {
            tellOfOutput(opened);
            work(config, new ExportLoop.Files(exporter, unresolved));
            long unresolvedLines = finish(exporter, unresolved);
            display.show(new Pace(around.time().ticker(), 0).moment(tally.figures(), total, 0));
            display.close();
            return new Summary(around, plan, ledger, tally.figures(), stopping.cause())
                    .tell(unresolved.path(), unresolvedLines);
        } finally {
            display.close();
        }
    }

    private void work(PenstockConfig config, ExportLoop.Files files) throws InterruptedException {
        try (BatchFile input = BatchFile.open(plan.input());
                Penstock penstock = Penstock.open(config.withListener(tally))) {
            engine.set(penstock);
            StopSignals.hear(this::signalled);
            Dispatcher dispatcher = new Dispatcher(penstock, window, probe, stopping, around.time());
            Pickup pickup = new Pickup(plan.batch(), ledger, window, dispatcher, tally, input);
            Intake.Lines lines = new Intake.Lines(
                    window,
                    dispatcher,
                    probe,
                    tally,
                    new Notes(display, files.unresolved()),
                    stopping,
                    around.time().sleeper());
            Intake intake = new Intake(input, plan.batch(), ledger, new Requests(ledger, around.random()), lines, plan);
            ExportLoop exporting = ExportLoop.start(
                    files, plan.batch(), tally, stopping, around.time().sleeper());
            Follower following = Follower.start(tally, window, total, display, pickup, around.time());
            try {
                takeIn(intake);
                pickup.takeAll();
                awaitEnd(penstock, pickup);
            } finally {
                following.stop();
                exporting.stop();
            }
        }
    }

    private void takeIn(Intake intake) throws InterruptedException {
        try {
            intake.run();
        } catch (IOException e) {
            stopping.stop(new StopCause.Broken("cannot read on in " + plan.input() + ": " + Reason.of(e)));
        } catch (StoreException e) {
            stopping.stop(new StopCause.Broken("the store cannot be used: " + e.getMessage()));
        } catch (Refusal e) {
            stopping.stop(new StopCause.Broken(String.valueOf(e.getMessage())));
        }
    }

    private void awaitEnd(Penstock penstock, Pickup pickup) throws InterruptedException {
        while (!stopping.isStopped() && (window.size() > 0 || pickup.look() > 0)) {
            around.time().sleeper().await(stopping.signal(), LOOK);
        }
        StopCause cause = stopping.cause();
        if (cause == null) {
            return;
        }
        boolean provider = cause instanceof StopCause.RouteStopped || cause instanceof StopCause.UnknownModel;
        if (!awaitEmpty(provider ? plan.batch().settings().deadline() : DRAIN)) {
            display.say(
                    "aborting " + window.size() + " requests that are still on their way; their outcome is unknown");
            penstock.abortInFlight();
            awaitEmpty(LAST_COMMITS);
        }
    }

    private boolean awaitEmpty(Duration atMost) throws InterruptedException {
        var deadline = around.time().deadlineAfter(atMost);
        while (window.size() > 0 && !deadline.isExpired()) {
            around.time().sleeper().sleep(LOOK);
        }
        return window.size() == 0;
    }

    private long finish(Exporter exporter, UnresolvedFile unresolved) throws InterruptedException {
        try {
            exporter.finish();
            return unresolved.write(plan.batch().tenant(), plan.batch().name());
        } catch (Refusal e) {
            stopping.stop(new StopCause.Broken(String.valueOf(e.getMessage())));
            return -1;
        } catch (StoreException e) {
            stopping.stop(new StopCause.Broken("the store cannot be used: " + e.getMessage()));
            return -1;
        }
    }

    private void tellOfOutput(Exporter.Opened opened) {
        if (opened.putAside() != null) {
            display.say(plan.output() + " was not written by this batch; it is kept as " + opened.putAside());
        }
        if (opened.rebuilt()) {
            display.say(plan.output() + " is rebuilt from the store; nothing is sent for that");
        }
    }

    private void heard(IdempotencyKey key, CallEvent event) {
        probe.hear(key, event);
        if (event instanceof CallEvent.RouteStopped route) {
            stopping.stop(new StopCause.RouteStopped(route.scope(), route.what()));
        }
    }

    private void stopped(StopCause cause) {
        Penstock penstock = engine.get();
        if (penstock != null) {
            penstock.park(cause instanceof StopCause.RouteStopped ? EndReason.STOPPED : null);
        }
        window.close();
        probe.abandon();
    }

    private void signalled(int count) {
        if (count == 1) {
            display.say("stopping: nothing new is sent, " + window.size() + " lines end within " + DRAIN.toSeconds()
                    + " s; Ctrl-C again aborts them");
            stopping.stop(new StopCause.Asked());
        } else {
            Penstock penstock = engine.get();
            if (penstock != null) {
                display.say("aborting what is on its way; its outcome will be unknown");
                penstock.abortInFlight();
            }
        }
    }
}
