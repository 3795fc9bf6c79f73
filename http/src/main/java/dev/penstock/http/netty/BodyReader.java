package dev.penstock.http.netty;

import dev.penstock.http.ContentCoding;
import dev.penstock.http.Framing;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body as its reader pulls it, a bounded piece at a time: nothing is inflated ahead of the reader, so a bomb
 * costs no more memory than a piece, and an event is delivered as soon as its bytes are here (B044). For one thread.
 */
final class BodyReader {

    private static final int PIECE = 16 << 10;
    private static final int CODED_PIECE = 8 << 10;

    private final ContentCoding coding;
    private final WireInput wire;
    private @Nullable InputStream decoded;
    private @Nullable Framing fault;
    private boolean over;
    private long total;

    BodyReader(ContentCoding coding, WireInput wire) {
        this.coding = coding;
        this.wire = wire;
    }

    /** The next bytes; null at the end, or where the coding is broken, see {@link #fault}. */
    byte @Nullable [] next() throws InterruptedException {
        if (over) {
            return null;
        }
        byte[] part = switch (coding) {
            case IDENTITY, UNSUPPORTED -> wire.next();
            case GZIP, DEFLATE -> inflate();
        };
        over = part == null;
        total += part == null ? 0 : part.length;
        return part;
    }

    long total() {
        return total;
    }

    /** What is wrong with the coding; null if nothing is. */
    @Nullable
    Framing fault() {
        return fault;
    }

    private byte @Nullable [] inflate() throws InterruptedException {
        try {
            if (decoded == null) {
                decoded = open();
            }
            byte[] piece = new byte[PIECE];
            int count = decoded.read(piece);
            if (count > 0) {
                return Arrays.copyOf(piece, count);
            }
            while (wire.next() != null) {
                // Bytes after the coding's own end are not part of the answer.
            }
        } catch (InterruptedIOException interrupted) {
            throw (InterruptedException) new InterruptedException().initCause(interrupted);
        } catch (EOFException cut) {
            fault = wire.broughtNothing() ? null : Framing.INCOMPLETE;
        } catch (IOException notTheCoding) {
            fault = Framing.UNDECODABLE;
        }
        return null;
    }

    private InputStream open() throws IOException {
        return coding == ContentCoding.GZIP ? new GZIPInputStream(wire, CODED_PIECE) : inflater();
    }

    /** RFC 9110 means the zlib format; some senders leave its wrapper out. */
    private InputStream inflater() throws IOException {
        PushbackInputStream peeked = new PushbackInputStream(wire, 2);
        byte[] start = peeked.readNBytes(2);
        peeked.unread(start);
        boolean wrapped =
                start.length == 2 && (start[0] & 0x0f) == 8 && ((start[0] & 0xff) << 8 | (start[1] & 0xff)) % 31 == 0;
        return new InflaterInputStream(peeked, new Inflater(!wrapped), CODED_PIECE);
    }
}
