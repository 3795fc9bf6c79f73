package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A file of results, or of unresolved lines, in the form of OpenAI's Batch output. */
public final class ResultFile {

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;

    public ResultFile(Path file) {
        this.file = file;
    }

    public boolean exists() {
        return Files.exists(file);
    }

    /** Its lines in their order; none if it does not exist. */
    public List<JsonNode> lines() {
        try {
            return exists()
                    ? Files.readAllLines(file).stream().map(JSON::readTree).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Which lines of the input it answers, each as often as it stands there. */
    public List<String> customIds() {
        return lines().stream().map(line -> line.path("custom_id").asString()).toList();
    }
}
