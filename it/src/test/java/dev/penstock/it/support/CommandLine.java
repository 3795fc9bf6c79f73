package dev.penstock.it.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code penstock …} in a JVM of its own, on the class path of the tests. Not thread-safe. */
public final class CommandLine {

    private static final String MAIN = "dev.penstock.cli.Main";

    /** No path holds it. */
    private static final String NOTHING = File.pathSeparator;

    private final String main;
    private final Path directory;
    private final List<String> words;
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private String leftOut;
    private boolean launcher;
    private boolean sharesClasses = true;
    private String before = "";
    private String after = "";

    private CommandLine(String main, String leftOut, Path directory, List<String> words) {
        this.main = main;
        this.leftOut = leftOut;
        this.directory = directory;
        this.words = words;
    }

    /** A command that will run in a directory. */
    public static CommandLine in(Path directory, String... words) {
        return new CommandLine(MAIN, "test-classes", directory, List.of(words));
    }

    /** A class of the tests that will run in a directory, in place of the command. */
    public static CommandLine of(Class<?> main, Path directory, String... words) {
        return new CommandLine(main.getName(), NOTHING, directory, List.of(words));
    }

    /** With an environment variable. */
    public CommandLine with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** With an option of the JVM. */
    public CommandLine jvm(String option) {
        options.add(option);
        return this;
    }

    /** Through {@code ./penstock}, as a user has it. */
    public CommandLine byLauncher() {
        launcher = true;
        return this;
    }

    /** In a JVM that reads every class by itself. */
    CommandLine withoutSharedClasses() {
        sharesClasses = false;
        return this;
    }

    /** Without the libraries whose path holds this. */
    public CommandLine without(String library) {
        leftOut = library;
        return this;
    }

    /**
     * With file systems of its own: what is mounted there, nobody else sees.
     *
     * @param first what a shell does before, {@code mount} for example
     * @param last what it does afterwards
     */
    public CommandLine withMounts(String first, String last) {
        before = first;
        after = last;
        return this;
    }

    /** Starts it and waits for its end. */
    public Ended run() {
        try (Running running = start()) {
            return running.await();
        }
    }

    /** Starts it. */
    public Running start() {
        try {
            Path out = Files.createTempFile("penstock-it-", ".out");
            Path err = Files.createTempFile("penstock-it-", ".err");
            ProcessBuilder builder = new ProcessBuilder(hearingHangUps(command()))
                    .directory(directory.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.endsWith("_API_KEY") || name.startsWith("PENSTOCK_"));
            builder.environment().putAll(environment);
            return new Running(String.join(" ", words), builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A build under nohup ignores hang-ups, and what it starts would do so as well. */
    private static List<String> hearingHangUps(List<String> command) throws IOException {
        Path status = Path.of("/proc/self/status");
        boolean ignored = Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line -> (Character.digit(line.charAt(line.length() - 1), 16) & 1) != 0);
        if (!ignored) {
            return command;
        }
        List<String> reset = new ArrayList<>(List.of("env", "--default-signal=HUP"));
        reset.addAll(command);
        return reset;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(launcher ? List.of(launcher()) : java());
        command.addAll(words);
        return before.isEmpty() ? command : inShell(command);
    }

    private static String launcher() {
        return Repository.root().resolve("penstock").toString();
    }

    private List<String> java() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED",
                "-Dfile.encoding=UTF-8"));
        if (sharesClasses && main.equals(MAIN)) {
            command.addAll(SharedClasses.options());
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), main));
        return command;
    }

    private List<String> inShell(List<String> command) {
        String quoted = command.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        return List.of(
                "unshare", "-rm", "bash", "-c", before + " && " + quoted + "; code=$?; " + after + "; exit $code");
    }

    private String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains(leftOut))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
