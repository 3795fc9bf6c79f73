package dev.penstock.it.longform;

import java.util.HashMap;
import java.util.Map;

/** The options of a long form: {@code --name value} pairs, all of them numbers. */
final class Options {

    private final Map<String, Long> values = new HashMap<>();

    private Options() {}

    /**
     * Reads them.
     *
     * @param arguments what was typed
     * @param from where the options begin
     * @param defaults every option there is, with its usual value
     */
    static Options parse(String[] arguments, int from, Map<String, Long> defaults) {
        Options options = new Options();
        options.values.putAll(defaults);
        for (int i = from; i < arguments.length; i += 2) {
            String name = arguments[i].replaceFirst("^--", "");
            if (!defaults.containsKey(name) || i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + "? There are " + defaults.keySet());
            }
            options.values.put(name, Long.valueOf(arguments[i + 1]));
        }
        return options;
    }

    long number(String name) {
        Long value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name);
        }
        return value;
    }

    int count(String name) {
        return Math.toIntExact(number(name));
    }
}
