package dev.penstock.gateway.chat;

import dev.penstock.client.Answer;
import dev.penstock.client.LiveOutput;
import dev.penstock.client.OperationInfo;
import dev.penstock.client.Result;
import dev.penstock.gateway.api.ApiAnswer;
import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.api.OperationHeaders;
import dev.penstock.gateway.server.Exchange;
import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One stream to a client. It begins with its first event, or with its first comment where the client has waited too long,
 * so that an early failure still has a status of its own. Events come from the operation's thread, comments from the
 * request's.
 */
final class EventStream implements LiveOutput {

    /** The engine broke off between the deltas and their end, at a cancel or a shutdown, and the answer came whole. */
    private static final ApiError NOT_DELIVERED = ApiError.of(
            409,
            "completed_not_delivered",
            "the answer is complete, and its end was not given; repeat the key to get it");

    private static final Bytes COMMENT = Bytes.wrap(": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII));

    private final Exchange exchange;
    private final Duration keepAlive;
    private final Time time;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile long lastWrite;
    private volatile boolean live;
    private volatile @Nullable Bytes done;
    private Map<String, String> known = Map.of();

    EventStream(Exchange exchange, Duration keepAlive, Time time) {
        this.exchange = exchange;
        this.keepAlive = keepAlive;
        this.time = time;
        this.lastWrite = time.ticker().nanos();
    }

    @Override
    public void begin(OperationInfo operation) {
        known = OperationHeaders.atBegin(operation);
    }

    @Override
    public boolean event(Bytes event) throws InterruptedException {
        if (DoneEvent.is(event)) {
            // Behind it nothing can be said any more: it follows with the result.
            done = event;
            return !exchange.isGone();
        }
        writing.lockInterruptibly();
        try {
            live = true;
            return write(event);
        } finally {
            writing.unlock();
        }
    }

    /** How long the stream may still be silent. */
    Duration untilComment() {
        Duration silent = Duration.ofNanos(time.ticker().nanos() - lastWrite);
        Duration left = keepAlive.minus(silent);
        return left.isPositive() ? left : keepAlive;
    }

    /** Says that the stream lives, if it has been silent for long enough. */
    void comment() throws InterruptedException {
        boolean silent = time.ticker().nanos() - lastWrite >= keepAlive.toNanos();
        if (silent && writing.tryLock()) {
            try {
                write(COMMENT);
            } finally {
                writing.unlock();
            }
        }
    }

    /** The operation has landed with a complete answer: the stream gets what it has not had of it. */
    void finish(Result result, ApiAnswer answer, Answer given, boolean usage) {
        Bytes end = done;
        if (live && result instanceof Result.CompletedUnrecorded) {
            exchange.breakOff(answer.toEvent());
        } else if (live) {
            if (end == null) {
                exchange.breakOff(NOT_DELIVERED.toEvent());
            } else {
                exchange.end(ending(answer, end));
            }
        } else if (exchange.hasBegun()) {
            exchange.end(ending(answer, given.events(usage)));
        } else {
            exchange.begin(Replies.stream(answer.headers()));
            exchange.end(given.events(usage));
        }
    }

    private boolean write(Bytes bytes) throws InterruptedException {
        if (!exchange.hasBegun()) {
            exchange.begin(Replies.stream(known));
        }
        boolean taken = exchange.write(bytes);
        lastWrite = time.ticker().nanos();
        return taken;
    }

    /** The events that are left, and before [DONE] what the head could not say (design 12). */
    private static Bytes ending(ApiAnswer answer, Bytes events) {
        byte[] comment = OperationHeaders.comment(answer.headers()).getBytes(StandardCharsets.UTF_8);
        int at = DoneEvent.at(events);
        byte[] all = new byte[events.size() + comment.length];
        System.arraycopy(events.unsafeArray(), 0, all, 0, at);
        System.arraycopy(comment, 0, all, at, comment.length);
        System.arraycopy(events.unsafeArray(), at, all, at + comment.length, events.size() - at);
        return Bytes.wrap(all);
    }
}
