package dev.penstock.simulator.script;

/**
 * A header field, written as given.
 *
 * @param name its name
 * @param value its value
 */
public record Header(String name, String value) {

    /**
     * Refuses what would break the head; a broken head is what raw bytes are for.
     *
     * @throws IllegalArgumentException if name or value hold a line end, or the name is blank or holds a colon
     */
    public Header {
        if (name.isBlank() || name.indexOf(':') >= 0 || hasLineEnd(name) || hasLineEnd(value)) {
            throw new IllegalArgumentException("not a header field: " + name);
        }
    }

    private static boolean hasLineEnd(String text) {
        return text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0;
    }
}
