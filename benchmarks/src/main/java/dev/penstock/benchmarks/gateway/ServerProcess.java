package dev.penstock.benchmarks.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server of its own process, with what the kernel counts of it. */
final class ServerProcess implements AutoCloseable {

    private static final int STARTS_WITHIN_SECONDS = 60;

    /** The kernel's unit in /proc/PID/stat: 100 to the second on every Linux that Java runs on. */
    private static final long MICROS_PER_TICK = 10_000;

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a command and waits until its port answers. */
    static ServerProcess start(List<String> command, Map<String, String> environment, int port, Path log)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .directory(log.toAbsolutePath().getParent().toFile());
        builder.environment().putAll(environment);
        ServerProcess server = new ServerProcess(builder.start(), port);
        for (int tries = 0; tries < STARTS_WITHIN_SECONDS * 10; tries++) {
            if (server.answers()) {
                return server;
            }
            if (server.process.waitFor(100, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        server.close();
        throw new IOException(command.getFirst() + " did not start:\n" + Files.readString(log));
    }

    /** A port that was free a moment ago. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** Its CPU time, user's and kernel's, since it began. */
    long cpuMicros() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MICROS_PER_TICK;
    }

    /** Its resident memory now. */
    double residentMb() throws IOException {
        return status("VmRSS:");
    }

    /** The most resident memory that it ever had. */
    double peakMb() throws IOException {
        return status("VmHWM:");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private double status(String field) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid() + "/status"))) {
            if (line.startsWith(field)) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("no " + field + " of process " + pid());
    }
}
