package dev.penstock.it.support;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command that has ended.
 *
 * @param words what was asked for
 * @param exitCode what the shell would see: 128 and the signal's number if one ended it
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Ended(String words, int exitCode, String out, String err) {

    /** Fails, with everything it said, if it did not end with this code. */
    public Ended expect(int code) {
        assertThat(exitCode)
                .as("exit code of 'penstock %s'\n%s%s", words, out, err)
                .isEqualTo(code);
        return this;
    }
}
