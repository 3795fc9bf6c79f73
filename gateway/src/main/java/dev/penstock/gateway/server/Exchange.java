package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. The answer is either one reply, or a stream: begin, write, end, by one thread at a time.
 * What comes after the answer's end, or after the client has left, is dropped. Thread-safe.
 */
public final class Exchange {

    private static final Duration TO_BE_READ = Duration.ofMillis(500);

    private final Connection connection;
    private final Channel channel;
    private final RequestHead head;
    private final boolean chunked;
    private final long firstByteNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile boolean begun;
    private volatile boolean gone;
    private boolean closes;
    private @Nullable Runnable whenGone;

    Exchange(Connection connection, Channel channel, RequestHead head, boolean chunked, long firstByteNanos) {
        this.connection = connection;
        this.channel = channel;
        this.head = head;
        this.chunked = chunked;
        this.firstByteNanos = firstByteNanos;
    }

    /**
     * The request's head.
     *
     * @return request line and header fields
     */
    public RequestHead head() {
        return head;
    }

    /**
     * When the request's first byte arrived: the beginning of the operation's time (design 5).
     *
     * @return monotonic nanoseconds of the server's ticker
     */
    public long firstByteNanos() {
        return firstByteNanos;
    }

    /**
     * Whether the client has left before its answer was complete, or takes nothing any more.
     *
     * @return true from then on
     */
    public boolean isGone() {
        return gone;
    }

    /**
     * Says what is to be done when the client leaves before its answer is complete. Done once, on a thread of its own, or
     * at once if it has left.
     *
     * @param action what is to be done; replaces an earlier one
     */
    public void whenGone(Runnable action) {
        boolean now;
        lock.lock();
        try {
            now = gone;
            whenGone = now ? null : action;
        } finally {
            lock.unlock();
        }
        if (now) {
            action.run();
        }
    }

    /**
     * Answers in one piece.
     *
     * @param reply the answer
     */
    public void reply(Reply reply) {
        if (answered.compareAndSet(false, true)) {
            Wire.onLoop(channel, () -> {
                boolean last = connection.closes();
                Wire.send(
                        channel,
                        connection
                                .responses()
                                .whole(reply, head.id(), last, head.method().equals("HEAD")));
                connection.finished(this, last);
            });
        }
    }

    /**
     * Begins a stream. Sent with the first bytes of it.
     *
     * @param start status, type and header fields; its body is not looked at
     */
    public void begin(Reply start) {
        begun = true;
        closes = connection.closes() || !chunked;
        Wire.write(channel, connection.responses().stream(start, head.id(), closes, chunked));
    }

    /**
     * Whether a stream has begun.
     *
     * @return true after {@link #begin}
     */
    public boolean hasBegun() {
        return begun;
    }

    /**
     * Sends a part of a stream at once. Waits while the client has not taken what was sent before, within the server's
     * limits.
     *
     * @param part the bytes
     * @return false if the client is gone
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean write(Bytes part) throws InterruptedException {
        if (!channel.isWritable()) {
            awaitReader();
        }
        if (gone) {
            return false;
        }
        Wire.send(channel, new DefaultHttpContent(Unpooled.wrappedBuffer(part.unsafeArray())));
        return true;
    }

    /**
     * Ends a stream.
     *
     * @param rest what is still to be sent
     */
    public void end(Bytes rest) {
        if (answered.compareAndSet(false, true)) {
            LastHttpContent last = rest.size() == 0
                    ? LastHttpContent.EMPTY_LAST_CONTENT
                    : new DefaultLastHttpContent(Unpooled.wrappedBuffer(rest.unsafeArray()));
            Wire.onLoop(channel, () -> {
                Wire.send(channel, last);
                connection.finished(this, closes);
            });
        }
    }

    /**
     * Ends a stream that is not whole: sends a last part and closes a moment behind it, with the end of the framing left
     * out. A client that does not understand the last part then sees a broken connection, and never an end. The moment is
     * for clients that drop what they have not read yet when a connection breaks.
     *
     * @param last what is still to be sent
     */
    public void breakOff(Bytes last) {
        if (answered.compareAndSet(false, true)) {
            Wire.onLoop(channel, () -> {
                Wire.send(channel, new DefaultHttpContent(Unpooled.wrappedBuffer(last.unsafeArray())));
                Wire.onLoopAfter(channel, TO_BE_READ, () -> connection.finished(this, true));
            });
        }
    }

    /** Cuts the connection: the client must not take what it has for whole. */
    public void cut() {
        answered.set(true);
        Wire.onLoop(channel, connection::abort);
    }

    boolean isAnswered() {
        return answered.get();
    }

    /** The client has taken something. On the event loop. */
    void moved() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The client has left. On the event loop. */
    void left() {
        Runnable action;
        lock.lock();
        try {
            gone = true;
            action = whenGone;
            whenGone = null;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        if (action != null) {
            Thread.ofVirtual().name("penstock-left").start(action);
        }
    }

    private void awaitReader() throws InterruptedException {
        lock.lock();
        try {
            while (!gone && !channel.isWritable()) {
                moved.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "Exchange[" + head + "]";
    }
}
