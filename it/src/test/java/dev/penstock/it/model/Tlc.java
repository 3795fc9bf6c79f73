package dev.penstock.it.model;

import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.Repository;
import dev.penstock.it.support.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tlc2.TLC;

/** TLC, the model checker of TLA+, in a JVM of its own: much of it is static. */
public final class Tlc {

    private static final Pattern RULES = Pattern.compile("(?s)\nRules == \\{(.*?)}");
    private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");

    private final String module;
    private final String instance;
    private final int threads;
    private final String heap;
    private final Duration patience;

    private Tlc(String module, String instance, int threads, String heap, Duration patience) {
        this.module = module;
        this.instance = instance;
        this.threads = threads;
        this.heap = heap;
        this.patience = patience;
    }

    /**
     * A model and one of its instances. One thread looks at its states, in the same order each time.
     *
     * @param module the model's name in {@code model/}
     * @param instance the name of a file of constants beside it
     */
    public static Tlc of(String module, String instance) {
        return new Tlc(module, instance, 1, "512m", Duration.ofMinutes(4));
    }

    /** With more threads, memory and time. */
    public Tlc atLength() {
        return new Tlc(module, instance, Runtime.getRuntime().availableProcessors(), "3g", Duration.ofHours(2));
    }

    /** The names of a model's rules, each of which can be broken. */
    public static List<String> rules(String module) {
        Matcher rules = RULES.matcher(text(folder().resolve(module + ".tla")));
        if (!rules.find()) {
            throw new AssertionError(module + " names no rules");
        }
        return NAME.matcher(rules.group(1)).results().map(name -> name.group(1)).toList();
    }

    /** Looks at every state that can be reached. */
    public Found check() {
        return check("{}");
    }

    /** The same without one of the rules. */
    public Found checkWithout(String rule) {
        return check("{\"" + rule + "\"}");
    }

    private Found check(String broken) {
        Path scratch = scratch();
        try {
            String constants = text(folder().resolve(instance + ".cfg"));
            Path config = Files.writeString(
                    scratch.resolve(instance + ".cfg"), constants.replace("Broken = {}", "Broken = " + broken));
            CommandLine tlc = CommandLine.of(
                            TLC.class,
                            folder(),
                            "-workers",
                            Integer.toString(threads),
                            "-nowarning",
                            "-lncheck",
                            "final",
                            "-metadir",
                            scratch.resolve("states").toString(),
                            "-config",
                            config.toString(),
                            module + ".tla")
                    .jvm("-XX:TieredStopAtLevel=4")
                    .jvm("-Xss4m")
                    .jvm("-Xmx" + heap)
                    .jvm("-Djava.io.tmpdir=" + scratch);
            try (Running running = tlc.start()) {
                Ended ended = running.await(patience);
                return new Found(ended.exitCode(), ended.out());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(scratch);
        }
    }

    private static Path folder() {
        return Repository.root().resolve("model");
    }

    private static Path scratch() {
        try {
            return Files.createTempDirectory("penstock-tlc-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
