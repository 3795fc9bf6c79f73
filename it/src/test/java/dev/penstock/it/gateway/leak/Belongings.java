package dev.penstock.it.gateway.leak;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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

    static Belongings of(long pid) {
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

    private static String jcmd(long pid, String... words) throws IOException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        List<String> command = Stream.concat(Stream.of(tool.toString(), Long.toString(pid)), Stream.of(words))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
