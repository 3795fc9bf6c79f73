package dev.penstock.provider.completion;

import dev.penstock.provider.text.ByteBuilder;

/**
 * Finds where one JSON object begins and ends in a body, so that the blank padding around it is neither kept nor taken
 * for progress (B001). It knows strings and brackets; whether the object is valid is for the parser.
 */
final class JsonExtent {

    private final ByteBuilder json = new ByteBuilder();
    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean begun;
    private boolean foreign;
    private long padding;

    /** Takes the next bytes; returns whether some of them belong to the object, or to no JSON at all. */
    boolean accept(byte[] bytes, int from, int to) {
        boolean significant = false;
        int keepFrom = isOpen() ? from : -1;
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (isOpen()) {
                significant |= !isBlank(b);
                inside(b);
                if (depth == 0) {
                    json.append(bytes, keepFrom, i + 1);
                    keepFrom = -1;
                }
            } else if (isBlank(b) || isByteOrderMark(b)) {
                padding++;
            } else {
                significant = true;
                foreign |= begun || b != '{';
                begun = true;
                if (!foreign) {
                    depth = 1;
                    keepFrom = i;
                }
            }
        }
        if (keepFrom >= 0) {
            json.append(bytes, keepFrom, to);
        }
        return significant;
    }

    private void inside(byte b) {
        if (inString) {
            if (escaped) {
                escaped = false;
            } else if (b == '\\') {
                escaped = true;
            } else if (b == '"') {
                inString = false;
            }
        } else if (b == '"') {
            inString = true;
        } else if (b == '{' || b == '[') {
            depth++;
        } else if (b == '}' || b == ']') {
            depth--;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** The three bytes of a byte order mark, which some servers write before their JSON. */
    private boolean isByteOrderMark(byte b) {
        return !begun && (b == (byte) 0xEF || b == (byte) 0xBB || b == (byte) 0xBF);
    }

    private boolean isOpen() {
        return depth > 0;
    }

    /** Whether nothing but padding came. */
    boolean isBlank() {
        return !begun;
    }

    /** Whether the object has been closed. */
    boolean isClosed() {
        return begun && !foreign && depth == 0;
    }

    /** Whether something came that is not an object, or that follows one. */
    boolean isForeign() {
        return foreign;
    }

    /** How many blank bytes stood around the object. */
    long padding() {
        return padding;
    }

    /** The object's bytes so far. */
    ByteBuilder json() {
        return json;
    }
}
