package dev.penstock.gateway.chat;

import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;

/** The event that ends a stream: {@code data: [DONE]}. */
final class DoneEvent {

    /** As everybody writes it. */
    static final Bytes PLAIN = Bytes.wrap("data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII));

    private static final byte[] FIELD = "data:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WORD = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private DoneEvent() {}

    /** Whether an event is this one. */
    static boolean is(Bytes event) {
        return at(event) == 0;
    }

    /** Where it begins in events that end with it; their length if they do not. */
    static int at(Bytes events) {
        byte[] bytes = events.unsafeArray();
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] <= ' ') {
            end--;
        }
        int word = end - WORD.length;
        if (!matches(bytes, word, WORD)) {
            return bytes.length;
        }
        int gap = word;
        while (gap > 0 && bytes[gap - 1] == ' ') {
            gap--;
        }
        int field = gap - FIELD.length;
        boolean whole = matches(bytes, field, FIELD) && (field == 0 || bytes[field - 1] <= '\r');
        return whole ? field : bytes.length;
    }

    private static boolean matches(byte[] bytes, int at, byte[] wanted) {
        if (at < 0 || at + wanted.length > bytes.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
