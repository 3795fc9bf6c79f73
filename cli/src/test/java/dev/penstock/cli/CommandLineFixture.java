package dev.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Runs commands inside the test's process and keeps what they say. */
final class CommandLineFixture {

    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    CommandLineFixture with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    int run(String... args) {
        out.reset();
        err.reset();
        return Main.execute(around(), args);
    }

    Surroundings around() {
        return new Surroundings(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                /* shown= */ false,
                /* interactive= */ false,
                environment,
                Time.system(),
                random.split());
    }

    String out() {
        return out.toString(UTF_8);
    }

    String err() {
        return err.toString(UTF_8);
    }
}
