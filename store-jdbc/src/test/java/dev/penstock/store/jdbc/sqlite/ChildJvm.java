package dev.penstock.store.jdbc.sqlite;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another process with our class path, talked to in lines. Killed when it is closed. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** The next line that it says; null once it has ended. */
    @Nullable
    String line() throws IOException {
        return out.readLine();
    }

    void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    /** Everything that it still says, until it ends by itself. */
    List<String> rest() throws IOException, InterruptedException {
        List<String> lines = out.lines().toList();
        process.waitFor();
        return lines;
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** SIGKILL, as {@code kill -9}; returns when the process is gone. What it said before can still be read. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
