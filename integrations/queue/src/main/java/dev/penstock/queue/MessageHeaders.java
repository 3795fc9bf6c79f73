package dev.penstock.queue;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads single header fields of a message. */
record MessageHeaders(QueueMessage message) {

    /** The header's text; null if there is none. */
    @Nullable
    String text(String name) {
        return message.header(name);
    }

    /** A whole number from 1 up; null if there is none. */
    @Nullable
    Long positive(String name) throws UnfitMessage {
        String value = text(name);
        if (value == null) {
            return null;
        }
        boolean digits =
                !value.isEmpty() && value.length() <= 12 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        long number = digits ? Long.parseLong(value) : 0;
        if (number < 1) {
            throw new UnfitMessage(name + " must be a whole number of at least 1");
        }
        return number;
    }

    /** One of the words, in any case; null if there is none. */
    <E extends Enum<E>> @Nullable E word(String name, Class<E> words) throws UnfitMessage {
        String value = text(name);
        if (value == null) {
            return null;
        }
        StringBuilder known = new StringBuilder();
        for (E word : words.getEnumConstants()) {
            if (word.name().equalsIgnoreCase(value)) {
                return word;
            }
            known.append(known.isEmpty() ? "" : ", ").append(word.name().toLowerCase(Locale.ROOT));
        }
        throw new UnfitMessage(name + " must be one of " + known);
    }
}
