package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code penstock simulate} as a process of its own. */
public final class SimulatorProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready on (http://\\S+)");

    private final Running running;
    private final String baseUrl;
    private final RequestLog log;

    private SimulatorProcess(Running running, String baseUrl, RequestLog log) {
        this.running = running;
        this.baseUrl = baseUrl;
        this.log = log;
    }

    /**
     * Starts it on a free port and waits until it listens; its log is {@code provider.ndjson} in the directory.
     *
     * @param directory where script and log are
     * @param script its faults, in YAML; "" for none
     * @param options further options of {@code simulate}
     */
    public static SimulatorProcess start(Path directory, String script, String... options) {
        try {
            Path log = directory.resolve("provider.ndjson");
            List<String> words = new ArrayList<>(List.of("simulate", "--log", log.toString()));
            if (!List.of(options).contains("--port")) {
                words.addAll(List.of("--port", "0"));
            }
            if (!script.isEmpty()) {
                Path file = Files.writeString(directory.resolve("faults.yaml"), script);
                words.addAll(List.of("--script", file.toString()));
            }
            words.addAll(List.of(options));
            Running running =
                    CommandLine.in(directory, words.toArray(String[]::new)).start();
            running.awaitUntil("it listens", () -> READY.matcher(running.out()).find());
            Matcher ready = READY.matcher(running.out());
            if (!ready.find()) {
                throw new AssertionError(running.out());
            }
            return new SimulatorProcess(running, ready.group(1), new RequestLog(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String baseUrl() {
        return baseUrl;
    }

    public String port() {
        return Integer.toString(URI.create(baseUrl).getPort());
    }

    public RequestLog log() {
        return log;
    }

    /** Puts another script in place; its time begins now. */
    public void script(String yaml) {
        control("script", yaml);
    }

    /** Ends all connections, so that what is in progress ends and is logged. */
    public void drop() {
        control("drop", "");
    }

    /** What it has received and not finished, one line each. */
    public String inProgress() {
        return ask(HttpRequest.newBuilder(URI.create(baseUrl + "/control/in-progress")));
    }

    private void control(String what, String body) {
        ask(HttpRequest.newBuilder(URI.create(baseUrl + "/control/" + what))
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static String ask(HttpRequest.Builder request) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        running.close();
    }
}
