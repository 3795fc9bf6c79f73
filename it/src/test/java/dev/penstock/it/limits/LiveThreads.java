package dev.penstock.it.limits;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The threads of this process, virtual ones included. */
final class LiveThreads {

    private LiveThreads() {}

    /** Those that are inside the client or its transport now. */
    static List<String> ofOurs() {
        return Stream.of(dump().split("\n\n"))
                .filter(thread -> thread.contains("dev.penstock.client") || thread.contains("dev.penstock.http"))
                .toList();
    }

    private static String dump() {
        try {
            Path directory = Files.createTempDirectory("penstock-it-threads-");
            Path file = directory.resolve("dump");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
            String text = Files.readString(file);
            Files.delete(file);
            Files.delete(directory);
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
