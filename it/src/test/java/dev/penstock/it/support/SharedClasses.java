package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the classes of a gateway look like in memory, in a file that is made once by whoever starts the first command: the
 * JVMs after it map them in place of reading each. A JVM that cannot use the file starts without it.
 */
final class SharedClasses {

    private static final Path FILE = dump();

    private SharedClasses() {}

    /** The options of a JVM that uses them; it says nothing about it, since what commands say is looked at. */
    static List<String> options() {
        return List.of("-XX:SharedArchiveFile=" + FILE, "-Xlog:disable");
    }

    private static Path dump() {
        try {
            Path folder = Files.createTempDirectory("penstock-it-classes-");
            Path file = folder.resolve("classes.jsa");
            CommandLine serve = CommandLine.in(
                            folder,
                            "serve",
                            "--port",
                            "0",
                            "--admin-port",
                            "0",
                            "--provider",
                            "openai-compatible",
                            "--base-url",
                            "http://127.0.0.1:9/v1",
                            "--no-api-key")
                    .withoutSharedClasses()
                    .jvm("-XX:ArchiveClassesAtExit=" + file)
                    .jvm("-Xlog:disable");
            try (Running running = serve.start()) {
                running.awaitUntil("it is ready", () -> running.out().contains("ready on "));
                running.terminate();
                running.await();
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "penstock-it-classes"));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path each : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
