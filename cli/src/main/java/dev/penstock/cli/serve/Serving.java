package dev.penstock.cli.serve;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.StopSignals;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.gateway.GatewayRuntime;
import dev.penstock.provider.config.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A gateway at work, from its first answer to its last. */
final class Serving {

    /** How long what is in flight may still take (design 13). */
    private static final Duration DRAIN = Duration.ofSeconds(30);

    /** How long a line may take to be taken before it is left to itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Surroundings around;
    private final GatewayRuntime gateway;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean aborted = new AtomicBoolean();

    Serving(Surroundings around, GatewayRuntime gateway) {
        this.around = around;
        this.gateway = gateway;
    }

    /**
     * Serves until it is told to stop, and drains.
     *
     * @param welcome what is printed first; a stop is heard even before somebody has read that
     */
    ExitCode untilStopped(Runnable welcome) throws InterruptedException {
        StopSignals.hear(this::stop, this::reload);
        print(welcome);
        stopped.await();
        gateway.drain();
        if (!gateway.awaitIdle(DRAIN)) {
            abort("still in flight after " + DRAIN.toSeconds() + " s");
        }
        return aborted.get() ? ExitCode.WORK_LEFT : ExitCode.DONE;
    }

    /** What a signal does: acts, and then says so. */
    void stop(int count) {
        if (count == 1) {
            stopped.countDown();
            say("no new calls; what is in flight has " + DRAIN.toSeconds() + " s. Once more aborts it");
        } else {
            abort("told twice");
        }
    }

    private void abort(String why) {
        if (aborted.compareAndSet(false, true)) {
            gateway.abort();
            say(why + ": aborted what was in flight; what was sent becomes unknown");
        }
    }

    private void reload() {
        try {
            List<String> left = gateway.reload();
            say("configuration read again"
                    + (left.isEmpty() ? "" : "; not taken without a restart: " + String.join(", ", left)));
        } catch (ConfigurationException e) {
            say(e.getMessage() + "; the configuration before stays");
        } catch (RuntimeException e) {
            say("the configuration could not be read again (" + e.getClass().getSimpleName()
                    + "); the one before stays");
        }
    }

    private void say(String line) {
        print(() -> around.say(line));
    }

    /** Prints where nobody has to wait for it long: a reader that takes nothing holds no stop up. */
    private static void print(Runnable printing) {
        Thread saying = Thread.ofPlatform().daemon().name("penstock-says").start(printing);
        try {
            boolean ignored = saying.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
