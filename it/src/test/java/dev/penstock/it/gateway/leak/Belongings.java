package dev.penstock.it.gateway.leak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process holds.
 *
 * @param descriptors open files and sockets
 * @param threads platform threads
 * @param virtualThreads virtual threads that have not ended
 * @param heapKib live objects after a collection
 */
public record Belongings(long descriptors, long threads, long virtualThreads, long heapKib) {

    /** What a process holds just now. */
    public static Belongings of(long pid) {
        try {
            return new Belongings(
                    entries("/proc/" + pid + "/fd"), entries("/proc/" + pid + "/task"), virtualThreads(pid), heap(pid));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long descriptorsOf(long pid) {
        try {
            return entries("/proc/" + pid + "/fd");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long entries(String directory) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(directory))) {
            return entries.count();
        }
    }

    /** In a dump a thread begins with its number; a platform thread has no word for what it is. */
    private static long virtualThreads(long pid) throws IOException {
        Path dump = Files.createTempDirectory("penstock-it-threads-").resolve("dump");
        jcmd(pid, "Thread.dump_to_file", "-format=plain", dump.toString());
        try (Stream<String> lines = Files.lines(dump)) {
            return lines.filter(line -> line.matches("#\\d+ .*virtual.*")).count();
        } finally {
            Files.delete(dump);
            Files.delete(dump.getParent());
        }
    }

    /** A histogram of what is alive collects first; its last line is the sum. */
    private static long heap(long pid) throws IOException {
        jcmd(pid, "GC.run");
        String sum = jcmd(pid, "GC.class_histogram")
                .lines()
                .filter(line -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(sum.strip().split("\\s+")[2]) >> 10;
    }

    /** Into a file and not a pipe: a process that looks at itself reads nothing while it stands still for its histogram. */
    private static String jcmd(long pid, String... words) throws IOException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Path said = Files.createTempFile("penstock-it-jcmd-", ".out");
        List<String> command = Stream.concat(Stream.of(tool.toString(), Long.toString(pid)), Stream.of(words))
                .toList();
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start()
                    .waitFor();
            return Files.readString(said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            Files.delete(said);
        }
    }
}
