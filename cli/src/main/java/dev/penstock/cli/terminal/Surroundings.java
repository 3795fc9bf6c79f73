package dev.penstock.cli.terminal;

import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds around it. Results go to {@code out}, everything said on the way to {@code err}; lines for people
 * go through {@link #tell} and {@link #say}.
 *
 * @param out for what was asked for; UTF-8
 * @param err for progress, notices and errors; UTF-8
 * @param shown whether a terminal shows {@code out}
 * @param interactive whether a person watches {@code err} on a terminal
 * @param environment the process's environment variables
 * @param time clocks and timers
 * @param random chance
 */
public record Surroundings(
        PrintStream out,
        PrintStream err,
        boolean shown,
        boolean interactive,
        Map<String, String> environment,
        Time time,
        RandomGenerator random) {

    /**
     * The process's own.
     *
     * @return standard output and error, the environment, the system's time
     */
    public static Surroundings ofProcess() {
        return new Surroundings(
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                isTerminal(1),
                watched(System.getenv()),
                System.getenv(),
                Time.system(),
                Chance.system());
    }

    /**
     * The same, saying things elsewhere.
     *
     * @param value in place of {@code err}; UTF-8
     * @return a copy
     */
    public Surroundings saying(PrintStream value) {
        return new Surroundings(out, value, shown, interactive, environment, time, random);
    }

    /**
     * An environment variable.
     *
     * @param name its name
     * @return its value without blanks around it, null if it is not set or blank
     */
    public @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /**
     * Prints a line for people. What of it others have chosen gives the terminal no command ({@link Printable}).
     *
     * @param line one line without its end
     */
    public void tell(String line) {
        out.println(Printable.of(line));
    }

    /**
     * Gives out what somebody else wrote, byte by byte; a terminal gets no command with it ({@link Printable}).
     *
     * @param text UTF-8, as it is stored
     */
    public void give(byte[] text) {
        if (shown) {
            out.println(Printable.ofLines(new String(text, StandardCharsets.UTF_8)));
        } else {
            out.write(text, 0, text.length);
            out.println();
        }
    }

    /**
     * Says something on the way, as {@link #tell} does.
     *
     * @param line one line without its end
     */
    public void say(String line) {
        err.println("penstock: " + Printable.of(line));
    }

    private static boolean watched(Map<String, String> environment) {
        return !"dumb".equals(environment.get("TERM")) && environment.get("CI") == null && isTerminal(2);
    }

    /**
     * Java itself only tells about standard input and output together: elsewhere than on Linux what is printed may be shown,
     * and plain lines do for what is said on the way.
     */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return descriptor == 1;
        }
    }
}
