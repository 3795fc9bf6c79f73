package dev.penstock.cli.config;

import java.nio.file.Path;

/**
 * One value of a configuration file.
 *
 * @param text as it stands, with variables replaced
 * @param file where it was read
 * @param line in that file, counted from 1
 */
record ConfigValue(String text, Path file, int line) {

    /** Where it stands, for messages. */
    String place() {
        return file + ", line " + line;
    }
}
