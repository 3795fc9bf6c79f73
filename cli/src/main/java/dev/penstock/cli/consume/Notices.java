package dev.penstock.cli.consume;

import dev.penstock.cli.terminal.Spans;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.CallEvent;
import dev.penstock.queue.QueueEvent;
import dev.penstock.queue.rabbitmq.LinkEvent;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Says what an operator has to know, and the same thing once a minute at most. Thread-safe. */
final class Notices {

    private static final Duration QUIET = Duration.ofMinutes(1);

    /** More different things than these are nothing that a person reads. */
    private static final int MOST = 1_000;

    private final Surroundings around;
    private final Counts counts;
    private final Map<String, Deadline> said = new ConcurrentHashMap<>();

    Notices(Surroundings around, Counts counts) {
        this.around = around;
        this.counts = counts;
    }

    void hear(QueueEvent event) {
        counts.add(event);
        switch (event) {
            case QueueEvent.Rejected rejected ->
                say(rejected.code() + ": " + rejected.reason(), "rejected " + name(rejected) + ", ");
            case QueueEvent.Waits waits -> say("messages wait and are not acknowledged: " + waits.why());
            case QueueEvent.GivenBack back -> say("gave a message back: " + back.why());
            case QueueEvent.Acknowledged ignored -> {}
            case QueueEvent.Lost ignored -> {}
        }
    }

    void hear(LinkEvent event) {
        switch (event) {
            case LinkEvent.Lost lost ->
                around.say("lost the broker: " + lost.why() + "; what was not acknowledged comes again");
            case LinkEvent.Away away ->
                say("the broker is still away, tried again within " + Spans.text(away.pause()) + ": " + away.why());
            case LinkEvent.Back ignored -> around.say("the broker is back");
        }
    }

    void hear(CallEvent event) {
        if (event instanceof CallEvent.RouteStopped stopped) {
            say("paused: the provider refuses the " + stopped.what() + " of " + stopped.scope()
                    + ". Repair it; one message tries again every minute, or at once after 'penstock ops resume "
                    + stopped.scope() + "'");
        }
    }

    private static String name(QueueEvent.Rejected rejected) {
        return rejected.name() == null ? "a message without a name" : "message " + rejected.name();
    }

    private void say(String line) {
        say(line, "");
    }

    /** What is new each time does not make it another thing. */
    private void say(String line, String before) {
        Deadline until = said.get(line);
        if (until == null ? said.size() < MOST : until.isExpired()) {
            said.put(line, around.time().deadlineAfter(QUIET));
            around.say(before + line);
        }
    }
}
