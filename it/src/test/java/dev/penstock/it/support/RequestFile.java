package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A batch file whose lines can be told apart in the simulator's log: each has a content of its own. */
public final class RequestFile {

    private final Path path;
    private final Map<String, String> lineByDigest = new LinkedHashMap<>();

    private RequestFile(Path path) {
        this.path = path;
    }

    /** Writes {@code count} lines, {@code line-1} and so on. */
    public static RequestFile write(Path path, int count) {
        String[] contents = new String[count];
        for (int i = 0; i < count; i++) {
            contents[i] = "question " + (i + 1);
        }
        return write(path, contents);
    }

    /** Writes a line for each content, {@code line-1} and so on. */
    public static RequestFile write(Path path, String... contents) {
        RequestFile file = new RequestFile(path);
        try (Writer out = Files.newBufferedWriter(path)) {
            for (int i = 0; i < contents.length; i++) {
                String id = "line-" + (i + 1);
                out.write(line(id, contents[i]));
                file.lineByDigest.put(sha256(contents[i]), id);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    /** One line as the batch form wants it, with its end. */
    public static String line(String customId, String content) {
        return "{\"custom_id\":\"" + customId
                + "\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\",\"body\":{\"model\":\"deepseek-v4-flash\","
                + "\"messages\":[{\"role\":\"user\",\"content\":\"" + content + "\"}]}}\n";
    }

    public Path path() {
        return path;
    }

    public Set<String> lines() {
        return Set.copyOf(lineByDigest.values());
    }

    /** The line whose content has this digest. */
    public String lineOf(String contentSha256) {
        String line = lineByDigest.get(contentSha256);
        if (line == null) {
            throw new AssertionError("the provider got a request that no line of " + path + " asked for");
        }
        return line;
    }

    private static String sha256(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
