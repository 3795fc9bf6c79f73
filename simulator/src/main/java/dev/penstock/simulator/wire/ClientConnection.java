package dev.penstock.simulator.wire;

import dev.penstock.simulator.clock.SimulatorClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * One accepted connection, used by the one thread that serves it; only {@link #abort()} may come from another. Every
 * wait watches for the client's leaving.
 */
public final class ClientConnection {

    private static final int BUFFER = 8_192;
    private static final int LARGEST_WRITE = 65_536;
    private static final long SHORT_WAIT_MICROS = 20_000;
    private static final int LINGER_MILLIS = 1_000;

    private final SocketChannel channel;
    private final InputStream timedInput;
    private final SimulatorClock clock;
    private final long id;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private long consumed;
    private boolean left;
    private volatile boolean aborted;

    /**
     * Takes a connection over.
     *
     * @param channel the connection, in blocking mode
     * @param id its number
     * @param clock waits
     * @throws IOException if it is closed already
     */
    public ClientConnection(SocketChannel channel, long id, SimulatorClock clock) throws IOException {
        this.channel = channel;
        this.id = id;
        this.clock = clock;
        this.timedInput = channel.socket().getInputStream();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /**
     * Its number.
     *
     * @return counted from 1
     */
    public long id() {
        return id;
    }

    /**
     * How many bytes were taken out of it.
     *
     * @return a running count
     */
    public long consumed() {
        return consumed;
    }

    /**
     * Whether the client's end or a reset was seen.
     *
     * @return true once it left
     */
    public boolean hasLeft() {
        return left;
    }

    /**
     * Whether it comes from this machine.
     *
     * @return true for a loopback address
     */
    public boolean isLocal() {
        return channel.socket().getInetAddress().isLoopbackAddress();
    }

    /**
     * Whether the simulator itself ended it.
     *
     * @return true after {@link #abort()}
     */
    public boolean isAborted() {
        return aborted;
    }

    /**
     * The next byte.
     *
     * @return the byte, -1 if the client left
     */
    public int next() {
        if (from == to && !fill()) {
            return -1;
        }
        consumed++;
        return buffer[from++] & 0xff;
    }

    /**
     * The next bytes.
     *
     * @param target where they go
     * @param offset where they begin there
     * @param length how many at most, positive
     * @return how many, -1 if the client left
     */
    public int read(byte[] target, int offset, int length) {
        if (from == to && !fill()) {
            return -1;
        }
        int count = Math.min(length, to - from);
        System.arraycopy(buffer, from, target, offset, count);
        from += count;
        consumed += count;
        return count;
    }

    private boolean fill() {
        if (left) {
            return false;
        }
        try {
            int count = channel.read(ByteBuffer.wrap(buffer));
            left = count < 0;
            from = 0;
            to = Math.max(0, count);
        } catch (IOException e) {
            left = true;
        }
        return !left;
    }

    /**
     * Waits for a byte.
     *
     * @param micros how long at most
     * @return true once a byte is there; false if the client left or the time is over
     */
    public boolean awaitByte(long micros) {
        long until = saturatedSum(clock.micros(), micros);
        while (from == to && !left) {
            long remaining = until - clock.micros();
            if (remaining <= 0) {
                return false;
            }
            timedFill(remaining);
        }
        return from < to;
    }

    /**
     * Waits, watching.
     *
     * @param micros how long
     * @return false as soon as the client has left
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean stay(long micros) throws InterruptedException {
        if (micros <= SHORT_WAIT_MICROS) {
            clock.sleep(micros);
            return isThere();
        }
        long until = saturatedSum(clock.micros(), micros);
        while (!left) {
            long remaining = until - clock.micros();
            if (remaining <= 0) {
                return true;
            }
            if (remaining < 1_000 || to - from == BUFFER) {
                clock.sleep(remaining);
            } else {
                timedFill(remaining);
            }
        }
        return false;
    }

    /**
     * Looks, without waiting, whether the client is still there.
     *
     * @return false once it has left
     */
    public boolean isThere() {
        if (left || to - from == BUFFER) {
            return !left;
        }
        compact();
        try {
            channel.configureBlocking(false);
            int count = channel.read(ByteBuffer.wrap(buffer, to, BUFFER - to));
            left = count < 0;
            to += Math.max(0, count);
            channel.configureBlocking(true);
        } catch (IOException e) {
            left = true;
        }
        return !left;
    }

    private void timedFill(long micros) {
        compact();
        try {
            long millis = Math.max(1, TimeUnit.MICROSECONDS.toMillis(micros));
            channel.socket().setSoTimeout((int) Math.min(Integer.MAX_VALUE, millis));
            int count = timedInput.read(buffer, to, BUFFER - to);
            left = count < 0;
            to += Math.max(0, count);
        } catch (SocketTimeoutException e) {
            // the caller looks at its clock
        } catch (IOException e) {
            left = true;
        }
    }

    private void compact() {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
    }

    /**
     * Writes all of some bytes.
     *
     * @param bytes where they are
     * @param offset where they begin
     * @param length how many
     * @return false if the client left
     */
    public boolean write(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        try {
            while (at < end && !left) {
                at += channel.write(ByteBuffer.wrap(bytes, at, Math.min(LARGEST_WRITE, end - at)));
            }
        } catch (IOException e) {
            left = true;
        }
        return !left;
    }

    /** Ends it with RST. */
    public void reset() {
        left = true;
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // it is closed already
        }
        closeQuietly();
    }

    /**
     * Ends it with FIN. Bytes of the client that nobody read would turn the FIN into an RST, so they are read for a
     * moment.
     */
    public void end() {
        if (!left) {
            try {
                channel.shutdownOutput();
                drain();
            } catch (IOException e) {
                // it is closed already
            }
        }
        left = true;
        closeQuietly();
    }

    /** Closes it as a server does that has nothing more to say: FIN, and RST to whatever comes afterwards. */
    public void close() {
        left = true;
        closeQuietly();
    }

    private void drain() throws IOException {
        byte[] waste = new byte[BUFFER];
        long until = clock.micros() + TimeUnit.MILLISECONDS.toMicros(LINGER_MILLIS);
        channel.configureBlocking(false);
        int count = channel.read(ByteBuffer.wrap(waste));
        channel.configureBlocking(true);
        while (count > 0 && clock.micros() < until) {
            channel.socket().setSoTimeout(LINGER_MILLIS);
            count = timedInput.read(waste);
        }
    }

    /** Ends it from another thread, whatever its own thread is doing. */
    public void abort() {
        aborted = true;
        closeQuietly();
    }

    private void closeQuietly() {
        try {
            channel.close();
        } catch (IOException e) {
            // nothing is left to be done with it
        }
    }

    private static long saturatedSum(long a, long b) {
        return b > Long.MAX_VALUE - Math.max(0, a) ? Long.MAX_VALUE : a + b;
    }
}
