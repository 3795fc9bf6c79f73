package dev.penstock.it.support;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A chat request as its caller means it.
 *
 * @param model the model
 * @param text the user's message, plain ASCII without quotes
 * @param stream whether the answer is wanted as a stream
 * @param headers more header fields, each {@code name: value}
 */
public record Chat(String model, String text, boolean stream, List<String> headers) {

    /** A model that every look has. */
    public static final String MODEL = "deepseek-v4-flash";

    public Chat {
        headers = List.copyOf(headers);
    }

    /** A plain call to the usual model. */
    public static Chat of(String text) {
        return new Chat(MODEL, text, false, List.of());
    }

    public Chat streamed(boolean wanted) {
        return new Chat(model, text, wanted, headers);
    }

    /** Under an idempotency key. */
    public Chat keyed(String key) {
        return with("idempotency-key: " + key);
    }

    public Chat with(String header) {
        return new Chat(
                model,
                text,
                stream,
                Stream.concat(headers.stream(), Stream.of(header)).toList());
    }

    public Chat to(String otherModel) {
        return new Chat(otherModel, text, stream, headers);
    }

    /** The request as it is sent. */
    public String body() {
        return "{\"model\":\"" + model + "\",\"stream\":" + stream + ",\"messages\":[{\"role\":\"user\",\"content\":\""
                + text + "\"}]}";
    }

    /** How the simulator's log names the text. */
    public String digest() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
