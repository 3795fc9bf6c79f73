package dev.penstock.simulator;

import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.Behaviour;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.Span;
import dev.penstock.simulator.wire.BodyFramer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The wait of a request for its inference, with the keep-alives that are sent meanwhile. */
final class Queue {

    /** The keep-alive of an answer that is not a stream. */
    static final byte[] BLANK = {'\n'};

    private final Span wait;
    private final Span interval;
    private final boolean stalls;
    private final boolean gzip;
    private final long limit;
    private final byte[] keepAlive;

    Queue(Behaviour behaviour, ProviderLook look, byte[] keepAlive) {
        this.wait = behaviour.pace().queue();
        this.interval = Objects.requireNonNullElseGet(behaviour.pace().keepAlive(), () -> Span.of(look.keepAlive()));
        this.stalls = behaviour.ending() instanceof Ending.Stall stall && stall.keepAlives();
        this.gzip = behaviour.framing().gzip();
        this.limit = TimeUnit.MILLISECONDS.toMicros(look.inferenceWait().toMillis());
        this.keepAlive = keepAlive.clone();
    }

    /**
     * Whether keep-alives are sent, so that the head has to go out before the answer is known. They cannot be put into a
     * compressed body.
     */
    boolean sends() {
        return (!wait.isZero() || stalls) && !interval.isForever() && !gzip;
    }

    /** Lets a stall send them too. */
    void arm(PacedWriter paced, BodyFramer framer) {
        if (sends()) {
            paced.stallsWith(framer.frame(keepAlive), interval);
        }
    }

    /** Waits; false if the inference does not begin in time, and the connection was closed. */
    boolean pass(PacedWriter paced, BodyFramer framer) throws InterruptedException {
        boolean sends = sends() && paced.isHeadWritten();
        byte[] framed = framer.frame(keepAlive);
        long length = paced.draw(wait);
        long until = Math.min(length, limit);
        long begun = paced.micros();
        long waited = 0;
        while (waited < until && !paced.isOver()) {
            long step = Math.min(sends ? paced.draw(interval) : Long.MAX_VALUE, until - waited);
            waited += step;
            paced.pauseMicros(begun + waited - paced.micros()); // what one sleep is late, the next is shorter
            if (sends && waited < until) {
                paced.keepAlive(framed);
            }
        }
        if (length >= limit) {
            paced.giveUp(Outcome.WAIT_EXPIRED, Ending.How.FIN);
        }
        return length < limit;
    }
}
