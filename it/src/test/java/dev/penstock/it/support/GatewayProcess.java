package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code penstock serve} as a process of its own, and a client in front of it. */
public final class GatewayProcess implements AutoCloseable {

    /** A chat request. */
    public static final String BODY =
            "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

    private final Running running;
    /** What it had said at the latest look: its ports are still asked for when it is dead and its output is gone. */
    private volatile String heard;

    private final HttpClient client = HttpClient.newHttpClient();

    private GatewayProcess(Running running) {
        this.running = running;
        this.heard = running.out();
    }

    /** Starts it on free ports and waits until it says that it is ready. */
    public static GatewayProcess start(Path directory, String... options) {
        return start(command(directory, options));
    }

    /** What starts it, for a test that has more to say about it. */
    public static CommandLine command(Path directory, String... options) {
        List<String> words = new ArrayList<>(List.of("serve", "--port", "0", "--admin-port", "0"));
        words.addAll(List.of(options));
        return CommandLine.in(directory, words.toArray(String[]::new));
    }

    /** Starts what {@link #command} made and waits until it says that it is ready. */
    public static GatewayProcess start(CommandLine command) {
        Running running = command.start();
        running.awaitUntil("it is ready", () -> running.out().contains("ready on "));
        return new GatewayProcess(running);
    }

    public Running process() {
        return running;
    }

    /** What OpenAI's clients call their base URL. */
    public String baseUrl() {
        return said("ready on (\\S+)") + "/v1";
    }

    /** The key that it made for its clients. */
    public String clientKey() {
        return said("client key (\\S+)");
    }

    /** Asks for a chat completion. */
    public HttpResponse<String> chat(String key, String... headers) {
        return chatLater(key, headers).join();
    }

    /** Begins to ask for a chat completion. */
    public CompletableFuture<HttpResponse<String>> chatLater(String key, String... headers) {
        return client.sendAsync(
                request("ready on (\\S+)", "/v1/chat/completions", key, headers)
                        .POST(BodyPublishers.ofString(BODY))
                        .build(),
                BodyHandlers.ofString());
    }

    /** Asks for something of the operations API as its client. */
    public HttpResponse<String> post(String path, String body) {
        return client.sendAsync(
                        request("ready on (\\S+)", path, clientKey())
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .join();
    }

    /** The port that calls go to. */
    public int port() {
        return Integer.parseInt(said("ready on http://[^:]+:(\\d+)"));
    }

    /** Looks at something on the operators' port with the key that was made for them. */
    public HttpResponse<String> admin(String path) {
        try {
            return client.send(
                    request("admin on (\\S+)", path, said("admin key  (\\S+)")).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder request(String base, String path, String key, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(said(base) + path))
                .header("authorization", "Bearer " + key)
                .header("content-type", "application/json");
        return headers.length == 0 ? request : request.headers(headers);
    }

    private String said(String pattern) {
        Matcher said = Pattern.compile(pattern).matcher(heard);
        if (said.find()) {
            return said.group(1);
        }
        heard = running.out();
        said = Pattern.compile(pattern).matcher(heard);
        if (!said.find()) {
            throw new AssertionError(heard);
        }
        return said.group(1);
    }

    @Override
    public void close() {
        running.close();
        client.shutdownNow();
    }
}
