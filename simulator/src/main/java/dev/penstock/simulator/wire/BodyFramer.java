package dev.penstock.simulator.wire;

import dev.penstock.simulator.script.Framing.Length;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Turns the pieces of a body into what goes on the wire: compressed or not, in chunks or not. */
public final class BodyFramer {

    private static final byte[] NOTHING = new byte[0];
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final boolean chunked;
    private final boolean lastChunk;
    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final @Nullable GZIPOutputStream gzip;

    /**
     * A framer of one body.
     *
     * @param length how its end is told; only {@link Length#CHUNKED} changes the bytes
     * @param lastChunk whether a chunked body has its last chunk
     * @param compress whether it is compressed
     */
    public BodyFramer(Length length, boolean lastChunk, boolean compress) {
        this.chunked = length == Length.CHUNKED;
        this.lastChunk = lastChunk;
        try {
            this.gzip = compress ? new GZIPOutputStream(compressed, 512, true) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The next piece.
     *
     * @param piece its bytes
     * @return what goes on the wire; may be empty
     */
    public byte[] frame(byte[] piece) {
        if (gzip == null) {
            return chunk(piece);
        }
        try {
            gzip.write(piece);
            gzip.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return chunk(takeCompressed());
    }

    /**
     * What ends the body.
     *
     * @return what goes on the wire; may be empty
     */
    public byte[] end() {
        byte[] rest = NOTHING;
        if (gzip != null) {
            try {
                gzip.finish();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            rest = chunk(takeCompressed());
        }
        return chunked && lastChunk ? joined(rest, LAST_CHUNK) : rest;
    }

    private byte[] takeCompressed() {
        byte[] bytes = compressed.toByteArray();
        compressed.reset();
        return bytes;
    }

    private byte[] chunk(byte[] bytes) {
        if (!chunked || bytes.length == 0) {
            return bytes;
        }
        byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] framed = new byte[size.length + bytes.length + 2];
        System.arraycopy(size, 0, framed, 0, size.length);
        System.arraycopy(bytes, 0, framed, size.length, bytes.length);
        framed[framed.length - 2] = '\r';
        framed[framed.length - 1] = '\n';
        return framed;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
