package dev.penstock.cli.consume;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.StopSignals;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.Penstock;
import dev.penstock.queue.QueueConsumer;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import java.time.Duration;

/** A consumer at work, from its first message to its last. */
final class Consuming {

    /** How long what is in flight may still take (design 13). */
    private static final Duration DRAIN = Duration.ofSeconds(30);

    /** How long the outcome of what was aborted may take to be recorded and acknowledged. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final Surroundings around;
    private final Penstock engine;
    private final QueueConsumer consumer;
    private final Signal stopped = new Signal();
    private final Signal aborted = new Signal();

    Consuming(Surroundings around, Penstock engine, QueueConsumer consumer) {
        this.around = around;
        this.engine = engine;
        this.consumer = consumer;
    }

    /** Works until it is told to stop, and drains. */
    ExitCode untilStopped() throws InterruptedException {
        StopSignals.hear(this::signalled);
        around.time().sleeper().await(stopped, Deadline.LONGEST.toNanos());
        consumer.stop();
        engine.park(null);
        if (consumer.awaitIdle(DRAIN)) {
            return aborted.isSet() ? ExitCode.WORK_LEFT : ExitCode.DONE;
        }
        abort("still in flight after " + DRAIN.toSeconds() + " s");
        boolean ignored = consumer.awaitIdle(LAST_WORDS);
        return ExitCode.WORK_LEFT;
    }

    private void signalled(int count) {
        if (count == 1) {
            around.say(
                    "takes no more messages; what is in flight has " + DRAIN.toSeconds() + " s. Once more aborts it");
            stopped.set();
        } else {
            abort("told twice");
        }
    }

    private void abort(String why) {
        if (!aborted.isSet()) {
            aborted.set();
            around.say(why + ": aborts what is in flight; what was sent becomes unknown");
            engine.abortInFlight();
        }
    }
}
