package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The simulator's request log, the judge of every end-to-end test: read from its file. */
public final class RequestLog {

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;

    public RequestLog(Path file) {
        this.file = file;
    }

    /**
     * One request. Moments are microseconds on the simulator's monotonic clock, -1 for what did not happen.
     *
     * @param epochMs the wall clock at {@code acceptedAt}
     * @param contentSha256 hex digest of the last user message
     * @param active requests at work on the model when it was admitted, itself included
     */
    public record Request(
            long id,
            long epochMs,
            long acceptedAt,
            long receivedAt,
            long answeredAt,
            long finishedAt,
            long workFinishedAt,
            int status,
            String outcome,
            int active,
            String contentSha256) {

        /** Whether the provider has read all of it. */
        public boolean isRead() {
            return receivedAt >= 0;
        }
    }

    /** The finished requests, in the order of their first bytes. */
    public List<Request> requests() {
        List<Request> requests = new ArrayList<>();
        for (String line : text().split("\n")) {
            if (!line.isEmpty()) {
                requests.add(request(JSON.readTree(line)));
            }
        }
        requests.sort(Comparator.comparingLong(Request::acceptedAt));
        return requests;
    }

    /** The finished requests that say what a call says. */
    public List<Request> sendsOf(Chat chat) {
        String digest = chat.digest();
        return requests().stream()
                .filter(request -> request.contentSha256().equals(digest))
                .toList();
    }

    /** The requests that were read whole, by the digest of their content, each list in the order of their first bytes. */
    public Map<String, List<Request>> readByContent() {
        return requests().stream().filter(Request::isRead).collect(Collectors.groupingBy(Request::contentSha256));
    }

    /** How many requests have finished: cheap enough to be asked often. */
    public long size() {
        return text().chars().filter(c -> c == '\n').count();
    }

    /** How many requests were answered with a status: cheap enough to be asked now and then. */
    public long answered(int status) {
        return text().lines()
                .filter(line -> line.contains("\"status\":" + status))
                .count();
    }

    /** A last line that is still being written is not there yet. */
    private String text() {
        try {
            if (!Files.exists(file)) {
                return "";
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Request request(JsonNode line) {
        return new Request(
                line.path("id").asLong(),
                line.path("epoch_ms").asLong(),
                line.path("accepted_at").asLong(-1),
                line.path("received_at").asLong(-1),
                line.path("answered_at").asLong(-1),
                line.path("finished_at").asLong(-1),
                line.path("work_finished_at").asLong(-1),
                line.path("status").asInt(0),
                line.path("outcome").asString(""),
                line.path("active").asInt(0),
                line.path("content_sha256").asString(""));
    }
}
